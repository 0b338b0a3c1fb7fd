import { beforeEach, describe, expect, test } from 'vitest';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { filled, wordsOf } from './page-text.ts';
import { basic, ENVIRONMENT_URL, portalApp } from './portal-app.ts';

const ACCOUNT = '/portal/accounts/acme';
const APP = `${ ACCOUNT }/apps/storefront`;

let portal: Awaited< ReturnType< typeof portalApp > >;

beforeEach( async () => {
	portal = await portalApp();
} );

test.each( [
	`${ ACCOUNT }/apps/new`,
	`${ APP }/delete`,
	`${ APP }/environments/new`,
	`${ ENVIRONMENT_URL }/delete`,
	`${ ENVIRONMENT_URL }/clean-rebuild`,
	`${ ENVIRONMENT_URL }/settings/regenerate`,
	`${ ENVIRONMENT_URL }/settings/delete`,
	`${ ENVIRONMENT_URL }/variables/add`,
	`${ ENVIRONMENT_URL }/variables/paste`,
	'/portal/installs/acmeprod/address',
	'/portal/installs/acmeprod/delete',
	'/portal/users/sam/delete',
] )( 'whoever may only look gets no form at %s', async ( url ) => {
	await portal.hosting.createWebhooks();
	const { statusCode, body } = await portal.get( url, {
		headers: { authorization: basic( 'kim' ) },
	} );
	expect( statusCode ).toBe( 403 );
	expect( wordsOf( body ) ).toContain(
		'Your role is read-only. Ask an administrator for the write role.'
	);
	expect( ( await portal.get( url ) ).statusCode ).toBe( 200 );
} );

describe( 'the address of an app', () => {
	test( 'leads to its place on the page of its account', async () => {
		const { statusCode, headers } = await portal.get( APP );
		expect( [ statusCode, headers.location ] ).toEqual( [
			303,
			`${ ACCOUNT }#storefront`,
		] );
	} );

	test( 'is told to be wrong for an unknown app', async () => {
		const { statusCode, body } = await portal.get(
			`${ ACCOUNT }/apps/store`
		);
		expect( statusCode ).toBe( 404 );
		expect( wordsOf( body ) ).toContain(
			'No app “store” in account acme. There is “storefront”.'
		);
	} );
} );

describe( 'an app', () => {
	test( 'that has no possible name is refused in the words of its form', async () => {
		const { statusCode, body } = await portal.post(
			`${ ACCOUNT }/apps/new`,
			filled( { name: 'a b', region: 'regions/UK' } )
		);
		expect( statusCode ).toBe( 400 );
		expect( wordsOf( body ) ).toContain(
			'Name “a b” is not a valid name: use 1 to 63 letters'
		);
		expect( portal.hosting.calls ).toEqual( [] );
	} );

	test( 'is created in a region that is named in words', async () => {
		const form = wordsOf(
			( await portal.get( `${ ACCOUNT }/apps/new` ) ).body
		);
		expect( form ).toContain( 'United Kingdom' );
		const { statusCode, headers } = await portal.post(
			`${ ACCOUNT }/apps/new`,
			filled( { name: ' magazine ', region: 'regions/EU-W' } )
		);
		expect( statusCode ).toBe( 303 );
		expect( portal.hosting.calls ).toEqual( [
			'create app magazine in regions/EU-W',
		] );
		const { body } = await portal.get( String( headers.location ) );
		expect( wordsOf( body ) ).toContain( 'App created.' );
		expect( wordsOf( body ) ).toContain( 'magazine Europe West' );
	} );

	test( 'that is refused keeps what was typed, tied to its message', async () => {
		portal.hosting.refusal = new HostingError(
			409,
			'acme already has “x”.'
		);
		const { statusCode, body } = await portal.post(
			`${ ACCOUNT }/apps/new`,
			filled( { name: 'x', region: 'regions/UK' } )
		);
		expect( statusCode ).toBe( 409 );
		expect( body ).toContain( 'value="x"' );
		expect( body ).toContain( 'aria-invalid="true"' );
		expect( body ).toMatch( /<option value="regions\/UK"\s+selected/ );
		expect( wordsOf( body ) ).toContain( 'acme already has “x”.' );
	} );

	test( 'is deleted when its name was typed, and only then', async () => {
		const question = await portal.get( `${ APP }/delete` );
		expect( wordsOf( question.body ) ).toContain(
			'With it goes Production: its site,'
		);
		const refused = await portal.post(
			`${ APP }/delete`,
			filled( { name: 'Storefront' } )
		);
		expect( refused.statusCode ).toBe( 400 );
		expect( wordsOf( refused.body ) ).toContain( 'Type “storefront”.' );
		expect( portal.hosting.calls ).toEqual( [] );
		const done = await portal.post(
			`${ APP }/delete`,
			filled( { name: 'storefront' } )
		);
		expect( done.statusCode ).toBe( 303 );
		expect( portal.hosting.calls ).toEqual( [ 'delete app storefront' ] );
	} );
} );

describe( 'an environment', () => {
	test( 'is created with its install and those variables that were filled in', async () => {
		const { statusCode, headers } = await portal.post(
			`${ APP }/environments/new`,
			filled( {
				name: 'Staging',
				install: 'acmeprod',
				'key-1': 'A',
				'value-1': '1',
				'key-2': '',
				'value-2': '',
				'key-7': 'B',
				'value-7': '',
			} )
		);
		expect( statusCode ).toBe( 303 );
		expect( headers.location ).toBe( `${ APP }/environments/staging-id` );
		expect( portal.hosting.calls ).toEqual( [
			'create environment Staging of acmeprod with A, B',
		] );
	} );

	test( 'that is refused shows no value again', async () => {
		portal.hosting.refusal = new HostingError(
			409,
			'storefront already has “Production”. Choose another name.'
		);
		const { statusCode, body } = await portal.post(
			`${ APP }/environments/new`,
			filled( {
				name: 'Production',
				install: 'acmeprod',
				'key-1': 'SECRET',
				'value-1': 'hidden-value',
			} )
		);
		expect( statusCode ).toBe( 409 );
		expect( wordsOf( body ) ).toContain( 'Choose another name.' );
		expect( body ).toContain( 'value="SECRET"' );
		expect( body ).not.toContain( 'hidden-value' );
	} );

	test( 'says what to do where there is no install', async () => {
		portal.hosting.installList = [];
		const { body } = await portal.get( `${ APP }/environments/new` );
		expect( wordsOf( body ) ).toContain( 'There are none.' );
		expect( body ).toContain( 'href="/portal/installs"' );
	} );

	test( 'is deleted when its name was typed, and only then', async () => {
		const refused = await portal.post(
			`${ ENVIRONMENT_URL }/delete`,
			filled( { name: 'production' } )
		);
		expect( refused.statusCode ).toBe( 400 );
		const { statusCode, headers } = await portal.post(
			`${ ENVIRONMENT_URL }/delete`,
			filled( { name: 'Production' } )
		);
		expect( statusCode ).toBe( 303 );
		expect( portal.hosting.calls ).toEqual( [
			'delete environment Production',
		] );
		const { body } = await portal.get( String( headers.location ) );
		expect( wordsOf( body ) ).toContain( 'Environment deleted.' );
	} );
} );

describe( 'what is not there', () => {
	test.each( [
		[ '/portal/accounts/nobody', 'Apps of acme', '/portal/accounts/acme' ],
		[
			'/portal/accounts/acme/apps/store/environments/x',
			'Apps of acme',
			'/portal/accounts/acme',
		],
		[
			`${ APP }/environments/x`,
			'storefront, Production',
			ENVIRONMENT_URL,
		],
		[
			`${ ENVIRONMENT_URL }/builds/99`,
			'All of its builds',
			`${ ENVIRONMENT_URL }/builds`,
		],
	] )( '%s leads to what there is', async ( page, words, href ) => {
		const { statusCode, body } = await portal.get( page );
		expect( statusCode ).toBe( 404 );
		expect( wordsOf( body ) ).toContain( words );
		expect( body ).toContain( `href="${ href }"` );
	} );
} );
