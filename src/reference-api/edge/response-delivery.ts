import type { IncomingMessage } from 'node:http';
import type { BodyMemory } from './body-memory.ts';
import { hasInvalidGroups } from './cache-group-headers.ts';
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
import type { CacheFill, CacheFills } from './cache-fill.ts';
import type {
	NewResponse,
	OriginOutcome,
	RevalidatedResponse,
	StaleIfError,
	StorageDetails,
} from './origin-outcome.ts';
import { countBytes, discard, relayBody } from './body-relay.ts';
import type { Statistics } from './statistics.ts';
import type { TrafficMeter } from './traffic-meter.ts';

export type Settle = ( result: CoalescingResult ) => void;

export interface DeliveryPlan {
	fwd: Forwarded;
	stored: StoredResponse | undefined;
	/** Why a stored response is not used. */
	detail?: string;
	/** False if the response that the request waited for could not be used (RFC 9211, section 2.6). */
	collapsed?: boolean;
}

export interface ResponseDeliveryOptions {
	fills: CacheFills;
	statistics: Statistics;
	traffic: TrafficMeter;
	uncacheable: UncacheableUrls;
	memory: BodyMemory;
	now: () => number;
}

function forwardHeaders(
	label: Label,
	{ fwd, collapsed, detail }: DeliveryPlan,
	rest: Omit< Forwarding, 'fwd' >
): CacheHeaders {
	const forwarding = { fwd, collapsed, ...rest };
	const status = forwardStatus( {
		...forwarding,
		detail: rest.detail ?? detail,
	} );
	return { label, status };
}

export class ResponseDelivery {
	readonly #options: ResponseDeliveryOptions;

	constructor( options: ResponseDeliveryOptions ) {
		this.#options = options;
	}

	/** @param cacheHeaders The default says that the response is stale. */
	deliverStored(
		visit: Visit,
		stored: StoredResponse,
		cacheHeaders?: CacheHeaders
	): void {
		const { statistics, traffic, memory, now } = this.#options;
		statistics.countHit( now() );
		const stale = () => ( {
			label: 'STALE' as const,
			status: hitStatus( stored.ttl( now() ) ),
		} );
		traffic.sent(
			sendStored( visit, stored, now(), memory, cacheHeaders ?? stale() )
		);
	}

	/** @param settle Settles the in-flight request. */
	async deliver(
		visit: Visit,
		plan: DeliveryPlan,
		fill: CacheFill,
		outcome: OriginOutcome,
		settle: Settle
	): Promise< void > {
		this.#count( visit.request, visit.key, outcome );
		if ( outcome.kind === 'stale-if-error' ) {
			settle( 'not-stored' );
			return this.#deliverStaleIfError( visit, plan, outcome );
		}
		if ( outcome.kind === 'revalidated' ) {
			settle( outcome.isStored ? 'stored' : 'not-stored' );
			return this.#deliverRevalidated( visit, plan, outcome );
		}
		if ( outcome.storage ) {
			return this.#deliverAndStore(
				visit,
				plan,
				fill,
				outcome,
				outcome.storage,
				settle
			);
		}
		settle( 'not-stored' );
		const { response, body, uncachedReason } = outcome;
		const cacheHeaders = forwardHeaders( 'BYPASS', plan, {
			status: response.status,
			detail: uncachedReason,
		} );
		return sendResponse(
			visit,
			response,
			this.#countBytes( body ),
			cacheHeaders,
			false
		);
	}

	#count(
		{ url = '/', headers }: IncomingMessage,
		key: string,
		outcome: OriginOutcome
	): void {
		const { statistics, uncacheable, now } = this.#options;
		if ( outcome.kind === 'stale-if-error' ) {
			return;
		}
		statistics.countMiss( now() );
		const { uncachedReason } = outcome;
		if ( uncachedReason === null ) {
			uncacheable.delete( key );
			return;
		}
		statistics.countUncached( now(), url, uncachedReason );
		// Do not mark a URL uncacheable after an authenticated request or a temporary error.
		const isConclusive =
			headers.authorization === undefined &&
			( outcome.kind !== 'new' || outcome.response.status < 500 );
		if ( isConclusive ) {
			uncacheable.add( key );
		}
	}

	#deliverStaleIfError(
		visit: Visit,
		plan: DeliveryPlan,
		{ stored, status }: StaleIfError
	): void {
		const ttl = stored.ttl( this.#options.now() );
		const detail = 'The application failed';
		this.deliverStored(
			visit,
			stored,
			forwardHeaders( 'STALE', plan, { status, ttl, detail } )
		);
	}

	#deliverRevalidated(
		visit: Visit,
		plan: DeliveryPlan,
		{ stored, isStored, uncachedReason }: RevalidatedResponse
	): void {
		const { traffic, memory, now } = this.#options;
		const cacheHeaders = forwardHeaders( 'REVALIDATED', plan, {
			status: 304,
			stored: isStored,
			ttl: stored.ttl( now() ),
			detail: uncachedReason,
		} );
		traffic.sent(
			sendStored( visit, stored, now(), memory, cacheHeaders )
		);
	}

	#countBytes( body: AsyncGenerator< Buffer > ): AsyncGenerator< Buffer > {
		return countBytes( body, ( bytes ) =>
			this.#options.traffic.sent( bytes )
		);
	}

	async #deliverAndStore(
		visit: Visit,
		plan: DeliveryPlan,
		fill: CacheFill,
		{ response, body, uncachedReason }: NewResponse,
		storage: StorageDetails,
		settle: Settle
	): Promise< void > {
		const { fills, memory } = this.#options;
		const { policy, responseTime } = storage;
		const age = Math.floor( ( responseTime - policy.generatedAt ) / 1000 );
		const cacheHeaders = forwardHeaders( 'MISS', plan, {
			status: response.status,
			stored: true,
			ttl: policy.freshSeconds - age,
			detail:
				uncachedReason ??
				( hasInvalidGroups( response.headers )
					? 'Cache-Groups is ignored: it is not a list of strings'
					: null ),
		} );
		const needsBody = sendHead( visit, response, cacheHeaders, false );
		if ( ! needsBody ) {
			visit.response.end();
		}
		const content = await relayBody(
			needsBody ? this.#countBytes( body ) : body,
			fills.maxBodyBytes,
			needsBody ? visit.response : null,
			() => settle( 'not-stored' ),
			memory
		);
		if ( content ) {
			// Settled before this visitor has read the body, so a slow visitor does not delay the waiting requests.
			const isStored = fills.store( fill, response, storage, content );
			settle( isStored ? 'stored' : 'not-stored' );
		}
	}

	/** Stores the outcome of a background revalidation. */
	async storeOutcome(
		fill: CacheFill,
		outcome: OriginOutcome,
		settle: Settle
	): Promise< void > {
		if ( outcome.kind !== 'new' ) {
			const isStored = outcome.kind === 'revalidated' && outcome.isStored;
			return settle( isStored ? 'stored' : 'not-stored' );
		}
		const { response, body, storage } = outcome;
		if ( ! storage ) {
			discard( response.body );
			return undefined;
		}
		const { fills, memory } = this.#options;
		const content = await relayBody(
			body,
			fills.maxBodyBytes,
			null,
			() => settle( 'not-stored' ),
			memory
		);
		const isStored =
			content && fills.store( fill, response, storage, content );
		return settle( isStored ? 'stored' : 'not-stored' );
	}
}
