import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RefreshData } from '../../src/front-end/payload.ts';
import { refreshHandler } from '../../src/front-end/refresh-handler.ts';
import type { RefreshOptions } from '../../src/front-end/refresh-handler.ts';
import {
	aChange,
	bodyOf,
	NEXT_SECRET,
	NOW_SECONDS,
	SECRET,
	signedRequest,
} from './signed-request.ts';

/** What the plugin understands. */
const ANSWERS = JSON.parse(
	readFileSync( 'test/contract/refresh-answers.json', 'utf8' )
);

const URL = 'https://www.example.com/api/refresh';

let seconds: number;
let changes: RefreshData[];

function makeHandler( options: Partial< RefreshOptions > = {} ) {
	return refreshHandler( {
		secret: SECRET,
		onChange: ( data ) => void changes.push( data ),
		now: () => seconds * 1000,
		...options,
	} );
}

beforeEach( () => {
	seconds = NOW_SECONDS;
	changes = [];
} );

test( 'passes the data of a change to onChange and confirms its tags', async () => {
	const data = aChange();
	const response = await makeHandler()(
		signedRequest( { body: bodyOf( data ) } )
	);
	expect( response.status ).toBe( 200 );
	expect( await response.json() ).toEqual( {
		revalidated: [ 'post-123', 'post-list' ],
	} );
	expect( response.headers.get( 'cache-group-invalidation' ) ).toBe(
		'"post-123", "post-list"'
	);
	expect( response.headers.get( 'cache-control' ) ).toBe( 'no-store' );
	expect( changes ).toEqual( [ data ] );
} );

test( 'invalidates the group of the whole site for the scope “all”', async () => {
	const body = bodyOf( aChange( { scope: 'all', since: null } ) );
	const response = await makeHandler()( signedRequest( { body } ) );
	expect( response.headers.get( 'cache-group-invalidation' ) ).toBe(
		'"all"'
	);
	expect( await response.json() ).toEqual( { revalidated: [ 'all' ] } );
} );

test( 'invalidates the whole site if the tags do not fit into a header', async () => {
	const tags = Array.from( { length: 2000 }, ( _, id ) => `post-${ id }` );
	const response = await makeHandler()(
		signedRequest( { body: bodyOf( aChange( { tags } ) ) } )
	);
	expect( response.headers.get( 'cache-group-invalidation' ) ).toBe(
		'"all"'
	);
} );

test( 'invalidates no group if only paths changed', async () => {
	const response = await makeHandler()(
		signedRequest( { body: bodyOf( aChange( { tags: [] } ) ) } )
	);
	expect( response.status ).toBe( 200 );
	expect( response.headers.has( 'cache-group-invalidation' ) ).toBe( false );
} );

test( 'confirms what onChange invalidated in addition to the request', async () => {
	const handler = makeHandler( {
		onChange: ( data ) => ( { ...data, tags: [ ...data.tags, 'term-7' ] } ),
	} );
	const response = await handler(
		signedRequest( { body: bodyOf( aChange() ) } )
	);
	expect( response.headers.get( 'cache-group-invalidation' ) ).toBe(
		'"post-123", "post-list", "term-7"'
	);
} );

test( 'answers a ping without calling onChange', async () => {
	const response = await makeHandler()(
		signedRequest( { body: bodyOf( {}, 'ping' ) } )
	);
	expect( response.status ).toBe( 200 );
	expect( changes ).toEqual( [] );
} );

test.each( [ 'GET', 'PUT', 'OPTIONS' ] )(
	'answers %s with 405',
	async ( method ) => {
		const response = await makeHandler()( new Request( URL, { method } ) );
		expect( response.status ).toBe( 405 );
		expect( response.headers.get( 'allow' ) ).toBe( 'POST' );
	}
);

test( 'rejects a wrong signature', async () => {
	const response = await makeHandler()(
		signedRequest( { body: bodyOf( aChange() ), secrets: [ NEXT_SECRET ] } )
	);
	expect( response.status ).toBe( 401 );
	expect( changes ).toEqual( [] );
} );

test.each( [ -301, 301 ] )(
	'rejects a timestamp that is %i seconds off',
	async ( difference ) => {
		const timestamp = NOW_SECONDS + difference;
		const response = await makeHandler()(
			signedRequest( { body: bodyOf( aChange() ), timestamp } )
		);
		expect( response.status ).toBe( 401 );
	}
);

test.each( [ -300, 300 ] )(
	'accepts a timestamp that is %i seconds off',
	async ( difference ) => {
		const timestamp = NOW_SECONDS + difference;
		const response = await makeHandler()(
			signedRequest( { body: bodyOf( aChange() ), timestamp } )
		);
		expect( response.status ).toBe( 200 );
	}
);

test.each( [ '', 'now', '-1', 'NaN' ] )(
	'rejects the timestamp “%s”',
	async ( timestamp ) => {
		const response = await makeHandler()(
			signedRequest( { body: bodyOf( aChange() ), timestamp } )
		);
		expect( response.status ).toBe( 401 );
	}
);

test( 'rejects a request that it has received, until its timestamp is too old', async () => {
	const handler = makeHandler();
	const send = async () =>
		handler(
			signedRequest( {
				body: bodyOf( aChange() ),
				timestamp: NOW_SECONDS + 300,
			} )
		);
	expect( ( await send() ).status ).toBe( 200 );
	seconds += 600;
	expect( ( await send() ).status ).toBe( 401 );
	expect( changes ).toHaveLength( 1 );
} );

test( 'rejects a replay with the other one of two signatures', async () => {
	const handler = makeHandler( { secret: [ NEXT_SECRET, SECRET ] } );
	const body = bodyOf( aChange() );
	const secrets = [ NEXT_SECRET, SECRET ];
	expect(
		( await handler( signedRequest( { body, secrets } ) ) ).status
	).toBe( 200 );
	for ( const secret of secrets ) {
		const replay = signedRequest( { body, secrets: [ secret ] } );
		expect( ( await handler( replay ) ).status ).toBe( 401 );
	}
} );

test( 'accepts a retry, which has the same id and a later timestamp', async () => {
	const onChange = vi
		.fn()
		.mockRejectedValueOnce( new Error( 'The cache is down.' ) )
		.mockResolvedValueOnce( undefined );
	const handler = makeHandler( { onChange, onError: () => {} } );
	const body = bodyOf( aChange() );
	expect( ( await handler( signedRequest( { body } ) ) ).status ).toBe( 500 );
	seconds += 10;
	const retry = signedRequest( { body, timestamp: seconds } );
	expect( ( await handler( retry ) ).status ).toBe( 200 );
} );

test( 'does not let a wrong signature use up a request', async () => {
	const handler = makeHandler();
	const body = bodyOf( aChange() );
	await handler( signedRequest( { body, signature: 'v1,AAAA' } ) );
	expect( ( await handler( signedRequest( { body } ) ) ).status ).toBe( 200 );
} );

test( 'remembers at most 1,000 requests', async () => {
	const handler = makeHandler();
	const ping = ( id: number ) =>
		handler(
			signedRequest( { body: bodyOf( {}, 'ping' ), id: `ping-${ id }` } )
		);
	for ( let id = 0; id <= 1_001; id++ ) {
		expect( ( await ping( id ) ).status ).toBe( 200 );
	}
	expect( ( await ping( 1_000 ) ).status ).toBe( 401 );
	expect( ( await ping( 0 ) ).status ).toBe( 200 );
} );

test.each( [ SECRET, NEXT_SECRET ] )(
	'accepts both secrets while they are rotated (%s)',
	async ( secret ) => {
		const handler = makeHandler( {
			secret: [ NEXT_SECRET, undefined, SECRET ],
		} );
		const response = await handler(
			signedRequest( { body: bodyOf( aChange() ), secrets: [ secret ] } )
		);
		expect( response.status ).toBe( 200 );
	}
);

test.each( [
	[ 'is missing', undefined ],
	[ 'is empty', [ '' ] ],
	[ 'is not base64', 'whsec_***' ],
] )(
	'answers a reason if the secret %s, and logs the variable once in one line',
	async ( _name, secret ) => {
		const log = vi.spyOn( console, 'error' ).mockReturnValue();
		onTestFinished( () => log.mockRestore() );
		const handler = makeHandler( { secret } );
		for ( let attempt = 1; attempt <= 2; attempt++ ) {
			const response = await handler(
				signedRequest( { body: bodyOf( aChange() ) } )
			);
			expect( {
				status: response.status,
				body: await response.json(),
			} ).toEqual( ANSWERS.secretMissing );
		}
		expect( changes ).toEqual( [] );
		expect( log.mock.calls.map( ( call ) => format( ...call ) ) ).toEqual( [
			'[Error: HEADLESS_DEPLOY_REFRESH_SECRET is missing or damaged.]',
		] );
	}
);

test( 'answers 500 without the reason if onChange throws', async () => {
	const error = new Error( `The cache refused ${ SECRET }` );
	const onError = vi.fn();
	const handler = makeHandler( {
		onChange: () => {
			throw error;
		},
		onError,
	} );
	const response = await handler(
		signedRequest( { body: bodyOf( aChange() ) } )
	);
	expect( response.status ).toBe( 500 );
	expect( await response.text() ).not.toContain( SECRET );
	expect( onError ).toHaveBeenCalledExactlyOnceWith( error );
} );

test.each( [
	[ 'not JSON', '{' ],
	[ 'not an object', '"text"' ],
	[ 'another type', bodyOf( aChange(), 'user.created' ) ],
	[ 'without data', '{"type":"content.changed"}' ],
	[
		'with a fraction as sequence',
		bodyOf( { ...aChange(), sequence: 1.5 } ),
	],
	[ 'with an unknown scope', bodyOf( { ...aChange(), scope: 'none' } ) ],
	[ 'with a number as tag', bodyOf( { ...aChange(), tags: [ 7 ] } ) ],
	[
		'without gone paths',
		bodyOf( { ...aChange(), paths: { changed: [] } } ),
	],
] )( 'answers 400 to a signed body that is %s', async ( _name, body ) => {
	const response = await makeHandler()( signedRequest( { body } ) );
	expect( response.status ).toBe( 400 );
	expect( changes ).toEqual( [] );
} );

test( 'answers 413 to a body of more than 64 kB, and does not read the rest', async () => {
	let parts = 0;
	const body = new ReadableStream( {
		pull( controller ) {
			parts++;
			controller.enqueue( new Uint8Array( 10_000 ) );
		},
	} );
	const { headers } = signedRequest( { body: '' } );
	const response = await makeHandler()(
		new Request( URL, {
			method: 'POST',
			headers,
			body,
			duplex: 'half',
		} as RequestInit )
	);
	expect( response.status ).toBe( 413 );
	expect( parts ).toBeLessThan( 10 );
} );
