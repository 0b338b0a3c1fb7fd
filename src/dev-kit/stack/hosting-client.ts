import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { WebhookAction } from '../../shared/actions.ts';
import { isUnsuccessful } from '../../shared/build-states.ts';
import type {
	Answer,
	Environment,
} from '../../shared/platform-api.generated.ts';
import { jsonClient } from '../json-client.ts';
import { KitError } from '../kit-error.ts';
import { ACCOUNT, API_USER, APP, INSTALL } from './platform-server.ts';

const LIVE_MS = 180_000;
const POLL_MS = 100;
const ENVIRONMENT = 'Production';
const REGION = 'regions/US-C';

/** The environment that the sample front end runs in. */
export interface HostedFrontEnd {
	id: string;
	edgeUrl: string;
}

/** Calls the endpoints that the real service has too. */
export interface Hosting {
	/** Creates the app and its environment unless they exist. */
	ensureEnvironment: () => Promise< HostedFrontEnd >;
	/** Sets variables of the environment, for its next build and the application. */
	setVariables: (
		environmentId: string,
		variables: Record< string, string >
	) => Promise< void >;
	/** Deploys a zip and waits until it is live. */
	deploy: ( environmentId: string, zip: string ) => Promise< void >;
	/** Returns the webhooks of the environment. Creates them unless they exist. */
	webhooks: (
		environmentId: string
	) => Promise< Record< WebhookAction, string > >;
}

/** @param password The password of the API user. */
export function hostingClient( url: string, password: string ): Hosting {
	const { call } = jsonClient( {
		name: 'The platform',
		url,
		user: API_USER,
		password,
		log: '.local/logs/platform.log',
	} );
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
			const { apps: existing } = await call< Answer< 'listApps' > >(
				'GET',
				apps
			);
			if ( ! existing.some( ( { appId } ) => appId === APP ) ) {
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
		async setVariables( environmentId, variables ) {
			const set = Object.entries( variables ).map(
				( [ key, value ] ) => ( { key, value } )
			);
			await call(
				'PATCH',
				`${ environments }/${ environmentId }/shellVariables`,
				{ set }
			);
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

async function waitUntilLive(
	listBuilds: () => Promise< Answer< 'listBuilds' > >
): Promise< void > {
	const limit = Date.now() + LIVE_MS;
	while ( Date.now() < limit ) {
		const { builds } = await listBuilds();
		const state = builds[ 0 ]?.state ?? 'queued';
		if ( state === 'live' ) {
			return;
		}
		if ( isUnsuccessful( { state } ) ) {
			throw new KitError(
				'The build of the sample front end failed.',
				'see the log of the build in the portal'
			);
		}
		await wait( POLL_MS );
	}
	throw new KitError(
		'The sample front end was not live after three minutes.',
		'see .local/logs/platform.log'
	);
}
