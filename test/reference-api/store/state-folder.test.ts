import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stateFolder } from '../../../src/reference-api/store/state-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test.each( [
	[ 'linux', {}, '/home/sam/.local/state' ],
	[ 'linux', { XDG_STATE_HOME: '/state' }, '/state' ],
	[ 'linux', { XDG_STATE_HOME: 'relative' }, '/home/sam/.local/state' ],
	[ 'darwin', {}, '/home/sam/Library/Application Support' ],
	[ 'win32', { LOCALAPPDATA: '/local' }, '/local' ],
	[ 'win32', {}, '/home/sam/AppData/Local' ],
] as const )(
	'data on %s with %o is stored below %s',
	( platform, env, parent ) => {
		const folder = stateFolder( '/home/sam/my shop', 'serve', {
			env,
			platform,
			home: '/home/sam',
		} );
		expect( path.dirname( folder ) ).toBe(
			path.join( parent, 'headless-deploy' )
		);
		expect( path.basename( folder ) ).toMatch( /^my-shop-[\da-f]{10}$/ );
	}
);

test( 'each folder and each program has one of its own, and a link leads to the same', async () => {
	const root = await temporaryFolder();
	const machine = { env: {}, platform: 'linux', home: root } as const;
	const shop = path.join( root, 'a', 'shop' );
	mkdirSync( shop, { recursive: true } );
	symlinkSync( shop, path.join( root, 'link' ) );
	const of = ( place: string, program = 'serve' ) =>
		stateFolder( place, program, machine );
	expect( of( path.join( root, 'link' ) ) ).toBe( of( shop ) );
	expect( of( path.join( root, 'b', 'shop' ) ) ).not.toBe( of( shop ) );
	expect( of( shop, 'npm start' ) ).not.toBe( of( shop ) );
} );
