import type { IncomingMessage } from 'node:http';
import type { BodyMemory } from './body-memory.ts';
import type { EdgeCache, CacheTicket } from './cache.ts';
import { forwardStatus, invalidatedDetail } from './cache-status.ts';
import { ResponseDelivery } from './response-delivery.ts';
import type { Settle, DeliveryPlan } from './response-delivery.ts';
import type { StoredResponse } from './stored-response.ts';
import { InFlightRequests } from './request-coalescing.ts';
import type { Visit } from './stored-response-sender.ts';
import { UncacheableUrls } from './uncacheable-urls.ts';
import { CacheFills } from './cache-fill.ts';
import type { CacheFill } from './cache-fill.ts';
import { sharedRequest } from './origin-request.ts';
import type { OriginRequest, Upstream } from './origin-request.ts';
import { sendInterimResponse } from './interim-response.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import type { Statistics } from './statistics.ts';
import type { TrafficMeter } from './traffic-meter.ts';
import { acceptedEncodings, valuesOf } from './vary.ts';

export interface ForwarderOptions {
	cache: EdgeCache;
	statistics: Statistics;
	traffic: TrafficMeter;
	connections: Pick< ConnectionLimit, 'acquire' >;
	memory: BodyMemory;
	application: () => Upstream | null;
	/** Sends the error page for an environment without a running application. */
	sendNoApplicationPage: (
		visit: Pick< Visit, 'response' >
	) => Promise< void >;
	/** @param by The cause, shown to users. */
	invalidateGroups: ( names: readonly string[], by: string ) => void;
	now: () => number;
}

/** What a background revalidation needs: its visitor already has a response. */
type RequestIdentity = Pick< Visit, 'request' | 'key' >;

/** A request with `Authorization` may use only responses that allow it (RFC 9111, section 3.5). */
export function mayReceive(
	request: IncomingMessage,
	stored: StoredResponse
): boolean {
	return (
		stored.policy.allowsAuthorization ||
		request.headers.authorization === undefined
	);
}

export class CacheForwarder {
	readonly #options: ForwarderOptions;
	readonly #fills: CacheFills;
	readonly #delivery: ResponseDelivery;
	readonly #inFlight = new InFlightRequests();
	readonly #uncacheable = new UncacheableUrls();

	constructor( options: ForwarderOptions ) {
		this.#options = options;
		this.#fills = new CacheFills( options );
		this.#delivery = new ResponseDelivery( {
			...options,
			fills: this.#fills,
			uncacheable: this.#uncacheable,
		} );
	}

	/** A new release may make responses cacheable that were not. */
	forgetUncacheableUrls(): void {
		this.#uncacheable.clear();
	}

	/** Responds to a GET request without a fresh stored response. */
	async forwardMiss( visit: Visit ): Promise< void > {
		const { request, key, signal } = visit;
		const plan = this.#plan( visit );
		if ( this.#uncacheable.has( key ) ) {
			return this.#fetch( visit, plan, () => {} );
		}
		const inFlight = this.#inFlight.find(
			this.#coalescingKey( request, key )
		);
		if ( ! inFlight ) {
			return this.#startInFlight( visit, plan );
		}
		const result = await inFlight;
		if ( signal.aborted ) {
			return undefined;
		}
		const { stored } = this.#plan( visit );
		const ttl = stored?.ttl( this.#options.now() ) ?? 0;
		if ( result === 'stored' && stored && ttl > 0 ) {
			const status = forwardStatus( {
				fwd: plan.fwd,
				collapsed: true,
				ttl,
			} );
			return this.#delivery.deliverStored( visit, stored, {
				label: 'HIT',
				status,
			} );
		}
		// After an aborted request, or if the stored response is another variant, this is a miss like any other.
		return result === 'not-stored' || ( result === 'stored' && stored )
			? this.#fetch(
					visit,
					{ ...plan, stored, collapsed: false },
					() => {}
				)
			: this.forwardMiss( visit );
	}

	#plan( { request, key }: RequestIdentity ): DeliveryPlan {
		const { cache, now } = this.#options;
		const found = cache.find( key, request.headers, now() );
		if ( found ) {
			return mayReceive( request, found )
				? { fwd: 'stale', stored: found }
				: { fwd: 'request', stored: undefined };
		}
		const group = cache.invalidatedGroup( key, request.headers );
		if ( group !== null ) {
			const detail = invalidatedDetail( group );
			return { fwd: 'stale', stored: undefined, detail };
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
			// A visitor who comes after an invalidation does not wait for a response that is not stored because of it.
			cache.epoch,
			acceptedEncodings( headers[ 'accept-encoding' ]?.toString() ),
			valuesOf( cache.variesBy( key ) ?? [], headers ),
			key,
		].join( ' ' );
	}

	async #startInFlight( visit: Visit, plan: DeliveryPlan ): Promise< void > {
		const settle = this.#inFlight.start(
			this.#coalescingKey( visit.request, visit.key )
		);
		try {
			await this.#fetch( visit, plan, settle );
		} finally {
			// The promise may already be settled; this settles it after an aborted response.
			settle( visit.signal.aborted ? 'aborted' : 'not-stored' );
		}
	}

	async #withTicket(
		key: string,
		work: ( ticket: CacheTicket ) => Promise< void >
	): Promise< void > {
		const { cache } = this.#options;
		const ticket = cache.issueTicket( key );
		try {
			await work( ticket );
		} finally {
			cache.revokeTicket( ticket );
		}
	}

	async #fetch(
		visit: Visit,
		plan: DeliveryPlan,
		settle: Settle
	): Promise< void > {
		const { application, sendNoApplicationPage, now } = this.#options;
		const { request, key, signal } = visit;
		const { stored } = plan;
		if ( ! application() ) {
			return stored?.allowsStaleIfError( now() )
				? this.#delivery.deliverStored( visit, stored )
				: sendNoApplicationPage( visit );
		}
		return this.#withTicket( key, async ( ticket ) => {
			const originRequest: OriginRequest = {
				...sharedRequest( request ),
				onInterim: ( status, headers ) =>
					sendInterimResponse( visit, status, headers ),
			};
			const fill: CacheFill = { originRequest, ticket, stored, signal };
			const outcome = await this.#fills.fetch( fill );
			await this.#delivery.deliver( visit, plan, fill, outcome, settle );
		} );
	}

	/** Revalidates a stale response in the background (`stale-while-revalidate`), once for concurrent visitors. */
	revalidate( visit: RequestIdentity, stored: StoredResponse ): void {
		const coalescingKey = this.#coalescingKey( visit.request, visit.key );
		if (
			! this.#options.application() ||
			this.#inFlight.find( coalescingKey )
		) {
			return;
		}
		const settle = this.#inFlight.start( coalescingKey );
		void this.#revalidateNow( visit, stored, settle )
			.catch( () => {} )
			.finally( () => settle( 'not-stored' ) );
	}

	#revalidateNow(
		{ request, key }: RequestIdentity,
		stored: StoredResponse,
		settle: Settle
	): Promise< void > {
		return this.#withTicket( key, async ( ticket ) => {
			// No visitor waits for this request, so nothing aborts it.
			const { signal } = new AbortController();
			const originRequest = sharedRequest( request );
			const fill: CacheFill = { originRequest, ticket, stored, signal };
			const outcome = await this.#fills.fetch( fill );
			await this.#delivery.storeOutcome( fill, outcome, settle );
		} );
	}
}
