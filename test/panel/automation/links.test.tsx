import { beforeEach, expect, test } from 'vitest';
import type { GeneralSettings } from '../../../src/shared/wire.ts';
import {
	aStatus,
	allSettings,
	someGeneral,
	someSettings,
} from '../fixtures.ts';
import { fakeServer, type FakeServer } from '../server.ts';
import { card, noticeTexts, open } from './screen.tsx';

const TITLE = 'Links to posts';
const PUT_PATH = '/settings/general';

let server: FakeServer;

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

const ENVIRONMENTS = [
	someSettings( { id: 'hidden', label: 'Hidden', frontEndUrl: '' } ),
	someSettings( {
		id: 'production',
		label: 'Production',
		frontEndUrl: 'https://www.acme.example',
	} ),
	someSettings( {
		id: 'staging',
		label: 'Staging',
		frontEndUrl: 'https://staging.acme.example',
	} ),
];

async function openWith( links: string | null ) {
	const general = someGeneral( { links } );
	server.on( 'PUT', PUT_PATH, ( { data } ) => ( {
		...general,
		...( data as Partial< GeneralSettings > ),
		etag: 'g2',
	} ) );
	return open(
		server,
		allSettings( { general, environments: ENVIRONMENTS } )
	);
}

const list = (): HTMLSelectElement =>
	card( TITLE ).getByRole( 'combobox', { name: '“View” leads to' } );

const choices = () => [ ...list().options ].map( ( { text } ) => text );

test( 'names the first environment with a front-end URL, and offers each of them and WordPress', async () => {
	await openWith( null );
	expect( choices() ).toEqual( [
		'First front end: Production (www.acme.example)',
		'Production (www.acme.example)',
		'Staging (staging.acme.example)',
		'WordPress',
	] );
	expect( list().selectedOptions[ 0 ]?.index ).toBe( 0 );
} );

test.each( [
	[ null, 'Staging (staging.acme.example)', 'staging' ],
	[ null, 'WordPress', '' ],
	[ '', 'First front end: Production (www.acme.example)', null ],
] )(
	'saves instead of %j what the user chooses: %s',
	async ( links, choice, sent ) => {
		const user = await openWith( links );
		await user.selectOptions( list(), choice );
		await user.click(
			card( TITLE ).getByRole( 'button', { name: 'Save changes' } )
		);
		expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
			{ data: { links: sent }, headers: { 'If-Match': 'g1' } },
		] );
		expect( noticeTexts() ).toEqual( [
			'Saved. “View” uses the new setting.',
		] );
		expect( list().selectedOptions[ 0 ]?.text ).toBe( choice );
	}
);

test( 'shows a chosen environment that has no front-end URL any more', async () => {
	await openWith( 'hidden' );
	expect( list().selectedOptions[ 0 ]?.text ).toBe(
		'hidden: no front-end URL, so the first front end is used'
	);
} );
