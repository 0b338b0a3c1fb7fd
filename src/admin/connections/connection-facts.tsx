import { __ } from '../i18n.ts';
import type { ReactNode } from 'react';
import { ACTIONS, type Action } from '../../shared/actions.ts';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { SiteLink } from '../parts/site-link.tsx';
import { StateSymbol } from '../parts/state-symbol.tsx';
import { actionLabel } from '../words/action.ts';
import { hostName } from '../words/provider.ts';

interface Props {
	environment: EnvironmentSettings;
}

/**
 * Shortens `https://host/long/path/webhook:rebuild?token=••••AbC=` to what tells one URL from another.
 *
 * @param urls The masked URLs by action.
 */
export function shortWebhook(
	urls: EnvironmentSettings[ 'webhook' ][ 'urls' ]
): string {
	const url = ACTIONS.map( ( action ) => urls[ action ] ).find( Boolean );
	const parts = /^(https?:\/\/[^/]+)\/(?:.*\/)?(.*)$/.exec( url ?? '' );
	if ( parts === null ) {
		return url ?? '';
	}
	const [ , origin = '', end = '' ] = parts;
	return `${ origin }/…/${ end.replace( /^webhook:\w+/, 'webhook:{action}' ) }`;
}

interface FactProps {
	term: string;
	children: ReactNode;
}

/**
 * One row of a list of facts.
 *
 * @param props
 * @param props.term
 * @param props.children
 */
export function Fact( { term, children }: FactProps ) {
	return (
		<div>
			<dt>{ term }</dt>
			<dd>{ children }</dd>
		</div>
	);
}

function Actions( { actions }: { actions: readonly Action[] } ) {
	return (
		<ul className="headless-deploy-actions">
			{ actions.map( ( action ) => (
				<li key={ action } className="headless-deploy-line">
					<StateSymbol symbol="good" />
					{ actionLabel( action ) }
				</li>
			) ) }
		</ul>
	);
}

/**
 * Shows what a connection was recognised as.
 *
 * @param props
 * @param props.environment
 */
export function ConnectionFacts( { environment }: Props ) {
	const { webhook, frontEndUrl, provider } = environment;
	const { account, app, environment: id, host } = webhook.recognised;
	const name = hostName( provider, host );
	return (
		<dl className="headless-deploy-facts">
			<Fact term={ __( 'Webhook', 'headless-deploy' ) }>
				<code dir="ltr">{ shortWebhook( webhook.urls ) }</code>
			</Fact>
			{ account === '' ? (
				<>
					<Fact term={ __( 'Host', 'headless-deploy' ) }>
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
			) : (
				<>
					<Fact term={ __( 'Account', 'headless-deploy' ) }>
						<bdi>{ account }</bdi>
					</Fact>
					<Fact term={ __( 'App', 'headless-deploy' ) }>
						<bdi>{ app }</bdi>
					</Fact>
					<Fact term={ __( 'Environment', 'headless-deploy' ) }>
						<code dir="ltr">{ id }</code>
					</Fact>
				</>
			) }
			<Fact term={ __( 'Actions', 'headless-deploy' ) }>
				<Actions
					actions={ ACTIONS.filter(
						( action ) => webhook.urls[ action ] !== undefined
					) }
				/>
			</Fact>
			{ frontEndUrl !== '' && (
				<Fact term={ __( 'Front end', 'headless-deploy' ) }>
					<SiteLink url={ frontEndUrl } />
				</Fact>
			) }
		</dl>
	);
}
