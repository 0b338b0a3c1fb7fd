import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { lastLines } from '../commands.ts';
import { KitError } from '../kit-error.ts';
import { LOGS } from '../paths.ts';
import type { Progress } from '../progress.ts';

const LOCK_SECONDS = 600;
const LINES_SHOWN = 8;

/** The package lists are updated once in a process. */
let areListsUpdated = false;

export function isDebian(): boolean {
	return fs.existsSync( '/usr/bin/apt-get' );
}

/** Returns whether this process runs as root on Debian. */
export function mayInstall(): boolean {
	return isDebian() && process.getuid?.() === 0;
}

/**
 * Runs apt-get to its end even when this process is interrupted, because an interrupted installation must be repaired
 * by hand.
 */
async function aptGet( args: string[] ): Promise< void > {
	fs.mkdirSync( LOGS, { recursive: true } );
	const log = path.join( LOGS, 'apt.log' );
	const output = fs.openSync( log, 'w' );
	const code = await new Promise< number >( ( resolve ) => {
		const child = spawn(
			'apt-get',
			[ '-q', '-o', `DPkg::Lock::Timeout=${ LOCK_SECONDS }`, ...args ],
			{
				stdio: [ 'ignore', output, output ],
				detached: true,
				env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
			}
		);
		child.once( 'error', () => resolve( 127 ) );
		child.once( 'exit', ( status ) => resolve( status ?? 1 ) );
	} );
	fs.closeSync( output );
	if ( code !== 0 ) {
		throw new KitError(
			`apt-get ${ args.join( ' ' ) } ended with ${ code }:\n${ lastLines(
				fs.readFileSync( log, 'utf8' ),
				LINES_SHOWN
			) }`,
			'check the network and run `dpkg --configure -a`, then start again; the whole output is in .local/logs/apt.log'
		);
	}
}

/** The caller has checked mayInstall(). */
export async function aptInstall(
	packages: string[],
	progress: Progress
): Promise< void > {
	await progress.step(
		`Installing ${ packages.join( ' ' ) } (apt-get)`,
		async () => {
			if ( ! areListsUpdated ) {
				await aptGet( [ 'update' ] );
				areListsUpdated = true;
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

/** Finds something that Debian's packages install. Installs them when it is missing and this process may do so. */
export async function findOrInstall< T >(
	find: () => T | null,
	packages: string[],
	progress: Progress
): Promise< T | null > {
	if ( ! find() && mayInstall() ) {
		await aptInstall( packages, progress );
	}
	return find();
}
