import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findMirror } from '../../../src/dev-kit/requirements/debian-packages.ts';
import { download } from '../../../src/dev-kit/requirements/download.ts';
import {
	debianPackages,
	missingExtensions,
} from '../../../src/dev-kit/requirements/php.ts';
import {
	cachedWordpress,
	compareVersions,
	findWordpress,
	NEWEST_RELEASE,
	wordpressVersion,
} from '../../../src/dev-kit/requirements/wordpress.ts';
import { makeProgress } from '../../../src/dev-kit/progress.ts';
import { zipFiles } from '../../../src/dev-kit/zip.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function fakeWordpress( folder: string, version: string ): string {
	fs.mkdirSync( path.join( folder, 'wp-includes' ), { recursive: true } );
	fs.writeFileSync(
		path.join( folder, 'wp-includes', 'version.php' ),
		`<?php\n$wp_version = '${ version }';\n`
	);
	return folder;
}

const PROGRESS = makeProgress( () => {} );

afterEach( () => void vi.unstubAllEnvs() );

describe( 'PHP', () => {
	const php = {
		command: 'php',
		minor: '8.2',
		id: 80_200,
		extensions: [ 'curl', 'xml' ],
	};

	it( 'PHP is extended with the packages of its own version', () => {
		const missing = missingExtensions( php );
		expect( missing ).toEqual( [ 'pdo_sqlite', 'mbstring' ] );
		expect( debianPackages( php, missing ) ).toEqual( [
			'php8.2-sqlite3',
			'php8.2-mbstring',
		] );
	} );

	it( 'PHP is installed with all extensions when it is missing', () => {
		expect( debianPackages( null, missingExtensions( null ) ) ).toEqual( [
			'php-cli',
			'php-sqlite3',
			'php-mbstring',
			'php-curl',
			'php-xml',
		] );
	} );
} );

describe( 'the Debian mirror', () => {
	it.each( [
		[
			'URIs: http://debian.example/debian\nSuites: x',
			'http://debian.example/debian',
		],
		[
			'deb https://debian.example/a/debian/ bookworm main',
			'https://debian.example/a/debian',
		],
		[
			'deb [signed-by=/x arch=amd64] http://debian.example/debian sid main',
			'http://debian.example/debian',
		],
		[
			'# deb http://commented.example/debian x\nURIs: http://debian.example/debian-security\nURIs: http://debian.example/debian',
			'http://debian.example/debian',
		],
	] )( 'the Debian mirror is read from %j', ( sources, mirror ) => {
		expect( findMirror( sources ) ).toBe( mirror );
	} );

	it.each( [ '', 'deb http://archive.example/ubuntu noble main' ] )(
		'the Debian mirror is not found in %j',
		( sources ) => {
			expect( findMirror( sources ) ).toBeNull();
		}
	);
} );

describe( 'WordPress', () => {
	it( 'versions are compared as numbers', () => {
		expect( compareVersions( '6.8.12', '6.8.9' ) ).toBeGreaterThan( 0 );
		expect( compareVersions( '6.10', '6.9' ) ).toBeGreaterThan( 0 );
		expect( compareVersions( '6.7.2', '6.8' ) ).toBeLessThan( 0 );
	} );

	it( 'the tests use the newest complete WordPress in the cache', () => {
		const cache = temporaryFolder();
		expect( cachedWordpress( path.join( cache, 'none' ) ) ).toBeNull();
		fakeWordpress( path.join( cache, 'wordpress-6.8.9' ), '6.8.9' );
		fakeWordpress( path.join( cache, 'wordpress-6.10' ), '6.10' );
		fs.mkdirSync( path.join( cache, 'wordpress-7.0' ) );
		fakeWordpress( path.join( cache, 'fetched-wordpress.1.tmp' ), '9.9' );
		expect( cachedWordpress( cache )?.version ).toBe( '6.10' );
	} );

	it( 'WordPress is rejected when the configured folder does not contain it, or an old version', async () => {
		const folder = temporaryFolder();
		vi.stubEnv( 'HEADLESS_DEPLOY_WORDPRESS', folder );
		await expect( findWordpress( PROGRESS ) ).rejects.toThrow(
			/contains no WordPress/
		);
		fakeWordpress( folder, '6.7.1' );
		await expect( findWordpress( PROGRESS ) ).rejects.toThrow(
			/contains WordPress 6\.7\.1/
		);
		fakeWordpress( folder, '6.8' );
		expect( await findWordpress( PROGRESS ) ).toEqual( {
			folder,
			version: '6.8',
		} );
	} );

	it( 'WordPress is downloaded once by two processes that need it, and leaves no draft', async () => {
		const source = temporaryFolder();
		fakeWordpress( path.join( source, 'wordpress' ), '6.9.1' );
		const zip = path.join( source, 'a.zip' );
		await zipFiles(
			source,
			[ 'wordpress/wp-includes/version.php' ],
			'',
			zip
		);
		let requests = 0;
		const url = await listen( ( _request, response ) => {
			requests++;
			response.end( fs.readFileSync( zip ) );
		} );
		const cache = temporaryFolder();
		vi.stubEnv( 'XDG_CACHE_HOME', cache );
		vi.stubEnv( 'HEADLESS_DEPLOY_WORDPRESS', undefined );
		const release = { ...NEWEST_RELEASE, url };
		const found = await Promise.all( [
			findWordpress( PROGRESS, release ),
			findWordpress( PROGRESS, release ),
		] );
		expect( found.map( ( { version } ) => version ) ).toEqual( [
			'6.9.1',
			'6.9.1',
		] );
		expect( requests ).toBe( 1 );
		expect( wordpressVersion( found[ 0 ]!.folder ) ).toBe( '6.9.1' );
		expect(
			fs.readdirSync( path.join( cache, 'headless-deploy' ) )
		).toEqual( [ 'wordpress-6.9.1' ] );
	} );
} );

async function listen(
	answer: Parameters< typeof createServer >[ 1 ]
): Promise< string > {
	const server = createServer( {}, answer );
	await new Promise< void >( ( resolve ) =>
		server.listen( 0, '127.0.0.1', resolve )
	);
	onTestFinished( () => void server.close() );
	return `http://127.0.0.1:${ ( server.address() as AddressInfo ).port }/latest.zip`;
}

describe( 'a download', () => {
	const downloadFrom = ( url: string ): Promise< void > =>
		download( url, path.join( temporaryFolder(), 'a' ) );

	it( 'reports the status of an error', async () => {
		const url = await listen( ( _request, response ) =>
			response.writeHead( 503 ).end()
		);
		await expect( downloadFrom( url ) ).rejects.toThrow(
			`${ url }: the server answered 503`
		);
	} );

	it( 'reports a server that does not answer', async () => {
		await expect( downloadFrom( 'http://127.0.0.1:1/a' ) ).rejects.toThrow(
			/127\.0\.0\.1:1/
		);
	} );

	it( 'fails when the response is aborted', async () => {
		const url = await listen( ( _request, response ) => {
			response.setHeader( 'content-length', '1000' );
			response.write( 'half' );
			setImmediate( () => response.destroy() );
		} );
		await expect( downloadFrom( url ) ).rejects.toThrow( url );
	} );
} );
