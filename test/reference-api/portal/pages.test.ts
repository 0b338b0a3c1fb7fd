import { beforeEach, describe, expect, test } from 'vitest';
import { HostingError } from '../../../src/reference-api/model.ts';
import { aBuild, at, TOKEN } from './fake-hosting.ts';
import { ENVIRONMENT_URL, portalApp } from './portal-app.ts';

let portal: Awaited< ReturnType< typeof portalApp > >;

beforeEach( async () => {
	portal = await portalApp();
} );

/**
 * Reads a page as its text, as a person does.
 * @param url
 */
async function textOf( url: string ): Promise< string > {
	const { body } = await portal.get( url );
	return body
		.replace( /^[\s\S]*<main[^>]*>/, '' )
		.replace( /<[^>]+>/g, ' ' )
		.replace( /\s+/g, ' ' )
		.replace( / ([.,:])/g, '$1' );
}

const live = aBuild( {
	number: 42,
	state: 'live',
	createTime: at( '14:01:19' ),
	startTime: at( '14:01:20' ),
	finishTime: at( '14:02:00' ),
} );

const building = aBuild( {
	number: 43,
	state: 'building',
	startTime: at( '14:08:34' ),
	finishTime: null,
} );

describe( 'every answer', () => {
	test.each( [
		'/portal/sign-in',
		'/portal/accounts/acme',
		`${ ENVIRONMENT_URL }/settings`,
		'/portal/nothing',
	] )(
		'is closed to foreign content and kept by nobody: %s',
		async ( url ) => {
			const { headers, body } = await portal.get( url );
			expect( headers[ 'content-security-policy' ] ).toContain(
				"default-src 'none'"
			);
			expect( headers[ 'content-security-policy' ] ).toContain(
				"frame-ancestors 'none'"
			);
			expect( headers[ 'cache-control' ] ).toBe( 'no-store' );
			expect( headers[ 'x-content-type-options' ] ).toBe( 'nosniff' );
			expect( body ).not.toMatch( /<style|style="|<script>|onclick/ );
		}
	);

	test( 'names its styles and its script by their content', async () => {
		const { body } = await portal.get( '/portal/sign-in' );
		for ( const [ , address ] of body.matchAll(
			/(?:href|src)="(\/portal\/assets\/[^"]+)"/g
		) ) {
			const asset = await portal.get( address ?? '', {
				headers: { authorization: '' },
			} );
			expect( asset.statusCode ).toBe( 200 );
			expect( asset.headers[ 'cache-control' ] ).toContain( 'immutable' );
		}
	} );
} );

describe( 'Apps', () => {
	test( 'is where the portal begins', async () => {
		const { statusCode, headers } = await portal.get( '/portal' );
		expect( [ statusCode, headers.location ] ).toEqual( [
			303,
			'/portal/accounts/acme',
		] );
	} );

	test( 'tells what is served and what happened last as two things', async () => {
		portal.hosting.buildList = [
			aBuild( {
				number: 43,
				state: 'failed',
				finishTime: at( '14:05:00' ),
			} ),
			live,
		];
		expect( await textOf( '/portal/accounts/acme' ) ).toContain(
			'storefront US Central Production Live Build 43 failed, 14:05 today. Build 42 stayed live. localhost:4101'
		);
	} );

	test( 'says how to begin', async () => {
		expect( await textOf( '/portal/accounts/acme' ) ).toContain(
			'No code yet Upload a zip to start it'
		);
		portal.hosting.appList = [];
		expect( await textOf( '/portal/accounts/acme' ) ).toContain(
			'No apps yet'
		);
	} );

	test( 'answers 404 for an account that is not there', async () => {
		const { statusCode, body } = await portal.get(
			'/portal/accounts/nobody'
		);
		expect( statusCode ).toBe( 404 );
		expect( body ).toContain( 'There is no account “nobody”.' );
	} );
} );

describe( 'Overview', () => {
	test( 'says in its first line what visitors get', async () => {
		portal.hosting.buildList = [ live ];
		expect( await textOf( ENVIRONMENT_URL ) ).toContain(
			'Live. Build 42 has been serving since 14:02. Started by: Webhook, Rebuild. Ready 41 s after the call.'
		);
	} );

	test( 'shows a running build with its usual duration, and what waits', async () => {
		portal.hosting.buildList = [
			aBuild( {
				number: 44,
				state: 'queued',
				startTime: null,
				finishTime: null,
				absorbed: 2,
			} ),
			building,
			live,
		];
		const text = await textOf( ENVIRONMENT_URL );
		expect( text ).toContain(
			'Building Build 43 26 s so far, usually about 40 s'
		);
		expect( text ).toContain( 'Queued Build 44 starts when build 43 ends' );
		expect( ( await portal.get( ENVIRONMENT_URL ) ).body ).toMatch(
			/<noscript>\s*<meta http-equiv="refresh"/
		);
	} );

	test( 'does not turn a live site red when a build failed', async () => {
		portal.hosting.buildList = [
			aBuild( { number: 43, state: 'failed', error: 'Broken.' } ),
			live,
		];
		expect( await textOf( ENVIRONMENT_URL ) ).toContain(
			'Live. Build 42 has been serving'
		);
	} );

	test( 'says why nothing is served', async () => {
		portal.hosting.buildList = [
			aBuild( {
				number: 1,
				state: 'failed',
				error: 'npm ci ended with code 1.',
			} ),
		];
		expect( await textOf( ENVIRONMENT_URL ) ).toContain(
			'Nothing is served yet. Build 1 failed: npm ci ended with code 1.'
		);
	} );

	test( 'offers the upload to an empty environment', async () => {
		expect( await textOf( ENVIRONMENT_URL ) ).toContain(
			'Upload a zip of your project.'
		);
	} );

	test( 'escapes names', async () => {
		const [ environment ] = portal.hosting.environmentList;
		Object.assign( environment ?? {}, { displayName: '<b>Prod</b>' } );
		const { body } = await portal.get( ENVIRONMENT_URL );
		expect( body ).toContain( '&lt;b&gt;Prod' );
		expect( body ).not.toContain( '<b>Prod' );
	} );
} );

describe( 'a build', () => {
	test( 'shows its log and goes on with it while it runs', async () => {
		portal.hosting.buildList = [ building ];
		portal.hosting.log = 'one\ntwo\nhal';
		const { body } = await portal.get( `${ ENVIRONMENT_URL }/builds/43` );
		expect( body ).toContain( '<span>two</span>' );
		expect( body ).not.toContain( 'data-ended' );
		portal.hosting.log += 'f\n';
		const more = await portal.get(
			`${ ENVIRONMENT_URL }/builds/43/lines?offset=8&line=3`
		);
		expect( more.json() ).toMatchObject( {
			nextOffset: 13,
			nextLine: 4,
			ended: false,
		} );
		expect( more.json().lines ).toContain( '<span>half</span>' );
	} );

	test( 'tells a failure on top, with what stayed live', async () => {
		portal.hosting.buildList = [
			aBuild( {
				number: 43,
				state: 'failed',
				error: 'npm ci ended with code 1.',
			} ),
			live,
		];
		expect( await textOf( `${ ENVIRONMENT_URL }/builds/43` ) ).toContain(
			'npm ci ended with code 1. Build 42 is live.'
		);
	} );

	test( 'gives its log as plain text', async () => {
		portal.hosting.buildList = [ live ];
		portal.hosting.log = '<b>one</b>\n';
		const { headers, body } = await portal.get(
			`${ ENVIRONMENT_URL }/builds/42/log`
		);
		expect( headers[ 'content-type' ] ).toBe( 'text/plain; charset=utf-8' );
		expect( body ).toBe( '<b>one</b>\n' );
	} );

	test.each( [ '99', '0', '-1', 'x', '1e3' ] )(
		'answers 404 for number %s',
		async ( number ) => {
			const { statusCode } = await portal.get(
				`${ ENVIRONMENT_URL }/builds/${ number }`
			);
			expect( statusCode ).toBe( 404 );
		}
	);
} );

describe( 'Settings', () => {
	test( 'offers to create webhooks', async () => {
		const text = await textOf( `${ ENVIRONMENT_URL }/settings` );
		expect( text ).toContain( 'No webhooks yet.' );
		expect( text ).toContain( 'Create a webhook' );
	} );

	test( 'shows three titled, masked URLs and their last calls', async () => {
		const set = await portal.hosting.createWebhooks();
		set.lastCalls = {
			rebuild: { action: 'rebuild', at: at( '14:08:00' ), status: 200 },
			purgeCache: {
				action: 'purgeCache',
				at: at( '14:07:00' ),
				status: 403,
			},
		};
		const text = await textOf( `${ ENVIRONMENT_URL }/settings` );
		expect( text ).toContain(
			'Rebuild webhook Last called 14:08, answered 200'
		);
		expect( text ).toContain( 'Clean rebuild webhook Not called yet' );
		expect( text ).toContain(
			'Purge cache webhook Refused at 14:07: wrong or old token'
		);
		expect( text.match( /••••ZXQ=/g ) ).toHaveLength( 3 );
	} );

	test( 'no page holds more of the token than its last four characters', async () => {
		await portal.hosting.createWebhooks();
		portal.hosting.buildList = [ live ];
		const pages = [
			'/portal/accounts/acme',
			...[
				'',
				'/builds',
				'/builds/42',
				'/settings',
				'/settings/regenerate',
				'/settings/delete',
			].map( ( rest ) => ENVIRONMENT_URL + rest ),
		];
		for ( const page of pages ) {
			const { statusCode, body } = await portal.get( page );
			expect( statusCode, page ).toBe( 200 );
			expect( body, page ).not.toContain( TOKEN.slice( 0, -4 ) );
			expect( body, page ).not.toContain( TOKEN.slice( -5 ) );
		}
	} );

	test( 'asks before it regenerates or deletes', async () => {
		await portal.hosting.createWebhooks();
		expect(
			await textOf( `${ ENVIRONMENT_URL }/settings/regenerate` )
		).toContain( 'The current URLs stop working at once.' );
		expect(
			await textOf( `${ ENVIRONMENT_URL }/settings/delete` )
		).toContain( 'Delete all three URLs?' );
		expect( portal.hosting.calls ).toEqual( [ 'create webhooks' ] );
	} );
} );

test( 'what goes wrong inside is told without its details', async () => {
	portal.hosting.environment = async () => {
		throw new Error( 'SELECT secret FROM table' );
	};
	const { statusCode, body } = await portal.get( ENVIRONMENT_URL );
	expect( statusCode ).toBe( 500 );
	expect( body ).toContain( 'Something went wrong in the platform itself.' );
	expect( body ).not.toContain( 'SELECT' );
} );

test( 'a refusal of the platform keeps its status and words', async () => {
	portal.hosting.environment = async () => {
		throw new HostingError(
			404,
			'There is no app “store”. There is “storefront”.'
		);
	};
	const { statusCode, body } = await portal.get( ENVIRONMENT_URL );
	expect( statusCode ).toBe( 404 );
	expect( body ).toContain( 'There is “storefront”.' );
} );
