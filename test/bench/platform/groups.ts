/** What cache groups cost: an invalidation of a group of 1,000,000 pages, and hits of pages in ten groups. In process. */
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Pool } from 'undici';
import { EdgeCache } from '../../../src/reference-api/edge/cache.ts';
import { Edge } from '../../../src/reference-api/edge/edge.ts';
import type { Upstream } from '../../../src/reference-api/edge/origin-request.ts';
import { StoredResponse } from '../../../src/reference-api/edge/stored-response.ts';
import { median, printTable } from '../statistics.ts';

const PAGES = 1_000_000;
const GROUPS = Array.from( { length: 10 }, ( _, index ) => `group-${ index }` );
const FIELD = GROUPS.map( ( name ) => `"${ name }"` ).join( ', ' );
const CACHE_BYTES = 64 * 1024 * 1024 * 1024;
const HOST = 'localhost:80';
const TURNS = 501;
const WARM_UP_TURNS = 50;
const HITS_A_TURN = 500;

function inMicroseconds( ms: number ): string {
	return `${ ( 1000 * ms ).toFixed( 2 ) } µs`;
}

function page(): StoredResponse {
	return new StoredResponse( {
		status: 200,
		headers: { 'cache-groups': FIELD },
		body: Buffer.alloc( 0 ),
		policy: {
			generatedAt: 0,
			freshSeconds: 3600,
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
		responseTime: 0,
	} );
}

/** Fills a cache with pages that are all in the same ten groups, then invalidates one group after the other. */
function invalidationTimes( pages: number ): number[] {
	const cache = new EdgeCache( 0, CACHE_BYTES );
	const response = page();
	for ( let number = 0; number < pages; number++ ) {
		const ticket = cache.issueTicket( `/${ number }` );
		cache.store( ticket, {}, response );
		cache.revokeTicket( ticket );
	}
	return GROUPS.map( ( group ) => {
		const startedAt = performance.now();
		const [ invalidated ] = cache.invalidateGroups( [ group ] );
		const ms = performance.now() - startedAt;
		if ( invalidated?.entries !== pages ) {
			throw new Error(
				`${ group } had ${ invalidated?.entries } pages.`
			);
		}
		return ms;
	} );
}

function benchInvalidation(): void {
	invalidationTimes( 1000 );
	const [ few, many ] = [
		invalidationTimes( 10 ),
		invalidationTimes( PAGES ),
	];
	const [ first, last ] = [ median( few ), median( many ) ];
	printTable(
		`An invalidation of a cache group, in process, median of ${ GROUPS.length }`,
		[
			{
				what: '10 pages',
				figure: inMicroseconds( first ),
				ratio: '1.00',
			},
			{
				what: `${ PAGES.toLocaleString( 'en' ) } pages`,
				figure: `${ inMicroseconds( last ) } (${ inMicroseconds( Math.max( ...many ) ) } at most)`,
				ratio: ( last / first ).toFixed( 2 ),
			},
		]
	);
}

/** Discards what is written, so that a hit is measured without the network. */
class NoConnection extends Duplex {
	override _read(): void {}

	override _write(
		_chunk: unknown,
		_encoding: string,
		done: () => void
	): void {
		done();
	}
}

/** Sends a request to an edge, and resolves when its response is written. */
function request( edge: Edge, url: string ): Promise< void > {
	const connection = new NoConnection() as unknown as Socket;
	const incoming = new IncomingMessage( connection );
	incoming.method = 'GET';
	incoming.url = url;
	incoming.headers = { host: HOST };
	incoming.rawHeaders = [ 'Host', HOST ];
	const response = new ServerResponse( incoming );
	response.assignSocket( connection );
	const written = new Promise< void >( ( resolve ) =>
		response.once( 'finish', resolve )
	);
	edge.handle( incoming, response );
	return written;
}

/** Starts an application whose pages are in ten groups, or have the same text in a header that means nothing. */
async function startApplication() {
	const server = createServer( ( { url }, response ) => {
		response.writeHead( 200, {
			'cache-control': 'public, max-age=3600',
			[ url === '/grouped' ? 'cache-groups' : 'other-groups' ]: FIELD,
		} );
		response.end( 'x'.repeat( 4096 ) );
	} );
	await new Promise< void >( ( ready ) =>
		server.listen( 0, '127.0.0.1', ready )
	);
	const { port } = server.address() as AddressInfo;
	const origin = `http://127.0.0.1:${ port }`;
	const upstream: Upstream = {
		pool: new Pool( origin ),
		origin,
		keepRunning: () => () => {},
		recordResponse: () => {},
		recordFailure: () => {},
	};
	const stop = async () => {
		await upstream.pool.destroy();
		server.close();
	};
	return { upstream, stop };
}

/** @return Milliseconds for each hit. */
async function hitTime(
	edge: Edge,
	url: string,
	prepare: () => void = () => {}
): Promise< number > {
	const startedAt = performance.now();
	for ( let count = 0; count < HITS_A_TURN; count++ ) {
		prepare();
		await request( edge, url );
	}
	return ( performance.now() - startedAt ) / HITS_A_TURN;
}

async function benchHits(): Promise< void > {
	const { upstream, stop } = await startApplication();
	const edge = new Edge( {
		generation: 0,
		host: () => HOST,
		allowHosts: [],
		application: () => upstream,
		isDown: () => false,
		hasRelease: async () => true,
	} );
	const invalidate = () => edge.invalidateGroups( [ 'other' ], 'bench' );
	const contenders = [
		{ what: 'no groups', url: '/plain', prepare: undefined },
		{ what: 'ten groups', url: '/grouped', prepare: undefined },
		{
			what: 'ten groups, and another group is invalidated before each hit (its time included)',
			url: '/grouped',
			prepare: invalidate,
		},
	].map( ( contender ) => ( { ...contender, times: [] as number[] } ) );
	try {
		for ( let turn = -WARM_UP_TURNS; turn < TURNS; turn++ ) {
			for ( const { url, prepare, times } of contenders ) {
				const time = await hitTime( edge, url, prepare );
				times.push( ...( turn < 0 ? [] : [ time ] ) );
			}
		}
		const { hits, misses } = edge.report();
		if ( misses !== 2 ) {
			throw new Error( `${ misses } of ${ hits + misses } were misses.` );
		}
	} finally {
		edge.close();
		await stop();
	}
	const first = median( contenders[ 0 ]?.times ?? [] );
	printTable(
		`A cache hit of a page of 4 KiB, in process, median of ${ TURNS } turns of ${ HITS_A_TURN.toLocaleString( 'en' ) } hits`,
		contenders.map( ( { what, times } ) => ( {
			what,
			figure: inMicroseconds( median( times ) ),
			ratio: ( median( times ) / first ).toFixed( 2 ),
		} ) )
	);
}

/** Measures both. */
export async function benchGroups(): Promise< void > {
	benchInvalidation();
	await benchHits();
}
