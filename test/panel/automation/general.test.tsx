import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GeneralSettings } from '../../../src/shared/wire.ts';
import { aStatus, allSettings, someGeneral } from '../fixtures.ts';
import { fakeServer, type FakeServer, refusal } from '../server.ts';
import { card, CONFLICT, forgetSaid, open, said } from './screen.tsx';

const TITLE = 'What counts as a change';
const PUT_PATH = '/settings/general';

let server: FakeServer;

beforeEach( () => {
	server = fakeServer( aStatus() );
} );

afterEach( forgetSaid );

function box( name: string ): HTMLInputElement {
	return card( TITLE ).getByRole( 'checkbox', { name } );
}

function clickButton( name: string ): HTMLElement {
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

test( 'by default all that visitors can see is checked, and said to be the default', async () => {
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

test( 'saves chosen post types on the version that was shown', async () => {
	const postTypes = [ 'post', 'page', 'testimonial' ];
	const user = await openAnd( () =>
		someGeneral( { postTypes, etag: 'g2' } )
	);
	await user.click( box( 'Testimonials' ) );
	await user.click( clickButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { postTypes }, headers: { 'If-Match': 'g1' } },
	] );
	expect( said() ).toEqual( [ 'Saved for all environments.' ] );
	card( TITLE ).getByText( /Only the selected types/ );
} );

test( 'choosing just the default, or resetting, sends the default', async () => {
	const user = await openWith( someGeneral( { postTypes: [ 'post' ] } ) );
	await user.click( box( 'Pages' ) );
	card( TITLE ).getByText(
		/Default: all content types that visitors can see/
	);
	await user.click( clickButton( 'Discard' ) );
	expect( box( 'Pages' ).checked ).toBe( false );
	await user.click( clickButton( 'Reset to the default' ) );
	await user.click( clickButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { postTypes: null } },
	] );
} );

test( 'a post type whose plugin is off can be seen and taken out', async () => {
	const user = await openWith(
		someGeneral( { postTypes: [ 'post', 'event' ] } )
	);
	card( TITLE ).getByText(
		'Not registered. The plugin that adds it may be inactive.'
	);
	await user.click( box( 'event' ) );
	await user.click( clickButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { postTypes: [ 'post' ] } },
	] );
} );

test( 'options are chosen by name, others are typed', async () => {
	const user = await openAnd( () => someGeneral( { etag: 'g2' } ) );
	await user.click( clickButton( 'Choose site settings' ) );
	await user.click( box( 'Tagline' ) );
	await user.type(
		screen.getByLabelText( 'Other options' ),
		'shop_hours, a'
	);
	card( TITLE ).getByText( /3 settings selected/ );
	await user.click( clickButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { optionNames: [ 'blogname', 'shop_hours', 'a' ] } },
	] );
} );

test( 'a refused option is said below its field; what was typed stays', async () => {
	const user = await open( server );
	server.on( 'PUT', PUT_PATH, () => {
		throw refusal(
			400,
			'headless_deploy_option_refused',
			'Changes of “cron” cannot count.',
			'optionNames'
		);
	} );
	await user.click( clickButton( 'Choose site settings' ) );
	const field = screen.getByLabelText< HTMLInputElement >( 'Other options' );
	await user.type( field, 'cron' );
	await user.click( clickButton( 'Save changes' ) );
	card( TITLE ).getByText( 'Changes of “cron” cannot count.' );
	expect( field.getAttribute( 'aria-invalid' ) ).toBe( 'true' );
	expect( field.value ).toBe( 'cron' );
	expect( said() ).toEqual( [] );
} );

test( 'somebody else’s settings are not overwritten unasked', async () => {
	const user = await openAnd( () => {
		throw CONFLICT;
	} );
	await user.click( box( 'Testimonials' ) );
	await user.click( clickButton( 'Save changes' ) );
	card( TITLE ).getByText( /Nothing was overwritten/ );
	server.on( 'GET', '/settings', () =>
		allSettings( {
			general: someGeneral( { postTypes: [ 'page' ], etag: 'g5' } ),
		} )
	);
	server.on( 'PUT', PUT_PATH, () => someGeneral( { etag: 'g6' } ) );
	await user.click( clickButton( 'Overwrite with my changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH )[ 1 ] ).toMatchObject( {
		headers: { 'If-Match': 'g5' },
	} );
} );

test( 'options that WordPress calls the same are one box', async () => {
	const twice = someGeneral();
	twice.optionNames.push( 'timezone_string', 'gmt_offset' );
	twice.available.optionNames.push(
		{ name: 'timezone_string', label: 'Time zone' },
		{ name: 'gmt_offset', label: 'Time zone' }
	);
	const user = await openWith( twice );
	card( TITLE ).getByText( /Default: 3 settings/ );
	await user.click( clickButton( 'Choose site settings' ) );
	await user.click( box( 'Time zone' ) );
	await user.click( clickButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH ) ).toMatchObject( [
		{ data: { optionNames: [ 'blogname', 'blogdescription' ] } },
	] );
} );

test( 'ignored meta keys are typed and saved as a list', async () => {
	const user = await openWith( someGeneral() );
	await user.type(
		card( TITLE ).getByRole( 'textbox', { name: 'Ignored meta keys' } ),
		'_stats_cache, _views_*'
	);
	await user.click( clickButton( 'Save changes' ) );
	expect( server.callsOf( 'PUT', PUT_PATH )[ 0 ]?.data ).toEqual( {
		ignoredMeta: [ '_stats_cache', '_views_*' ],
	} );
} );
