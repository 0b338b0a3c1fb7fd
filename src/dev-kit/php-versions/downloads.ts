/**
 * The other versions of PHP that the plugin supports, compiled to WebAssembly. They are not a dependency of the project.
 * The oldest and the newest, without the functions that only tests need, are installed for `npm test` (127 MB); all of
 * them on request only (474 MB).
 */
import fs from 'node:fs';
import path from 'node:path';
import { runLogged } from '../commands.ts';
import { makeWhole, writeWhole } from '../files.ts';
import { withLock } from '../lock.mjs';
import { cacheFolder, LOCAL } from '../paths.ts';
import type { Progress } from '../progress.ts';

/** As WebAssembly, where debian.ts has no faster one. Debian 12 has PHP 8.2, on which all other checks run. */
export const PHP_VERSIONS = [ '8.1', '8.3', '8.4', '8.5' ] as const;

/** The oldest and the newest: what both compile, the versions between them compile too, with few exceptions. */
export const COMPILED_VERSIONS: readonly string[] = [
	...PHP_VERSIONS.slice( 0, 1 ),
	...PHP_VERSIONS.slice( -1 ),
];

const VERSION = '3.1.56';

/** npm fills each of these folders in one step. */
export const PHP_VERSIONS_FOLDER = path.join(
	LOCAL,
	'php-versions',
	`php-wasm-${ VERSION }`
);
const COMPILERS_FOLDER = path.join(
	cacheFolder(),
	`php-wasm-${ [ VERSION, ...COMPILED_VERSIONS ].join( '-' ) }`
);

export function arePhpVersionsInstalled(): boolean {
	return fs.existsSync( PHP_VERSIONS_FOLDER );
}

export async function ensurePhpVersions( progress: Progress ): Promise< void > {
	await withLock( path.join( LOCAL, 'php-versions.lock' ), async () => {
		if ( ! arePhpVersionsInstalled() ) {
			await progress.step(
				`Installing PHP ${ PHP_VERSIONS.join( ', ' ) } (474 MB)`,
				() => installTo( PHP_VERSIONS_FOLDER, [ 'cli' ] )
			);
		}
	} );
}

/** @return The folder with the packages of COMPILED_VERSIONS; null when they are not installed. */
export function installedPhpCompilers(): string | null {
	return (
		[ PHP_VERSIONS_FOLDER, COMPILERS_FOLDER ].find( ( folder ) =>
			fs.existsSync( folder )
		) ?? null
	);
}

/** @return The folder with the packages of COMPILED_VERSIONS. */
export async function findPhpCompilers(
	progress: Progress
): Promise< string > {
	return (
		installedPhpCompilers() ??
		( await withLock(
			path.join( cacheFolder(), 'php-wasm.lock' ),
			async () => {
				if ( ! fs.existsSync( COMPILERS_FOLDER ) ) {
					await progress.step(
						`Installing PHP ${ COMPILED_VERSIONS.join(
							' and '
						) } (127 MB)`,
						() =>
							installTo( COMPILERS_FOLDER, [
								'universal',
								...COMPILED_VERSIONS.map( packageOf ),
							] )
					);
				}
				return COMPILERS_FOLDER;
			}
		) )
	);
}

/** The package with one version of PHP. */
export function packageOf( version: string ): string {
	return `node-${ version.replace( '.', '-' ) }`;
}

/** @param packages Names below `@php-wasm`. */
function installTo( folder: string, packages: string[] ): Promise< void > {
	return makeWhole( folder, async ( draft ) => {
		// It keeps npm from using the one of the project.
		writeWhole( path.join( draft, 'package.json' ), '{"private":true}' );
		await runLogged(
			'php-versions',
			'npm',
			[
				'install',
				'--no-audit',
				'--no-fund',
				'--ignore-scripts',
				// Without a network npm would try for more than a minute.
				'--fetch-retries=1',
				...packages.map(
					( name ) => `@php-wasm/${ name }@${ VERSION }`
				),
			],
			{ cwd: draft },
			'check the network and the disk space, then start again'
		);
	} );
}
