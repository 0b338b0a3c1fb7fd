import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../../src/hosting/addresses.ts';
import { PlatformError } from '../../src/platform-client/platform-error.ts';
import { anApp, aSession, PATH } from './fixtures.ts';
import { FakeHost, openScreen } from './hosting-page.tsx';

const NONE = new PlatformError( 'There is no such thing.', 404 );
const ENVIRONMENT =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/summary';

test.each( [
	[ 'a wrong address', '/nothing', [ [ 'See all apps', '/' ] ] ],
	[
		'a missing account',
		addresses.apps( 'globex' ) + '/nothing',
		[ [ 'Apps of acme', addresses.apps( 'acme' ) ] ],
	],
	[
		'an address that cannot be decoded',
		'/accounts/%E0%A4/nothing',
		[ [ 'Apps of acme', addresses.apps( 'acme' ) ] ],
	],
	[
		'a missing app',
		addresses.app( 'acme', 'none' ),
		[ [ 'Apps of acme', addresses.apps( 'acme' ) ] ],
	],
	[
		'a missing environment',
		addresses.environment( { ...PATH, environment: 'none' } ),
		[ [ 'shop / Production', addresses.environment( PATH ) ] ],
	],
	[
		'a missing page of an environment',
		addresses.environment( PATH, 'nothing' ),
		[ [ 'All of its builds', addresses.environment( PATH, 'builds' ) ] ],
	],
] )( 'the screen of %s links to what is near', async ( _what, at, links ) => {
	const server = new FakeHost()
		.on( 'GET', '/_local/session', aSession() )
		.on( 'GET', '/_local/accounts/{account}/apps', { apps: [ anApp() ] } )
		.on( 'GET', ENVIRONMENT, NONE );
	openScreen( at, server );
	await screen.findByRole( 'heading', { name: 'Not found' } );
	const names = links.map( ( [ name ] ) => name ?? '' );
	await screen.findByRole( 'link', { name: names[ 0 ] } );
	expect(
		within( screen.getByRole( 'list' ) )
			.getAllByRole( 'link' )
			.map( ( link ) => [
				link.textContent,
				link.getAttribute( 'href' ),
			] )
	).toEqual( links );
} );
