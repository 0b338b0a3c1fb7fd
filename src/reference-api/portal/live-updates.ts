/**
 * Keeps pages up to date: one event stream for each page that is looked at.
 *
 * The page is asked for again through the server itself, so the guard judges each update like a visit, and a page
 * needs nothing but its marks (see live-regions.ts) to be live.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOfUrl } from '../faults/request-matcher.ts';
import { HostingError } from '../model/hosting.ts';
import { readLivePage, readState } from './live-regions.ts';
import type { Rendered } from './live-stream.ts';
import { LiveStream } from './live-stream.ts';
import type { Portal } from './portal.ts';

const UPDATE_MS = 250;
const HEARTBEAT_MS = 15_000;

/** More pages are hardly looked at at the same time; a program that leaves its streams open is stopped here. */
const MAX_STREAMS = 200;

/** Marks what is asked for on behalf of a stream: no stream may begin there. Whoever else sends it gets none either. */
export const RENDERED_FOR_STREAM = 'x-headless-deploy-rendered-for-stream';

/** Headers that say who asks; an update is asked for in the same name. */
const ASKED_BY = [ 'host', 'cookie', 'authorization' ] as const;

/**
 * Reads which page a stream is about.
 *
 * @param wanted Its path and query, from outside.
 * @throws HostingError 400.
 */
function pageAddress( wanted: unknown ): URL {
	const base = 'http://portal';
	const address = URL.parse( String( wanted ), base );
	// The router resolves percent signs before it compares.
	const path = address ? pathOfUrl( address.pathname ) : '';
	if (
		address?.origin !== base ||
		! /^\/portal(?:\/|$)/.test( path ) ||
		path === '/portal/live'
	) {
		throw new HostingError(
			400,
			`“${ String( wanted ) }” is no page of the portal. Name its path in “page”.`
		);
	}
	return address;
}

async function render(
	scope: FastifyInstance,
	request: FastifyRequest,
	address: URL,
	place: string,
	signal: AbortSignal
): Promise< Rendered > {
	const url = new URL( address );
	if ( place !== '' ) {
		url.searchParams.set( 'from', place );
	}
	const headers: Record< string, string > = {
		accept: 'text/html',
		[ RENDERED_FOR_STREAM ]: '1',
	};
	for ( const name of ASKED_BY ) {
		const value = request.headers[ name ];
		if ( value !== undefined ) {
			headers[ name ] = value;
		}
	}
	const { statusCode, body } = await scope.inject( {
		method: 'GET',
		url: url.pathname + url.search,
		headers,
		signal,
	} );
	if ( statusCode >= 500 ) {
		return null;
	}
	return statusCode === 200 ? readLivePage( body ) : 'gone';
}

/**
 * Registers the event streams.
 *
 * @param scope The portal's part of the server.
 */
export function registerLive( scope: FastifyInstance, portal: Portal ): void {
	const { services, updateMs, heartbeatMs, onError } = portal;
	const streams = new Set< LiveStream >();
	scope.addHook( 'preClose', async () => {
		for ( const stream of streams ) {
			stream.end();
		}
	} );
	scope.get(
		'/live',
		{ config: { scope: 'any' } },
		async ( request, reply ) => {
			const { page, state } = request.query as Record< string, unknown >;
			if ( request.headers[ RENDERED_FOR_STREAM ] !== undefined ) {
				throw new HostingError(
					400,
					'A stream cannot be shown in a stream.'
				);
			}
			const address = pageAddress( page );
			if ( streams.size >= MAX_STREAMS ) {
				throw new HostingError(
					503,
					`${ MAX_STREAMS } pages are looked at already. Close some.`
				);
			}
			reply.hijack();
			const seen = request.headers[ 'last-event-id' ] ?? state ?? '';
			const stream: LiveStream = new LiveStream( reply.raw, {
				state: readState( String( seen ) ),
				render: ( place, signal ) =>
					render( scope, request, address, place, signal ),
				watch: ( listener ) => services.changes.watch( listener ),
				updateMs: updateMs ?? UPDATE_MS,
				heartbeatMs: heartbeatMs ?? HEARTBEAT_MS,
				onError,
				onEnd: () => streams.delete( stream ),
			} );
			streams.add( stream );
			stream.begin( headersOf( reply.getHeaders() ) );
		}
	);
}

function headersOf( headers: object ): Record< string, string > {
	return Object.fromEntries(
		Object.entries( headers ).map( ( [ name, value ] ) => [
			name,
			String( value ),
		] )
	);
}
