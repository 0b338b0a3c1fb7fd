/**
 * Returns what the cache cannot answer: asks the application, once for all who want the same.
 */
import type { IncomingMessage } from 'node:http';
import type { BodyMemory } from './body-memory.ts';
import type { EdgeCache, CacheTicket } from './cache.ts';
import { forwardStatus } from './cache-status.ts';
import { ResponseDelivery } from './response-delivery.ts';
import type { Finish, DeliveryPlan } from './response-delivery.ts';
import type { StoredResponse } from './stored-response.ts';
import { InFlightRequests } from './request-coalescing.ts';
import type { Visit } from './stored-response-sender.ts';
import { UncacheableUrls } from './uncacheable-urls.ts';
import { Origin } from './origin.ts';
import type { CacheFill } from './origin.ts';
import { sharedRequest } from './origin-request.ts';
import type { Upstream } from './origin-request.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import type { Statistics } from './statistics.ts';
import type { TrafficMeter } from './traffic-meter.ts';
import { acceptedEncodings, valuesOf } from './vary.ts';

export interface ForwarderOptions {
	cache: EdgeCache;
	statistics: Statistics;
	traffic: TrafficMeter;
	connections: Pick< ConnectionLimit, 'take' >;
	memory: BodyMemory;
	application: () => Upstream | null;
	/** Sends the error page for an environment without a running application. */
	noApplication: ( visit: Pick< Visit, 'response' > ) => Promise< void >;
	now: () => number;
}

/** What is needed of a visit whose visitor has the answer already. */
type RequestIdentity = Pick< Visit, 'request' | 'key' >;

/** Returns whether a visitor may have what is kept: those who signed in only get what is meant for them too. */
export function mayReceive(
	request: IncomingMessage,
	entry: StoredResponse
): boolean {
	return (
		entry.terms.forSignedIn || request.headers.authorization === undefined
	);
}

/** Asks the application for one edge. */
export class Forwarder {
	readonly #options: ForwarderOptions;
	readonly #origin: Origin;
	readonly #deliverer: ResponseDelivery;
	readonly #inFlight = new InFlightRequests();
	readonly #uncacheable = new UncacheableUrls();

	constructor( parts: ForwarderOptions ) {
		this.#options = parts;
		this.#origin = new Origin( parts );
		this.#deliverer = new ResponseDelivery( {
			...parts,
			origin: this.#origin,
			uncacheable: this.#uncacheable,
		} );
	}

	/** Removes which answers could not be kept. */
	purged(): void {
		this.#uncacheable.clear();
	}

	/** Returns a GET that the cache has no fresh answer for. */
	async miss( visit: Visit ): Promise< void > {
		const { request, key, signal } = visit;
		const plan = this.#plan( visit );
		if ( this.#uncacheable.has( key ) ) {
			return this.#fetch( visit, plan, () => {} );
		}
		const inFlight = this.#inFlight.find(
			this.#coalescingKey( request, key )
		);
		if ( ! inFlight ) {
			return this.#lead( visit, plan );
		}
		const result = await inFlight;
		if ( signal.aborted ) {
			return undefined;
		}
		const { stored } = this.#plan( visit );
		const ttl = stored?.ttl( this.#options.now() ) ?? 0;
		if ( result === 'kept' && stored && ttl > 0 ) {
			const status = forwardStatus( {
				fwd: plan.fwd,
				collapsed: true,
				ttl,
			} );
			return this.#deliverer.deliverStored( visit, stored, {
				label: 'HIT',
				status,
			} );
		}
		// What was kept for another variant, or not at all because its visitor left, is asked for like any other miss.
		return result === 'own' || ( result === 'kept' && stored )
			? this.#fetch(
					visit,
					{ ...plan, stored, collapsed: false },
					() => {}
				)
			: this.miss( visit );
	}

	#plan( { request, key }: RequestIdentity ): DeliveryPlan {
		const { cache, now } = this.#options;
		const found = cache.find( key, request.headers, now() );
		if ( found ) {
			return mayReceive( request, found )
				? { fwd: 'stale', stored: found }
				: { fwd: 'request', stored: undefined };
		}
		return {
			fwd: cache.variesBy( key ) ? 'vary-miss' : 'uri-miss',
			stored: undefined,
		};
	}

	#coalescingKey( { headers }: IncomingMessage, key: string ): string {
		const { cache } = this.#options;
		return [
			cache.generation,
			acceptedEncodings( headers[ 'accept-encoding' ]?.toString() ),
			valuesOf( cache.variesBy( key ) ?? [], headers ),
			key,
		].join( ' ' );
	}

	async #lead( visit: Visit, plan: DeliveryPlan ): Promise< void > {
		const settle = this.#inFlight.begin(
			this.#coalescingKey( visit.request, visit.key )
		);
		try {
			await this.#fetch( visit, plan, settle );
		} finally {
			// The promise may already be settled; this settles it after an aborted response.
			settle( visit.signal.aborted ? 'left' : 'own' );
		}
	}

	async #withTicket(
		key: string,
		work: ( ticket: CacheTicket ) => Promise< void >
	): Promise< void > {
		const { cache } = this.#options;
		const ticket = cache.begin( key );
		try {
			await work( ticket );
		} finally {
			cache.end( ticket );
		}
	}

	async #fetch(
		visit: Visit,
		plan: DeliveryPlan,
		settle: Finish
	): Promise< void > {
		const { application, noApplication, now } = this.#options;
		const { request, key, signal } = visit;
		const { stored } = plan;
		const upstream = application();
		if ( ! upstream ) {
			return stored?.mayCoverErrors( now() )
				? this.#deliverer.deliverStored( visit, stored )
				: noApplication( visit );
		}
		return this.#withTicket( key, async ( ticket ) => {
			const question = sharedRequest( request );
			const fill: CacheFill = { question, ticket, stored, signal };
			const outcome = await this.#origin.ask( upstream, fill );
			await this.#deliverer.deliver( visit, plan, fill, outcome, settle );
		} );
	}

	/**
	 * Asks for what is stale again, behind the visitors' backs and once for all of them.
	 *
	 * @param finder The visit that found it stale.
	 */
	refresh( finder: RequestIdentity, stored: StoredResponse ): void {
		const coalescingKey = this.#coalescingKey( finder.request, finder.key );
		const upstream = this.#options.application();
		if ( ! upstream || this.#inFlight.find( coalescingKey ) ) {
			return;
		}
		const settle = this.#inFlight.begin( coalescingKey );
		void this.#refreshNow( upstream, finder, stored, settle )
			.catch( () => {} )
			.finally( () => settle( 'own' ) );
	}

	#refreshNow(
		upstream: Upstream,
		{ request, key }: RequestIdentity,
		stored: StoredResponse,
		settle: Finish
	): Promise< void > {
		return this.#withTicket( key, async ( ticket ) => {
			const { signal } = new AbortController();
			const question = sharedRequest( request );
			const fill: CacheFill = { question, ticket, stored, signal };
			const outcome = await this.#origin.ask( upstream, fill );
			await this.#deliverer.keep( fill, outcome, settle );
		} );
	}
}
