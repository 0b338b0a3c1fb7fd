/**
 * What the conformance suite is pointed at: an address from outside, or a platform of its own. The cases speak HTTP
 * alone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPlatform } from '../../src/reference-api/server.ts';
import { CHEAP } from '../reference-api/test-platform.ts';
import type { PlatformOptions } from '../../src/reference-api/server.ts';

const { env } = process;

/** Whether the suite starts a platform itself, with settings as a case needs them. */
export const OWN = ! env.CONFORMANCE_URL;

/** Whether the rules of this platform (local routes, statuses and messages) are tested too. */
export const LOCAL = OWN || env.CONFORMANCE_LOCAL_RULES === '1';

/** How long a build may take. */
const BUILD_MS = Number( env.CONFORMANCE_BUILD_SECONDS ?? 25 ) * 1000;

const ASK_AGAIN_MS = 40;

export interface Credentials {
	user: string;
	password: string;
}

export interface Target {
	/** Of `/v1`, `/fu/v1` and `/wh/v1`. */
	url: string;
	account: string;
	/** Name of a WordPress install of the account. */
	install: string;
	credentials: Credentials;
	/** Asks with credentials; others than the usual ones, or none (null). */
	request: (
		path: string,
		init?: RequestInit,
		as?: Credentials | null
	) => Promise< Response >;
	/** Sends a request to the usage API, which may have another address. */
	requestUsage: Target[ 'request' ];
	close: () => Promise< void >;
}

/** Creates the header of HTTP Basic. */
export function basic( { user, password }: Credentials ): string {
	const pair = Buffer.from( `${ user }:${ password }` );
	return `Basic ${ pair.toString( 'base64' ) }`;
}

function makeTarget(
	parts: Omit< Target, 'request' | 'requestUsage' >,
	usageUrl: string
): Target {
	const requester =
		( url: string ): Target[ 'request' ] =>
		( path, init = {}, as = parts.credentials ) =>
			fetch( url + path, {
				redirect: 'manual',
				...init,
				headers: {
					...( as ? { authorization: basic( as ) } : {} ),
					...( init.headers as Record< string, string > ),
				},
			} );
	return {
		...parts,
		request: requester( parts.url ),
		requestUsage: requester( usageUrl ),
	};
}

/**
 * Starts a platform with an account and a WordPress install.
 *
 * @param options What is other than usual.
 */
export async function startOwn(
	options: Partial< PlatformOptions > = {}
): Promise< Target > {
	const dataFolder = await mkdtemp( join( tmpdir(), 'conformance-' ) );
	const credentials = { user: 'conformance', password: 'conformance pass' };
	const platform = await startPlatform( {
		dataFolder,
		port: 0,
		...credentials,
		passwordCost: CHEAP,
		accounts: [ 'acme' ],
		wordpress: { blog: 'http://127.0.0.1:9' },
		...options,
	} );
	const parts = {
		url: platform.url,
		account: 'acme',
		install: 'blog',
		credentials,
		close: async () => {
			await platform.close();
			await rm( dataFolder, { recursive: true, force: true } );
		},
	};
	return makeTarget( parts, platform.url );
}

/** Returns what the environment variables point at, or starts a platform. */
export async function openTarget(): Promise< Target > {
	if ( ! env.CONFORMANCE_URL ) {
		return startOwn();
	}
	const url = env.CONFORMANCE_URL.replace( /\/+$/, '' );
	const usageUrl = env.CONFORMANCE_USAGE_URL ?? url;
	const parts = {
		url,
		account: env.CONFORMANCE_ACCOUNT ?? '',
		install: env.CONFORMANCE_INSTALL ?? '',
		credentials: {
			user: env.CONFORMANCE_USER ?? '',
			password: env.CONFORMANCE_PASSWORD ?? '',
		},
		close: async () => {},
	};
	return makeTarget( parts, usageUrl.replace( /\/+$/, '' ) );
}

export function json( body: unknown, method = 'POST' ): RequestInit {
	return {
		method,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify( body ),
	};
}

/** Asks until the answer is the wanted one; over HTTP there is no other way to wait. */
export async function until< Answer >(
	poll: () => Promise< Answer >,
	isWanted: ( answer: Answer ) => boolean
): Promise< Answer > {
	const end = Date.now() + BUILD_MS;
	for (;;) {
		const answer = await poll();
		if ( isWanted( answer ) ) {
			return answer;
		}
		if ( Date.now() > end ) {
			throw new Error(
				`Not within ${ BUILD_MS / 1000 } s; the last answer was ${ JSON.stringify( answer ) }.`
			);
		}
		await setTimeout( ASK_AGAIN_MS );
	}
}
