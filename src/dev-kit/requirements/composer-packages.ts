/** Brings the PHP tools of composer.json, for the tests. */
import fs from 'node:fs';
import path from 'node:path';
import { runLogged } from '../commands.ts';
import { hashOf } from '../files.ts';
import { KitError } from '../kit-error.ts';
import { withLock } from '../lock.mjs';
import { LOCAL, PROJECT } from '../paths.ts';
import type { Progress } from '../progress.ts';
import { isUpToDate, runUnlessUpToDate } from '../stamp-file.ts';
import { findProgram } from './programs.ts';
import { aptInstall, mayInstall } from './debian.ts';

/**
 * Installs Composer where it is missing and may be installed.
 *
 * @param  progress Where to say so.
 * @throws {KitError} It is not there.
 */
export async function ensureComposer( progress: Progress ): Promise< void > {
	if ( findProgram( [ 'composer' ] ) ) {
		return;
	}
	if ( ! mayInstall() ) {
		throw new KitError(
			'Composer is not installed; the PHP checks need it.',
			'see https://getcomposer.org/download/ (on Debian: sudo apt-get install composer)'
		);
	}
	await aptInstall( [ 'composer' ], progress );
}

/**
 * Installs the packages of composer.json unless they are there.
 *
 * @param progress Where to say so.
 */
export async function ensureComposerPackages(
	progress: Progress
): Promise< void > {
	const stamp = path.join( PROJECT, 'vendor', '.headless-deploy' );
	const hash = hashOf( PROJECT, [ 'composer.json' ] );
	if ( isUpToDate( stamp, hash ) ) {
		return;
	}
	await ensureComposer( progress );
	await withLock( path.join( LOCAL, 'composer.lock' ), () =>
		runUnlessUpToDate( stamp, hash, () =>
			progress.step( 'Installing the PHP tools (Composer)', async () => {
				fs.rmSync( path.join( PROJECT, 'vendor' ), {
					recursive: true,
					force: true,
				} );
				await runLogged(
					'composer',
					'composer',
					[ 'install', '--no-interaction', '--no-progress' ],
					{
						cwd: PROJECT,
						env: { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1' },
					},
					'the whole output is in .local/logs/composer.log; start again when it is mended'
				);
			} )
		)
	);
}
