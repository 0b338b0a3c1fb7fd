/**
 * Calls the platform over HTTP, by the same endpoints that the real service has.
 */
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Action } from '../../shared/actions.ts';
import type {
	Answer,
	Environment,
} from '../../shared/platform-api.generated.ts';
import { KitError } from '../kit-error.ts';
import { ACCOUNT, API_USER, APP, INSTALL } from './platform-server.ts';

const TIMEOUT_MS = 60_000;
const LIVE_MS = 180_000;
const POLL_MS = 100;
const ENVIRONMENT = 'Production';
const REGION = 'regions/US-C';

/** The environment that the sample front end runs in. */
export interface HostedFrontEnd {
	id: string;
	/** Where visitors see it. */
	edgeUrl: string;
}

export interface Hosting {
	/** Makes the app and its environment unless they are there. */
	ensureEnvironment: () => Promise< HostedFrontEnd >;
	/** Deploys a zip and waits until it is live. */
	deploy: ( environmentId: string, zip: string ) => Promise< void >;
	/** The environment's webhooks, made unless they are there. */
	webhooks: ( environmentId: string ) => Promise< Record< Action, string > >;
}

/**
 * Makes a client.
 *
 * @param url      Address of the platform.
 * @param password Of the API user.
 */
export function hostingClient( url: string, password: string ): Hosting {
	const call = caller( url, password );
	const apps = `/v1/accounts/${ ACCOUNT }/apps`;
	const environments = `${ apps }/${ APP }/environments`;
	const find = async (): Promise< Environment | undefined > => {
		const list = await call< Answer< 'listEnvironments' > >(
			'GET',
			environments
		);
		return list.environments.find(
			( { displayName } ) => displayName === ENVIRONMENT
		);
	};
	return {
		async ensureEnvironment() {
			const { apps: known } = await call< Answer< 'listApps' > >(
				'GET',
				apps
			);
			if ( ! known.some( ( { appId } ) => appId === APP ) ) {
				await call( 'POST', `${ apps }?appId=${ APP }`, {
					region: REGION,
					uploadable: {},
				} );
			}
			if ( ! ( await find() ) ) {
				await call( 'POST', environments, {
					displayName: ENVIRONMENT,
					branch: 'uploadable',
					wpEnvironment: INSTALL,
				} );
			}
			return describe( await find() );
		},
		async deploy( environmentId, zip ) {
			const form = new FormData();
			form.set(
				'repository',
				await fs.openAsBlob( zip, { type: 'application/zip' } ),
				'front-end.zip'
			);
			await call(
				'POST',
				`/fu${ environments }/${ environmentId }:upload`,
				form
			);
			await waitUntilLive( () =>
				call( 'GET', `${ environments }/${ environmentId }/builds` )
			);
		},
		webhooks( environmentId ) {
			const path = environments.replace( '/v1/', '/_local/' );
			return call( 'POST', `${ path }/${ environmentId }/webhooks` );
		},
	};
}

/**
 * Reads an environment's id and address.
 *
 * @param environment As the platform gives it.
 */
function describe( environment: Environment | undefined ): HostedFrontEnd {
	const domain = environment?.domains[ 0 ];
	if ( ! environment || ! domain ) {
		throw new Error( 'The platform does not list its new environment.' );
	}
	return {
		id: environment.name.split( '/' ).at( -1 ) ?? '',
		edgeUrl: `http://${ domain }`,
	};
}

/**
 * Waits until the newest build is live.
 *
 * @param list Asks for the builds.
 */
async function waitUntilLive(
	list: () => Promise< Answer< 'listBuilds' > >
): Promise< void > {
	const limit = Date.now() + LIVE_MS;
	while ( Date.now() < limit ) {
		const { builds } = await list();
		const state = builds[ 0 ]?.state ?? 'queued';
		if ( state === 'live' ) {
			return;
		}
		if ( [ 'failed', 'cancelled' ].includes( state ) ) {
			throw new KitError(
				'The build of the sample front end failed.',
				'its log is in the portal, and in .local/platform'
			);
		}
		await wait( POLL_MS );
	}
	throw new KitError(
		'The sample front end was not live after three minutes.',
		'see .local/logs/platform.log'
	);
}

/**
 * Makes the function that calls.
 *
 * @param url      Address of the platform.
 * @param password Of the API user.
 */
function caller( url: string, password: string ) {
	const credentials = Buffer.from( `${ API_USER }:${ password }` );
	return async function call< T >(
		method: string,
		path: string,
		body?: FormData | object
	): Promise< T > {
		const isForm = body instanceof FormData;
		const answer = await fetch( url + path, {
			method,
			headers: {
				authorization: `Basic ${ credentials.toString( 'base64' ) }`,
				...( body && ! isForm
					? { 'content-type': 'application/json' }
					: {} ),
			},
			body: isForm ? body : body && JSON.stringify( body ),
			signal: AbortSignal.timeout( TIMEOUT_MS ),
		} );
		const text = await answer.text();
		if ( ! answer.ok ) {
			throw new KitError(
				`The platform answered ${ answer.status } to ${ method } ${ path }: ${ text }`,
				'see .local/logs/platform.log'
			);
		}
		return ( text ? JSON.parse( text ) : null ) as T;
	};
}
