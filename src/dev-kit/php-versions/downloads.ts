/**
 * Brings the other PHPs that the plugin has to run on, compiled to WebAssembly: 474 MB from npm, so they are no package
 * of this project, and they are fetched on request only.
 */
import fs from 'node:fs';
import path from 'node:path';
import { runLogged } from '../commands.ts';
import { makeWhole, writeWhole } from '../files.ts';
import { withLock } from '../lock.mjs';
import { LOCAL } from '../paths.ts';
import type { Progress } from '../progress.ts';

/** Those that the PHP at hand does not stand for; newest last. */
export const PHP_VERSIONS = [ '8.1', '8.3', '8.4', '8.5' ] as const;

const PACKAGE = '@php-wasm/cli';
const VERSION = '3.1.56';

/** The folder that npm fills, in one step. */
export const PHP_VERSIONS_FOLDER = path.join(
	LOCAL,
	'php-versions',
	`php-wasm-${ VERSION }`
);

/** Tells whether they are at hand. */
export function phpVersionsAreAtHand(): boolean {
	return fs.existsSync( PHP_VERSIONS_FOLDER );
}

/**
 * Installs them unless they are there.
 *
 * @param progress Where to say so.
 */
export async function ensurePhpVersions( progress: Progress ): Promise< void > {
	await withLock( path.join( LOCAL, 'php-versions.lock' ), async () => {
		if ( ! phpVersionsAreAtHand() ) {
			await progress.step(
				`Installing PHP ${ PHP_VERSIONS.join( ', ' ) } (474 MB)`,
				() => makeWhole( PHP_VERSIONS_FOLDER, install )
			);
		}
	} );
}

/**
 * Installs into a folder of its own, whose package.json keeps npm from looking further up.
 */
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
		'the whole output is in .local/logs/php-versions.log; is the disk full, or the network away?'
	);
}
