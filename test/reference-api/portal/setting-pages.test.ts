import { beforeEach, describe, expect, test } from 'vitest';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { at, TOKEN } from './fake-hosting.ts';
import { filled, wordsOf } from './page-text.ts';
import { ENVIRONMENT_URL, PASSWORD, portalApp } from './portal-app.ts';

const PAGE = `${ ENVIRONMENT_URL }/settings`;

let portal: Awaited< ReturnType< typeof portalApp > >;

beforeEach( async () => {
	portal = await portalApp();
	portal.hosting.installList.push( {
		id: 'second-id',
		accountName: 'acme',
		name: 'second',
		url: 'http://localhost:8882',
	} );
} );

const reader = {
	authorization: `Basic ${ Buffer.from( `kim:${ PASSWORD }` ).toString( 'base64' ) }`,
};

test( 'a refused call is told with its reason', async () => {
	const set = await portal.hosting.createWebhooks();
	set.lastCalls = {
		rebuild: {
			action: 'rebuild',
			at: at( '14:07:00' ),
			status: 403,
			reason: 'invalid token',
		},
		purgeCache: {
			action: 'purgeCache',
			at: at( '14:06:00' ),
			status: 500,
			reason: '',
		},
	};
	const words = wordsOf( ( await portal.get( PAGE ) ).body );
	expect( words ).toContain( 'Refused at 14:07: invalid token' );
	expect( words ).toContain( 'Refused at 14:06: answered 500' );
} );

describe( 'the linked install', () => {
	test( 'is chosen among all', async () => {
		const { body } = await portal.get( PAGE );
		expect( body ).toMatch( /<option value="acmeprod"\s+selected>/ );
		expect( wordsOf( body ) ).toContain( 'second, http://localhost:8882' );
	} );

	test( 'is saved', async () => {
		const { statusCode, headers } = await portal.post(
			`${ PAGE }/install`,
			filled( { install: 'second' } )
		);
		expect( statusCode ).toBe( 303 );
		expect(
			( await portal.get( String( headers.location ) ) ).body
		).toContain( 'Saved. Builds get its address from the next one on.' );
		expect( portal.hosting.calls ).toEqual( [ 'link second' ] );
	} );

	test( 'keeps the choice that was refused', async () => {
		portal.hosting.refusal = new HostingError(
			400,
			'There is no install "second".'
		);
		const { statusCode, body } = await portal.post(
			`${ PAGE }/install`,
			filled( { install: 'second' } )
		);
		expect( statusCode ).toBe( 400 );
		expect( body ).toMatch(
			/<select[^>]+aria-invalid="true" aria-describedby="install-refusal"/
		);
		expect( body ).toMatch( /<option value="second"\s+selected>/ );
	} );

	test( 'is offered although it is not there any more', async () => {
		portal.hosting.installList = [];
		expect( wordsOf( ( await portal.get( PAGE ) ).body ) ).toContain(
			'acmeprod, no address'
		);
	} );
} );

test( 'the deletion of the environment is asked for on its own page', async () => {
	expect( ( await portal.get( PAGE ) ).body ).toContain(
		`href="${ ENVIRONMENT_URL }/delete"`
	);
} );

test( 'whoever may only look gets no URL, no button and the reason', async () => {
	await portal.hosting.createWebhooks();
	const { body } = await portal.get( PAGE, { headers: reader } );
	expect( wordsOf( body ) ).toContain( 'acmeprod, http://127.0.0.1:8881' );
	expect( body ).toContain( 'Ask an administrator for the write role.' );
	expect( body.slice( body.indexOf( '<main' ) ) ).not.toMatch(
		/<button|data-copy|settings\/(?:regenerate|delete|install)|Delete environment/
	);
	const { statusCode, body: refused } = await portal.post( `${ PAGE }/urls`, {
		headers: reader,
	} );
	expect( statusCode ).toBe( 403 );
	expect( refused ).not.toContain( TOKEN );
} );
