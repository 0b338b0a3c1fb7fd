import { describe, expect, test } from 'vitest';
import { held, makeSite, scripted } from './test-edge.ts';
import type { Site } from './test-edge.ts';

const FRESH = { 'cache-control': 's-maxage=60' };

describe( 'a kept answer', () => {
	test( 'is given with its age until it is no longer fresh', async () => {
		const site = await makeSite( scripted( { headers: FRESH } ) );
		const first = await site.ask( '/a' );
		expect( first ).toMatchObject( { label: 'MISS', text: 'answer 1' } );
		expect( first.headers.age ).toBeUndefined();
		site.wait( 59 );
		const second = await site.ask( '/a' );
		expect( second ).toMatchObject( { label: 'HIT', text: 'answer 1' } );
		expect( second.headers.age ).toBe( '59' );
		site.wait( 1 );
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'MISS',
			text: 'answer 2',
		} );
	} );

	test( 'is older at each hit', async () => {
		const site = await makeSite( scripted( { headers: FRESH } ) );
		await site.ask( '/a' );
		for ( const age of [ 10, 20 ] ) {
			site.wait( 10 );
			const hit = await site.ask( '/a' );
			expect( hit.headers.age ).toBe( String( age ) );
			expect( hit.note ).toBe(
				`headless-deploy; hit; ttl=${ 60 - age }`
			);
		}
	} );

	test( 'without a date gets that of its arrival', async () => {
		const site = await makeSite( ( _request, response ) => {
			response.removeHeader( 'date' );
			response.sendDate = false;
			response.writeHead( 200, FRESH );
			response.end();
		} );
		await site.ask( '/a' );
		const date = site.date();
		site.wait( 30 );
		expect( ( await site.ask( '/a' ) ).headers.date ).toBe( date );
	} );

	test( 'goes on ageing from the age that another cache gave it', async () => {
		const site = await makeSite(
			scripted( { headers: { ...FRESH, age: '50' } } )
		);
		expect( ( await site.ask( '/a' ) ).headers.age ).toBe( '50' );
		site.wait( 9 );
		expect( ( await site.ask( '/a' ) ).headers.age ).toBe( '59' );
		site.wait( 1 );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'MISS' );
	} );

	test( 'keeps the date and the headers of the application', async () => {
		const headers = { ...FRESH, 'x-own': 'one', etag: '"a"' };
		const site = await makeSite( scripted( { headers } ) );
		const { date } = ( await site.ask( '/a' ) ).headers;
		site.wait( 5 );
		const again = await site.ask( '/a' );
		expect( again.headers ).toMatchObject( {
			date,
			'x-own': 'one',
			etag: '"a"',
		} );
		expect( again.headers[ 'content-length' ] ).toBe( '8' );
	} );

	test( 'is not asked for again because a visitor reloads', async () => {
		const site = await makeSite( scripted( { headers: FRESH } ) );
		await site.ask( '/a' );
		const headers = {
			'cache-control': 'no-cache, no-store',
			pragma: 'no-cache',
		};
		expect( ( await site.ask( '/a', { headers } ) ).label ).toBe( 'HIT' );
	} );

	test( 'answers HEAD, which alone is never kept', async () => {
		const site = await makeSite(
			scripted( { headers: FRESH, body: 'body' } )
		);
		expect( await site.ask( '/a', { method: 'HEAD' } ) ).toMatchObject( {
			label: 'BYPASS',
			note: 'headless-deploy; fwd=uri-miss; fwd-status=200',
		} );
		await site.ask( '/a' );
		const head = await site.ask( '/a', { method: 'HEAD' } );
		expect( head ).toMatchObject( { label: 'HIT', text: '' } );
		expect( head.headers[ 'content-length' ] ).toBe( '4' );
		expect( site.asked.map( ( { method } ) => method ) ).toEqual( [
			'HEAD',
			'GET',
		] );
	} );

	test( 'is one per host name', async () => {
		const site = await makeSite( scripted( { headers: FRESH } ), {
			allowHosts: [ 'other' ],
		} );
		await site.ask( '/a' );
		const headers = { host: `other:${ site.port }` };
		expect( ( await site.ask( '/a', { headers } ) ).label ).toBe( 'MISS' );
		expect( ( await site.ask( '/a', { headers } ) ).label ).toBe( 'HIT' );
	} );

	test( 'is bounded in size', async () => {
		const body = 'x'.repeat( 5000 );
		const headers = { ...FRESH, 'content-length': '5000' };
		const site = await makeSite( scripted( { headers, body } ), {
			maxBytes: 4096,
		} );
		await site.ask( '/a' );
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'BYPASS',
			text: body,
		} );
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
} );

describe( 'a clock that is set back', () => {
	test( 'keeps no answer fresh for longer', async () => {
		const site = await makeSite( scripted( { headers: FRESH } ) );
		await site.ask( '/a' );
		site.wait( -3600 );
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'MISS',
			text: 'answer 2',
		} );
		site.wait( 59 );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'HIT' );
	} );

	test( 'keeps none fresh that is older than the step', async () => {
		const headers = { 'cache-control': 's-maxage=7200' };
		const site = await makeSite( scripted( { headers } ) );
		await site.ask( '/a' );
		site.wait( 7000 );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'HIT' );
		site.wait( -3600 );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'MISS' );
	} );

	test( 'by less than a second changes nothing', async () => {
		const site = await makeSite( scripted( { headers: FRESH } ) );
		await site.ask( '/a' );
		site.wait( -0.5 );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'HIT' );
	} );

	test( 'keeps out what was asked for before it', async () => {
		const app = held();
		const site = await makeSite( app.listener );
		const first = site.ask( '/a' );
		await app.arrived( 1 );
		site.wait( -3600 );
		const second = site.ask( '/b' );
		await app.arrived( 2 );
		app.answer( { headers: FRESH } );
		app.answer( { headers: FRESH } );
		await Promise.all( [ first, second ] );
		expect( site.edge.report().entries ).toBe( 1 );
	} );
} );

describe( 'an answer that may not be kept', () => {
	test.each( [
		[ 'no-store', { 'cache-control': 'no-store' } ],
		[ 'private', { 'cache-control': 'private, max-age=60' } ],
		[ 'a cookie', { ...FRESH, 'set-cookie': [ 'a=1', 'b=2' ] } ],
		[ 'Vary: *', { ...FRESH, vary: '*' } ],
		[
			'the visitor’s address in Vary',
			{ ...FRESH, vary: 'X-Forwarded-For' },
		],
		[
			'no freshness',
			{ 'last-modified': 'Mon, 05 Jan 2026 12:00:00 GMT' },
		],
		[ 'no time', { 'cache-control': 'max-age=60, s-maxage=0' } ],
	] )( 'for %s goes through each time, whole', async ( _why, headers ) => {
		const site = await makeSite( scripted( { headers } ) );
		await site.ask( '/a' );
		const second = await site.ask( '/a' );
		expect( second ).toMatchObject( { label: 'BYPASS', text: 'answer 2' } );
		expect( second.headers ).toMatchObject( headers );
	} );

	test( 'leaves no older one behind', async () => {
		const site = await makeSite(
			scripted(
				{ headers: { ...FRESH, etag: '"a"' } },
				{ headers: { 'cache-control': 'no-store' } },
				{ headers: FRESH }
			)
		);
		await site.ask( '/a' );
		site.wait( 60 );
		await site.ask( '/a' );
		expect( site.edge.report().entries ).toBe( 0 );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'MISS' );
	} );

	test( 'because its end cannot be told from a broken connection is whole all the same', async () => {
		const site = await makeSite( ( _request, response ) => {
			response.useChunkedEncodingByDefault = false;
			response.shouldKeepAlive = false;
			response.writeHead( 200, FRESH );
			response.end( 'all of it' );
		} );
		await site.ask( '/a' );
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'BYPASS',
			text: 'all of it',
		} );
	} );
} );

describe( 'requests that the cache has no part in', () => {
	test.each( [
		[ 'a range', { range: 'bytes=0-1' } ],
		[ 'If-Match', { 'if-match': '"a"' } ],
		[
			'If-Unmodified-Since',
			{ 'if-unmodified-since': 'Mon, 05 Jan 2026 12:00:00 GMT' },
		],
	] as [ string, Record< string, string > ][] )(
		'ask with %s',
		async ( _what, headers ) => {
			const site = await makeSite( scripted( { headers: FRESH } ) );
			await site.ask( '/a' );
			const answer = await site.ask( '/a', { headers } );
			expect( answer.label ).toBe( 'BYPASS' );
			expect( answer.note ).toMatch(
				/^headless-deploy; fwd=request; fwd-status=200; detail="/
			);
			expect( site.asked[ 1 ]?.headers ).toMatchObject( headers );
		}
	);

	test( 'have conditions that the application decides about', async () => {
		const site = await makeSite( scripted( { headers: { etag: '"a"' } } ) );
		const headers = { range: 'bytes=0-1', 'if-none-match': '"a"' };
		expect( ( await site.ask( '/a', { headers } ) ).status ).toBe( 200 );
	} );

	test( 'have a body', async () => {
		const site = await makeSite( scripted( { headers: FRESH } ) );
		const headers = { 'content-length': '4' };
		expect(
			( await site.ask( '/a', { headers, body: 'evil' } ) ).label
		).toBe( 'BYPASS' );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'MISS' );
	} );

	test( 'have another method', async () => {
		const site = await makeSite( scripted( { headers: FRESH } ) );
		expect( await site.ask( '/a', { method: 'OPTIONS' } ) ).toMatchObject( {
			label: 'BYPASS',
			note: 'headless-deploy; fwd=method; fwd-status=200; detail="The method is OPTIONS"',
		} );
	} );
} );

describe( 'those who sign in', () => {
	const headers = { authorization: 'Bearer x' };

	test( 'neither fill the cache nor are answered from it', async () => {
		const site = await makeSite(
			scripted( { headers: { 'cache-control': 'max-age=60' } } )
		);
		await site.ask( '/a', { headers } );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'MISS' );
		expect( await site.ask( '/a', { headers } ) ).toMatchObject( {
			label: 'BYPASS',
			text: 'answer 3',
			note: 'headless-deploy; fwd=request; fwd-status=200; detail="The request has credentials (Authorization)"',
		} );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'HIT' );
	} );

	test.each( [
		'public, max-age=60',
		's-maxage=60',
		'max-age=60, must-revalidate',
	] )( 'share answers that say “%s”', async ( control ) => {
		const site = await makeSite(
			scripted( { headers: { 'cache-control': control } } )
		);
		await site.ask( '/a', { headers } );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'HIT' );
		expect( ( await site.ask( '/a', { headers } ) ).label ).toBe( 'HIT' );
	} );
} );

describe( 'variants', () => {
	test( 'are kept apart by what the answer names', async () => {
		const site = await makeSite(
			scripted( { headers: { ...FRESH, vary: 'Accept-Language' } } )
		);
		const inLanguage = ( language: string ) =>
			site.ask( '/a', { headers: { 'accept-language': language } } );
		await inLanguage( 'de' );
		expect( await inLanguage( 'fr' ) ).toMatchObject( {
			label: 'MISS',
			note: expect.stringContaining( 'fwd=vary-miss' ),
		} );
		expect( await inLanguage( 'de' ) ).toMatchObject( {
			label: 'HIT',
			text: 'answer 1',
		} );
		expect( await inLanguage( 'fr' ) ).toMatchObject( {
			label: 'HIT',
			text: 'answer 2',
		} );
	} );

	test( 'of an encoding are shared by browsers that word it differently', async () => {
		const site = await makeSite( ( { headers }, response ) => {
			const isZipped = headers[ 'accept-encoding' ]?.includes( 'gzip' );
			response.writeHead( 200, {
				...FRESH,
				vary: 'Accept-Encoding',
				...( isZipped ? { 'content-encoding': 'gzip' } : {} ),
			} );
			response.end( isZipped ? 'zipped' : 'plain' );
		} );
		const taking = ( encodings: string ) =>
			site.ask( '/a', { headers: { 'accept-encoding': encodings } } );
		await taking( 'gzip, deflate, br, zstd' );
		expect( site.asked[ 0 ]?.headers[ 'accept-encoding' ] ).toBe(
			'br, gzip'
		);
		for ( const words of [
			'gzip, deflate, br',
			'gzip;q=0.9, br',
			'gzip',
		] ) {
			expect( await taking( words ) ).toMatchObject( {
				label: 'HIT',
				text: 'zipped',
			} );
		}
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'MISS',
			text: 'plain',
		} );
		expect( await taking( 'gzip' ) ).toMatchObject( {
			label: 'HIT',
			text: 'zipped',
		} );
		expect( await taking( 'br' ) ).toMatchObject( {
			label: 'MISS',
			text: 'plain',
		} );
	} );

	test( 'of encodings that the edge does not know are those of none', async () => {
		const site = await makeSite(
			scripted( { headers: { ...FRESH, vary: 'accept-encoding' } } )
		);
		await site.ask( '/a', {
			headers: { 'accept-encoding': 'zstd, compress' },
		} );
		expect( site.asked[ 0 ]?.headers ).not.toHaveProperty(
			'accept-encoding'
		);
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'HIT' );
	} );

	test( 'cannot be confused by a header that a visitor takes back', async () => {
		const site = await makeSite( ( { headers }, response ) => {
			response.writeHead( 200, { ...FRESH, vary: 'accept-language' } );
			response.end( headers[ 'accept-language' ] ?? 'none' );
		} );
		const language = { 'accept-language': 'de' };
		await site.ask( '/a', {
			headers: { ...language, connection: 'close, accept-language' },
		} );
		expect( await site.ask( '/a', { headers: language } ) ).toMatchObject( {
			label: 'MISS',
			text: 'de',
		} );
	} );

	test( 'by headers that the application never hears are none', async () => {
		const vary = 'Host, X-Forwarded-Host, X-Forwarded-Proto, If-None-Match';
		const site = await makeSite(
			scripted( { headers: { ...FRESH, vary } } )
		);
		await site.ask( '/a', { headers: { 'x-forwarded-host': 'a' } } );
		expect(
			( await site.ask( '/a', { headers: { 'x-forwarded-host': 'b' } } ) )
				.label
		).toBe( 'HIT' );
	} );
} );

describe( 'a visitor who has an answer already', () => {
	const headers = {
		...FRESH,
		etag: '"one"',
		'last-modified': 'Mon, 05 Jan 2026 12:00:00 GMT',
		'content-type': 'text/plain',
	};

	test( 'gets 304 from the cache, without a body', async () => {
		const site = await makeSite( scripted( { headers } ) );
		await site.ask( '/a' );
		for ( const wanted of [
			{ 'if-none-match': 'W/"one", "two"' },
			{ 'if-modified-since': 'Mon, 05 Jan 2026 12:00:00 GMT' },
		] ) {
			const answer = await site.ask( '/a', { headers: wanted } );
			expect( answer ).toMatchObject( {
				status: 304,
				label: 'HIT',
				text: '',
			} );
			expect( answer.headers ).toMatchObject( {
				etag: '"one"',
				age: '0',
			} );
			expect( answer.headers[ 'content-type' ] ).toBeUndefined();
		}
		const other = await site.ask( '/a', {
			headers: { 'if-none-match': '"two"' },
		} );
		expect( other ).toMatchObject( { status: 200, label: 'HIT' } );
	} );

	test( 'fills the cache for the others all the same', async () => {
		const site = await makeSite( scripted( { headers } ) );
		const wanted = { 'if-none-match': '"one"' };
		const first = await site.ask( '/a', { headers: wanted } );
		expect( first ).toMatchObject( {
			status: 304,
			label: 'MISS',
			text: '',
		} );
		expect( site.asked[ 0 ]?.headers[ 'if-none-match' ] ).toBeUndefined();
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'HIT',
			text: 'answer 1',
		} );
	} );

	test( 'gets 304 of what may not be kept too', async () => {
		const site = await makeSite(
			scripted( {
				headers: { etag: '"one"', 'cache-control': 'no-store' },
			} )
		);
		const wanted = { headers: { 'if-none-match': '"one"' } };
		expect( await site.ask( '/a', wanted ) ).toMatchObject( {
			status: 304,
			label: 'BYPASS',
		} );
		expect( await site.ask( '/a' ) ).toMatchObject( {
			status: 200,
			text: 'answer 2',
		} );
	} );
} );

describe( 'a stale answer', () => {
	const tagged = { ...FRESH, etag: '"one"', 'x-build': '1' };

	test( 'is checked, and lives on with the headers of the 304', async () => {
		const site = await makeSite(
			scripted(
				{ headers: tagged },
				{
					status: 304,
					headers: { 'cache-control': 's-maxage=90', 'x-build': '2' },
				}
			)
		);
		await site.ask( '/a' );
		site.wait( 60 );
		const checked = await site.ask( '/a' );
		expect( checked ).toMatchObject( {
			status: 200,
			label: 'REVALIDATED',
			text: 'answer 1',
			note: 'headless-deploy; fwd=stale; fwd-status=304; stored; ttl=90',
		} );
		expect( site.asked[ 1 ]?.headers[ 'if-none-match' ] ).toBe( '"one"' );
		site.wait( 89 );
		const hit = await site.ask( '/a' );
		expect( hit ).toMatchObject( { label: 'HIT', text: 'answer 1' } );
		expect( hit.headers ).toMatchObject( {
			age: '89',
			'x-build': '2',
			etag: '"one"',
		} );
	} );

	test( 'is as young as the 304 that checked it', async () => {
		const site = await makeSite(
			scripted( { headers: { ...tagged, age: '50' } }, { status: 304 } )
		);
		await site.ask( '/a' );
		site.wait( 60 );
		const checked = await site.ask( '/a' );
		expect( checked ).toMatchObject( {
			label: 'REVALIDATED',
			text: 'answer 1',
		} );
		expect( checked.headers ).toMatchObject( {
			age: '0',
			date: site.date(),
		} );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'HIT' );
	} );

	test( 'is checked by its date when it has no tag', async () => {
		const modified = 'Mon, 05 Jan 2026 12:00:00 GMT';
		const site = await makeSite(
			scripted(
				{ headers: { ...FRESH, 'last-modified': modified } },
				{ status: 304, headers: FRESH }
			)
		);
		await site.ask( '/a' );
		site.wait( 60 );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'REVALIDATED' );
		expect( site.asked[ 1 ]?.headers[ 'if-modified-since' ] ).toBe(
			modified
		);
	} );

	test( 'gives way to a new one', async () => {
		const site = await makeSite( scripted( { headers: tagged } ) );
		await site.ask( '/a' );
		site.wait( 60 );
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'MISS',
			text: 'answer 2',
		} );
		expect( ( await site.ask( '/a' ) ).text ).toBe( 'answer 2' );
	} );

	test( 'is requested again if the 304 names further headers in Vary', async () => {
		const etag = '"one"';
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
		const as = ( cookie: string ) =>
			site.ask( '/a', { headers: { cookie } } );
		await as( 'u=alice' );
		site.wait( 2 );
		expect( await as( 'u=alice' ) ).toMatchObject( {
			label: 'MISS',
			text: 'for u=alice',
		} );
		expect( site.asked.at( -1 )?.headers ).not.toHaveProperty(
			'if-none-match'
		);
		site.wait( 2 );
		expect( ( await as( 'u=bob' ) ).text ).toBe( 'for u=bob' );
	} );

	test( 'is not shared when the 304 and the answer after it differ by visitor', async () => {
		const vary = { ...FRESH, etag: '"one"', vary: 'Cookie' };
		const site = await makeSite(
			scripted(
				{ headers: tagged },
				{ status: 304, headers: vary },
				{ headers: vary, body: 'for alice' },
				{ headers: vary, body: 'for bob' }
			)
		);
		const as = ( cookie: string ) =>
			site.ask( '/a', { headers: { cookie } } );
		await as( 'u=alice' );
		site.wait( 60 );
		expect( ( await as( 'u=alice' ) ).text ).toBe( 'for alice' );
		expect( await as( 'u=bob' ) ).toMatchObject( {
			label: 'MISS',
			text: 'for bob',
		} );
		expect( await as( 'u=alice' ) ).toMatchObject( {
			label: 'HIT',
			text: 'for alice',
		} );
	} );

	test( 'stays what it is when the 304 names less than it differs by', async () => {
		const vary = 'Accept-Encoding, Accept-Language';
		const site = await makeSite(
			scripted(
				{ headers: { ...tagged, vary } },
				{ status: 304, headers: { ...FRESH, vary: 'Accept-Language' } }
			)
		);
		const headers = { 'accept-encoding': 'gzip' };
		await site.ask( '/a', { headers } );
		site.wait( 60 );
		expect( ( await site.ask( '/a', { headers } ) ).label ).toBe(
			'REVALIDATED'
		);
		const language = { ...headers, 'accept-language': 'de' };
		expect(
			( await site.ask( '/a', { headers: language } ) ).note
		).toContain( 'fwd=vary-miss' );
	} );

	test( 'is not kept when the 304 says that it is for one visitor alone', async () => {
		const site = await makeSite(
			scripted(
				{ headers: tagged },
				{ status: 304, headers: { ...FRESH, vary: '*' } },
				{ headers: FRESH }
			)
		);
		await site.ask( '/a' );
		site.wait( 60 );
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'REVALIDATED',
			text: 'answer 1',
			note: expect.stringContaining( 'detail="Vary: *"' ),
		} );
		expect( site.edge.report().entries ).toBe( 0 );
		expect( ( await site.ask( '/a' ) ).text ).toBe( 'answer 3' );
	} );

	test( 'is not kept alive by a 304 for something else', async () => {
		const site = await makeSite(
			scripted(
				{ headers: tagged },
				{ status: 304, headers: { etag: '"two"' } },
				{ headers: FRESH }
			)
		);
		await site.ask( '/a' );
		site.wait( 60 );
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'MISS',
			text: 'answer 3',
		} );
		expect( site.asked[ 2 ]?.headers[ 'if-none-match' ] ).toBeUndefined();
	} );

	test( 'is given once more, but not kept, when the 304 sets a cookie', async () => {
		const site = await makeSite(
			scripted(
				{ headers: tagged },
				{ status: 304, headers: { 'set-cookie': [ 'a=1', 'b=2' ] } }
			)
		);
		await site.ask( '/a' );
		site.wait( 60 );
		const checked = await site.ask( '/a' );
		expect( checked.text ).toBe( 'answer 1' );
		expect( checked.headers[ 'set-cookie' ] ).toEqual( [ 'a=1', 'b=2' ] );
		expect( site.edge.report().entries ).toBe( 0 );
	} );

	test( 'answers a visitor who has it already with 304 after the check', async () => {
		const site = await makeSite(
			scripted( { headers: tagged }, { status: 304, headers: FRESH } )
		);
		await site.ask( '/a' );
		site.wait( 60 );
		const wanted = { headers: { 'if-none-match': '"one"' } };
		expect( await site.ask( '/a', wanted ) ).toMatchObject( {
			status: 304,
			label: 'REVALIDATED',
		} );
	} );

	test( 'that must be checked each time is', async () => {
		const control = { 'cache-control': 'no-cache', etag: '"one"' };
		const site = await makeSite(
			scripted( { headers: control }, { status: 304 } )
		);
		await site.ask( '/a' );
		await site.ask( '/a' );
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'REVALIDATED',
			text: 'answer 1',
		} );
		expect( site.asked ).toHaveLength( 3 );
		expect( site.edge.report().notCached ).toEqual( [
			{ path: '/a', reason: 'Cache-Control: no-cache', requests: 3 },
		] );
	} );

	test( 'is given while one question renews it', async () => {
		const app = held();
		const site = await makeSite( app.listener );
		const headers = {
			'cache-control': 's-maxage=60, stale-while-revalidate=30',
		};
		const first = site.ask( '/a' );
		await app.arrived( 1 );
		app.answer( { headers, body: 'old' } );
		await first;
		site.wait( 89 );
		for ( let time = 0; time < 3; time++ ) {
			expect( await site.ask( '/a' ) ).toMatchObject( {
				label: 'STALE',
				text: 'old',
				note: 'headless-deploy; hit; ttl=-29',
			} );
		}
		await app.arrived( 2 );
		expect( site.asked ).toHaveLength( 2 );
		site.wait( 1 );
		// Too old to be given now: the visitor waits for the question that is under way.
		const waiting = site.ask( '/a' );
		app.answer( { headers, body: 'new' } );
		expect( await waiting ).toMatchObject( { label: 'HIT', text: 'new' } );
		expect( site.asked ).toHaveLength( 2 );
	} );

	test( 'stays when renewing it fails, and the next visitor tries again', async () => {
		const headers = {
			'cache-control': 's-maxage=60, stale-while-revalidate=600',
		};
		const site = await makeSite(
			scripted( { headers }, { status: 500 }, { headers, body: 'new' } )
		);
		await site.ask( '/a' );
		site.wait( 60 );
		await site.ask( '/a' );
		let answer = await site.ask( '/a' );
		while ( answer.text !== 'new' ) {
			expect( answer ).toMatchObject( {
				label: 'STALE',
				text: 'answer 1',
			} );
			answer = await site.ask( '/a' );
		}
		expect( site.asked ).toHaveLength( 3 );
	} );

	test.each( [
		[ 'answers 503', ( site: Site ) => site.asked.length ],
		[
			'is gone',
			( site: Site ) => {
				site.upstream = null;
			},
		],
	] )(
		'is given when the application %s, if the answer allows it',
		async ( _how, fail ) => {
			const headers = {
				'cache-control': 's-maxage=60, stale-if-error=30',
			};
			const site = await makeSite(
				scripted( { headers }, { status: 503 } )
			);
			await site.ask( '/a' );
			site.wait( 89 );
			fail( site );
			expect( await site.ask( '/a' ) ).toMatchObject( {
				status: 200,
				label: 'STALE',
				text: 'answer 1',
			} );
			site.wait( 1 );
			expect( ( await site.ask( '/a' ) ).status ).toBe( 503 );
		}
	);

	test( 'is given when the application breaks the connection, if the answer allows it', async () => {
		const headers = { 'cache-control': 's-maxage=60, stale-if-error=30' };
		const first = scripted( { headers } );
		const site: Site = await makeSite( ( request, response ) =>
			site.asked.length === 1
				? first( request, response )
				: request.socket.destroy()
		);
		await site.ask( '/a' );
		site.wait( 60 );
		expect( await site.ask( '/a' ) ).toMatchObject( {
			label: 'STALE',
			note: 'headless-deploy; fwd=stale; ttl=0; detail="The application failed"',
		} );
	} );

	test( 'is not given on errors when the answer does not allow it', async () => {
		const site = await makeSite(
			scripted( { headers: FRESH }, { status: 503 } )
		);
		await site.ask( '/a' );
		site.wait( 60 );
		expect( ( await site.ask( '/a' ) ).status ).toBe( 503 );
	} );
} );

describe( 'a change', () => {
	test.each( [ 'POST', 'PUT', 'DELETE', 'PATCH', 'MOVE' ] )(
		'by %s makes the edge forget the address',
		async ( method ) => {
			const site = await makeSite( scripted( { headers: FRESH } ) );
			await site.ask( '/a?b' );
			await site.ask( '/a?b', { method } );
			expect( ( await site.ask( '/a?b' ) ).label ).toBe( 'MISS' );
		}
	);

	test( 'that fails makes it forget nothing, nor does a question', async () => {
		const site = await makeSite(
			scripted( { headers: FRESH }, { status: 400 }, { status: 500 }, {} )
		);
		await site.ask( '/a' );
		await site.ask( '/a', { method: 'POST' } );
		await site.ask( '/a', { method: 'POST' } );
		await site.ask( '/a', { method: 'OPTIONS' } );
		expect( ( await site.ask( '/a' ) ).label ).toBe( 'HIT' );
	} );

	test( 'makes it forget where the answer points to, on this site', async () => {
		const site: Site = await makeSite( ( { method }, response ) => {
			response.writeHead(
				200,
				method === 'GET'
					? FRESH
					: {
							location: '/b?x',
							'content-location': `http://localhost:${ site.port }/c`,
						}
			);
			response.end();
		} );
		for ( const path of [ '/b?x', '/c', '/d' ] ) {
			await site.ask( path );
		}
		await site.ask( '/a', { method: 'POST' } );
		expect( ( await site.ask( '/b?x' ) ).label ).toBe( 'MISS' );
		expect( ( await site.ask( '/c' ) ).label ).toBe( 'MISS' );
		expect( ( await site.ask( '/d' ) ).label ).toBe( 'HIT' );
	} );

	test( 'elsewhere makes it forget nothing here', async () => {
		const site: Site = await makeSite( ( { method }, response ) => {
			response.writeHead(
				200,
				method === 'GET' ? FRESH : { location: 'http://evil.example/b' }
			);
			response.end();
		} );
		await site.ask( '/b' );
		await site.ask( '/a', { method: 'POST' } );
		expect( ( await site.ask( '/b' ) ).label ).toBe( 'HIT' );
	} );

	test( 'keeps out an answer that was asked for before it', async () => {
		const app = held();
		const site = await makeSite( app.listener );
		const before = site.ask( '/a' );
		await app.arrived( 1 );
		const change = site.ask( '/a', { method: 'POST' } );
		await app.arrived( 2 );
		// The application answers the change first.
		app.answer( { headers: FRESH, body: 'before' } );
		await before;
		app.answer( {} );
		await change;
		const again = site.ask( '/a' );
		await app.arrived( 3 );
		app.answer( { headers: FRESH } );
		expect( ( await again ).label ).toBe( 'MISS' );
	} );
} );
