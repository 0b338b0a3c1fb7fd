import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compileCaches } from '../../../src/dev-kit/checks/compile-caches.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test( 'PHP reads the settings of its cache in addition to its own', () => {
	const { env } = compileCaches( temporaryFolder() );
	const settings = env.PHP_INI_SCAN_DIR?.split( path.delimiter );
	expect( settings?.[ 0 ] ).toBe( '' );
	const read = execFileSync(
		'php',
		[ '-r', 'echo php_ini_scanned_files();' ],
		{ env: { ...process.env, ...env }, encoding: 'utf8' }
	);
	expect( read ).toContain(
		path.join( settings?.[ 1 ] ?? '', 'compiled.ini' )
	);
} );

test( 'removes what was compiled from temporary files and keeps the rest', () => {
	const folder = temporaryFolder();
	const { prune } = compileCaches( folder, [ '/tmp' ] );
	const compiled = path.join( folder, 'php', 'a-version' );
	for ( const sources of [ 'tmp/test-1', 'project' ] ) {
		mkdirSync( path.join( compiled, sources ), { recursive: true } );
		writeFileSync( path.join( compiled, sources, 'plugin.php.bin' ), '' );
	}
	prune();
	expect( readdirSync( compiled ) ).toEqual( [ 'project' ] );
} );

test( 'removes what Node compiled more than a week ago', () => {
	const folder = temporaryFolder();
	const { env, prune } = compileCaches( folder );
	const cache = String( env.NODE_COMPILE_CACHE );
	mkdirSync( path.join( cache, 'v24' ), { recursive: true } );
	const days = ( count: number ): Date =>
		new Date( Date.now() - count * 24 * 3_600_000 );
	for ( const [ name, age ] of [
		[ 'old', 8 ],
		[ 'new', 6 ],
	] as const ) {
		const file = path.join( cache, 'v24', name );
		writeFileSync( file, '' );
		utimesSync( file, days( age ), days( age ) );
	}
	prune();
	expect( readdirSync( path.join( cache, 'v24' ) ) ).toEqual( [ 'new' ] );
} );
