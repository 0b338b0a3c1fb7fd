import { describe, expect, test } from 'vitest';
import { held, makeSite, scripted, siteOf } from './test-edge.ts';
import type { Site } from './test-edge.ts';

const FRESH = { 'cache-control': 's-maxage=60' };
const MODIFIED = 'Mon, 05 Jan 2026 12:00:00 GMT';

test( 'a stored response is sent with its age until it is stale', async () => {
	const site = await siteOf( { headers: FRESH } );
	const first = await site.request( '/a' );
	expect( first ).toMatchObject( { label: 'MISS', text: 'answer 1' } );
	expect( first.headers.age ).toBeUndefined();
	for ( const age of [ 10, 59 ] ) {
		site.wait( age === 10 ? 10 : 49 );
		const hit = await site.request( '/a' );
		expect( hit ).toMatchObject( {
			label: 'HIT',
			text: 'answer 1',
			note: `headless-deploy; hit; ttl=${ 60 - age }`,
			headers: { age: String( age ) },
		} );
	}
	site.wait( 1 );
	expect( await site.result( '/a' ) ).toBe( 'MISS answer 2' );
} );

test( 'a stored response without a date gets the date of its arrival', async () => {
	const site = await makeSite( ( _request, response ) => {
		response.removeHeader( 'date' );
		response.sendDate = false;
		response.writeHead( 200, FRESH );
		response.end();
	} );
	await site.request( '/a' );
	const date = site.date();
	site.wait( 30 );
	expect( ( await site.request( '/a' ) ).headers.date ).toBe( date );
} );

test( 'a stored response ages on from the age that another cache reports', async () => {
	const site = await siteOf( { headers: { ...FRESH, age: '50' } } );
	expect( ( await site.request( '/a' ) ).headers.age ).toBe( '50' );
	site.wait( 9 );
	expect( ( await site.request( '/a' ) ).headers.age ).toBe( '59' );
	site.wait( 1 );
	expect( ( await site.request( '/a' ) ).label ).toBe( 'MISS' );
} );

test( 'a stored response keeps the date and the headers of the application', async () => {
	const headers = { ...FRESH, 'x-own': 'one', etag: '"a"' };
	const site = await siteOf( { headers } );
	const { date } = ( await site.request( '/a' ) ).headers;
	site.wait( 5 );
	expect( ( await site.request( '/a' ) ).headers ).toMatchObject( {
		date,
		'x-own': 'one',
		etag: '"a"',
		'content-length': '8',
	} );
} );

test( 'a stored response is sent although a visitor reloads', async () => {
	const site = await siteOf( { headers: FRESH } );
	await site.request( '/a' );
	expect(
		await site.result( '/a', {
			'cache-control': 'no-cache, no-store',
			pragma: 'no-cache',
		} )
	).toBe( 'HIT answer 1' );
} );

test( 'a stored response answers HEAD; the response to a HEAD alone is not stored', async () => {
	const site = await siteOf( { headers: FRESH, body: 'body' } );
	expect( await site.request( '/a', { method: 'HEAD' } ) ).toMatchObject( {
		label: 'BYPASS',
		note: 'headless-deploy; fwd=uri-miss; fwd-status=200',
	} );
	await site.request( '/a' );
	expect( await site.request( '/a', { method: 'HEAD' } ) ).toMatchObject( {
		label: 'HIT',
		text: '',
		headers: { 'content-length': '4' },
	} );
	expect( site.received.map( ( { method } ) => method ) ).toEqual( [
		'HEAD',
		'GET',
	] );
} );

test( 'a stored response is stored for each host name', async () => {
	const site = await makeSite( scripted( { headers: FRESH } ), {
		allowHosts: [ 'other' ],
	} );
	await site.request( '/a' );
	const headers = { host: `other:${ site.port }` };
	expect( await site.result( '/a', headers ) ).toBe( 'MISS answer 2' );
	expect( await site.result( '/a', headers ) ).toBe( 'HIT answer 2' );
} );

test( 'a stored response is limited in size', async () => {
	const body = 'x'.repeat( 5000 );
	const headers = { ...FRESH, 'content-length': '5000' };
	const site = await makeSite( scripted( { headers, body } ), {
		maxBytes: 4096,
	} );
	await site.request( '/a' );
	expect( await site.result( '/a' ) ).toBe( `BYPASS ${ body }` );
	expect( site.edge.report() ).toMatchObject( {
		bytes: 0,
		maxBytes: 4096,
		notCached: [
			{
				path: '/a',
				reason: 'The response is too large (more than 4 KB)',
				requests: 2,
			},
		],
	} );
} );

test( 'no stored response is used after the clock was set back', async () => {
	const headers = { 'cache-control': 's-maxage=7200' };
	const site = await siteOf( { headers } );
	await site.request( '/a' );
	site.wait( 7000 );
	expect( await site.result( '/a' ) ).toBe( 'HIT answer 1' );
	site.wait( -3600 );
	expect( await site.result( '/a' ) ).toBe( 'MISS answer 2' );
	site.wait( 7199 );
	expect( await site.result( '/a' ) ).toBe( 'HIT answer 2' );
} );

test( 'stored responses are used after the clock was set back by less than a second', async () => {
	const site = await siteOf( { headers: FRESH } );
	await site.request( '/a' );
	site.wait( -0.5 );
	expect( await site.result( '/a' ) ).toBe( 'HIT answer 1' );
} );

test( 'the response to a request from before the clock was set back is not stored', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const first = site.request( '/a' );
	await app.arrived( 1 );
	site.wait( -3600 );
	const second = site.request( '/b' );
	await app.arrived( 2 );
	app.answer( { headers: FRESH } );
	app.answer( { headers: FRESH } );
	await Promise.all( [ first, second ] );
	expect( site.edge.report().entries ).toBe( 1 );
} );

test.each( [
	[ 'no-store', { 'cache-control': 'no-store' } ],
	[ 'private', { 'cache-control': 'private, max-age=60' } ],
	[ 'a cookie', { ...FRESH, 'set-cookie': [ 'a=1', 'b=2' ] } ],
	[ 'Vary: *', { ...FRESH, vary: '*' } ],
	[ 'Vary by IP address', { ...FRESH, vary: 'X-Forwarded-For' } ],
	[ 'no freshness', { 'last-modified': MODIFIED } ],
	[ 's-maxage=0', { 'cache-control': 'max-age=60, s-maxage=0' } ],
] )(
	'a response that is not cacheable because of %s is forwarded unchanged',
	async ( _why, headers ) => {
		const site = await siteOf( { headers } );
		await site.request( '/a' );
		const second = await site.request( '/a' );
		expect( second ).toMatchObject( { label: 'BYPASS', text: 'answer 2' } );
		expect( second.headers ).toMatchObject( headers );
	}
);

test( 'a response that is not cacheable removes the stored response of its URL', async () => {
	const site = await siteOf(
		{ headers: { ...FRESH, etag: '"a"' } },
		{ headers: { 'cache-control': 'no-store' } },
		{ headers: FRESH }
	);
	await site.request( '/a' );
	site.wait( 60 );
	await site.request( '/a' );
	expect( site.edge.report().entries ).toBe( 0 );
	expect( ( await site.request( '/a' ) ).label ).toBe( 'MISS' );
} );

test( 'a response whose end is the end of the connection is not cacheable and is forwarded whole', async () => {
	const site = await makeSite( ( _request, response ) => {
		response.useChunkedEncodingByDefault = false;
		response.shouldKeepAlive = false;
		response.writeHead( 200, FRESH );
		response.end( 'all of it' );
	} );
	await site.request( '/a' );
	expect( await site.result( '/a' ) ).toBe( 'BYPASS all of it' );
} );

test.each< [ string, Record< string, string > ] >( [
	[ 'If-Match', { 'if-match': '"a"' } ],
	[ 'If-Unmodified-Since', { 'if-unmodified-since': MODIFIED } ],
] )( 'a request with %s bypasses the cache', async ( _what, headers ) => {
	const site = await siteOf( { headers: FRESH } );
	await site.request( '/a' );
	const answer = await site.request( '/a', { headers } );
	expect( answer.label ).toBe( 'BYPASS' );
	expect( answer.note ).toMatch(
		/^headless-deploy; fwd=request; fwd-status=200; detail="/
	);
	expect( site.received[ 1 ]?.headers ).toMatchObject( headers );
} );

test( 'the application evaluates the conditions of a request that bypasses the cache', async () => {
	const site = await siteOf( { headers: { etag: '"a"' } } );
	const headers = { range: 'bytes=0-1', 'if-none-match': '"a"' };
	expect( ( await site.request( '/a', { headers } ) ).status ).toBe( 200 );
} );

test( 'a request with a body bypasses the cache', async () => {
	const site = await siteOf( { headers: FRESH } );
	const headers = { 'content-length': '4' };
	const answer = await site.request( '/a', { headers, body: 'evil' } );
	expect( answer.label ).toBe( 'BYPASS' );
	expect( ( await site.request( '/a' ) ).label ).toBe( 'MISS' );
} );

test( 'a request with another method bypasses the cache', async () => {
	const site = await siteOf( { headers: FRESH } );
	expect( await site.request( '/a', { method: 'OPTIONS' } ) ).toMatchObject( {
		label: 'BYPASS',
		note: 'headless-deploy; fwd=method; fwd-status=200; detail="The method is OPTIONS"',
	} );
} );

describe( 'a request with credentials', () => {
	const headers = { authorization: 'Bearer x' };

	test( 'a request with credentials neither fills nor uses the cache', async () => {
		const site = await siteOf( {
			headers: { 'cache-control': 'max-age=60' },
		} );
		await site.request( '/a', { headers } );
		expect( await site.result( '/a' ) ).toBe( 'MISS answer 2' );
		expect( await site.request( '/a', { headers } ) ).toMatchObject( {
			label: 'BYPASS',
			text: 'answer 3',
			note: 'headless-deploy; fwd=request; fwd-status=200; detail="The request has credentials (Authorization)"',
		} );
		expect( await site.result( '/a' ) ).toBe( 'HIT answer 2' );
	} );

	test.each( [
		'public, max-age=60',
		's-maxage=60',
		'max-age=60, must-revalidate',
	] )(
		'a request with credentials shares responses with “%s”',
		async ( control ) => {
			const site = await siteOf( {
				headers: { 'cache-control': control },
			} );
			await site.request( '/a', { headers } );
			expect( await site.result( '/a' ) ).toBe( 'HIT answer 1' );
			expect( await site.result( '/a', headers ) ).toBe( 'HIT answer 1' );
		}
	);
} );

test( 'variants are stored by the headers that Vary names', async () => {
	const site = await siteOf( {
		headers: { ...FRESH, vary: 'Accept-Language' },
	} );
	const german = { 'accept-language': 'de' };
	const french = { 'accept-language': 'fr' };
	await site.request( '/a', { headers: german } );
	expect( await site.request( '/a', { headers: french } ) ).toMatchObject( {
		label: 'MISS',
		note: expect.stringContaining( 'fwd=vary-miss' ),
	} );
	expect( await site.result( '/a', german ) ).toBe( 'HIT answer 1' );
	expect( await site.result( '/a', french ) ).toBe( 'HIT answer 2' );
} );

test( 'browsers with different Accept-Encoding headers share variants by encoding', async () => {
	const site = await makeSite( ( { headers }, response ) => {
		const isZipped = headers[ 'accept-encoding' ]?.includes( 'gzip' );
		response.writeHead( 200, {
			...FRESH,
			vary: 'Accept-Encoding',
			...( isZipped ? { 'content-encoding': 'gzip' } : {} ),
		} );
		response.end( isZipped ? 'zipped' : 'plain' );
	} );
	const accepting = ( encodings: string ) =>
		site.result( '/a', { 'accept-encoding': encodings } );
	await accepting( 'gzip, deflate, br, zstd' );
	expect( site.received[ 0 ]?.headers ).toMatchObject( {
		'accept-encoding': 'br, gzip',
	} );
	for ( const encodings of [
		'gzip, deflate, br',
		'gzip;q=0.9, br',
		'gzip',
	] ) {
		expect( await accepting( encodings ) ).toBe( 'HIT zipped' );
	}
	expect( await site.result( '/a' ) ).toBe( 'MISS plain' );
	expect( await accepting( 'gzip' ) ).toBe( 'HIT zipped' );
	expect( await accepting( 'br' ) ).toBe( 'MISS plain' );
} );

test( 'a variant by an encoding that the edge does not know equals the one without', async () => {
	const site = await siteOf( {
		headers: { ...FRESH, vary: 'accept-encoding' },
	} );
	await site.result( '/a', { 'accept-encoding': 'zstd, compress' } );
	expect( site.received[ 0 ]?.headers ).not.toHaveProperty(
		'accept-encoding'
	);
	expect( await site.result( '/a' ) ).toBe( 'HIT answer 1' );
} );

test( 'variants are not confused by a header that Connection removes', async () => {
	const site = await makeSite( ( { headers }, response ) => {
		response.writeHead( 200, { ...FRESH, vary: 'accept-language' } );
		response.end( headers[ 'accept-language' ] ?? 'none' );
	} );
	const language = { 'accept-language': 'de' };
	await site.result( '/a', {
		...language,
		connection: 'close, accept-language',
	} );
	expect( await site.result( '/a', language ) ).toBe( 'MISS de' );
} );

test( 'variants do not differ by headers that the application never receives', async () => {
	const vary = 'Host, X-Forwarded-Host, X-Forwarded-Proto, If-None-Match';
	const site = await siteOf( { headers: { ...FRESH, vary } } );
	await site.result( '/a', { 'x-forwarded-host': 'a' } );
	expect( await site.result( '/a', { 'x-forwarded-host': 'b' } ) ).toBe(
		'HIT answer 1'
	);
} );

describe( 'a conditional request', () => {
	const etag = '"one"';
	const headers = {
		...FRESH,
		etag,
		'last-modified': MODIFIED,
		'content-type': 'text/plain',
	};

	test( 'a conditional request gets 304 from the cache, without a body', async () => {
		const site = await siteOf( { headers } );
		await site.request( '/a' );
		for ( const condition of [
			{ 'if-none-match': 'W/"one", "two"' },
			{ 'if-modified-since': MODIFIED },
		] ) {
			const answer = await site.request( '/a', { headers: condition } );
			expect( answer ).toMatchObject( {
				status: 304,
				label: 'HIT',
				text: '',
				headers: { etag, age: '0' },
			} );
			expect( answer.headers[ 'content-type' ] ).toBeUndefined();
		}
		const other = { 'if-none-match': '"two"' };
		expect( await site.result( '/a', other ) ).toBe( 'HIT answer 1' );
	} );

	test( 'a conditional request fills the cache for other visitors', async () => {
		const site = await siteOf( { headers } );
		expect(
			await site.request( '/a', { headers: { 'if-none-match': etag } } )
		).toMatchObject( { status: 304, label: 'MISS', text: '' } );
		expect(
			site.received[ 0 ]?.headers[ 'if-none-match' ]
		).toBeUndefined();
		expect( await site.result( '/a' ) ).toBe( 'HIT answer 1' );
	} );

	test( 'a conditional request gets 304 for a response that is not cacheable', async () => {
		const site = await siteOf( {
			headers: { etag, 'cache-control': 'no-store' },
		} );
		expect(
			await site.request( '/a', { headers: { 'if-none-match': etag } } )
		).toMatchObject( { status: 304, label: 'BYPASS' } );
		expect( await site.result( '/a' ) ).toBe( 'BYPASS answer 2' );
	} );
} );

describe( 'a stale response', () => {
	const etag = '"one"';
	const tagged = { ...FRESH, etag, 'x-build': '1' };

	/** Fills the cache, and waits until the stored response is stale. */
	async function staleSite( ...responses: Parameters< typeof siteOf > ) {
		const site = await siteOf( ...responses );
		await site.request( '/a' );
		site.wait( 60 );
		return site;
	}

	test( 'a stale response is revalidated, and is fresh again with the headers of the 304', async () => {
		const site = await staleSite(
			{ headers: tagged },
			{
				status: 304,
				headers: { 'cache-control': 's-maxage=90', 'x-build': '2' },
			}
		);
		expect( await site.request( '/a' ) ).toMatchObject( {
			status: 200,
			label: 'REVALIDATED',
			text: 'answer 1',
			note: 'headless-deploy; fwd=stale; fwd-status=304; stored; ttl=90',
		} );
		expect( site.received[ 1 ]?.headers[ 'if-none-match' ] ).toBe( etag );
		site.wait( 89 );
		expect( await site.request( '/a' ) ).toMatchObject( {
			label: 'HIT',
			text: 'answer 1',
			headers: { age: '89', 'x-build': '2', etag },
		} );
	} );

	test( 'a stale response has the age of the 304 that revalidated it', async () => {
		const site = await staleSite(
			{ headers: { ...tagged, age: '50' } },
			{ status: 304 }
		);
		expect( await site.request( '/a' ) ).toMatchObject( {
			label: 'REVALIDATED',
			text: 'answer 1',
			headers: { age: '0', date: site.date() },
		} );
		expect( ( await site.request( '/a' ) ).label ).toBe( 'HIT' );
	} );

	test( 'a stale response without an ETag is revalidated by its date', async () => {
		const site = await staleSite(
			{ headers: { ...FRESH, 'last-modified': MODIFIED } },
			{ status: 304, headers: FRESH }
		);
		expect( await site.result( '/a' ) ).toBe( 'REVALIDATED answer 1' );
		expect( site.received[ 1 ]?.headers ).toMatchObject( {
			'if-modified-since': MODIFIED,
		} );
	} );

	test( 'a stale response is replaced by a new one', async () => {
		const site = await staleSite( { headers: tagged } );
		expect( await site.result( '/a' ) ).toBe( 'MISS answer 2' );
		expect( await site.result( '/a' ) ).toBe( 'HIT answer 2' );
	} );

	test( 'a stale response is requested again if the 304 names further headers in Vary', async () => {
		const site = await makeSite( ( { headers }, response ) => {
			const isKnown = headers[ 'if-none-match' ] === etag;
			response.writeHead(
				isKnown ? 304 : 200,
				isKnown
					? { etag, ...FRESH, vary: 'Cookie' }
					: { etag, 'cache-control': 'max-age=1' }
			);
			response.end( isKnown ? undefined : `for ${ headers.cookie }` );
		} );
		await site.result( '/a', { cookie: 'alice' } );
		site.wait( 2 );
		expect( await site.result( '/a', { cookie: 'alice' } ) ).toBe(
			'MISS for alice'
		);
		expect( site.received.at( -1 )?.headers ).not.toHaveProperty(
			'if-none-match'
		);
		site.wait( 2 );
		expect( await site.result( '/a', { cookie: 'bob' } ) ).toBe(
			'MISS for bob'
		);
	} );

	test( 'a stale response is not shared if the 304 and the response after it vary by visitor', async () => {
		const vary = { ...FRESH, etag, vary: 'Cookie' };
		const site = await siteOf(
			{ headers: tagged },
			{ status: 304, headers: vary },
			{ headers: vary, body: 'for alice' },
			{ headers: vary, body: 'for bob' }
		);
		const as = ( cookie: string ) => site.result( '/a', { cookie } );
		await as( 'alice' );
		site.wait( 60 );
		expect( await as( 'alice' ) ).toBe( 'MISS for alice' );
		expect( await as( 'bob' ) ).toBe( 'MISS for bob' );
		expect( await as( 'alice' ) ).toBe( 'HIT for alice' );
	} );

	test( 'a stale response keeps its Vary if the 304 names fewer headers', async () => {
		const vary = 'Accept-Encoding, Accept-Language';
		const site = await siteOf(
			{ headers: { ...tagged, vary } },
			{ status: 304, headers: { ...FRESH, vary: 'Accept-Language' } }
		);
		const headers = { 'accept-encoding': 'gzip' };
		await site.request( '/a', { headers } );
		site.wait( 60 );
		expect( ( await site.request( '/a', { headers } ) ).label ).toBe(
			'REVALIDATED'
		);
		const language = { ...headers, 'accept-language': 'de' };
		expect(
			( await site.request( '/a', { headers: language } ) ).note
		).toContain( 'fwd=vary-miss' );
	} );

	test( 'a stale response is removed if the 304 has Vary: *', async () => {
		const site = await staleSite(
			{ headers: tagged },
			{ status: 304, headers: { ...FRESH, vary: '*' } },
			{ headers: FRESH }
		);
		expect( await site.request( '/a' ) ).toMatchObject( {
			label: 'REVALIDATED',
			text: 'answer 1',
			note: expect.stringContaining( 'detail="Vary: *"' ),
		} );
		expect( site.edge.report().entries ).toBe( 0 );
		expect( await site.result( '/a' ) ).toBe( 'MISS answer 3' );
	} );

	test( 'a stale response is not refreshed by a 304 with another ETag', async () => {
		const site = await staleSite(
			{ headers: tagged },
			{ status: 304, headers: { etag: '"two"' } },
			{ headers: FRESH }
		);
		expect( await site.result( '/a' ) ).toBe( 'MISS answer 3' );
		expect(
			site.received[ 2 ]?.headers[ 'if-none-match' ]
		).toBeUndefined();
	} );

	test( 'a stale response is sent once more and removed if the 304 sets a cookie', async () => {
		const site = await staleSite(
			{ headers: tagged },
			{ status: 304, headers: { 'set-cookie': [ 'a=1', 'b=2' ] } }
		);
		const checked = await site.request( '/a' );
		expect( checked.text ).toBe( 'answer 1' );
		expect( checked.headers[ 'set-cookie' ] ).toEqual( [ 'a=1', 'b=2' ] );
		expect( site.edge.report().entries ).toBe( 0 );
	} );

	test( 'a stale response answers a conditional request with 304 after its revalidation', async () => {
		const site = await staleSite(
			{ headers: tagged },
			{ status: 304, headers: FRESH }
		);
		expect(
			await site.request( '/a', { headers: { 'if-none-match': etag } } )
		).toMatchObject( { status: 304, label: 'REVALIDATED' } );
	} );

	test( 'a stale response with no-cache is revalidated for each request', async () => {
		const site = await siteOf(
			{ headers: { 'cache-control': 'no-cache', etag } },
			{ status: 304 }
		);
		await site.request( '/a' );
		await site.request( '/a' );
		expect( await site.result( '/a' ) ).toBe( 'REVALIDATED answer 1' );
		expect( site.received ).toHaveLength( 3 );
		expect( site.edge.report().notCached ).toEqual( [
			{ path: '/a', reason: 'Cache-Control: no-cache', requests: 3 },
		] );
	} );

	test( 'a stale response is sent while one request revalidates it', async () => {
		const app = held();
		const site = await makeSite( app.listener );
		const headers = {
			'cache-control': 's-maxage=60, stale-while-revalidate=30',
		};
		const first = site.request( '/a' );
		await app.arrived( 1 );
		app.answer( { headers, body: 'old' } );
		await first;
		site.wait( 89 );
		for ( let time = 0; time < 3; time++ ) {
			expect( await site.request( '/a' ) ).toMatchObject( {
				label: 'STALE',
				text: 'old',
				note: 'headless-deploy; hit; ttl=-29',
			} );
		}
		await app.arrived( 2 );
		expect( site.received ).toHaveLength( 2 );
		site.wait( 1 );
		// It is too old now: the visitor waits for the request in flight.
		const waiting = site.result( '/a' );
		app.answer( { headers, body: 'new' } );
		expect( await waiting ).toBe( 'HIT new' );
		expect( site.received ).toHaveLength( 2 );
	} );

	test( 'a stale response stays if its revalidation fails, and the next request tries again', async () => {
		const headers = {
			'cache-control': 's-maxage=60, stale-while-revalidate=600',
		};
		const site = await staleSite(
			{ headers },
			{ status: 500 },
			{ headers, body: 'new' }
		);
		await site.request( '/a' );
		let answer = await site.request( '/a' );
		while ( answer.text !== 'new' ) {
			expect( answer ).toMatchObject( {
				label: 'STALE',
				text: 'answer 1',
			} );
			answer = await site.request( '/a' );
		}
		expect( site.received ).toHaveLength( 3 );
	} );

	const staleIfError = { 'cache-control': 's-maxage=60, stale-if-error=30' };

	test.each( [ 'responds with 503', 'does not run' ] )(
		'a stale response with stale-if-error is sent if the application %s',
		async ( how ) => {
			const site = await staleSite(
				{ headers: staleIfError },
				{ status: 503 }
			);
			site.wait( 29 );
			if ( how === 'does not run' ) {
				site.upstream = null;
			}
			expect( await site.request( '/a' ) ).toMatchObject( {
				status: 200,
				label: 'STALE',
				text: 'answer 1',
			} );
			site.wait( 1 );
			expect( ( await site.request( '/a' ) ).status ).toBe( 503 );
		}
	);

	test( 'a stale response with stale-if-error is sent if the application breaks the connection', async () => {
		const first = scripted( { headers: staleIfError } );
		const site: Site = await makeSite( ( request, response ) =>
			site.received.length === 1
				? first( request, response )
				: request.socket.destroy()
		);
		await site.request( '/a' );
		site.wait( 60 );
		expect( await site.request( '/a' ) ).toMatchObject( {
			label: 'STALE',
			note: 'headless-deploy; fwd=stale; ttl=0; detail="The application failed"',
		} );
	} );

	test( 'a stale response without stale-if-error is not sent if the application fails', async () => {
		const site = await staleSite( { headers: FRESH }, { status: 503 } );
		expect( ( await site.request( '/a' ) ).status ).toBe( 503 );
	} );
} );

const post = { method: 'POST' };

test.each( [ 'POST', 'PUT', 'DELETE', 'PATCH', 'MOVE' ] )(
	'an unsafe request with %s invalidates its URL',
	async ( method ) => {
		const site = await siteOf( { headers: FRESH } );
		await site.request( '/a?b' );
		await site.request( '/a?b', { method } );
		expect( ( await site.request( '/a?b' ) ).label ).toBe( 'MISS' );
	}
);

test( 'an unsafe request that fails invalidates nothing, nor does OPTIONS', async () => {
	const site = await siteOf(
		{ headers: FRESH },
		{ status: 400 },
		{ status: 500 },
		{}
	);
	await site.request( '/a' );
	await site.request( '/a', post );
	await site.request( '/a', post );
	await site.request( '/a', { method: 'OPTIONS' } );
	expect( await site.result( '/a' ) ).toBe( 'HIT answer 1' );
} );

test( 'an unsafe request invalidates the URLs of the site to which its response points', async () => {
	const site: Site = await makeSite( ( { method, url }, response ) => {
		const foreign = { location: 'http://evil.example/d' };
		const own = {
			location: '/b?x',
			'content-location': `http://localhost:${ site.port }/c`,
		};
		const pointers = url === '/foreign' ? foreign : own;
		response.writeHead( 200, method === 'GET' ? FRESH : pointers );
		response.end();
	} );
	for ( const path of [ '/b?x', '/c', '/d' ] ) {
		await site.request( path );
	}
	await site.request( '/own', post );
	await site.request( '/foreign', post );
	expect( ( await site.request( '/b?x' ) ).label ).toBe( 'MISS' );
	expect( ( await site.request( '/c' ) ).label ).toBe( 'MISS' );
	expect( ( await site.request( '/d' ) ).label ).toBe( 'HIT' );
} );

test( 'an unsafe request keeps the response to an earlier request out of the cache', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const before = site.request( '/a' );
	await app.arrived( 1 );
	const change = site.request( '/a', post );
	await app.arrived( 2 );
	// The application answers the change first.
	app.answer( { headers: FRESH, body: 'before' } );
	await before;
	app.answer( {} );
	await change;
	const again = site.request( '/a' );
	await app.arrived( 3 );
	app.answer( { headers: FRESH } );
	expect( ( await again ).label ).toBe( 'MISS' );
} );
