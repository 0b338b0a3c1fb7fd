/**
 * Load on a platform that may be killed at any moment, and a ledger of what it acknowledged.
 */
import { json, basic, routeOf, uploadForm } from './test-platform.ts';
import type { EnvironmentPath } from '../../src/reference-api/model/hosting.ts';

/** Everything that was answered with success, and so has to be there after a crash. */
export class Ledger {
	/** Ids of builds that webhooks queued or joined. */
	readonly builds = new Set< string >();
	readonly environments = new Set< string >();
	readonly deleted = new Set< string >();
	uploads = 0;
	purges = 0;
	/** Tokens of the webhooks that are regenerated, oldest first. */
	readonly tokens: string[] = [];

	get size(): number {
		return (
			this.builds.size +
			this.environments.size +
			this.deleted.size +
			this.uploads +
			this.purges +
			this.tokens.length
		);
	}
}

export interface Target {
	url: string;
	/** Where webhooks are called and uploads go. */
	busy: EnvironmentPath;
	/** Whose webhooks are regenerated. */
	regenerated: EnvironmentPath;
	/** Token of the busy one's webhooks. */
	token: string;
	zip: Buffer;
}

/**
 * A small generator of numbers from 0 to 1 that a seed decides (Park and Miller's).
 *
 * @param seed A whole number from 1 to 2147483646.
 */
export function seeded( seed: number ): () => number {
	let state = seed;
	return () => {
		state = ( state * 48_271 ) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}

/** Does something over and over, until the platform is gone. */
async function repeat( work: () => Promise< void > ): Promise< void > {
	for (;;) {
		try {
			await work();
		} catch {
			// The connection broke: the platform was killed.
			return;
		}
	}
}

async function post(
	url: string,
	init: RequestInit = {}
): Promise< Response | null > {
	const response = await fetch( url, {
		method: 'POST',
		...init,
		headers: { authorization: basic(), ...init.headers },
	} );
	if ( response.ok ) {
		return response;
	}
	await response.arrayBuffer();
	return null;
}

function callWebhook( { url, busy, token }: Target, action: string ) {
	const path = `${ routeOf( '/wh/v1', busy ) }/webhooks/webhook:${ action }`;
	return post( `${ url }${ path }?token=${ token }` );
}

async function purge( target: Target, ledger: Ledger ): Promise< void > {
	const response = await callWebhook( target, 'purgeCache' );
	await response?.arrayBuffer();
	ledger.purges += response ? 1 : 0;
}

async function rebuild(
	target: Target,
	ledger: Ledger,
	action: string
): Promise< void > {
	const response = await callWebhook( target, action );
	const answer = ( await response?.json() ) as
		{ metadata: { build: string } } | undefined;
	const [ , build ] =
		/builds\/(.+)$/.exec( answer?.metadata.build ?? '' ) ?? [];
	if ( build ) {
		ledger.builds.add( build );
	}
}

async function uploadCode( target: Target, ledger: Ledger ): Promise< void > {
	const response = await post(
		`${ target.url }${ routeOf( '/fu/v1', target.busy ) }:upload`,
		{ body: uploadForm( target.zip ) }
	);
	await response?.arrayBuffer();
	ledger.uploads += response ? 1 : 0;
}

async function createAndDelete(
	{ url, busy }: Target,
	ledger: Ledger
): Promise< void > {
	const response = await post(
		`${ url }/v1/accounts/${ busy.accountName }/apps/${ busy.appId }/environments`,
		json( {
			displayName: `Made under load, ${ crypto.randomUUID() }`,
			branch: 'uploadable',
			wpEnvironment: 'blog',
		} )
	);
	const answer = ( await response?.json() ) as { name: string } | undefined;
	const [ , id ] = /environments\/([^/]+)/.exec( answer?.name ?? '' ) ?? [];
	if ( ! id ) {
		return;
	}
	ledger.environments.add( id );
	const gone = await fetch(
		`${ url }${ routeOf( '/v1', { ...busy, environmentId: id } ) }`,
		{ method: 'DELETE', headers: { authorization: basic() } }
	).finally( () => ledger.environments.delete( id ) );
	await gone.arrayBuffer();
	if ( gone.ok ) {
		ledger.deleted.add( id );
	}
}

async function regenerate( target: Target, ledger: Ledger ): Promise< void > {
	const response = await post(
		`${ target.url }${ routeOf( '/_local', target.regenerated ) }/webhooks:regenerate`
	);
	const text = ( await response?.text() ) ?? '';
	const [ , token ] = /token=([\w=-]+)/.exec( text ) ?? [];
	if ( token ) {
		ledger.tokens.push( token );
	}
}

/**
 * Puts load on a platform until it is gone.
 *
 * @param ledger Where acknowledged work is written down.
 */
export async function load(
	target: Target,
	ledger: Ledger,
	random: () => number
): Promise< void > {
	const builds = () => ( random() < 0.5 ? 'rebuild' : 'cleanRebuild' );
	await Promise.all( [
		repeat( () => purge( target, ledger ) ),
		repeat( () => purge( target, ledger ) ),
		repeat( () => rebuild( target, ledger, builds() ) ),
		repeat( () => rebuild( target, ledger, builds() ) ),
		repeat( () => uploadCode( target, ledger ) ),
		repeat( () => createAndDelete( target, ledger ) ),
		repeat( () => regenerate( target, ledger ) ),
	] );
}
