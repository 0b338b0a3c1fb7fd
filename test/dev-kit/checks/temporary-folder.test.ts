import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolders } from '../../../src/dev-kit/checks/temporary-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function folders() {
	const base = temporaryFolder();
	vi.stubEnv( 'TMPDIR', base );
	return { base, ...temporaryFolders() };
}

afterEach( () => void vi.unstubAllEnvs() );

test( 'each check has a folder of its own, which is removed at the end', () => {
	const { base, create, remove } = folders();
	const [ one, two ] = [ create( 'one' ), create( 'two' ) ];
	expect( one ).not.toBe( two );
	mkdirSync( path.join( one, 'inner' ) );
	writeFileSync( path.join( one, 'inner', 'x' ), '' );
	remove();
	expect( readdirSync( base ) ).toEqual( [] );
} );

test( 'reports the files that a check leaves, but not those of browsers and Node', () => {
	const { create, leftovers, remove } = folders();
	const folder = create( 'one' );
	for ( const name of [
		'x.part',
		'headless-deploy-abc',
		'node-compile-cache',
		'org.chromium.Chromium.x',
		'.org.chromium.Chromium.y',
		'playwright-artifacts-z',
	] ) {
		writeFileSync( path.join( folder, name ), '' );
	}
	expect( leftovers( 'one' ).sort() ).toEqual( [
		'headless-deploy-abc',
		'x.part',
	] );
	remove();
} );
