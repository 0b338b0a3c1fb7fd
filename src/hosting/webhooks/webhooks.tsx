import { useState } from '@wordpress/element';
import { ACTIONS } from '../../shared/actions.ts';
import type { Action } from '../../shared/actions.ts';
import type {
	WebhookSet,
	WebhookSummary,
} from '../../shared/platform-api.generated.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostChange, useHostQuery } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box } from '../components/box.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Icon } from '../components/icon.tsx';
import { Loaded } from '../components/loaded.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { ReadOnly } from '../components/read-only.tsx';
import { useTimeLabel } from '../components/time.tsx';
import { __, sprintf } from '../i18n.ts';
import { ReplaceWebhooks } from './replace-webhooks.tsx';
import { actionWords, isRejected } from './webhook-calls.ts';
import type { WebhookCall } from './webhook-calls.ts';

const WEBHOOKS =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks';

/** Reads the full URLs, which are secret: only when the user wants one, and never into the cache of answers. */
function readUrls( client: PlatformClient, path: EnvironmentPath ) {
	return client.GET( WEBHOOKS, { params: { path: { ...path } } } );
}

function LastCall( { call }: { call: WebhookCall | undefined } ) {
	const timeLabel = useTimeLabel();
	if ( call === undefined ) {
		return <>{ __( 'Not called yet', 'headless-deploy' ) }</>;
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
	return <>{ sprintf( text, timeLabel( call.at ), call.status ) }</>;
}

interface WebhookProps {
	action: Action;
	summary: WebhookSummary;
	/** If the user wants to see them. */
	urls: WebhookSet | undefined;
	path: EnvironmentPath;
	mayCopy: boolean;
}

function Webhook( { action, summary, urls, path, mayCopy }: WebhookProps ) {
	const { client } = useHost();
	const { title, subject, does } = actionWords()[ action ];
	const masked = `…/webhook:${ action }?token=••••${ summary.tokenEnd }`;
	const readUrl = async () => {
		const { data } = await readUrls( client, path );
		return data?.[ action ] ?? '';
	};
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

function CreatedBy( { summary }: { summary: WebhookSummary } ) {
	const timeLabel = useTimeLabel();
	/* translators: 1: time, 2: name of a user. */
	const text = __( 'Created at %1$s by %2$s', 'headless-deploy' );
	return (
		<>
			{ summary.createTime !== null &&
				sprintf(
					text,
					timeLabel( summary.createTime ),
					summary.createdBy
				) }
		</>
	);
}

interface SetProps {
	path: EnvironmentPath;
	summary: WebhookSummary;
}

function ExistingWebhooks( { path, summary }: SetProps ) {
	const { has, mayWrite } = useHost();
	const [ dialog, setDialog ] = useState< 'regenerate' | 'delete' | null >(
		null
	);
	const full = useHostChange( ( client ) => readUrls( client, path ) );
	const maySee = mayWrite( path.account ) && has( 'readWebhooks' );
	const show = () => full.mutate( undefined );
	return (
		<Box
			title={ __( 'Webhooks', 'headless-deploy' ) }
			actions={
				maySee && (
					<ActionButton
						variant="link"
						busy={ full.isPending }
						onClick={ full.data ? full.reset : show }
					>
						{ full.data
							? __( 'Hide full URLs', 'headless-deploy' )
							: __( 'Show full URLs', 'headless-deploy' ) }
					</ActionButton>
				)
			}
		>
			<p className="hd-muted">
				{ __(
					'A POST request to a URL starts its action. All three share one token: paste one of them into WordPress, under Headless Deploy → Connections.',
					'headless-deploy'
				) }
			</p>
			<ErrorNotice error={ full.error } />
			{ ACTIONS.map( ( action ) => (
				<Webhook
					key={ action }
					action={ action }
					summary={ summary }
					urls={ full.data }
					path={ path }
					mayCopy={ maySee }
				/>
			) ) }
			<footer className="hd-foot">
				{ mayWrite( path.account ) ? (
					<div className="hd-buttons">
						<ActionButton
							onClick={ () => setDialog( 'regenerate' ) }
						>
							{ __( 'Regenerate all', 'headless-deploy' ) }
						</ActionButton>
						<ActionButton
							isDestructive
							onClick={ () => setDialog( 'delete' ) }
						>
							{ __( 'Delete all', 'headless-deploy' ) }
						</ActionButton>
					</div>
				) : (
					<ReadOnly />
				) }
				<p className="hd-hint">
					<CreatedBy summary={ summary } />
				</p>
			</footer>
			{ dialog && (
				<ReplaceWebhooks
					path={ path }
					summary={ summary }
					action={ dialog }
					onDone={ full.reset }
					onClose={ () => setDialog( null ) }
				/>
			) }
		</Box>
	);
}

function NoWebhooks( { path }: { path: EnvironmentPath } ) {
	const { mayWrite } = useHost();
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange( ( client ) =>
		client.POST( WEBHOOKS, { params: { path: { ...path } } } )
	);
	const create = () =>
		mutate( undefined, {
			onSuccess: () =>
				showNotice(
					__(
						'Webhooks created. Copy one of the URLs into WordPress.',
						'headless-deploy'
					)
				),
		} );
	return (
		<Box title={ __( 'Webhooks', 'headless-deploy' ) }>
			<p>
				{ __(
					'No webhooks. With webhooks, WordPress, a CI job or a schedule rebuilds this environment or purges its cache.',
					'headless-deploy'
				) }
			</p>
			<ErrorNotice error={ error } />
			{ mayWrite( path.account ) ? (
				<ActionButton
					variant="primary"
					busy={ isPending }
					onClick={ create }
				>
					{ __( 'Create webhooks', 'headless-deploy' ) }
				</ActionButton>
			) : (
				<ReadOnly />
			) }
		</Box>
	);
}

/** The webhook URLs of an environment, masked until the user wants to see or copy one. */
export function Webhooks( { path }: { path: EnvironmentPath } ) {
	const query = useHostQuery( {
		operation: 'readWebhookSummary',
		topics: [ 'webhooks' ],
		key: { ...path },
		read: ( client, signal ) =>
			client.GET( `${ WEBHOOKS }/summary`, {
				params: { path: { ...path } },
				signal,
			} ),
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
