/**
 * Finds a WordPress: the one that HEADLESS_DEPLOY_WORDPRESS names, else the cache's, else wordpress.org's, else
 * Debian's.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeWhole } from '../files.ts';
import { KitError } from '../kit-error.ts';
import { withLock } from '../lock.mjs';
import { cacheFolder } from '../paths.ts';
import type { Progress } from '../progress.ts';
import { debianMirror, wordpressFromDebian } from './debian-wordpress.ts';
import { download } from './download.ts';
import { unzip } from './unzip.ts';

const OLDEST = '6.8';

/** Which WordPress is wanted, and where it is to be had. */
export interface Release {
	/** What its folder in the cache is called, before the version. */
	name: string;
	/** The zip's address. */
	url: string;
	/** The Debian suite that has it. */
	suite: string;
}

export const NEWEST_RELEASE: Release = {
	name: 'wordpress',
	url: 'https://wordpress.org/latest.zip',
	suite: 'sid',
};

/** The oldest one that the plugin supports. */
export const OLDEST_RELEASE: Release = {
	name: 'oldest-wordpress',
	url: `https://wordpress.org/wordpress-${ OLDEST }.1.zip`,
	suite: 'trixie',
};

export interface WordpressCore {
	folder: string;
	version: string;
}

/**
 * Compares two versions as numbers, part by part.
 *
 * @return Below zero when the first is older.
 */
export function compareVersions( one: string, other: string ): number {
	return one.localeCompare( other, 'en', { numeric: true } );
}

/**
 * Reads a WordPress folder's version.
 *
 * @return Null when it is no WordPress.
 */
export function wordpressVersion( folder: string ): string | null {
	try {
		const text = fs.readFileSync(
			path.join( folder, 'wp-includes', 'version.php' ),
			'utf8'
		);
		return /\$wp_version\s*=\s*'([^']+)'/.exec( text )?.[ 1 ] ?? null;
	} catch {
		return null;
	}
}

/** Checks the WordPress that a person named. */
function named( folder: string ): WordpressCore {
	const version = wordpressVersion( folder );
	if ( ! version || compareVersions( version, OLDEST ) < 0 ) {
		throw new KitError(
			`HEADLESS_DEPLOY_WORDPRESS is ${ folder }, which holds ${
				version ? `WordPress ${ version }` : 'no WordPress'
			}.`,
			`name a folder with wp-includes/version.php of WordPress ${ OLDEST } or newer in it, or leave the variable away`
		);
	}
	return { folder: path.resolve( folder ), version };
}

/** The newest of a release in the cache. */
export function cachedWordpress(
	cache: string,
	name = NEWEST_RELEASE.name
): WordpressCore | null {
	if ( ! fs.existsSync( cache ) ) {
		return null;
	}
	const whole = new RegExp( `^${ name }-[\\d.]+[\\w-]*$` );
	const found = fs
		.readdirSync( cache )
		.filter( ( entry ) => whole.test( entry ) )
		.map( ( entry ) => path.join( cache, entry ) )
		.map( ( folder ) => ( {
			folder,
			version: wordpressVersion( folder ),
		} ) )
		.filter( ( core ): core is WordpressCore => core.version !== null )
		.sort( ( a, b ) => compareVersions( b.version, a.version ) );
	return found[ 0 ] ?? null;
}

/**
 * Puts a fetched WordPress into the cache under its version.
 *
 * @param fetch Fills a folder with WordPress, with a second one to work in.
 */
async function store(
	cache: string,
	name: string,
	fetch: ( core: string, work: string ) => Promise< void >
): Promise< WordpressCore > {
	const work = fs.mkdtempSync( path.join( os.tmpdir(), 'headless-deploy-' ) );
	const fresh = path.join( cache, 'fetched-wordpress' );
	try {
		await makeWhole( fresh, ( draft ) => fetch( draft, work ) );
		const version = wordpressVersion( fresh );
		if ( ! version ) {
			throw new Error( 'What was fetched is no WordPress.' );
		}
		const folder = path.join( cache, `${ name }-${ version }` );
		fs.rmSync( folder, { recursive: true, force: true } );
		fs.renameSync( fresh, folder );
		return { folder, version };
	} finally {
		fs.rmSync( work, { recursive: true, force: true } );
		fs.rmSync( fresh, { recursive: true, force: true } );
	}
}

/**
 * Downloads WordPress from wordpress.org.
 *
 * @param core Where WordPress is to be.
 * @param work A folder for the zip.
 */
async function fromWordpressOrg(
	core: string,
	work: string,
	url: string
): Promise< void > {
	const zip = path.join( work, 'wordpress.zip' );
	await download( url, zip );
	await unzip( zip, work );
	fs.cpSync( path.join( work, 'wordpress' ), core, { recursive: true } );
}

/**
 * Fetches WordPress from where it can be had.
 *
 * @param progress Where to say so.
 */
async function fetchWordpress(
	cache: string,
	progress: Progress,
	release: Release
): Promise< WordpressCore > {
	let reason: string;
	try {
		return await progress.step( 'Downloading WordPress', () =>
			store( cache, release.name, ( core, work ) =>
				fromWordpressOrg( core, work, release.url )
			)
		);
	} catch ( error ) {
		reason = ( error as Error ).message;
	}
	const mirror = debianMirror();
	if ( ! mirror ) {
		throw new KitError(
			`WordPress could not be downloaded: ${ reason }`,
			'unpack a WordPress yourself and name its folder: HEADLESS_DEPLOY_WORDPRESS=/path/to/wordpress'
		);
	}
	progress.line( `  ${ reason }; taking Debian's package instead` );
	return progress.step( "Taking WordPress from Debian's package", () =>
		store( cache, release.name, ( core, work ) =>
			wordpressFromDebian( { mirror, suite: release.suite }, core, work )
		)
	);
}

/**
 * Finds a release in the cache, or fetches it.
 *
 * @param progress Where to say so.
 */
export async function findRelease(
	progress: Progress,
	release: Release
): Promise< WordpressCore > {
	const cache = cacheFolder();
	return (
		cachedWordpress( cache, release.name ) ??
		withLock(
			path.join( cache, 'wordpress.lock' ),
			// Whoever held the lock before may have fetched it.
			async () =>
				cachedWordpress( cache, release.name ) ??
				fetchWordpress( cache, progress, release )
		)
	);
}

/**
 * Finds a WordPress: the one that a person named, else the newest.
 *
 * @param progress Where to say so.
 * @param release  What counts as the newest.
 */
export async function findWordpress(
	progress: Progress,
	release: Release = NEWEST_RELEASE
): Promise< WordpressCore > {
	const folder = process.env.HEADLESS_DEPLOY_WORDPRESS;
	return folder ? named( folder ) : findRelease( progress, release );
}
