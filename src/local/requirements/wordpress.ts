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

const LATEST = 'https://wordpress.org/latest.zip';
const OLDEST = '6.8';

export interface WordpressCore {
	folder: string;
	version: string;
}

/**
 * Compares two versions as numbers, part by part.
 *
 * @param one   For example 6.8.12.
 * @param other For example 7.1.
 * @return Below zero when the first is older.
 */
export function compareVersions( one: string, other: string ): number {
	return one.localeCompare( other, 'en', { numeric: true } );
}

/**
 * Reads a WordPress folder's version.
 *
 * @param folder The folder.
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

/**
 * Checks the WordPress that a person named.
 *
 * @param folder What HEADLESS_DEPLOY_WORDPRESS holds.
 */
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

/**
 * The newest WordPress of the cache.
 *
 * @param cache The cache folder.
 */
export function cachedWordpress( cache: string ): WordpressCore | null {
	if ( ! fs.existsSync( cache ) ) {
		return null;
	}
	const found = fs
		.readdirSync( cache )
		.filter( ( name ) => /^wordpress-[\d.]+[\w-]*$/.test( name ) )
		.map( ( name ) => path.join( cache, name ) )
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
 * @param cache The cache folder.
 * @param fetch Fills a folder with WordPress, with a second one to work in.
 */
async function store(
	cache: string,
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
		const folder = path.join( cache, `wordpress-${ version }` );
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
 * @param url  The zip's address.
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
 * @param cache    The cache folder.
 * @param progress Where to say so.
 * @param url      The zip's address.
 */
async function fetchWordpress(
	cache: string,
	progress: Progress,
	url: string
): Promise< WordpressCore > {
	let reason: string;
	try {
		return await progress.step( 'Downloading WordPress', () =>
			store( cache, ( core, work ) =>
				fromWordpressOrg( core, work, url )
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
		store( cache, ( core, work ) =>
			wordpressFromDebian( mirror, core, work )
		)
	);
}

/**
 * Finds a WordPress.
 *
 * @param progress Where to say so.
 * @param url      The zip's address.
 */
export async function findWordpress(
	progress: Progress,
	url: string = LATEST
): Promise< WordpressCore > {
	const folder = process.env.HEADLESS_DEPLOY_WORDPRESS;
	if ( folder ) {
		return named( folder );
	}
	const cache = cacheFolder();
	return (
		cachedWordpress( cache ) ??
		withLock(
			path.join( cache, 'wordpress.lock' ),
			// Whoever held the lock before may have fetched it.
			async () =>
				cachedWordpress( cache ) ??
				fetchWordpress( cache, progress, url )
		)
	);
}
