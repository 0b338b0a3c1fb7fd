import { __, _x } from '../../ui/i18n.ts';
import { WEBHOOK_ACTIONS, type Action } from '../../shared/actions.ts';
import type {
	EnvironmentSettings,
	RecognizedWebhook,
} from '../../shared/wire.ts';
import { Fact } from '../../ui/fact.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { StatusSymbol } from '../../ui/status-symbol.tsx';
import { actionLabel } from '../../live/labels/action.ts';
import { providerName } from './webhook-target.ts';

interface Props {
	environment: EnvironmentSettings;
}

/** Shortens `https://host/long/path/webhook:rebuild?token=••••AbC=` to the parts that differ between URLs. */
export function shortWebhook(
	urls: EnvironmentSettings[ 'webhook' ][ 'urls' ]
): string {
	const url = WEBHOOK_ACTIONS.map( ( action ) => urls[ action ] ).find(
		Boolean
	);
	const parts = /^(https?:\/\/[^/]+)\/(?:.*\/)?(.*)$/.exec( url ?? '' );
	if ( parts === null ) {
		return url ?? '';
	}
	const [ , origin = '', end = '' ] = parts;
	return `${ origin }/…/${ end.replace( /^webhook:\w+/, 'webhook:{action}' ) }`;
}

function Actions( { actions }: { actions: readonly Action[] } ) {
	return (
		<ul className="headless-deploy-actions">
			{ actions.map( ( action ) => (
				<li key={ action } className="headless-deploy-line">
					<StatusSymbol symbol="good" />
					{ actionLabel( action ) }
				</li>
			) ) }
		</ul>
	);
}

function HostFacts( {
	provider,
	target,
}: Omit< RecognizedWebhook, 'actions' > ) {
	const { host, app } = target;
	const name = providerName( provider, host );
	return (
		<>
			<Fact term={ _x( 'Host', 'hosting service', 'headless-deploy' ) }>
				<bdi>{ name }</bdi>
				{ name !== host && (
					<>
						{ ' ' }
						<bdi className="headless-deploy-secondary">
							{ host }
						</bdi>
					</>
				) }
			</Fact>
			{ app !== '' && (
				<Fact term={ __( 'App', 'headless-deploy' ) }>
					<code dir="ltr">{ app }</code>
				</Fact>
			) }
		</>
	);
}

/** Shows what a webhook belongs to and which actions it offers. */
export function TargetFacts( {
	provider,
	target,
	actions,
}: RecognizedWebhook ) {
	return (
		<>
			{ target.account === '' ? (
				<HostFacts provider={ provider } target={ target } />
			) : (
				<>
					<Fact term={ __( 'Account', 'headless-deploy' ) }>
						<bdi>{ target.account }</bdi>
					</Fact>
					<Fact term={ __( 'App', 'headless-deploy' ) }>
						<bdi>{ target.app }</bdi>
					</Fact>
					<Fact term={ __( 'Environment', 'headless-deploy' ) }>
						<code dir="ltr">{ target.environment }</code>
					</Fact>
				</>
			) }
			<Fact term={ __( 'Actions', 'headless-deploy' ) }>
				<Actions actions={ actions } />
			</Fact>
		</>
	);
}

function ExtrasFacts( { environment }: Props ) {
	const { headers, body } = environment.webhook;
	return (
		<>
			{ headers.length > 0 && (
				<Fact term={ __( 'Headers', 'headless-deploy' ) }>
					{ headers.map( ( { name, value } ) => (
						<div key={ name }>
							<code dir="ltr">{ `${ name }: ${ value }` }</code>
						</div>
					) ) }
				</Fact>
			) }
			{ body !== '' && (
				<Fact term={ __( 'Body', 'headless-deploy' ) }>
					<code dir="ltr">{ body }</code>
				</Fact>
			) }
		</>
	);
}

export function ConnectionFacts( { environment }: Props ) {
	const { webhook, frontEndUrl, provider } = environment;
	return (
		<dl className="headless-deploy-facts">
			<Fact term={ __( 'Webhook', 'headless-deploy' ) }>
				<code dir="ltr">{ shortWebhook( webhook.urls ) }</code>
			</Fact>
			<TargetFacts
				provider={ provider }
				target={ webhook.recognized }
				actions={ WEBHOOK_ACTIONS.filter(
					( action ) => webhook.urls[ action ] !== undefined
				) }
			/>
			<ExtrasFacts environment={ environment } />
			{ frontEndUrl !== '' && (
				<Fact term={ __( 'Front end', 'headless-deploy' ) }>
					<SiteLink url={ frontEndUrl } />
				</Fact>
			) }
		</dl>
	);
}
