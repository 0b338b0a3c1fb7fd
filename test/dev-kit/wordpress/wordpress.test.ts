import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findPort } from '../../../src/dev-kit/ports.ts';
import { makeProgress } from '../../../src/dev-kit/progress.ts';
import { findPhp } from '../../../src/dev-kit/requirements/php.ts';
import {
	assembleWordpress,
	belongsToCore,
	configureWordpress,
} from '../../../src/dev-kit/wordpress/files.ts';
import { wpConfig } from '../../../src/dev-kit/wordpress/config.ts';
import { releaseLocks } from '../../../src/dev-kit/wordpress/locks.ts';
import { serveWordpress } from '../../../src/dev-kit/wordpress/php-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SETTINGS = {
	url: 'http://127.0.0.1:8880',
	localHosts: [ '127.0.0.1:8881', 'localhost:8882' ],
	secret: 'secret',
};

function write( root: string, files: Record< string, string > ): string {
	for ( const [ name, text ] of Object.entries( files ) ) {
		fs.mkdirSync( path.dirname( path.join( root, name ) ), {
			recursive: true,
		} );
		fs.writeFileSync( path.join( root, name ), text );
	}
	return root;
}

async function assemble(): Promise< string > {
	const folder = path.join( temporaryFolder(), 'wordpress' );
	await assembleWordpress( {
		folder,
		core: write( temporaryFolder(), {
			'wp-load.php': '<?php',
			'wp-config.php': '<?php // another site',
			'wp-content/db.php': '<?php',
			'wp-content/plugins/akismet/akismet.php': '<?php',
			'wp-content/uploads/private.txt': 'private',
			'wp-content/themes/twenty/style.css': '',
			'wp-includes/images/blank.gif': 'gif',
		} ),
		sqlite: write( temporaryFolder(), {
			'db.copy':
				"<?php $path = '{SQLITE_IMPLEMENTATION_FOLDER_PATH}'; // {SQLITE_PLUGIN}",
		} ),
		plugin: write( temporaryFolder(), {
			'plugin.php': '<?php',
			'package.json': '{}',
			'build/overview.js': 'js',
		} ),
	} );
	return folder;
}

describe( 'assembling WordPress', () => {
	it( 'copies core, and no plugins, uploads or settings of a used WordPress', async () => {
		const folder = await assemble();
		const copied = [
			'wp-load.php',
			'wp-content/themes/twenty/style.css',
			'wp-content/database',
			'wp-content/plugins/headless-deploy/plugin.php',
		];
		const omitted = [
			'wp-config.php',
			'wp-content/plugins/akismet',
			'wp-content/uploads/private.txt',
		];
		const exists = ( name: string ): boolean =>
			fs.existsSync( path.join( folder, name ) );
		expect( [ ...copied, ...omitted ].filter( exists ) ).toEqual( copied );
	} );

	it( 'writes a drop-in that finds the SQLite integration by a relative path', async () => {
		const folder = await assemble();
		const dropIn = fs.readFileSync(
			path.join( folder, 'wp-content/db.php' ),
			'utf8'
		);
		expect( dropIn ).toBe(
			"<?php $path = __DIR__ . '/plugins/sqlite-database-integration'; // sqlite-database-integration/load.php"
		);
	} );

	it( 'copies languages and themes', () => {
		expect( belongsToCore( 'wp-content' ) ).toBe( true );
		expect( belongsToCore( 'wp-content/languages/de.mo' ) ).toBe( true );
		expect( belongsToCore( 'wp-content/debug.log' ) ).toBe( false );
		expect( belongsToCore( 'wp-admin/index.php' ) ).toBe( true );
	} );
} );

describe( 'wp-config.php', () => {
	it( 'wp-config.php defines the constants of the settings', () => {
		const file = path.join( temporaryFolder(), 'wp-config.php' );
		const text = wpConfig( {
			...SETTINGS,
			url: "http://127.0.0.1:1/it's\\",
		} );
		fs.writeFileSync( file, text.replace( /require_once.*/, '' ) );
		const constants = JSON.parse(
			execFileSync(
				'php',
				[
					'-r',
					`require ${ JSON.stringify( file ) }; echo json_encode( get_defined_constants( true )['user'] );`,
				],
				{ encoding: 'utf8' }
			)
		) as Record< string, unknown >;
		expect( constants ).toMatchObject( {
			WP_HOME: "http://127.0.0.1:1/it's\\",
			WP_ENVIRONMENT_TYPE: 'local',
			DISABLE_WP_CRON: true,
			HEADLESS_DEPLOY_LOCAL_HOSTS: '127.0.0.1:8881,localhost:8882',
			DB_ENGINE: 'sqlite',
		} );
	} );

	it( 'wp-config.php has the same keys at each start, and other keys for another secret', () => {
		const key = ( secret: string ) =>
			/'AUTH_KEY', '(\w{64})'/.exec(
				wpConfig( { ...SETTINGS, secret } )
			)?.[ 1 ];
		expect( key( 'a' ) ).toBe( key( 'a' ) );
		expect( key( 'a' ) ).not.toBe( key( 'b' ) );
	} );
} );

describe( 'the locks of an earlier start', () => {
	const databaseFile = ( folder: string ): string =>
		path.join( folder, 'wp-content/database/.ht.sqlite' );

	it( 'the locks of an earlier start are released, and all else is kept', async () => {
		const folder = await assemble();
		releaseLocks( folder );
		expect( fs.existsSync( databaseFile( folder ) ) ).toBe( false );
		const database = new DatabaseSync( databaseFile( folder ) );
		database.exec( `
			CREATE TABLE wp_options ( option_name TEXT, option_value TEXT );
			INSERT INTO wp_options VALUES ( '_transient_doing_cron', '1' ), ( 'blogname', 'Site' );
			CREATE TABLE wp_headless_deploy_lanes ( lane TEXT, lease TEXT, lease_until INTEGER, sequence INTEGER );
			INSERT INTO wp_headless_deploy_lanes VALUES ( 'build', 'killed', 99, 7 ), ( 'cache', NULL, 0, 8 );
		` );
		releaseLocks( folder );
		const rows = ( table: string ) =>
			database
				.prepare( `SELECT * FROM ${ table }` )
				.all()
				.map( ( row ) => Object.values( row ) );
		expect( rows( 'wp_options' ) ).toEqual( [ [ 'blogname', 'Site' ] ] );
		expect( rows( 'wp_headless_deploy_lanes' ) ).toEqual( [
			[ 'build', null, 0, 7 ],
			[ 'cache', null, 0, 8 ],
		] );
		database.close();
	} );
} );

describe( 'serving WordPress', () => {
	/** Starts PHP's server with some files. */
	async function serve( files: Record< string, string > ): Promise< string > {
		const folder = await assemble();
		configureWordpress( folder, SETTINGS );
		write( folder, files );
		const server = await serveWordpress(
			await findPhp( makeProgress( () => {} ) ),
			folder,
			await findPort( 23_000 ),
			path.join( folder, 'php.log' )
		);
		onTestFinished( async () => void ( await server.stop() ) );
		return server.url;
	}

	it( 'lets the browser store scripts and styles whose URL names their version', async () => {
		const url = await serve( {
			'wp-includes/js/api.js': 'let a = "é";',
			'wp-includes/css/api.css': 'a{}',
			'wp-includes/js/api.php': '<?php echo "php";',
		} );
		const get = async ( route: string ): Promise< unknown[] > => {
			const response = await fetch( url + route );
			return [
				await response.text(),
				response.headers.get( 'content-type' ),
				response.headers.get( 'cache-control' ),
			];
		};
		const stored = 'max-age=31536000, immutable';
		expect( await get( '/wp-includes/js/api.js?ver=7.1' ) ).toEqual( [
			'let a = "é";',
			'text/javascript; charset=utf-8',
			stored,
		] );
		expect( await get( '/wp-includes/css/api.css?ver=7.1' ) ).toEqual( [
			'a{}',
			'text/css; charset=utf-8',
			stored,
		] );
		expect( ( await get( '/wp-includes/js/api.js' ) )[ 2 ] ).toBeNull();
		expect(
			( await get( '/wp-includes/js/api.php?ver=7' ) )[ 2 ]
		).toBeNull();
	} );

	it( 'rejects requests for private files and for the sources of the plugin', async () => {
		const url = await serve( {
			'index.php': '<?php echo "WordPress ", $_SERVER["REQUEST_URI"];',
			'wp-admin/index.php': '<?php echo "admin";',
			'wp-content/database/.ht.sqlite': 'database',
			'wp-content/debug.log': 'log',
		} );
		const get = async ( route: string ): Promise< string > => {
			const answer = await fetch( url + route, {
				redirect: 'manual',
			} );
			const place = answer.headers.get( 'location' ) ?? '';
			return `${ answer.status } ${ place || ( await answer.text() ) }`;
		};
		const plugin = '/wp-content/plugins/headless-deploy';
		expect( await get( '/some/post/?a=b' ) ).toBe(
			'200 WordPress /some/post/?a=b'
		);
		expect( await get( '/wp-admin?a=b' ) ).toBe( '301 /wp-admin/?a=b' );
		expect( await get( '/wp-admin/' ) ).toBe( '200 admin' );
		expect( await get( `${ plugin }/build/overview.js` ) ).toBe( '200 js' );
		expect( await get( '/missing.js' ) ).toBe( '404 404' );
		for ( const rejected of [
			`${ plugin }/package.json`,
			`${ plugin }/plugin.php`,
			'/wp-content/database/.ht.sqlite',
			'/wp-content/debug.log',
			'/.git/config',
			'/a/..%2f..%2f..%2fetc/passwd',
		] ) {
			expect( await get( rejected ) ).toBe( '403 403' );
		}
	} );
} );
