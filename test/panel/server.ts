import apiFetch, { type APIFetchOptions } from '@wordpress/api-fetch';
import { vi } from 'vitest';
import type { RestError } from '../../src/shared/errors.ts';
import type {
	Recognition,
	RecognizedWebhook,
	Status,
} from '../../src/shared/wire.ts';
import { NOW_MS } from './fixtures.ts';

export interface Call {
	method: string;
	path: string;
	data: unknown;
	headers: Record< string, string >;
	keepalive: boolean;
}

type Answer = ( call: Call ) => unknown;

/** A fake of the REST API. A route answers with a value, a promise, or a thrown `RestError`. */
export interface FakeServer {
	calls: Call[];
	/** The calls with a method whose path contains `path`. */
	callsOf: ( method: string, path: string ) => Call[];
	on: ( method: string, path: string, answer: Answer ) => void;
	status: Status;
	/** How far the server’s clock is ahead of the start, in seconds. */
	seconds: number;
}

/**
 * Creates the error that apiFetch rejects with: a plain object, never an `Error`.
 *
 * @param field The submitted field that the error is about.
 */
export function refusal(
	status: number,
	code: string,
	message: string,
	field?: string
): RestError {
	const params = field === undefined ? {} : { [ field ]: message };
	return { code, message, data: { status, params } };
}

function etagOf( status: Status ): string {
	return `"${ JSON.stringify( status ).length }-${ JSON.stringify( status ) }"`;
}

/**
 * A `GET /status` as the server answers it: ETag, `Date` in whole seconds, 304.
 */
function answerStatus( server: FakeServer, call: Call ): Response {
	const headers = {
		ETag: encodeURIComponent( etagOf( server.status ) ),
		Date: new Date( NOW_MS + server.seconds * 1000 ).toUTCString(),
	};
	if ( call.headers[ 'If-None-Match' ] === headers.ETag ) {
		throw new Response( null, { status: 304, headers } );
	}
	return new Response( JSON.stringify( server.status ), { headers } );
}

/** Recognizes the webhook URLs that tests paste. */
function recognize( { data }: Call ): Recognition {
	const webhook = recognizedWebhook( data as { webhookUrl: string } );
	return { webhook, message: webhook === null ? 'No.' : '' };
}

function recognizedWebhook( {
	webhookUrl,
}: {
	webhookUrl: string;
} ): RecognizedWebhook | null {
	const host = /^https:\/\/([^/]+)\/./.exec( webhookUrl )?.[ 1 ];
	const [ , account, app, environment ] =
		/\/accounts\/([^/]+)\/apps\/([^/]+)\/environments\/([^/]+)\/.*[?&]token=./.exec(
			webhookUrl
		) ?? [];
	if ( ! host || ( webhookUrl.includes( '/wh/v1' ) && ! environment ) ) {
		return null;
	}
	const target = { host, account: '', app: '', environment: '' };
	if ( account && app && environment ) {
		return {
			provider: 'wpe-headless',
			target: { host, account, app, environment },
			actions: [ 'rebuild', 'cleanRebuild', 'purgeCache' ],
		};
	}
	return host === 'api.netlify.com'
		? {
				provider: 'netlify',
				target,
				actions: [ 'rebuild', 'cleanRebuild' ],
			}
		: { provider: 'generic', target, actions: [ 'rebuild' ] };
}

/**
 * Answers a request as apiFetch does: with `parse: false`, by a Response.
 *
 * @param answer Throws a `RestError`; one without a status stands for a lost connection.
 */
export async function answerAs(
	{ parse = true }: APIFetchOptions,
	answer: () => unknown
): Promise< never > {
	try {
		const value = await answer();
		return (
			parse || value instanceof Response
				? value
				: Response.json( value ?? null )
		) as never;
	} catch ( error ) {
		const status = ( error as Partial< RestError > | null )?.data?.status;
		throw parse || ! status ? error : Response.json( error, { status } );
	}
}

/** Answers the panel’s requests in place of apiFetch; nothing leaves the process. */
export function fakeServer( status: Status ): FakeServer {
	const routes: { method: string; path: string; answer: Answer }[] = [];
	const server: FakeServer = {
		calls: [],
		callsOf: ( method, path ) =>
			server.calls.filter(
				( call ) => call.method === method && call.path.includes( path )
			),
		on: ( method, path, answer ) => {
			routes.unshift( { method, path, answer } );
		},
		status,
		seconds: 0,
	};
	server.on( 'GET', '/status', ( call ) => answerStatus( server, call ) );
	server.on( 'GET', '/runs', () => ( {
		runs: [],
		removedEnvironments: [],
	} ) );
	server.on( 'POST', '/dispatch', () => ( {} ) );
	server.on( 'GET', '/environments', () => ( { environments: [] } ) );
	server.on( 'POST', '/settings/recognize', recognize );
	vi.mocked( apiFetch ).mockImplementation( async ( options ) => {
		const call: Call = {
			method: options.method ?? 'GET',
			path: options.path ?? '',
			data: options.data,
			headers: options.headers ?? {},
			keepalive: options.keepalive ?? false,
		};
		server.calls.push( call );
		const route = routes.find(
			( { method, path } ) =>
				method === call.method && call.path.includes( path )
		);
		return answerAs( options, () => {
			if ( ! route ) {
				const message = `No route ${ call.path }`;
				throw refusal( 404, 'rest_no_route', message );
			}
			return route.answer( call );
		} );
	} );
	return server;
}
