/**
 * Versions of PHP from Debian's newest packages, unpacked with all their libraries into a folder (24 MB each), on a
 * machine that reaches a Debian mirror. They run several times as fast as WebAssembly, and all tests run on them.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lastLines, mustCapture } from '../commands.ts';
import { makeWhole, writeWhole } from '../files.ts';
import { withLock } from '../lock.mjs';
import { LOCAL } from '../paths.ts';
import type { Progress } from '../progress.ts';
import {
	debianMirror,
	findBelow,
	unpackPackages,
	writeLauncher,
} from '../requirements/debian-packages.ts';

/** A version that is not in these suites runs as WebAssembly, if there is one. */
export const DEBIAN_VERSIONS = [ '8.4', '8.5', '8.6' ] as const;

const SUITES = [ 'sid', 'experimental' ];

/** The ends of the names of the packages, and the extensions that they hold besides those of the command. */
const PACKAGES = [ 'cli', 'sqlite3', 'mbstring', 'curl', 'xml', 'mysql' ];

/** In the order in which they are loaded: some need an earlier one. */
const EXTENSIONS = [
	...[ 'mysqlnd', 'pdo', 'xml', 'dom', 'sockets', 'ctype', 'curl', 'exif' ],
	...[ 'fileinfo', 'iconv', 'mbstring', 'mysqli', 'pdo_sqlite', 'phar' ],
	...[ 'posix', 'simplexml', 'sqlite3', 'tokenizer', 'xmlreader' ],
	'xmlwriter',
];

function folderOf( version: string ): string {
	return path.join( LOCAL, 'php-versions', `debian-${ version }` );
}

function commandOf( version: string ): string {
	return path.join( folderOf( version ), 'php' );
}

/** @return The command of each version that is unpacked. */
export function debianPhps(): Map< string, string > {
	return new Map(
		DEBIAN_VERSIONS.map(
			( version ) => [ version, commandOf( version ) ] as const
		).filter( ( [ , command ] ) => fs.existsSync( command ) )
	);
}

/** Unpacks the versions that are missing. One that Debian does not have (any more) is left out. */
export async function ensureDebianPhps( progress: Progress ): Promise< void > {
	const mirror = debianMirror();
	if ( ! mirror ) {
		return;
	}
	await withLock( path.join( LOCAL, 'php-versions.lock' ), async () => {
		const unpacked = debianPhps();
		for ( const version of DEBIAN_VERSIONS ) {
			if ( ! unpacked.has( version ) ) {
				await progress.step(
					`Unpacking PHP ${ version } from Debian (24 MB)`,
					() => unpackOrSay( mirror, version, progress )
				);
			}
		}
	} );
}

async function unpackOrSay(
	mirror: string,
	version: string,
	progress: Progress
): Promise< void > {
	try {
		await unpack( mirror, version );
	} catch ( error ) {
		progress.line( `  ${ lastLines( ( error as Error ).message, 2 ) }` );
	}
}

async function unpack( mirror: string, version: string ): Promise< void > {
	const workFolder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	try {
		const root = await unpackPackages(
			{ mirror, suites: SUITES },
			PACKAGES.map( ( name ) => `php${ version }-${ name }` ),
			workFolder,
			'with dependencies'
		);
		await makeWhole( folderOf( version ), async ( draft ) => {
			fs.cpSync( root, path.join( draft, 'root' ), {
				recursive: true,
				verbatimSymlinks: true,
			} );
			writeCommand( draft, version );
			// One that cannot run here is not kept.
			await mustCapture( path.join( draft, 'php' ), [ '-v' ] );
		} );
	} finally {
		fs.rmSync( workFolder, { recursive: true, force: true } );
	}
}

/** Writes the command with its settings. PHP starts further processes by the same command. */
function writeCommand( folder: string, version: string ): void {
	const modules = path.dirname(
		findBelow( folder, 'root/usr/lib/php', /\/pdo_sqlite\.so$/ )
	);
	const isShared = ( name: string ): boolean =>
		fs.existsSync( path.join( folder, modules, `${ name }.so` ) );
	writeWhole(
		path.join( folder, 'php.ini' ),
		[
			...EXTENSIONS.filter( isShared ).map(
				( name ) => `extension=${ name }`
			),
			...( isShared( 'opcache' ) ? [ 'zend_extension=opcache' ] : [] ),
			'',
		].join( '\n' )
	);
	writeLauncher(
		folder,
		'php',
		`root/usr/bin/php${ version }`,
		[
			...[ '-c', '"$here/php.ini"' ],
			...[ '-d', `extension_dir="$here/${ modules }"` ],
		],
		[ 'PHP_INI_SCAN_DIR=' ]
	);
}
