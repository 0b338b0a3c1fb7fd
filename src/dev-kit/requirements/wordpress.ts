import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeWhole } from '../files.ts';
import { KitError } from '../kit-error.ts';
import { withLock } from '../lock.mjs';
import { cacheFolder } from '../paths.ts';
import type { Progress } from '../progress.ts';
import { debianMirror } from './debian-packages.ts';
import { wordpressFromDebian } from './debian-wordpress.ts';
import { download } from './download.ts';
import { unzip } from './unzip.ts';

const OLDEST = '6.8';

export interface Release {
	/** The start of the name of its folder in the cache. */
	name: string;
	url: string;
	/** The Debian suite that contains it. */
	suite: string;
}

export const NEWEST_RELEASE: Release = {
	name: 'wordpress',
	url: 'https://wordpress.org/latest.zip',
	suite: 'sid',
};

/** The oldest release that the plugin supports. */
export const OLDEST_RELEASE: Release = {
	name: 'oldest-wordpress',
	url: `https://wordpress.org/wordpress-${ OLDEST }.1.zip`,
	suite: 'trixie',
};

export interface WordpressCore {
	folder: string;
	version: string;
}

/** @return Negative when the first version is older. */
export function compareVersions( one: string, other: string ): number {
	return one.localeCompare( other, 'en', { numeric: true } );
}

/** @return Null when the folder does not contain WordPress. */
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

function checkVersion( folder: string ): WordpressCore {
	const version = wordpressVersion( folder );
	if ( ! version || compareVersions( version, OLDEST ) < 0 ) {
		throw new KitError(
			`HEADLESS_DEPLOY_WORDPRESS is ${ folder }, which contains ${
				version ? `WordPress ${ version }` : 'no WordPress'
			}.`,
			`set it to the folder of WordPress ${ OLDEST } or newer, or unset it`
		);
	}
	return { folder: path.resolve( folder ), version };
}

/** Returns the newest version in the cache. */
export function cachedWordpress(
	cache: string,
	name = NEWEST_RELEASE.name
): WordpressCore | null {
	if ( ! fs.existsSync( cache ) ) {
		return null;
	}
	const format = new RegExp( `^${ name }-[\\d.]+[\\w-]*$` );
	const found = fs
		.readdirSync( cache )
		.filter( ( entry ) => format.test( entry ) )
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
 * Downloads WordPress into the cache, under its version.
 *
 * @param fetch Fills the first folder with WordPress, with the second one for temporary files.
 */
async function store(
	cache: string,
	name: string,
	fetch: ( core: string, workFolder: string ) => Promise< void >
): Promise< WordpressCore > {
	const workFolder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	const fetchedCore = path.join( cache, 'fetched-wordpress' );
	try {
		await makeWhole( fetchedCore, ( draft ) => fetch( draft, workFolder ) );
		const version = wordpressVersion( fetchedCore );
		if ( ! version ) {
			throw new Error( 'The download does not contain WordPress' );
		}
		const folder = path.join( cache, `${ name }-${ version }` );
		fs.rmSync( folder, { recursive: true, force: true } );
		fs.renameSync( fetchedCore, folder );
		return { folder, version };
	} finally {
		fs.rmSync( workFolder, { recursive: true, force: true } );
		fs.rmSync( fetchedCore, { recursive: true, force: true } );
	}
}

async function fromWordpressOrg(
	core: string,
	workFolder: string,
	url: string
): Promise< void > {
	const zip = path.join( workFolder, 'wordpress.zip' );
	await download( url, zip );
	await unzip( zip, workFolder );
	fs.cpSync( path.join( workFolder, 'wordpress' ), core, {
		recursive: true,
	} );
}

async function fetchWordpress(
	cache: string,
	progress: Progress,
	release: Release
): Promise< WordpressCore > {
	let reason: string;
	try {
		return await progress.step( 'Downloading WordPress', () =>
			store( cache, release.name, ( core, workFolder ) =>
				fromWordpressOrg( core, workFolder, release.url )
			)
		);
	} catch ( error ) {
		reason = ( error as Error ).message;
	}
	const mirror = debianMirror();
	if ( ! mirror ) {
		throw new KitError(
			`WordPress could not be downloaded: ${ reason }`,
			'unpack WordPress and set its folder: HEADLESS_DEPLOY_WORDPRESS=/path/to/wordpress'
		);
	}
	progress.line( `  ${ reason }. Using the Debian package instead.` );
	return progress.step( 'Unpacking WordPress from the Debian package', () =>
		store( cache, release.name, ( core, workFolder ) =>
			wordpressFromDebian(
				{ mirror, suites: [ release.suite ] },
				core,
				workFolder
			)
		)
	);
}

export async function findRelease(
	progress: Progress,
	release: Release
): Promise< WordpressCore > {
	const cache = cacheFolder();
	return (
		cachedWordpress( cache, release.name ) ??
		withLock(
			path.join( cache, 'wordpress.lock' ),
			// The previous holder of the lock may have downloaded it.
			async () =>
				cachedWordpress( cache, release.name ) ??
				fetchWordpress( cache, progress, release )
		)
	);
}

/** Returns the WordPress in HEADLESS_DEPLOY_WORDPRESS, or the newest release. */
export async function findWordpress(
	progress: Progress,
	release: Release = NEWEST_RELEASE
): Promise< WordpressCore > {
	const folder = process.env.HEADLESS_DEPLOY_WORDPRESS;
	return folder ? checkVersion( folder ) : findRelease( progress, release );
}
