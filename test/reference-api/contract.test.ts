/** The interface document's endpoints 4.1 to 4.4, case by case, over HTTP. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { EnvironmentPath } from '../../src/reference-api/model/hosting.ts';
import {
	json,
	makeEnvironment,
	makePlatform,
	routeOf,
	upload,
	uploadForm,
	wordApp,
} from './test-platform.ts';
import type { TestPlatform } from './test-platform.ts';

const APP = { region: 'regions/UK', uploadable: {} };
const ENVIRONMENT = {
	displayName: 'Production',
	branch: 'uploadable',
	wpEnvironment: 'blog',
};
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

let platform: TestPlatform;

async function message( response: Response ): Promise< string > {
	const body: unknown = await response.json();
	expect( body ).toEqual( { message: expect.any( String ) } );
	return ( body as { message: string } ).message;
}

beforeEach( async () => {
	platform = await makePlatform();
} );

describe( '4.1 create application', () => {
	const url = '/v1/accounts/acme/apps?appId=shop';

	test( 'answers 200 without a body', async () => {
		const response = await platform.ask( url, json( APP ) );
		expect( response.status ).toBe( 200 );
		expect( await response.text() ).toBe( '' );
		const { apps } = ( await (
			await platform.ask( '/v1/accounts/acme/apps' )
		).json() ) as { apps: unknown[] };
		expect( apps ).toMatchObject( [
			{
				name: 'accounts/acme/apps/shop',
				appId: 'shop',
				region: 'regions/UK',
			},
		] );
	} );

	test.each( [ 'US-C', 'AUS-SE', 'UK', 'EU-W' ] )(
		'takes the region %s',
		async ( region ) => {
			const body = { ...APP, region: `regions/${ region }` };
			const response = await platform.ask( url, json( body ) );
			expect( response.status ).toBe( 200 );
		}
	);

	test( 'refuses another region and names those that there are', async () => {
		const body = { ...APP, region: 'regions/MARS' };
		const response = await platform.ask( url, json( body ) );
		expect( response.status ).toBe( 400 );
		expect( await message( response ) ).toBe(
			'Unknown region "regions/MARS": use one of regions/US-C, regions/AUS-SE, regions/UK, regions/EU-W.'
		);
	} );

	test( 'refuses an app that is not uploaded', async () => {
		const response = await platform.ask(
			url,
			json( { region: 'regions/UK' } )
		);
		expect( response.status ).toBe( 400 );
		expect( await message( response ) ).toContain( '"uploadable"' );
	} );

	test( 'refuses an appId that exists', async () => {
		await platform.ask( url, json( APP ) );
		const response = await platform.ask( url, json( APP ) );
		expect( response.status ).toBe( 409 );
		expect( await message( response ) ).toContain( '“shop”' );
	} );

	test( 'refuses an unknown account', async () => {
		const response = await platform.ask(
			'/v1/accounts/unknown/apps?appId=shop',
			json( APP )
		);
		expect( response.status ).toBe( 404 );
		expect( await message( response ) ).toContain(
			'No account “unknown”. There is “acme”.'
		);
	} );

	test.each( [ '', '../x', 'a/b', 'ä', 'x'.repeat( 64 ), '-a' ] )(
		'refuses the appId “%s”',
		async ( appId ) => {
			const response = await platform.ask(
				`/v1/accounts/acme/apps?appId=${ encodeURIComponent( appId ) }`,
				json( APP )
			);
			expect( response.status ).toBe( 400 );
		}
	);

	test( 'refuses what is no JSON, and what is not announced as JSON', async () => {
		const broken = await platform.ask( url, {
			...json( {} ),
			body: '{"region":',
		} );
		expect( broken.status ).toBe( 400 );
		const form = await platform.ask( url, {
			method: 'POST',
			body: new URLSearchParams( { region: 'regions/UK' } ),
		} );
		expect( form.status ).toBe( 415 );
		expect( await message( form ) ).toContain( 'application/json' );
	} );

	test( 'refuses a request without credentials, and says how to give them', async () => {
		const response = await fetch( platform.url + url, json( APP ) );
		expect( response.status ).toBe( 401 );
		expect( response.headers.get( 'www-authenticate' ) ).toMatch(
			/^Basic realm=".+", charset="UTF-8"$/
		);
	} );
} );

describe( '4.2 create environment', () => {
	const url = '/v1/accounts/acme/apps/shop/environments';

	beforeEach( async () => {
		await platform.services.catalog.createApp(
			'acme',
			'shop',
			'regions/UK'
		);
	} );

	test( 'answers an operation with the literal no_build', async () => {
		const response = await platform.ask( url, json( ENVIRONMENT ) );
		expect( response.status ).toBe( 200 );
		const base = `accounts/acme/apps/shop/environments/${ UUID }`;
		expect( await response.json() ).toEqual( {
			name: expect.stringMatching(
				new RegExp( `^${ base }/operations/no_build$` )
			),
			metadata: {
				'@type':
					'type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata',
				build: expect.stringMatching(
					new RegExp( `^${ base }/builds/no_build$` )
				),
				deployment: '',
			},
			done: false,
		} );
	} );

	test( 'gives each environment an address of its own', async () => {
		for ( const displayName of [ 'Production', 'Staging' ] ) {
			const body = json( { ...ENVIRONMENT, displayName } );
			const response = await platform.ask( url, body );
			expect( await response.text() ).toContain( 'no_build' );
		}
		const { environments } = ( await (
			await platform.ask( url )
		).json() ) as { environments: { domains: string[] }[] };
		const domains = environments.flatMap( ( item ) => item.domains );
		expect( new Set( domains ).size ).toBe( 2 );
		expect( domains[ 0 ] ).toMatch( /^localhost:\d+$/ );
	} );

	test( 'never shows the values of shell variables', async () => {
		const shellVariables = [ { key: 'SECRET', value: 'hush-hush' } ];
		await platform.ask( url, json( { ...ENVIRONMENT, shellVariables } ) );
		const text = await ( await platform.ask( url ) ).text();
		expect( text ).toContain( 'SECRET' );
		expect( text ).not.toContain( 'hush-hush' );
	} );

	test.each( [
		[ 'another branch', { branch: 'main' }, '"uploadable"' ],
		[
			'an unknown install',
			{ wpEnvironment: 'other' },
			'There is “blog”.',
		],
		[ 'an empty name', { displayName: ' ' }, 'displayName' ],
		[
			'a field that does not exist',
			{ shellVariable: [] },
			'shellVariable',
		],
		[
			'an impossible shell variable',
			{ shellVariables: [ { key: '1A', value: '' } ] },
			'shell variable 1 is not valid',
		],
		[
			'a shell variable given twice',
			{
				shellVariables: [
					{ key: 'A', value: '1' },
					{ key: 'A', value: '2' },
				],
			},
			'twice',
		],
	] )( 'refuses %s', async ( _what, fields, words ) => {
		const response = await platform.ask(
			url,
			json( { ...ENVIRONMENT, ...fields } )
		);
		expect( response.status ).toBe( 400 );
		expect( await message( response ) ).toContain( words );
	} );

	test( 'refuses an unknown app', async () => {
		const response = await platform.ask(
			'/v1/accounts/acme/apps/none/environments',
			json( ENVIRONMENT )
		);
		expect( response.status ).toBe( 404 );
		expect( await message( response ) ).toContain( 'No app “none”' );
	} );
} );

describe( '4.3 upload application code', () => {
	let path: EnvironmentPath;
	let url: string;

	beforeEach( async () => {
		path = await makeEnvironment( platform );
		url = `${ routeOf( '/fu/v1', path ) }:upload`;
	} );

	test( 'answers an operation with the literal no_build, which leads to the deployment', async () => {
		const response = await upload( platform, path, await wordApp( 'one' ) );
		expect( response.status ).toBe( 200 );
		const operation = ( await response.json() ) as { name: string };
		expect( operation ).toMatchObject( {
			name: expect.stringMatching( /operations\/no_build$/ ),
			metadata: { build: expect.stringMatching( /builds\/no_build$/ ) },
			done: false,
		} );
		await platform.idle();
		const later = await platform.ask( `/v1/${ operation.name }` );
		expect( await later.json() ).toMatchObject( {
			name: expect.stringMatching(
				new RegExp( `operations/${ UUID }$` )
			),
			done: true,
			response: { displayName: 'Production', reconciling: false },
		} );
	} );

	test( 'refuses another name of the part', async () => {
		const response = await platform.ask( url, {
			method: 'POST',
			body: uploadForm( await wordApp( 'one' ), 'file' ),
		} );
		expect( response.status ).toBe( 400 );
		expect( await message( response ) ).toContain( '“repository”' );
	} );

	test( 'refuses two zips', async () => {
		const form = uploadForm( await wordApp( 'one' ) );
		form.append( 'repository', new Blob( [ 'x' ] ), 'b.zip' );
		const response = await platform.ask( url, {
			method: 'POST',
			body: form,
		} );
		expect( response.status ).toBe( 400 );
	} );

	test( 'refuses a form without a zip', async () => {
		const form = new FormData();
		form.append( 'name', 'shop' );
		const response = await platform.ask( url, {
			method: 'POST',
			body: form,
		} );
		expect( response.status ).toBe( 400 );
	} );

	test( 'refuses what is no form', async () => {
		const response = await platform.ask( url, json( {} ) );
		expect( response.status ).toBe( 415 );
		expect( await message( response ) ).toContain( 'multipart/form-data' );
	} );

	test( 'refuses an unknown environment', async () => {
		const response = await upload(
			platform,
			{ ...path, environmentId: 'none' },
			await wordApp( 'one' )
		);
		expect( response.status ).toBe( 404 );
	} );
} );

describe( '4.4 trigger webhook', () => {
	let path: EnvironmentPath;
	let urls: Record< string, string >;

	const call = ( url: string, init?: RequestInit ) =>
		fetch( url, { method: 'POST', ...init } );
	const urlOf = ( action: string ) => String( urls[ action ] );

	beforeEach( async () => {
		path = await makeEnvironment( platform );
		( { urls } = await platform.services.webhooks.create( path, 'sam' ) );
	} );

	test( 'has one token of 28 characters for all three URLs', () => {
		for ( const action of [ 'rebuild', 'cleanRebuild', 'purgeCache' ] ) {
			expect( urlOf( action ) ).toBe(
				`${ platform.url }${ routeOf(
					'/wh/v1',
					path
				) }/webhooks/webhook:${ action }?token=${ new URL(
					urlOf( 'rebuild' )
				).searchParams.get( 'token' ) }`
			);
		}
		expect( urlOf( 'rebuild' ) ).toMatch( /\?token=[A-Za-z0-9_-]{27}=$/ );
	} );

	test.each( [ 'rebuild', 'cleanRebuild' ] )(
		'answers %s with the real operation and build',
		async ( action ) => {
			await upload( platform, path, await wordApp( 'one' ) );
			await platform.idle();
			const response = await call( urlOf( action ) );
			expect( response.status ).toBe( 200 );
			const operation = ( await response.json() ) as { name: string };
			const [ build ] = await platform.services.builds.of(
				path.environmentId
			);
			expect( operation ).toMatchObject( {
				name: expect.stringContaining( `${ build?.operationId }` ),
				metadata: {
					build: expect.stringContaining( `${ build?.id }` ),
				},
				done: false,
			} );
			await platform.idle();
			const later = await platform.ask( `/v1/${ operation.name }` );
			expect( await later.json() ).toMatchObject( { done: true } );
		}
	);

	test.each( [ 'rebuild', 'cleanRebuild' ] )(
		'refuses %s before the first upload',
		async ( action ) => {
			const response = await call( urlOf( action ) );
			expect( response.status ).toBe( 422 );
			expect( await message( response ) ).toContain( 'upload first' );
		}
	);

	test( 'answers purgeCache with an empty object, also before the first upload', async () => {
		const response = await call( urlOf( 'purgeCache' ) );
		expect( response.status ).toBe( 200 );
		expect( await response.json() ).toEqual( {} );
	} );

	test.each( [
		[ 'an escaped token', ( url: string ) => url.replace( /=$/, '%3D' ) ],
		[
			'an escaped colon',
			( url: string ) => url.replace( 'webhook:', 'webhook%3A' ),
		],
	] )( 'takes %s', async ( _what, change ) => {
		const response = await call( change( urlOf( 'purgeCache' ) ) );
		expect( response.status ).toBe( 200 );
	} );

	test.each( [
		[ 'a form', 'application/x-www-form-urlencoded', 'a=b' ],
		[ 'JSON that is none', 'application/json', '{' ],
		[ 'an empty JSON body', 'application/json', '' ],
		[ 'an unknown kind', 'application/x-unknown', 'x' ],
	] )( 'takes a call with %s', async ( _what, type, body ) => {
		const response = await call( urlOf( 'purgeCache' ), {
			headers: { 'content-type': type },
			body,
		} );
		expect( response.status ).toBe( 200 );
	} );

	test( 'takes a call from a page of any site: the token is the credential', async () => {
		const response = await call( urlOf( 'purgeCache' ), {
			headers: { origin: 'https://elsewhere.example' },
		} );
		expect( response.status ).toBe( 200 );
	} );

	test.each( [
		[ 'a wrong token', '?token=wrong' ],
		[ 'no token', '' ],
		[ 'two tokens', '?token=a&token=b' ],
	] )( 'refuses %s and never repeats it', async ( _what, query ) => {
		const url = urlOf( 'purgeCache' ).replace( /\?.*$/, query );
		const response = await call( url );
		expect( response.status ).toBe( 403 );
		expect( await message( response ) ).not.toContain( 'wrong' );
	} );

	test( 'refuses the old token at once after Regenerate all', async () => {
		await platform.ask(
			`${ routeOf( '/_local', path ) }/webhooks:regenerate`,
			{ method: 'POST' }
		);
		expect( ( await call( urlOf( 'purgeCache' ) ) ).status ).toBe( 403 );
		const set = await platform.services.webhooks.find( path );
		const fresh = await call( String( set?.urls.purgeCache ) );
		expect( fresh.status ).toBe( 200 );
		expect( set?.lastCalls.purgeCache?.status ).toBe( 403 );
	} );

	test( 'answers 404 after Delete all', async () => {
		const url = `${ routeOf( '/_local', path ) }/webhooks`;
		const deleted = await platform.ask( url, { method: 'DELETE' } );
		expect( deleted.status ).toBe( 204 );
		expect( ( await call( urlOf( 'purgeCache' ) ) ).status ).toBe( 404 );
		expect( ( await platform.ask( url ) ).status ).toBe( 404 );
	} );

	test.each( [ 'destroy', 'Rebuild', 'purgecache', '' ] )(
		'answers 404 for the verb “%s”',
		async ( verb ) => {
			const url = urlOf( 'rebuild' ).replace( ':rebuild', `:${ verb }` );
			expect( ( await call( url ) ).status ).toBe( 404 );
		}
	);

	test.each( [ 'GET', 'HEAD', 'PUT', 'DELETE' ] )(
		'answers %s with 405 and changes nothing',
		async ( method ) => {
			const response = await call( urlOf( 'purgeCache' ), { method } );
			expect( response.status ).toBe( 405 );
			expect( response.headers.get( 'allow' ) ).toBe( 'POST' );
			const set = await platform.services.webhooks.find( path );
			expect( set?.lastCalls ).toEqual( {} );
		}
	);

	test( 'remembers the last call of each action, refused ones too', async () => {
		await call( urlOf( 'purgeCache' ) );
		await call( urlOf( 'rebuild' ) );
		const set = await platform.services.webhooks.find( path );
		expect( set?.lastCalls ).toMatchObject( {
			purgeCache: { status: 200 },
			rebuild: { status: 422 },
		} );
	} );
} );

describe( 'what can be read back', () => {
	test( 'lists the regions', async () => {
		const response = await platform.ask( '/v1/regions' );
		const { regions } = ( await response.json() ) as { regions: unknown[] };
		expect( regions ).toHaveLength( 4 );
	} );

	test( 'pages through the builds, newest first', async () => {
		const path = await makeEnvironment( platform );
		for ( const word of [ 'one', 'two', 'three' ] ) {
			await upload( platform, path, await wordApp( word ) );
			await platform.idle();
		}
		const url = `${ routeOf( '/v1', path ) }/builds?pageSize=2`;
		type Page = { builds: { number: number }[]; nextPageToken: string };
		const first = ( await ( await platform.ask( url ) ).json() ) as Page;
		const second = ( await (
			await platform.ask( `${ url }&pageToken=${ first.nextPageToken }` )
		).json() ) as Page;
		const numbers = [ first, second ].map( ( page ) =>
			page.builds.map( ( { number } ) => number )
		);
		expect( numbers ).toEqual( [ [ 3, 2 ], [ 1 ] ] );
		expect( second.nextPageToken ).toBe( '' );
		const bad = await platform.ask( `${ url }&pageToken=x` );
		expect( bad.status ).toBe( 400 );
	} );

	test( 'answers a new environment’s operation as done', async () => {
		const path = await makeEnvironment( platform );
		const url = `${ routeOf( '/v1', path ) }/operations`;
		const response = await platform.ask( `${ url }/no_build` );
		expect( await response.json() ).toMatchObject( { done: true } );
		expect( ( await platform.ask( `${ url }/none` ) ).status ).toBe( 404 );
	} );

	test( 'clears the cache by the other door too', async () => {
		const path = await makeEnvironment( platform );
		const response = await platform.ask(
			`${ routeOf( '/v1', path ) }:clearCache`,
			json( {} )
		);
		expect( await response.json() ).toEqual( {} );
		expect(
			( await platform.services.edges.report( path.environmentId ) )
				.purgedAt
		).toBeInstanceOf( Date );
	} );

	test( 'tells a wrong method from a wrong address', async () => {
		const method = await platform.ask( '/v1/regions', {
			method: 'DELETE',
		} );
		expect( method.status ).toBe( 405 );
		expect( method.headers.get( 'allow' ) ).toBe( 'GET, HEAD' );
		expect( await message( method ) ).toContain( 'DELETE' );
		const address = await platform.ask( '/v1/nothing' );
		expect( address.status ).toBe( 404 );
		expect( await message( address ) ).toBe( 'Not Found' );
	} );
} );

describe( '--loose', () => {
	test( 'makes accounts and installs when they are first named', async () => {
		const loose = await makePlatform( { loose: true } );
		const app = await loose.ask(
			'/v1/accounts/fresh/apps?appId=shop',
			json( APP )
		);
		expect( app.status ).toBe( 200 );
		const environment = await loose.ask(
			'/v1/accounts/fresh/apps/shop/environments',
			json( { ...ENVIRONMENT, wpEnvironment: 'fresh-blog' } )
		);
		expect( environment.status ).toBe( 200 );
		expect( await loose.services.installs.all() ).toMatchObject( [
			{ accountName: 'acme', name: 'blog' },
			{ accountName: 'fresh', name: 'fresh-blog', url: '' },
		] );
	} );
} );
