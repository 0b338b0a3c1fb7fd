import { expect, test } from 'vitest';
import { EdgeCache } from '../../../src/reference-api/edge/cache.ts';
import type { CacheTicket } from '../../../src/reference-api/edge/cache.ts';
import { StoredResponse } from '../../../src/reference-api/edge/stored-response.ts';
import { Random } from '../seeded-random.ts';

const NOW = Date.UTC( 2026, 0, 1, 12 );
const STEPS = 3000;
const POSTS = Array.from( { length: 12 }, ( _, index ) => `post-${ index }` );
const URLS = Array.from( { length: 8 }, ( _, index ) => `/${ index }` );

interface PendingRequest {
	ticket: CacheTicket;
	/** The posts on the page, with their versions when the application read them. */
	content: Record< string, number >;
}

function responseWith( content: Record< string, number > ): StoredResponse {
	const names = Object.keys( content );
	return new StoredResponse( {
		status: 200,
		headers: {
			'cache-groups': names.map( ( name ) => `"${ name }"` ).join( ', ' ),
		},
		body: Buffer.from( JSON.stringify( content ) ),
		policy: {
			generatedAt: NOW,
			freshSeconds: 60,
			staleSeconds: 0,
			errorSeconds: 0,
			allowsAuthorization: false,
			neverFreshReason: null,
		},
		variant: {
			names: [],
			values: '[]',
			variesByEncoding: false,
			accepted: '',
			contentEncoding: '',
		},
		responseTime: NOW,
	} );
}

/** A cache, the posts of its application, and requests in flight. */
class Site {
	readonly cache = new EdgeCache( 0, 30_000 );
	readonly #versions = new Map( POSTS.map( ( post ) => [ post, 0 ] ) );
	readonly #pending: PendingRequest[] = [];
	readonly #random: Random;
	hits = 0;

	constructor( seed: number ) {
		this.#random = new Random( seed );
	}

	#request(): void {
		const posts = POSTS.filter( () => this.#random.chance( 0.2 ) );
		const ticket = this.cache.issueTicket( this.#random.pick( URLS ) );
		const content = Object.fromEntries(
			posts.map( ( post ) => [ post, this.#versions.get( post ) ?? 0 ] )
		);
		this.#pending.push( { ticket, content } );
	}

	#respond(): void {
		const index = this.#random.below( this.#pending.length );
		for ( const { ticket, content } of this.#pending.splice( index, 1 ) ) {
			this.cache.store( ticket, {}, responseWith( content ) );
			this.cache.revokeTicket( ticket );
		}
	}

	#change(): void {
		const posts = POSTS.filter( () => this.#random.chance( 0.1 ) );
		for ( const post of posts ) {
			this.#versions.set( post, ( this.#versions.get( post ) ?? 0 ) + 1 );
		}
		this.cache.invalidateGroups( posts );
	}

	#visit(): void {
		const found = this.cache.find( this.#random.pick( URLS ), {}, NOW );
		const content = JSON.parse( found?.body.toString() ?? '{}' ) as object;
		for ( const [ post, version ] of Object.entries( content ) ) {
			expect( version ).toBe( this.#versions.get( post ) );
		}
		this.hits += found === undefined ? 0 : 1;
	}

	step(): void {
		const choice = this.#random.below( 100 );
		if ( choice === 0 ) {
			this.cache.purge( this.cache.generation + 1 );
		} else if ( choice === 1 ) {
			this.cache.invalidate( this.#random.pick( URLS ) );
		} else if ( choice < 25 ) {
			this.#request();
		} else if ( choice < 49 ) {
			this.#respond();
		} else if ( choice < 60 ) {
			this.#change();
		} else {
			this.#visit();
		}
	}

	/** Removes all pages, which must leave their groups. */
	empty(): void {
		URLS.forEach( ( url ) => this.cache.invalidate( url ) );
		expect( this.cache.listGroups( '', 99 ).groups ).toEqual( [] );
		expect( this.cache.size ).toEqual( { entries: 0, bytes: 0 } );
	}
}

test.each( [ 1, 2, 3 ] )(
	'no page shows an old version of a post after its group was invalidated, in random order %i',
	( seed ) => {
		const site = new Site( seed );
		for ( let step = 0; step < STEPS; step++ ) {
			site.step();
		}
		expect( site.hits ).toBeGreaterThan( 100 );
		site.empty();
	}
);
