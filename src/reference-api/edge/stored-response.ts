/** A response in the cache, with prepared headers for hits. */
import type { IncomingHttpHeaders } from 'node:http';
import { appendStatus, hitStatus } from './cache-status.ts';
import type { CacheHeaders } from './cache-status.ts';
import { withoutBodyHeaders } from './conditional-request.ts';
import type { StoragePolicy } from './freshness.ts';
import type { BytePart } from './byte-range.ts';
import type { Variant } from './vary.ts';

/** Approximate memory of the objects of a stored response, including the headers of its last hit. */
const OVERHEAD_BYTES = 3072;
/** Approximate memory of a header in all of the lists that contain it. */
const FIELD_BYTES = 200;
const CHARACTER_BYTES = 2;
/** Set for each response, or not for visitors. */
const OMITTED_FIELDS = [
	'age',
	'cache-status',
	'cache-tag',
	'content-length',
	'x-cache',
];

export interface StoredResponseOptions {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
	policy: StoragePolicy;
	variant: Variant;
	/** When the headers arrived. Unix time in milliseconds. */
	responseTime: number;
}

/** Alternating names and values: the fastest form for `writeHead()`. */
type Fields = string[];

function fieldsOf(
	headers: IncomingHttpHeaders,
	excluded: readonly string[]
): Fields {
	return Object.entries( headers )
		.filter(
			( [ name, value ] ) =>
				value !== undefined && ! excluded.includes( name )
		)
		.flatMap( ( [ name, value ] ) =>
			[ value ?? '' ].flat().flatMap( ( one ) => [ name, one ] )
		);
}

/** Immutable: an update replaces it. */
export class StoredResponse {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
	readonly policy: StoragePolicy;
	readonly variant: Variant;
	/** Approximate memory, including headers, which can be larger than the body. */
	readonly bytes: number;
	readonly #fields: Fields;
	readonly #length: Fields;
	#hitAge = -1;
	#hitFields: Fields = [];

	constructor( options: StoredResponseOptions ) {
		const { status, body, policy, variant, responseTime } = options;
		this.status = status;
		this.body = body;
		this.policy = policy;
		this.variant = variant;
		this.headers = {
			// Without it, node:http would send the current time.
			date: new Date( responseTime ).toUTCString(),
			...options.headers,
		};
		const metadata = JSON.stringify( [ this.headers, variant, policy ] );
		const fields = fieldsOf( this.headers, [] );
		const names = fields.length / 2 + variant.names.length;
		this.bytes =
			OVERHEAD_BYTES +
			body.length +
			CHARACTER_BYTES * metadata.length +
			FIELD_BYTES * names;
		this.#fields = fieldsOf( this.headers, OMITTED_FIELDS );
		this.#length =
			status === 204 ? [] : [ 'content-length', String( body.length ) ];
	}

	/** @return Seconds. */
	age( now: number ): number {
		return Math.max(
			0,
			Math.floor( ( now - this.policy.generatedAt ) / 1000 )
		);
	}

	/** @return Seconds; 0 or less if the response is stale. */
	ttl( now: number ): number {
		return this.policy.freshSeconds - this.age( now );
	}

	allowsStaleWhileRevalidate( now: number ): boolean {
		return this.ttl( now ) + this.policy.staleSeconds > 0;
	}

	allowsStaleIfError( now: number ): boolean {
		return this.ttl( now ) + this.policy.errorSeconds > 0;
	}

	hitHeaders( now: number ): CacheHeaders {
		return { label: 'HIT', status: hitStatus( this.ttl( now ) ) };
	}

	/** Returns the headers of a hit. They are prepared at most once a second. */
	hitHead( now: number ): Fields {
		const age = this.age( now );
		if ( age !== this.#hitAge ) {
			this.#hitAge = age;
			this.#hitFields = this.head( now, this.hitHeaders( now ) );
		}
		return this.#hitFields;
	}

	head( now: number, cacheHeaders: CacheHeaders ): Fields {
		return [
			...this.#fields,
			...this.#cacheFields( now, cacheHeaders ),
			// Last, because node:http rejects a non-ASCII Content-Disposition after Content-Length.
			...this.#length,
		];
	}

	notModifiedHead( now: number, cacheHeaders: CacheHeaders ): Fields {
		return [
			...fieldsOf( withoutBodyHeaders( this.headers ), OMITTED_FIELDS ),
			...this.#cacheFields( now, cacheHeaders ),
		];
	}

	/** Returns the headers of a 206, or of a 416 for a part that does not exist. */
	partHead(
		now: number,
		cacheHeaders: CacheHeaders,
		part: BytePart | 'unsatisfiable'
	): Fields {
		const { length } = this.body;
		const cacheFields = this.#cacheFields( now, cacheHeaders );
		if ( part === 'unsatisfiable' ) {
			const range = [ 'content-range', `bytes */${ length }` ];
			return [ ...cacheFields, ...range, 'content-length', '0' ];
		}
		const { first, last } = part;
		return [
			// Of a 200 it has no meaning, and a client that joins two uses neither.
			...fieldsOf( this.headers, [ ...OMITTED_FIELDS, 'content-range' ] ),
			...cacheFields,
			...[ 'content-range', `bytes ${ first }-${ last }/${ length }` ],
			...[ 'content-length', String( last + 1 - first ) ],
		];
	}

	#cacheFields( now: number, cacheHeaders: CacheHeaders ): Fields {
		return [
			'age',
			String( this.age( now ) ),
			'x-cache',
			cacheHeaders.label,
			'cache-status',
			appendStatus( this.headers[ 'cache-status' ], cacheHeaders.status ),
		];
	}
}
