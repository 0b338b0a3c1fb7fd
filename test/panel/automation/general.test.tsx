import { beforeEach, expect, test } from 'vitest';
import type { GeneralSettings } from '../../../src/shared/wire.ts';
import {
	aStatus,
	aTarget,
	allSettings,
	someGeneral,
	someSettings,
} from '../fixtures.ts';
import { field } from '../queries.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';
import { card, CONFLICT, open, noticeTexts } from './screen.tsx';

const TITLE = 'What counts as a change';
const PUT_PATH = '/settings/general';

let server: FakeServer;

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

function box( name: string ): HTMLInputElement {
	return card( TITLE ).getByRole( 'checkbox', { name } );
}

function cardButton( name: string ): HTMLElement {
	return card( TITLE ).getByRole( 'button', { name } );
}

async function openWith( general: GeneralSettings ) {
	return openAnd( () => general, general );
}

async function openAnd(
	answer: () => GeneralSettings,
	general: GeneralSettings = someGeneral()
) {
	server.on( 'PUT', PUT_PATH, answer );
	return open( server, allSettings( { general } ) );
}

test( 'checks by default all content types that visitors can see', async () => {
	await open( server );
	expect( box( 'Posts' ).checked ).toBe( true );
	expect( box( 'Testimonials' ).checked ).toBe( false );
	card( TITLE ).getByText(
		/Default: all content types that visitors can see/
	);
	card( TITLE ).getByText( /Default: 2 settings/ );
	expect(
		card( TITLE ).queryByRole( 'button', { name: 'Reset to the default' } )
	).toBeNull();
} );

test.each( [
	[ aTarget(), true ],
	[ null, false ],
] )(
	'says that other types refresh too, only where there is a refresh URL',
	async ( refresh, isShown ) => {
		await open(
			server,
			allSettings( { environments: [ someSettings( { refresh } ) ] } )
		);
		expect(
			card( TITLE ).queryByText(
				/^Changes of all content types, taxonomies and site settings refresh an environment with a refresh URL\. Other actions start only for those that are selected here/
			) !== null
		).toBe( isShown );
	}
);

test( 'saves selected post types on the version that was shown', async () => {
	const postTypes = [ 'post', 'page', 'testimonial' ];
	const user = await openAnd( () =>
		someGeneral( { postTypes, etag: 'g2' } )
	);
	await user.click( box( 'Testimonials' ) );
	await user.click( cardButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { postTypes }, headers: { 'If-Match': 'g1' } },
	] );
	expect( noticeTexts() ).toEqual( [ 'Saved for all environments.' ] );
	card( TITLE ).getByText( /Only the selected types/ );
} );

test( 'sends null for the default', async () => {
	const user = await openWith( someGeneral( { postTypes: [ 'post' ] } ) );
	await user.click( box( 'Pages' ) );
	card( TITLE ).getByText(
		/Default: all content types that visitors can see/
	);
	await user.click( cardButton( 'Discard' ) );
	expect( box( 'Pages' ).checked ).toBe( false );
	await user.click( cardButton( 'Reset to the default' ) );
	await user.click( cardButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { postTypes: null } },
	] );
} );

test( 'shows a post type that is not registered, and can remove it', async () => {
	const user = await openWith(
		someGeneral( { postTypes: [ 'post', 'event' ] } )
	);
	card( TITLE ).getByText(
		'Not registered. The plugin that adds it may be inactive.'
	);
	await user.click( box( 'event' ) );
	await user.click( cardButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { postTypes: [ 'post' ] } },
	] );
} );

test( 'saves selected taxonomies, and null for the default', async () => {
	const taxonomies = [ 'category', 'mood' ];
	const user = await openAnd( () =>
		someGeneral( { taxonomies, etag: 'g2' } )
	);
	expect( box( 'Categories' ).checked ).toBe( true );
	expect( box( 'Moods' ).checked ).toBe( false );
	await user.click( box( 'Moods' ) );
	await user.click( cardButton( 'Save changes' ) );
	card( TITLE ).getByText( /Only the selected taxonomies/ );
	await user.click( box( 'Moods' ) );
	await user.click( cardButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { taxonomies } },
		{ data: { taxonomies: null } },
	] );
} );

test( 'selects options by label and accepts other option names', async () => {
	const user = await openAnd( () => someGeneral( { etag: 'g2' } ) );
	await user.click( cardButton( 'Choose site settings' ) );
	await user.click( box( 'Tagline' ) );
	await user.type( field( 'Other options' ), 'shop_hours, a' );
	card( TITLE ).getByText( /3 settings selected/ );
	await user.click( cardButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { optionNames: [ 'blogname', 'shop_hours', 'a' ] } },
	] );
} );

test( 'shows a rejected option below its field and keeps the entry', async () => {
	const user = await open( server );
	server.on( 'PUT', PUT_PATH, () => {
		throw refusal(
			400,
			'headless_deploy_option_refused',
			'Changes of “cron” cannot count.',
			'optionNames'
		);
	} );
	await user.click( cardButton( 'Choose site settings' ) );
	const input = field( 'Other options' );
	await user.type( input, 'cron' );
	await user.click( cardButton( 'Save changes' ) );
	card( TITLE ).getByText( 'Changes of “cron” cannot count.' );
	expect( input.getAttribute( 'aria-invalid' ) ).toBe( 'true' );
	expect( input.value ).toBe( 'cron' );
	expect( noticeTexts() ).toEqual( [] );
} );

test( 'overwrites settings of another user only on request', async () => {
	const user = await openAnd( () => {
		throw CONFLICT;
	} );
	await user.click( box( 'Testimonials' ) );
	await user.click( cardButton( 'Save changes' ) );
	card( TITLE ).getByText( /Nothing was overwritten/ );
	server.on( 'GET', '/settings', () =>
		allSettings( {
			general: someGeneral( { postTypes: [ 'page' ], etag: 'g5' } ),
		} )
	);
	server.on( 'PUT', PUT_PATH, () => someGeneral( { etag: 'g6' } ) );
	await user.click( cardButton( 'Overwrite with my changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH )[ 1 ] ).toMatchObject( {
		headers: { 'If-Match': 'g5' },
	} );
} );

test( 'shows options with the same label as one checkbox', async () => {
	const twice = someGeneral();
	twice.optionNames.push( 'timezone_string', 'gmt_offset' );
	twice.available.optionNames.push(
		{ name: 'timezone_string', label: 'Time zone' },
		{ name: 'gmt_offset', label: 'Time zone' }
	);
	const user = await openWith( twice );
	card( TITLE ).getByText( /Default: 3 settings/ );
	await user.click( cardButton( 'Choose site settings' ) );
	await user.click( box( 'Time zone' ) );
	await user.click( cardButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { optionNames: [ 'blogname', 'blogdescription' ] } },
	] );
} );

test( 'saves ignored meta keys as a list', async () => {
	const user = await openWith( someGeneral() );
	await user.type(
		card( TITLE ).getByRole( 'textbox', { name: 'Ignored meta keys' } ),
		'_stats_cache, _views_*'
	);
	await user.click( cardButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH )[ 0 ]?.data ).toEqual( {
		ignoredMeta: [ '_stats_cache', '_views_*' ],
	} );
} );

test( 'counts or ignores with one click a key that the server noticed', async () => {
	const general = someGeneral();
	const noticedMeta = [
		{
			key: '_EventStartDate',
			text: '“_EventStartDate” of 40 Events, by cron: ignored',
			starts: 'nothing' as const,
		},
		{
			key: '_likes',
			text: '“_likes” of 1 Post, counted up by visitors: starts no run',
			starts: 'refreshes' as const,
		},
	];
	const shown = someGeneral( {
		ignoredMeta: [ 'stats' ],
		available: { ...general.available, noticedMeta },
	} );
	server.on( 'GET', '/settings', () => allSettings( { general: shown } ) );
	const user = await openAnd(
		() => someGeneral( { countedMeta: [ '_EventStartDate' ], etag: 'g2' } ),
		shown
	);
	card( TITLE ).getByText( /of 40 Events, by cron: ignored/ );
	expect(
		card( TITLE ).queryByRole( 'button', {
			name: 'Ignore “_EventStartDate”',
		} )
	).toBeNull();
	await user.click( cardButton( 'Count “_EventStartDate”' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{
			data: {
				countedMeta: [ '_EventStartDate' ],
				ignoredMeta: [ 'stats' ],
			},
			headers: { 'If-Match': 'g1' },
		},
	] );
	card( TITLE ).getByText( 'Changes to “_EventStartDate” now count.' );
	expect(
		card( TITLE ).queryByText( /of 40 Events, by cron: ignored/ )
	).toBeNull();
	await user.click( card( TITLE ).getByText( 'Ignored by default' ) );
	await user.click( cardButton( 'Count “_yoast_wpseo_linkdex”' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ).at( -1 )?.data ).toMatchObject( {
		countedMeta: [ '_yoast_wpseo_linkdex' ],
	} );
} );
