/** An answer that is kept. */
import type { IncomingHttpHeaders } from 'node:http';
import { appendStatus, hitStatus } from './cache-status.ts';
import type { CacheHeaders } from './cache-status.ts';
import { withoutBodyHeaders } from './conditional-request.ts';
import type { FreshnessTerms } from './freshness.ts';
import type { Variant } from './vary.ts';

/** Of the objects that an answer is made of, its place in the cache, and the head of its last hit. */
const OVERHEAD_BYTES = 3072;
/** Of a header or a name, in each of the lists that it stands in. */
const FIELD_BYTES = 200;
const CHARACTER_BYTES = 2;
/** Set per response. */
const OWN_FIELDS = [ 'age', 'cache-status', 'content-length', 'x-cache' ];

export interface StoredResponseOptions {
	status: number;
	/** As they came from the application. */
	headers: IncomingHttpHeaders;
	body: Buffer;
	terms: FreshnessTerms;
	variant: Variant;
	/** When it came, in milliseconds. */
	responseTime: number;
}

/** Names and values in turn, as node:http takes them fastest. */
type Fields = string[];

function fieldsOf(
	headers: IncomingHttpHeaders,
	without: readonly string[]
): Fields {
	return Object.entries( headers )
		.filter(
			( [ name, value ] ) =>
				value !== undefined && ! without.includes( name )
		)
		.flatMap( ( [ name, value ] ) =>
			[ value ?? '' ].flat().flatMap( ( one ) => [ name, one ] )
		);
}

/** A kept answer; it never changes, a newer one takes its place. */
export class StoredResponse {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
	readonly terms: FreshnessTerms;
	readonly variant: Variant;
	/** What it takes: headers may be as long as pages. */
	readonly bytes: number;
	readonly #fields: Fields;
	readonly #length: Fields;
	#hitAge = -1;
	#hitFields: Fields = [];

	constructor( options: StoredResponseOptions ) {
		const { status, body, terms, variant, responseTime } = options;
		this.status = status;
		this.body = body;
		this.terms = terms;
		this.variant = variant;
		this.headers = {
			// Else each visitor would be told that it was made just now.
			date: new Date( responseTime ).toUTCString(),
			...options.headers,
		};
		const words = JSON.stringify( [ this.headers, variant, terms ] );
		const fields = fieldsOf( this.headers, [] );
		const names = fields.length / 2 + variant.names.length;
		this.bytes =
			OVERHEAD_BYTES +
			body.length +
			CHARACTER_BYTES * words.length +
			FIELD_BYTES * names;
		this.#fields = fieldsOf( this.headers, OWN_FIELDS );
		this.#length =
			status === 204 ? [] : [ 'content-length', String( body.length ) ];
	}

	/**
	 * Returns its age in whole seconds.
	 *
	 * @param now The time in milliseconds.
	 */
	age( now: number ): number {
		return Math.max( 0, Math.floor( ( now - this.terms.bornAt ) / 1000 ) );
	}

	/**
	 * Returns how many seconds it stays fresh; 0 or less when it is stale.
	 *
	 * @param now The time in milliseconds.
	 */
	ttl( now: number ): number {
		return this.terms.freshSeconds - this.age( now );
	}

	/**
	 * Returns whether it may be given while it is being asked for again.
	 *
	 * @param now The time in milliseconds.
	 */
	mayBeStale( now: number ): boolean {
		return this.ttl( now ) + this.terms.staleSeconds > 0;
	}

	/**
	 * Returns whether it may be given because the application fails.
	 *
	 * @param now The time in milliseconds.
	 */
	mayCoverErrors( now: number ): boolean {
		return this.ttl( now ) + this.terms.errorSeconds > 0;
	}

	/**
	 * Returns what is said of the cache when it is given as it is.
	 *
	 * @param now The time in milliseconds.
	 */
	hitStatusField( now: number ): CacheHeaders {
		return { label: 'HIT', status: hitStatus( this.ttl( now ) ) };
	}

	/**
	 * Returns the head of an answer from the cache. It is made once a second at most, however many ask.
	 *
	 * @param now The time in milliseconds.
	 */
	hitHead( now: number ): Fields {
		const age = this.age( now );
		if ( age !== this.#hitAge ) {
			this.#hitAge = age;
			this.#hitFields = this.head( now, this.hitStatusField( now ) );
		}
		return this.#hitFields;
	}

	/**
	 * Returns the head of an answer from what is kept.
	 *
	 * @param now  The time in milliseconds.
	 * @param note What is said of the cache.
	 */
	head( now: number, note: CacheHeaders ): Fields {
		return [
			...this.#fields,
			...this.#stamp( now, note ),
			// The last one, for after it node:http refuses a Content-Disposition with letters that are no ASCII.
			...this.#length,
		];
	}

	/**
	 * Returns the head of a 304.
	 *
	 * @param now  The time in milliseconds.
	 * @param note What is said of the cache.
	 */
	unchangedHead( now: number, note: CacheHeaders ): Fields {
		return [
			...fieldsOf( withoutBodyHeaders( this.headers ), OWN_FIELDS ),
			...this.#stamp( now, note ),
		];
	}

	#stamp( now: number, note: CacheHeaders ): Fields {
		return [
			'age',
			String( this.age( now ) ),
			'x-cache',
			note.label,
			'cache-status',
			appendStatus( this.headers[ 'cache-status' ], note.status ),
		];
	}
}
