/** Interface 4.4 and facts 1: the webhook URLs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBarrier } from '../reference-api/test-barrier.ts';
import { makeApp, wordApp } from '../reference-api/test-platform.ts';
import {
	builds,
	call,
	createEnvironment,
	createWebhooks,
	deploy,
	expectOk,
	refusal,
	settled,
	upload,
	UUID,
	visit,
} from './steps.ts';
import type { WebhookSet } from '../../src/shared/platform-api.generated.ts';
import type { Place } from './steps.ts';
import { json, openTarget, LOCAL, OWN, startOwn } from './target.ts';
import type { Target } from './target.ts';

const ACTIONS = [ 'rebuild', 'cleanRebuild', 'purgeCache' ] as const;

let target: Target;
let place: Place;
let urls: WebhookSet;

beforeAll( async () => {
	target = await openTarget();
	if ( LOCAL ) {
		place = await createEnvironment( target );
		urls = await createWebhooks( target, place );
	}
} );

afterAll( () => target.close() );

describe.runIf( LOCAL )( '4.4 webhook URLs', () => {
	test( '4.4 each has the path of the document with its literal action and a token', () => {
		for ( const action of ACTIONS ) {
			const url = new URL( urls[ action ] );
			expect( url.pathname ).toBe(
				`/wh/v1/${ place.name }/webhooks/webhook:${ action }`
			);
			expect( [ ...url.searchParams.keys() ] ).toEqual( [ 'token' ] );
		}
	} );

	test( 'facts 1: one set has ONE token for its three URLs', async () => {
		const tokens = Object.entries( urls )
			.filter( ( [ key ] ) =>
				ACTIONS.some( ( action ) => action === key )
			)
			.map( ( [ , url ] ) => String( url ).replace( /.*\?token=/, '' ) );
		expect( new Set( tokens ).size ).toBe( 1 );
		const again = await createWebhooks( target, place );
		expect( again.rebuild ).toBe( urls.rebuild );
	} );

	test( 'facts 1: the token is 20 bytes in base64url, ends in = and is shown unescaped', () => {
		expect( urls.rebuild ).toMatch( /\?token=[A-Za-z0-9_-]{27}=$/ );
	} );

	test( 'facts 1: = and %3D are both taken', async () => {
		for ( const ending of [ '=', '%3D', '%3d' ] ) {
			const url = urls.purgeCache.replace( /=$/, ending );
			expect( ( await call( url ) ).status ).toBe( 200 );
		}
	} );

	test( '4.4 no request body is used: any body is taken', async () => {
		const bodies: [ string, string ][] = [
			[ 'application/json', '{"action":"nothing"}' ],
			[ 'application/json', '{' ],
			[ 'application/json', '' ],
			[ 'application/x-www-form-urlencoded', 'a=b' ],
			[ 'text/plain', 'x'.repeat( 100_000 ) ],
			[ 'application/x-unknown', 'x' ],
			[ 'application/json; charset', '' ],
			[ 'garbage', '' ],
		];
		for ( const [ type, body ] of bodies ) {
			const response = await call( urls.purgeCache, {
				headers: { 'content-type': type },
				body,
			} );
			expect( response.status ).toBe( 200 );
		}
	} );

	test( 'facts 1: the colon may be escaped, and any site may call: the token is the credential', async () => {
		const url = urls.purgeCache.replace( 'webhook:', 'webhook%3A' );
		const headers = { origin: 'https://elsewhere.example' };
		expect( ( await call( url, { headers } ) ).status ).toBe( 200 );
	} );

	test( 'facts 1: purgeCache answers 200 and {}, also before the first upload', async () => {
		expect( await expectOk( await call( urls.purgeCache ) ) ).toEqual( {} );
	} );

	test.each( [ 'rebuild', 'cleanRebuild' ] as const )(
		'facts 1: %s before any upload is 422 “upload first”',
		async ( action ) => {
			const message = await refusal( await call( urls[ action ] ), 422 );
			expect( message ).toContain( 'upload first' );
		}
	);
} );

describe.runIf( LOCAL )( 'facts 1: what a webhook refuses', () => {
	test.each( [
		[
			'a wrong token',
			( url: string ) => url.replace( /token=./, 'token=~' ),
		],
		[ 'no token', ( url: string ) => url.replace( /\?.*/, '' ) ],
		[
			'an empty token',
			( url: string ) => url.replace( /token=.*/, 'token=' ),
		],
		[
			'a token under another name',
			( url: string ) => url.replace( 'token=', 'TOKEN=' ),
		],
		[ 'the token twice', ( url: string ) => `${ url }&token=x` ],
		[ 'a token that is longer', ( url: string ) => `${ url }x` ],
		[
			'a token as an object',
			( url: string ) => url.replace( 'token=', 'token[a]=' ),
		],
	] )(
		'facts 1: %s is 403 and is never repeated',
		async ( _what, change ) => {
			const url = change( urls.purgeCache );
			const message = await refusal( await call( url ), 403 );
			const token = new URL( urls.purgeCache ).searchParams.get(
				'token'
			);
			expect( message ).not.toContain( String( token ).slice( 2, -2 ) );
			expect( message ).not.toContain( '~' );
		}
	);

	test.each( [
		'Rebuild',
		'REBUILD',
		'cleanrebuild',
		'purge-cache',
		'destroy',
		'',
	] )(
		'facts 1: the verb “%s” is 404: they are case-sensitive',
		async ( verb ) => {
			const url = urls.rebuild.replace(
				'webhook:rebuild',
				`webhook:${ verb }`
			);
			await refusal( await call( url ), 404 );
		}
	);

	test.each( [ 'GET', 'PUT', 'PATCH', 'DELETE' ] )(
		'facts 1: %s is 405 with Allow: POST, and does nothing',
		async ( method ) => {
			const response = await call( urls.purgeCache, { method } );
			expect( response.headers.get( 'allow' ) ).toBe( 'POST' );
			await refusal( response, 405 );
		}
	);

	test( 'facts 1: HEAD is 405 with Allow: POST', async () => {
		const response = await call( urls.purgeCache, { method: 'HEAD' } );
		expect( response.status ).toBe( 405 );
		expect( response.headers.get( 'allow' ) ).toBe( 'POST' );
	} );

	test( '5.2 regenerating invalidates the old URLs at once, and the new ones work', async () => {
		const other = await createEnvironment( target );
		const old = await createWebhooks( target, other );
		const fresh = await expectOk< WebhookSet >(
			await target.request(
				`/_local/${ other.name }/webhooks:regenerate`,
				{
					method: 'POST',
				}
			)
		);
		await refusal( await call( old.purgeCache ), 403 );
		expect( ( await call( fresh.purgeCache ) ).status ).toBe( 200 );
	} );

	test( '5.2 deleting invalidates all URLs: 404', async () => {
		const other = await createEnvironment( target );
		const old = await createWebhooks( target, other );
		const path = `/_local/${ other.name }/webhooks`;
		const deleted = await target.request( path, { method: 'DELETE' } );
		expect( deleted.status ).toBe( 204 );
		for ( const action of ACTIONS ) {
			await refusal( await call( old[ action ] ), 404 );
		}
		await refusal( await target.request( path ), 404 );
	} );

	test( '5.2 the token of one environment does not open another', async () => {
		const other = await createEnvironment( target );
		await createWebhooks( target, other );
		const url = urls.purgeCache.replace( place.name, other.name );
		await refusal( await call( url ), 403 );
	} );

	test.runIf( OWN )(
		'facts 1: the rate limit, where it is set, is 429 with Retry-After',
		async () => {
			const limited = await startOwn( {
				limits: { buildsPerMinute: 1 },
			} );
			try {
				const own = await createEnvironment( limited );
				const { rebuild } = await createWebhooks( limited, own );
				await deploy( limited, own, await wordApp( 'one' ) );
				const response = await call( rebuild );
				expect( response.headers.get( 'retry-after' ) ).toMatch(
					/^[1-9]\d?$/
				);
				await refusal( response, 429 );
			} finally {
				await limited.close();
			}
		}
	);
} );

describe.runIf( LOCAL )( '1.4 what the three actions do', () => {
	test.each( [ 'rebuild', 'cleanRebuild' ] as const )(
		'1.4 %s builds again and answers the real operation and build',
		async ( action ) => {
			const own = await createEnvironment( target );
			const hooks = await createWebhooks( target, own );
			await deploy( target, own, await wordApp( 'one' ) );
			const operation = await expectOk< { name: string } >(
				await call( hooks[ action ] )
			);
			expect( operation ).toEqual( {
				name: expect.stringMatching(
					new RegExp( `^${ own.name }/operations/${ UUID }$` )
				),
				metadata: {
					'@type': expect.stringMatching(
						/UpdateEnvironmentMetadata$/
					),
					build: expect.stringMatching(
						new RegExp( `^${ own.name }/builds/${ UUID }$` )
					),
					deployment: '',
				},
				done: false,
			} );
			const done = await settled(
				target,
				own,
				operation.name.split( '/' ).at( -1 )
			);
			expect( done ).toMatchObject( { response: { name: own.name } } );
			expect( await builds( target, own ) ).toMatchObject( [
				{ number: 2, trigger: action, state: 'live' },
				{ number: 1, trigger: 'upload', state: 'succeeded' },
			] );
		}
	);

	test.each( [ 'purgeCache', 'clearCache' ] )(
		'1.4 %s clears the CDN cache of the environment',
		async ( action ) => {
			const own = await createEnvironment( target );
			const hooks = await createWebhooks( target, own );
			await deploy(
				target,
				own,
				await makeApp(
					"globalThis.n = ( globalThis.n ?? 0 ) + 1; response.setHeader( 'cache-control', 's-maxage=600' ); response.end( request.url === '/page' ? String( globalThis.n ) : '' );"
				)
			);
			const page = async () =>
				( await visit( target, own, '/page' ) ).text();
			const first = await page();
			expect( await page() ).toBe( first );
			await expectOk(
				await ( action === 'purgeCache'
					? call( hooks.purgeCache )
					: target.request(
							`/v1/${ own.name }:clearCache`,
							json( {} )
						) )
			);
			expect( await page() ).not.toBe( first );
		}
	);

	test( 'facts 1: :clearCache takes {} and an empty body, and answers {}', async () => {
		const url = `/v1/${ place.name }:clearCache`;
		const type = { 'content-type': 'application/json' };
		for ( const init of [
			{ body: '{}', headers: type },
			{ body: '', headers: type },
			{},
		] ) {
			const response = await target.request( url, {
				method: 'POST',
				...init,
			} );
			expect( await expectOk( response ) ).toEqual( {} );
		}
		await refusal(
			await target.request( url, json( { all: true } ) ),
			400,
			'all'
		);
		await refusal( await call( target.url + url ), 401 );
	} );
} );

describe.runIf( OWN )( 'facts 1: calls while a build runs', () => {
	test( 'facts 1: calls while a build runs are coalesced into ONE queued build; a queued cleanRebuild absorbs a queued rebuild', async () => {
		const barrier = await makeBarrier();
		const own = await createEnvironment( target );
		const hooks = await createWebhooks( target, own );
		const zip = await makeApp(
			"response.end( 'page' );",
			`await fetch( '${ barrier.url }' );`
		);
		await expectOk( await upload( target, own, zip ) );
		await barrier.arrived( 1 );
		await expectOk( await call( hooks.rebuild ) );
		await expectOk( await call( hooks.rebuild ) );
		await expectOk( await call( hooks.cleanRebuild ) );
		await expectOk( await call( hooks.rebuild ) );
		barrier.open();
		await settled( target, own );
		const all = await builds( target, own );
		expect(
			all.map( ( { trigger, state } ) => `${ trigger } ${ state }` )
		).toEqual( [
			'cleanRebuild live',
			'rebuild superseded',
			'upload succeeded',
		] );
	} );

	test( 'facts 2: a superseded operation follows the build that took it up', async () => {
		const barrier = await makeBarrier();
		const own = await createEnvironment( target );
		const hooks = await createWebhooks( target, own );
		const zip = await makeApp(
			"response.end( 'page' );",
			`await fetch( '${ barrier.url }' );`
		);
		await expectOk( await upload( target, own, zip ) );
		await barrier.arrived( 1 );
		const { name } = await expectOk< { name: string } >(
			await call( hooks.rebuild )
		);
		await expectOk( await call( hooks.cleanRebuild ) );
		barrier.open();
		const done = await settled( target, own, name.split( '/' ).at( -1 ) );
		const [ newest ] = await builds( target, own );
		expect( done ).toMatchObject( {
			name,
			metadata: { build: newest?.name },
			response: {},
		} );
	} );
} );
