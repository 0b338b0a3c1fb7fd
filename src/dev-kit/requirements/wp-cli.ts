import fs from 'node:fs';
import path from 'node:path';
import { runLogged } from '../commands.ts';
import { makeWhole } from '../files.ts';
import { isUpToDate, runIfStale } from '../stamps.ts';
import { withLock } from '../lock.mjs';
import { LOCAL } from '../paths.ts';
import type { Progress } from '../progress.ts';
import { ensureComposer } from './composer-packages.ts';

const FOLDER = path.join( LOCAL, 'wp-cli' );
const STAMP = `${ FOLDER }.stamp`;

/**
 * WP-CLI has a folder of its own, because its composer.json requires PHP 7: Composer would choose all packages for PHP
 * 7. It runs on PHP 8.
 */
const MANIFEST = JSON.stringify(
	{
		require: {
			'mustache/mustache': '2.13.0',
			'rmccue/requests': '1.7.0',
			'symfony/finder': '5.4.21',
			'wp-cli/mustangostang-spyc': '0.6.7',
			'wp-cli/php-cli-tools': '0.11.11',
			'wp-cli/wp-cli': '2.4.1',
		},
		config: {
			lock: false,
			platform: { php: '7.4.33' },
			'platform-check': false,
			// WP-CLI sends no requests with these libraries. WordPress uses its own copies of them.
			audit: { 'block-insecure': false },
		},
	},
	null,
	'\t'
);

/** @return The file that PHP runs. */
export async function findWpCli( progress: Progress ): Promise< string > {
	const program = path.join(
		...[ FOLDER, 'vendor', 'wp-cli', 'wp-cli', 'php', 'boot-fs.php' ]
	);
	if ( ! isUpToDate( STAMP, MANIFEST ) || ! fs.existsSync( program ) ) {
		fs.rmSync( STAMP, { force: true } );
		await ensureComposer( progress );
		await withLock( path.join( LOCAL, 'composer.lock' ), () =>
			runIfStale( STAMP, MANIFEST, () => install( progress ) )
		);
	}
	return program;
}

async function install( progress: Progress ): Promise< void > {
	await progress.step( 'Installing WP-CLI (Composer)', () =>
		makeWhole( FOLDER, async ( draft ) => {
			fs.writeFileSync( path.join( draft, 'composer.json' ), MANIFEST );
			await runLogged(
				'wp-cli',
				'composer',
				[ 'install', '--no-dev', '--no-interaction', '--no-progress' ],
				{
					cwd: draft,
					env: { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1' },
				},
				'fix what it reports, then start again'
			);
		} )
	);
}
