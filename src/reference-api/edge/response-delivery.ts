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

export type Finish = ( landing: CoalescingResult ) => void;

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
	notKept: UncacheableUrls;
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
	readonly #parts: ResponseDeliveryOptions;

	constructor( parts: ResponseDeliveryOptions ) {
		this.#parts = parts;
	}

	/**
	 * Gives what is kept.
	 *
	 * @param note What is said of the cache; without it, that it is stale and has to do.
	 */
	giveKept( visit: Visit, entry: StoredResponse, note?: CacheHeaders ): void {
		const { statistics, traffic, memory, now } = this.#parts;
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
	 * @param plan Why it was asked.
	 * @param land Told whether those who wait can be served.
	 */
	async give(
		visit: Visit,
		plan: DeliveryPlan,
		inquiry: CacheFill,
		outcome: OriginOutcome,
		land: Finish
	): Promise< void > {
		this.#count( visit.request, visit.key, outcome );
		if ( outcome.kind === 'covered' ) {
			land( 'own' );
			return this.#giveCovered(
				visit,
				plan,
				outcome.entry,
				outcome.status
			);
		}
		if ( outcome.kind === 'checked' ) {
			land( outcome.isKept ? 'kept' : 'own' );
			return this.#giveChecked( visit, plan, outcome );
		}
		if ( outcome.keeping ) {
			return this.#giveAndKeep(
				visit,
				plan,
				inquiry,
				outcome,
				outcome.keeping,
				land
			);
		}
		land( 'own' );
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
		const { statistics, notKept, now } = this.#parts;
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
			notKept.delete( key );
		} else if ( ! isPassing ) {
			notKept.add( key );
		}
	}

	#giveCovered(
		visit: Visit,
		plan: DeliveryPlan,
		entry: StoredResponse,
		status: number | undefined
	): void {
		const ttl = entry.ttl( this.#parts.now() );
		const detail = 'The application failed';
		this.giveKept(
			visit,
			entry,
			cacheHeaders( 'STALE', plan, { status, ttl, detail } )
		);
	}

	#giveChecked(
		visit: Visit,
		plan: DeliveryPlan,
		{
			entry,
			isKept,
			reason: detail,
		}: Extract< OriginOutcome, { kind: 'checked' } >
	): void {
		const { traffic, memory, now } = this.#parts;
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
		return counted( body, ( bytes ) => this.#parts.traffic.sent( bytes ) );
	}

	async #giveAndKeep(
		visit: Visit,
		plan: DeliveryPlan,
		inquiry: CacheFill,
		{ answer, body, reason: detail }: NewResponse,
		keeping: StorageTerms,
		land: Finish
	): Promise< void > {
		const { origin, memory } = this.#parts;
		const { terms, responseTime } = keeping;
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
			() => land( 'own' ),
			memory
		);
		if ( whole ) {
			// Those who wait do not depend on how fast this visitor reads.
			land(
				origin.keep( inquiry, answer, keeping, whole ) ? 'kept' : 'own'
			);
		}
	}

	/**
	 * Stores the response of a background revalidation.
	 *
	 * @param land Told whether those who came to wait can be served.
	 */
	async keep(
		inquiry: CacheFill,
		outcome: OriginOutcome,
		land: Finish
	): Promise< void > {
		if ( outcome.kind !== 'new' ) {
			return land(
				outcome.kind === 'checked' && outcome.isKept ? 'kept' : 'own'
			);
		}
		const { answer, body, keeping } = outcome;
		if ( ! keeping ) {
			discard( answer.body );
			return undefined;
		}
		const { origin, memory } = this.#parts;
		const whole = await relayBody(
			body,
			origin.maxBodyBytes,
			null,
			() => land( 'own' ),
			memory
		);
		const isKept = whole && origin.keep( inquiry, answer, keeping, whole );
		return land( isKept ? 'kept' : 'own' );
	}
}
