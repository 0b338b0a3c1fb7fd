/**
 * The other versions of PHP that the plugin supports, compiled to WebAssembly: 474 MB from npm. They are not a
 * dependency of the project and are installed on request only.
 */
import fs from 'node:fs';
import path from 'node:path';
import { runLogged } from '../commands.ts';
import { makeWhole, writeWhole } from '../files.ts';
import { withLock } from '../lock.mjs';
import { LOCAL } from '../paths.ts';
import type { Progress } from '../progress.ts';

/** Debian 12 has PHP 8.2, on which all other checks run. */
export const PHP_VERSIONS = [ '8.1', '8.3', '8.4', '8.5' ] as const;

const PACKAGE = '@php-wasm/cli';
const VERSION = '3.1.56';

/** npm fills this folder in one step. */
export const PHP_VERSIONS_FOLDER = path.join(
	LOCAL,
	'php-versions',
	`php-wasm-${ VERSION }`
);

export function arePhpVersionsInstalled(): boolean {
	return fs.existsSync( PHP_VERSIONS_FOLDER );
}

export async function ensurePhpVersions( progress: Progress ): Promise< void > {
	await withLock( path.join( LOCAL, 'php-versions.lock' ), async () => {
		if ( ! arePhpVersionsInstalled() ) {
			await progress.step(
				`Installing PHP ${ PHP_VERSIONS.join( ', ' ) } (474 MB)`,
				() => makeWhole( PHP_VERSIONS_FOLDER, install )
			);
		}
	} );
}

/** The package.json keeps npm from using the one of the project. */
async function install( draft: string ): Promise< void > {
	writeWhole( path.join( draft, 'package.json' ), '{"private":true}' );
	await runLogged(
		'php-versions',
		'npm',
		[
			'install',
			'--no-audit',
			'--no-fund',
			'--ignore-scripts',
			`${ PACKAGE }@${ VERSION }`,
		],
		{ cwd: draft },
		'check the network and the disk space, then start again'
	);
}
