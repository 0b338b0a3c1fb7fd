import fs from 'node:fs';
import path from 'node:path';
import { findProgram, runLogged } from '../commands.ts';
import { hashOf } from '../files.ts';
import { isUpToDate, runIfStale } from '../stamps.ts';
import { KitError } from '../kit-error.ts';
import { withLock } from '../lock.mjs';
import { LOCAL, PROJECT } from '../paths.ts';
import type { Progress } from '../progress.ts';
import { findOrInstall } from './debian.ts';

/** @throws {KitError} When Composer is missing and cannot be installed. */
export async function ensureComposer( progress: Progress ): Promise< void > {
	const find = (): string | null => findProgram( [ 'composer' ] );
	if ( ! ( await findOrInstall( find, [ 'composer' ], progress ) ) ) {
		throw new KitError(
			'The PHP checks need Composer, which is not installed.',
			'see https://getcomposer.org/download/; on Debian: sudo apt-get install composer'
		);
	}
}

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
		runIfStale( stamp, hash, () =>
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
					'fix what it reports, then start again'
				);
			} )
		)
	);
}
