import type { IncomingHttpHeaders } from 'node:http';
import { sendInterimResponse } from './interim-response.ts';
import { invalidatedGroupNames } from './cache-group-headers.ts';
import { forwardStatus, invalidatedDetail } from './cache-status.ts';
import type { ForwarderOptions } from './cache-forwarder.ts';
import { sendResponse } from './stored-response-sender.ts';
import type { Visit } from './stored-response-sender.ts';
import type { Bypass } from './bypass.ts';
import { sendToOrigin, visitorRequest } from './origin-request.ts';
import { countBytes } from './body-relay.ts';

/** RFC 9110, section 9.2.1. */
const SAFE_METHODS = [ 'GET', 'HEAD', 'OPTIONS', 'TRACE' ];

export class BypassForwarder {
	readonly #options: ForwarderOptions;

	constructor( options: ForwarderOptions ) {
		this.#options = options;
	}

	/** @param bypass Null for a HEAD request without a usable stored response. */
	async forward( visit: Visit, bypass: Bypass | null ): Promise< void > {
		const {
			cache,
			statistics,
			traffic,
			application,
			sendNoApplicationPage,
			now,
		} = this.#options;
		const { request, key, signal } = visit;
		if ( ! application() ) {
			return sendNoApplicationPage( visit );
		}
		traffic.originRequest();
		const originResponse = await sendToOrigin(
			application,
			{
				...visitorRequest( request ),
				onInterim: ( status, headers ) =>
					sendInterimResponse( visit, status, headers ),
			},
			signal,
			this.#options.connections
		);
		const { status, headers } = originResponse;
		statistics.countMiss( now() );
		if ( bypass ) {
			statistics.countUncached(
				now(),
				request.url ?? '/',
				bypass.reason
			);
		}
		const isUnsafe = ! SAFE_METHODS.includes( request.method ?? 'GET' );
		if ( isUnsafe && status >= 200 && status < 400 ) {
			this.#invalidate( visit, headers );
		}
		const body = countBytes( originResponse.body, ( bytes ) => {
			traffic.received( bytes );
			traffic.sent( bytes );
		} );
		const isStored = cache.variesBy( key ) !== null;
		const fwd = bypass?.fwd ?? ( isStored ? 'stale' : 'uri-miss' );
		const group = cache.invalidatedGroup( key, request.headers );
		const detail =
			bypass?.reason ??
			( group === null ? null : invalidatedDetail( group ) );
		const cacheStatus = forwardStatus( { fwd, status, detail } );
		return sendResponse(
			visit,
			originResponse,
			body,
			{ label: 'BYPASS', status: cacheStatus },
			true
		);
	}

	/** Invalidates the URLs and the cache groups that an unsafe request changed (RFC 9111, section 4.4; RFC 9875). */
	#invalidate( { request, key }: Visit, headers: IncomingHttpHeaders ): void {
		const { cache, invalidateGroups } = this.#options;
		const { method = '', url = '/' } = request;
		const groups = invalidatedGroupNames( headers );
		if ( groups.length > 0 ) {
			const [ path ] = url.split( '?', 1 );
			invalidateGroups( groups, `by ${ method } ${ path }` );
		}
		const prefix = key.slice( 0, key.length - url.length );
		cache.invalidate( key );
		const base = `http://${ request.headers.host }`;
		for ( const address of [
			headers.location,
			headers[ 'content-location' ],
		] ) {
			const target =
				address === undefined ? null : URL.parse( address, base + url );
			if ( target?.origin === URL.parse( base )?.origin ) {
				cache.invalidate( prefix + target?.pathname + target?.search );
			}
		}
	}
}
