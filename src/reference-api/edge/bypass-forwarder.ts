/** Hands requests through that the cache has no part in. */
import type { IncomingHttpHeaders } from 'node:http';
import { forwardStatus } from './cache-status.ts';
import type { ForwarderParts } from './forwarder.ts';
import { giveAnswer } from './stored-response-sender.ts';
import type { Visit } from './stored-response-sender.ts';
import type { Passing } from './bypass.ts';
import { askApplication, ownQuestion } from './origin-request.ts';
import { counted } from './body-relay.ts';

const SAFE = [ 'GET', 'HEAD', 'OPTIONS', 'TRACE' ];

/** Hands requests through for one edge. */
export class Passer {
	readonly #parts: ForwarderParts;

	constructor( parts: ForwarderParts ) {
		this.#parts = parts;
	}

	/**
	 * Hands a request through as it is.
	 *
	 * @param passing Why; null for a HEAD that the cache could not answer.
	 */
	async pass( visit: Visit, passing: Passing | null ): Promise< void > {
		const { cache, statistics, traffic, application, noApplication, now } =
			this.#parts;
		const { request, key, signal } = visit;
		const upstream = application();
		if ( ! upstream ) {
			return noApplication( visit );
		}
		traffic.originRequest();
		const answer = await askApplication(
			upstream,
			ownQuestion( request ),
			signal,
			this.#parts.seats
		);
		const { status, headers } = answer;
		statistics.countMiss( now() );
		if ( passing ) {
			statistics.countNotCached(
				now(),
				request.url ?? '/',
				passing.reason
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
		const fwd = passing?.fwd ?? ( isKnown ? 'stale' : 'uri-miss' );
		const words = forwardStatus( { fwd, status, detail: passing?.reason } );
		return giveAnswer(
			visit,
			answer,
			body,
			{ label: 'BYPASS', status: words },
			true
		);
	}

	/**
	 * Forgets what a change made out of date (RFC 9111, section 4.4).
	 *
	 * @param visit The visit that changed something.
	 */
	#invalidate( { request, key }: Visit, headers: IncomingHttpHeaders ): void {
		const { cache } = this.#parts;
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
