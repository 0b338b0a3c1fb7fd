/** Hands requests through that the cache has no part in. */
import type { IncomingHttpHeaders } from 'node:http';
import { forwardStatus } from './cache-status.ts';
import type { ForwarderOptions } from './forwarder.ts';
import { sendResponse } from './stored-response-sender.ts';
import type { Visit } from './stored-response-sender.ts';
import type { Bypass } from './bypass.ts';
import { sendToOrigin, visitorRequest } from './origin-request.ts';
import { counted } from './body-relay.ts';

const SAFE = [ 'GET', 'HEAD', 'OPTIONS', 'TRACE' ];

/** Hands requests through for one edge. */
export class BypassForwarder {
	readonly #options: ForwarderOptions;

	constructor( parts: ForwarderOptions ) {
		this.#options = parts;
	}

	/**
	 * Hands a request through as it is.
	 *
	 * @param bypass Why; null for a HEAD that the cache could not answer.
	 */
	async forward( visit: Visit, bypass: Bypass | null ): Promise< void > {
		const { cache, statistics, traffic, application, noApplication, now } =
			this.#options;
		const { request, key, signal } = visit;
		const upstream = application();
		if ( ! upstream ) {
			return noApplication( visit );
		}
		traffic.originRequest();
		const answer = await sendToOrigin(
			upstream,
			visitorRequest( request ),
			signal,
			this.#options.connections
		);
		const { status, headers } = answer;
		statistics.countMiss( now() );
		if ( bypass ) {
			statistics.countNotCached(
				now(),
				request.url ?? '/',
				bypass.reason
			);
		}
		const isUnsafe = ! SAFE.includes( request.method ?? 'GET' );
		if ( isUnsafe && status >= 200 && status < 400 ) {
			this.#invalidate( visit, headers );
		}
		const body = counted( answer.body, ( bytes ) => {
			traffic.received( bytes );
			traffic.sent( bytes );
		} );
		const isKnown = cache.variesBy( key ) !== null;
		const fwd = bypass?.fwd ?? ( isKnown ? 'stale' : 'uri-miss' );
		const words = forwardStatus( { fwd, status, detail: bypass?.reason } );
		return sendResponse(
			visit,
			answer,
			body,
			{ label: 'BYPASS', status: words },
			true
		);
	}

	/**
	 * Removes what a change made out of date (RFC 9111, section 4.4).
	 *
	 * @param visit The visit that changed something.
	 */
	#invalidate( { request, key }: Visit, headers: IncomingHttpHeaders ): void {
		const { cache } = this.#options;
		const { url = '/' } = request;
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
