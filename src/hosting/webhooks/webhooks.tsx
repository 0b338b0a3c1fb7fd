import { useState } from '@wordpress/element';
import { HostButton, useHostChange } from '../client/changes.tsx';
import { WEBHOOK_ACTIONS } from '../../shared/actions.ts';
import type { WebhookAction } from '../../shared/actions.ts';
import type {
	WebhookSet,
	WebhookSummary,
} from '../../shared/platform-api.generated.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { useHost, useMay } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Box } from '../../ui/box.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { asError, FormError } from '../../ui/form-error.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ReadOnly } from '../../ui/read-only.tsx';
import { useTimeLabel } from '../../ui/time.tsx';
import { useTask } from '../../ui/use-task.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { ReplaceWebhooks } from './replace-webhooks.tsx';
import { isRejected } from './webhook-calls.ts';

const WEBHOOKS =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks';

interface SetProps {
	path: EnvironmentPath;
	summary: WebhookSummary;
}

/** Reads the full URLs, which are secret: only when the user wants one, and never into the cache of answers. */
function readUrls( client: PlatformClient, path: EnvironmentPath ) {
	return client.GET( WEBHOOKS, { params: { path: { ...path } } } );
}

/** The names of a webhook, in a title and within a sentence, and what it does. */
function labelsOf( action: WebhookAction ) {
	return {
		rebuild: {
			title: __( 'Rebuild webhook', 'headless-deploy' ),
			subject: __( 'the Rebuild webhook', 'headless-deploy' ),
			does: __(
				'Builds and deploys the live code again.',
				'headless-deploy'
			),
		},
		cleanRebuild: {
			title: __( 'Clean Rebuild webhook', 'headless-deploy' ),
			subject: __( 'the Clean Rebuild webhook', 'headless-deploy' ),
			does: __(
				'Deletes the cached files of the framework, then builds and deploys the live code again. Slower.',
				'headless-deploy'
			),
		},
		purgeCache: {
			title: __( 'Purge Cache webhook', 'headless-deploy' ),
			subject: __( 'the Purge Cache webhook', 'headless-deploy' ),
			does: __(
				'Purges the edge cache of this environment, without a build.',
				'headless-deploy'
			),
		},
	}[ action ];
}

function LastCall( {
	call,
}: {
	call: WebhookSummary[ 'lastCalls' ][ WebhookAction ];
} ) {
	const timeLabel = useTimeLabel();
	if ( call === undefined ) {
		return __( 'Not called yet', 'headless-deploy' );
	}
	if ( isRejected( call ) ) {
		/* translators: 1: time, 2: reason, for example “invalid token”. */
		const text = __( 'Refused at %1$s: %2$s', 'headless-deploy' );
		return (
			<span className="hd-status hd-status--warning">
				<Icon name="warning" />{ ' ' }
				{ sprintf( text, timeLabel( call.at ), call.reason ) }
			</span>
		);
	}
	/* translators: 1: time, 2: HTTP status. */
	const text = __( 'Last called at %1$s, response %2$d', 'headless-deploy' );
	return sprintf( text, timeLabel( call.at ), call.status );
}

interface WebhookProps extends SetProps {
	action: WebhookAction;
	/** If the user wants to see them. */
	urls: WebhookSet | undefined;
	mayCopy: boolean;
}

function Webhook( { action, summary, urls, path, mayCopy }: WebhookProps ) {
	const { client } = useHost();
	const { title, subject, does } = labelsOf( action );
	const masked = `…/webhook:${ action }?token=••••${ summary.tokenEnd }`;
	const readUrl = async () =>
		( await readUrls( client, path ) ).data?.[ action ] ?? '';
	return (
		<section className="hd-webhook">
			<h3>{ title }</h3>
			<p className="hd-hint">
				<LastCall call={ summary.lastCalls[ action ] } />
			</p>
			<p className="hd-muted">{ does }</p>
			<div className="hd-url">
				<code>{ urls?.[ action ] ?? masked }</code>
				{ mayCopy && (
					<CopyButton subject={ subject } text={ readUrl } />
				) }
			</div>
		</section>
	);
}

function CreatedBy( { createTime, createdBy }: WebhookSummary ) {
	const timeLabel = useTimeLabel();
	/* translators: 1: time, 2: name of a user. */
	const text = __( 'Created at %1$s by %2$s', 'headless-deploy' );
	return (
		<p className="hd-hint">
			{ createTime !== null &&
				sprintf( text, timeLabel( createTime, 'today' ), createdBy ) }
		</p>
	);
}

function ExistingWebhooks( { path, summary }: SetProps ) {
	const may = useMay( path.account );
	const { site } = useHost();
	const send = useHostChange();
	const { busy, error, run } = useTask( asError );
	const [ full, setFull ] = useState< WebhookSet >();
	const maySee = may( 'readWebhooks' );
	const hide = () => setFull( undefined );
	const show = () =>
		void run( async () =>
			setFull(
				await send( ( client ) => readUrls( client, path ), undefined )
			)
		);
	const showButton = (
		<ActionButton
			variant="link"
			busy={ busy }
			onClick={ full ? hide : show }
		>
			{ full
				? __( 'Hide full URLs', 'headless-deploy' )
				: __( 'Show full URLs', 'headless-deploy' ) }
		</ActionButton>
	);
	return (
		<Box
			title={ __( 'Webhooks', 'headless-deploy' ) }
			actions={ maySee && showButton }
		>
			<p className="hd-muted">
				{ site === null
					? __(
							'A POST request to a URL starts its action. All three share one token: paste one of them into WordPress, under Headless Deploy → Connections.',
							'headless-deploy'
						)
					: __(
							'A POST request to a URL starts its action. All three share one token, which WordPress does not show: CI jobs get a URL from the hosting portal.',
							'headless-deploy'
						) }
			</p>
			<FormError error={ error } />
			{ WEBHOOK_ACTIONS.map( ( action ) => (
				<Webhook
					key={ action }
					action={ action }
					summary={ summary }
					urls={ full }
					path={ path }
					mayCopy={ maySee }
				/>
			) ) }
			<footer className="hd-foot">
				{ may( 'regenerateWebhooks' ) ? (
					<ReplaceWebhooks
						path={ path }
						summary={ summary }
						onDone={ hide }
					/>
				) : (
					<ReadOnly />
				) }
				<CreatedBy { ...summary } />
			</footer>
		</Box>
	);
}

function NoWebhooks( { path }: { path: EnvironmentPath } ) {
	const may = useMay( path.account );
	const { site } = useHost();
	return (
		<Box title={ __( 'Webhooks', 'headless-deploy' ) }>
			<p>
				{ __(
					'No webhooks. With webhooks, WordPress, a CI job or a schedule rebuilds this environment or purges its cache.',
					'headless-deploy'
				) }
			</p>
			{ may( 'createWebhooks' ) ? (
				<HostButton
					variant="primary"
					change={ ( client ) =>
						client.POST( WEBHOOKS, {
							params: { path: { ...path } },
						} )
					}
					done={
						site === null
							? __(
									'Webhooks created. Copy one of the URLs into WordPress.',
									'headless-deploy'
								)
							: __( 'Webhooks created.', 'headless-deploy' )
					}
				>
					{ __( 'Create webhooks', 'headless-deploy' ) }
				</HostButton>
			) : (
				<ReadOnly />
			) }
		</Box>
	);
}

/** The webhook URLs of an environment, masked until the user wants to see or copy one. */
export function Webhooks( { path }: { path: EnvironmentPath } ) {
	const query = useHostGet( `${ WEBHOOKS }/summary`, [ 'webhooks' ], {
		path,
	} );
	return (
		<Loaded query={ query }>
			{ ( summary ) =>
				summary.exists ? (
					<ExistingWebhooks path={ path } summary={ summary } />
				) : (
					<NoWebhooks path={ path } />
				)
			}
		</Loaded>
	);
}
