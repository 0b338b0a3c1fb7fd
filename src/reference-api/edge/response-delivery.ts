/**
 * Gives visitors what the application answered, counts it, and keeps what may be kept.
 */
import type { IncomingMessage } from 'node:http';
import type { BodyMemory } from './body-memory.ts';
import { forwardStatus, hitStatus } from './cache-status.ts';
import type {
	Forwarded,
	Forwarding,
	Label,
	CacheHeaders,
} from './cache-status.ts';
import type { StoredResponse } from './stored-response.ts';
import type { CoalescingResult } from './request-coalescing.ts';
import {
	sendResponse,
	sendStored,
	sendHead,
} from './stored-response-sender.ts';
import type { Visit } from './stored-response-sender.ts';
import type { UncacheableUrls } from './uncacheable-urls.ts';
import type {
	CacheFill,
	StorageTerms,
	NewResponse,
	Origin,
	OriginOutcome,
} from './origin.ts';
import { counted, discard, relayBody } from './body-relay.ts';
import type { Statistics } from './statistics.ts';
import type { TrafficMeter } from './traffic-meter.ts';

export type Finish = ( result: CoalescingResult ) => void;

/** Why the application is asked. */
export interface DeliveryPlan {
	fwd: Forwarded;
	/** What is kept, but not fresh. */
	stored: StoredResponse | undefined;
	/** Whether another visitor's answer was waited for. */
	collapsed?: boolean;
}

export interface ResponseDeliveryOptions {
	origin: Origin;
	statistics: Statistics;
	traffic: TrafficMeter;
	uncacheable: UncacheableUrls;
	memory: BodyMemory;
	now: () => number;
}

function cacheHeaders(
	label: Label,
	{ fwd, collapsed }: DeliveryPlan,
	rest: Omit< Forwarding, 'fwd' >
): CacheHeaders {
	return { label, status: forwardStatus( { fwd, collapsed, ...rest } ) };
}

/** Delivers for one edge. */
export class ResponseDelivery {
	readonly #options: ResponseDeliveryOptions;

	constructor( parts: ResponseDeliveryOptions ) {
		this.#options = parts;
	}

	/**
	 * Gives what is kept.
	 *
	 * @param note What is said of the cache; without it, that it is stale and has to do.
	 */
	deliverStored(
		visit: Visit,
		entry: StoredResponse,
		note?: CacheHeaders
	): void {
		const { statistics, traffic, memory, now } = this.#options;
		statistics.countHit( now() );
		const stale = () => ( {
			label: 'STALE' as const,
			status: hitStatus( entry.ttl( now() ) ),
		} );
		traffic.sent(
			sendStored( visit, entry, now(), memory, note ?? stale() )
		);
	}

	/**
	 * Gives what came of a question.
	 *
	 * @param plan   Why it was asked.
	 * @param settle Told whether those who wait can be served.
	 */
	async deliver(
		visit: Visit,
		plan: DeliveryPlan,
		fill: CacheFill,
		outcome: OriginOutcome,
		settle: Finish
	): Promise< void > {
		this.#count( visit.request, visit.key, outcome );
		if ( outcome.kind === 'covered' ) {
			settle( 'own' );
			return this.#deliverCovered(
				visit,
				plan,
				outcome.entry,
				outcome.status
			);
		}
		if ( outcome.kind === 'checked' ) {
			settle( outcome.isKept ? 'kept' : 'own' );
			return this.#deliverRevalidated( visit, plan, outcome );
		}
		if ( outcome.storing ) {
			return this.#deliverAndStore(
				visit,
				plan,
				fill,
				outcome,
				outcome.storing,
				settle
			);
		}
		settle( 'own' );
		const { answer, body, reason: detail } = outcome;
		const note = cacheHeaders( 'BYPASS', plan, {
			status: answer.status,
			detail,
		} );
		return sendResponse(
			visit,
			answer,
			this.#counted( body ),
			note,
			false
		);
	}

	#count(
		{ url = '/', headers }: IncomingMessage,
		key: string,
		outcome: OriginOutcome
	): void {
		const { statistics, uncacheable, now } = this.#options;
		if ( outcome.kind === 'covered' ) {
			return;
		}
		statistics.countMiss( now() );
		if ( outcome.reason ) {
			statistics.countNotCached( now(), url, outcome.reason );
		}
		// Do not mark a URL uncacheable after an authenticated request or a temporary error.
		const isPassing =
			headers.authorization !== undefined ||
			( outcome.kind === 'new' && outcome.answer.status >= 500 );
		if ( ! outcome.reason ) {
			uncacheable.delete( key );
		} else if ( ! isPassing ) {
			uncacheable.add( key );
		}
	}

	#deliverCovered(
		visit: Visit,
		plan: DeliveryPlan,
		entry: StoredResponse,
		status: number | undefined
	): void {
		const ttl = entry.ttl( this.#options.now() );
		const detail = 'The application failed';
		this.deliverStored(
			visit,
			entry,
			cacheHeaders( 'STALE', plan, { status, ttl, detail } )
		);
	}

	#deliverRevalidated(
		visit: Visit,
		plan: DeliveryPlan,
		{
			entry,
			isKept,
			reason: detail,
		}: Extract< OriginOutcome, { kind: 'checked' } >
	): void {
		const { traffic, memory, now } = this.#options;
		const ttl = entry.ttl( now() );
		const note = cacheHeaders( 'REVALIDATED', plan, {
			status: 304,
			stored: isKept,
			ttl,
			detail,
		} );
		traffic.sent( sendStored( visit, entry, now(), memory, note ) );
	}

	#counted( body: AsyncGenerator< Buffer > ): AsyncGenerator< Buffer > {
		return counted( body, ( bytes ) =>
			this.#options.traffic.sent( bytes )
		);
	}

	async #deliverAndStore(
		visit: Visit,
		plan: DeliveryPlan,
		fill: CacheFill,
		{ answer, body, reason: detail }: NewResponse,
		storing: StorageTerms,
		settle: Finish
	): Promise< void > {
		const { origin, memory } = this.#options;
		const { terms, responseTime } = storing;
		const age = Math.floor( ( responseTime - terms.bornAt ) / 1000 );
		const note = cacheHeaders( 'MISS', plan, {
			status: answer.status,
			stored: true,
			ttl: terms.freshSeconds - age,
			detail,
		} );
		const isWanted = sendHead( visit, answer, note, false );
		if ( ! isWanted ) {
			visit.response.end();
		}
		const whole = await relayBody(
			isWanted ? this.#counted( body ) : body,
			origin.maxBodyBytes,
			isWanted ? visit.response : null,
			() => settle( 'own' ),
			memory
		);
		if ( whole ) {
			// Those who wait do not depend on how fast this visitor reads.
			settle(
				origin.keep( fill, answer, storing, whole ) ? 'kept' : 'own'
			);
		}
	}

	/**
	 * Stores the response of a background revalidation.
	 *
	 * @param settle Told whether those who came to wait can be served.
	 */
	async keep(
		fill: CacheFill,
		outcome: OriginOutcome,
		settle: Finish
	): Promise< void > {
		if ( outcome.kind !== 'new' ) {
			return settle(
				outcome.kind === 'checked' && outcome.isKept ? 'kept' : 'own'
			);
		}
		const { answer, body, storing } = outcome;
		if ( ! storing ) {
			discard( answer.body );
			return undefined;
		}
		const { origin, memory } = this.#options;
		const whole = await relayBody(
			body,
			origin.maxBodyBytes,
			null,
			() => settle( 'own' ),
			memory
		);
		const isKept = whole && origin.keep( fill, answer, storing, whole );
		return settle( isKept ? 'kept' : 'own' );
	}
}
