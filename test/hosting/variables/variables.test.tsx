import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../../src/shared/platform-api.generated.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import { aBuild, anEnvironment, PATH, timeAfter } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

type Variables = Answer< 'readVariables' >;

const ENVIRONMENT = '/accounts/{account}/apps/{app}/environments/{environment}';
const CHANGE = `/v1${ ENVIRONMENT }/shellVariables` as const;
const ADDRESS = `/accounts/${ PATH.account }/apps/${ PATH.app }/environments/${ PATH.environment }/variables`;

function hostWith( facts: Partial< Variables > = {} ): FakeHost {
	return new FakeHost()
		.on( 'GET', `/_local${ ENVIRONMENT }/summary`, anEnvironment() )
		.on( 'GET', `/_local${ ENVIRONMENT }/variables`, {
			variables: [
				{
					key: 'STRIPE_KEY',
					setTime: timeAfter( -60 ),
					isReserved: false,
				},
			],
			live: 12,
			waiting: [],
			comingBuild: null,
			platformVariables: [
				{
					key: 'NODE_ENV',
					value: 'production',
					phase: 'both',
					isDefault: true,
				},
			],
			...facts,
		} )
		.on( 'PATCH', CHANGE, () => null as never );
}

/** The bodies of the changes that were sent. */
function changes( { calls }: FakeHost ): unknown[] {
	return calls
		.filter( ( { method } ) => method === 'PATCH' )
		.map( ( { body } ) => body );
}

async function openDialog(
	server: FakeHost,
	button: string
): Promise< ReturnType< typeof openScreen > > {
	const page = openScreen( ADDRESS, server );
	await page.user.click(
		await screen.findByRole( 'button', { name: button } )
	);
	return page;
}

function submit( { user }: ReturnType< typeof openScreen >, name: string ) {
	const dialog = within( screen.getByRole( 'dialog' ) );
	return user.click( dialog.getByRole( 'button', { name } ) );
}

test( 'adds a variable', async () => {
	const server = hostWith();
	const page = await openDialog( server, 'Add a variable' );
	await page.user.type( screen.getByLabelText( 'Key' ), 'DSN' );
	await page.user.type( screen.getByLabelText( 'Value' ), 'secret' );
	await submit( page, 'Add variable' );
	await screen.findByText( /Variable added/, { selector: 'div' } );
	expect( changes( server ) ).toEqual( [
		{ set: [ { key: 'DSN', value: 'secret' } ] },
	] );
} );

test( 'does not overwrite a variable that is added again', async () => {
	const server = hostWith();
	const page = await openDialog( server, 'Add a variable' );
	await page.user.type( screen.getByLabelText( 'Key' ), 'STRIPE_KEY' );
	await submit( page, 'Add variable' );
	await screen.findByText( /STRIPE_KEY already exists/ );
	expect( changes( server ) ).toEqual( [] );
} );

test( 'shows at the key why the host rejects it', async () => {
	const server = hostWith().on(
		'PATCH',
		CHANGE,
		new PlatformError( 'This name is not valid.', 400, 'set.0.key' )
	);
	const page = await openDialog( server, 'Add a variable' );
	await page.user.type( screen.getByLabelText( 'Key' ), 'a-b' );
	await submit( page, 'Add variable' );
	await screen.findByText( 'This name is not valid.' );
	const { ariaInvalid } = screen.getByLabelText( 'Key' );
	expect( ariaInvalid ).toBe( 'true' );
} );

test( 'sets a new value without showing the old one', async () => {
	const server = hostWith();
	const page = await openDialog( server, 'Set new value: STRIPE_KEY' );
	const value = screen.getByLabelText< HTMLTextAreaElement >( 'Value' );
	expect( value.value ).toBe( '' );
	await page.user.type( value, 'new' );
	await submit( page, 'Set value' );
	await screen.findByText( /Value set/, { selector: 'div' } );
	expect( changes( server ) ).toEqual( [
		{ set: [ { key: 'STRIPE_KEY', value: 'new' } ] },
	] );
} );

test( 'deletes a variable after a confirmation', async () => {
	const server = hostWith();
	const page = await openDialog( server, 'Delete: STRIPE_KEY' );
	await submit( page, 'Delete' );
	await screen.findByText( /Variable deleted/, { selector: 'div' } );
	expect( changes( server ) ).toEqual( [ { remove: [ 'STRIPE_KEY' ] } ] );
} );

test( 'sets no variable of a file with invalid lines, and lists each of them', async () => {
	const server = hostWith();
	const page = await openDialog( server, 'Paste a .env file' );
	await page.user.click( screen.getByLabelText( 'File' ) );
	await page.user.paste( 'A=1\nnothing\nB="x' );
	await submit( page, 'Set these variables' );
	await screen.findByRole( 'textbox', {
		name: 'File',
		description: /^No variable was set\.\sLine 2: .+\sLine 3: /,
	} );
	expect( changes( server ) ).toEqual( [] );
} );

test( 'sets all variables of a file in one request', async () => {
	const server = hostWith();
	const page = await openDialog( server, 'Paste a .env file' );
	await page.user.click( screen.getByLabelText( 'File' ) );
	await page.user.paste( 'A=1\nexport B="2"\n' );
	await submit( page, 'Set these variables' );
	await screen.findByText( /2 variables set/, { selector: 'div' } );
	expect( changes( server ) ).toEqual( [
		{
			set: [
				{ key: 'A', value: '1' },
				{ key: 'B', value: '2' },
			],
		},
	] );
} );

test( 'says what the live release has otherwise, and rebuilds', async () => {
	const server = hostWith( {
		waiting: [
			{ key: 'A', change: 'added' },
			{ key: 'B', change: 'changed' },
			{ key: 'C', change: 'deleted' },
		],
	} ).on( 'POST', `/_local${ ENVIRONMENT }/builds`, aBuild() as never );
	const { user } = openScreen( ADDRESS, server );
	const line = await screen.findByText( '3 changes are not live.' );
	expect( line.parentElement?.textContent ).toContain(
		'Not in the live release: A. With another value in the live release: B. Deleted, still in the live release: C.'
	);
	await user.click( screen.getByRole( 'button', { name: 'Rebuild now' } ) );
	await screen.findByText( 'Rebuild started.', { selector: 'div' } );
} );

test( 'names the build that uses the changes instead of offering another one', async () => {
	openScreen(
		ADDRESS,
		hostWith( {
			waiting: [ { key: 'A', change: 'added' } ],
			comingBuild: 13,
		} )
	);
	await screen.findByText( /Build 13 uses them/ );
	expect( screen.queryByRole( 'button', { name: 'Rebuild now' } ) ).toBe(
		null
	);
} );

test( 'marks a default that a variable replaces, and a variable that is not used', async () => {
	openScreen(
		ADDRESS,
		hostWith( {
			variables: [
				{
					key: 'NODE_ENV',
					setTime: timeAfter( -60 ),
					isReserved: false,
				},
				{ key: 'PORT', setTime: timeAfter( -60 ), isReserved: true },
			],
		} )
	);
	await screen.findByText( 'yours, from above' );
	expect( screen.getByText( /^Not used/ ) ).toBeTruthy();
} );

test( 'offers readers no changes', async () => {
	openScreen( ADDRESS, hostWith(), { mayWrite: () => false } );
	await screen.findByText( /Your role is read-only/ );
	expect(
		screen.queryAllByRole( 'button', { name: /Add|Paste|Set|Delete/ } )
	).toEqual( [] );
} );
