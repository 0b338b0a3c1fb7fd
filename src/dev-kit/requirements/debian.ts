/**
 * Installs packages on Debian and its relatives, where this runs as root; elsewhere names the command.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { lastLines } from '../commands.ts';
import { KitError } from '../kit-error.ts';
import { LOGS } from '../paths.ts';
import type { Progress } from '../progress.ts';

const LOCK_SECONDS = 600;
const LINES_SHOWN = 8;

/** Lists are fetched once a run. */
let listsAreFresh = false;

/** True where packages come by apt-get. */
export function isDebian(): boolean {
	return fs.existsSync( '/usr/bin/apt-get' );
}

/** True where this process may install packages. */
export function mayInstall(): boolean {
	return isDebian() && process.getuid?.() === 0;
}

/**
 * Runs apt-get to its end, even when this process is interrupted: half an installation is worse than a few
 * more seconds.
 */
async function aptGet( args: string[] ): Promise< void > {
	fs.mkdirSync( LOGS, { recursive: true } );
	const log = path.join( LOGS, 'apt.log' );
	const out = fs.openSync( log, 'w' );
	const code = await new Promise< number >( ( resolve ) => {
		const child = spawn(
			'apt-get',
			[ '-q', '-o', `DPkg::Lock::Timeout=${ LOCK_SECONDS }`, ...args ],
			{
				stdio: [ 'ignore', out, out ],
				detached: true,
				env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
			}
		);
		child.once( 'error', () => resolve( 127 ) );
		child.once( 'exit', ( status ) => resolve( status ?? 1 ) );
	} );
	fs.closeSync( out );
	if ( code !== 0 ) {
		throw new KitError(
			`apt-get ${ args.join( ' ' ) } ended with ${ code }:\n${ lastLines(
				fs.readFileSync( log, 'utf8' ),
				LINES_SHOWN
			) }`,
			'fix what it reports (network? `dpkg --configure -a`?) and start again; the whole output is in .local/logs/apt.log'
		);
	}
}

/**
 * Installs packages; the caller has asked mayInstall().
 *
 * @param progress Where to say so.
 */
export async function aptInstall(
	packages: string[],
	progress: Progress
): Promise< void > {
	await progress.step(
		`Installing ${ packages.join( ' ' ) } (apt-get)`,
		async () => {
			if ( ! listsAreFresh ) {
				await aptGet( [ 'update' ] );
				listsAreFresh = true;
			}
			await aptGet( [
				'install',
				'-y',
				'--no-install-recommends',
				...packages,
			] );
		}
	);
}
