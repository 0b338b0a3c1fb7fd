import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { CHECKS } from '../../../src/dev-kit/checks/table.ts';
import type { Resources } from '../../../src/dev-kit/checks/resources.ts';
import { PROJECT } from '../../../src/dev-kit/paths.ts';
import { phpFiles } from '../../../src/dev-kit/php-files.ts';

const RESOURCES: Resources = {
	php: 'php',
	chromium: '',
	testWordpress: '/w',
	oldestWordpress: '',
	mariadbSocket: null,
	mysqlSocket: null,
	wpCli: '',
	phpCompilers: '',
	hasPhpVersions: false,
	noCluster: '',
};
const check = CHECKS.find( ( { name } ) => name === 'php-versions' );

describe( 'the check of the other versions of PHP', () => {
	it( 'the check of the other versions of PHP is skipped when they are not installed, and names the command that installs them', () => {
		expect( check?.run( RESOURCES, '' ).skipped ).toContain(
			'npm run test:php-versions'
		);
	} );

	it( 'the check of the other versions of PHP runs when they are installed', () => {
		const resources = { ...RESOURCES, hasPhpVersions: true };
		const { args, skipped } = check!.run( resources, '/report' );
		expect( args ).toContain( '/report' );
		expect( skipped ).toBeUndefined();
	} );
} );

test( 'the PHP files are those of the plugin and of its tests', () => {
	const files = phpFiles();
	expect( files ).toEqual(
		expect.arrayContaining( [
			'plugin.php',
			'includes/Plugin.php',
			'test/php/bootstrap.php',
		] )
	);
	expect( files.every( ( name ) => name.endsWith( '.php' ) ) ).toBe( true );
} );

describe( 'tests that start processes or fibers, or listen to sockets', () => {
	const sources = phpFiles()
		.filter( ( name ) => name.startsWith( 'test/php/' ) )
		.map( ( file ) => ( {
			file,
			name: path.basename( file, '.php' ),
			text: fs.readFileSync( path.join( PROJECT, file ), 'utf8' ),
		} ) );

	/** Finds the classes that start something, and those that create, extend or use one of these. */
	function starters(): Set< ( typeof sources )[ number ] > {
		const found = new Set(
			sources.filter(
				( { name, text } ) =>
					// The database of the tests starts a process on MariaDB alone.
					name !== 'Test_Database' &&
					/\b(?:proc_open|popen|pcntl_fork|stream_socket_server|shell_exec|new Fiber)\(/.test(
						text
					)
			)
		);
		for ( let before = -1; before < found.size; ) {
			before = found.size;
			const names = [ ...found ]
				.map( ( { name } ) => name )
				.filter( ( name ) => ! name.endsWith( 'Test' ) )
				.join( '|' );
			const uses = new RegExp(
				`\\b(?:new|extends|use) [\\w\\\\]*\\b(?:${ names })\\b|\\b(?:${ names })::`
			);
			for ( const source of sources ) {
				if ( uses.test( source.text ) ) {
					found.add( source );
				}
			}
		}
		return found;
	}

	it( 'tests that start processes or fibers, or listen to sockets are in the group that does not run on WebAssembly', () => {
		const tests = [ ...starters() ].filter( ( { name } ) =>
			name.endsWith( 'Test' )
		);
		expect( tests.length ).toBeGreaterThan( 1 );
		expect(
			tests
				.filter(
					( { text } ) => ! text.includes( "#[Group( 'processes' )]" )
				)
				.map( ( { file } ) => file ),
			"they need #[Group( 'processes' )]"
		).toEqual( [] );
	} );
} );
