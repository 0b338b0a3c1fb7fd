/**
 * Where things lie: the project, its state in `.local`, and the cache that every clone of one user shares.
 */
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = path.resolve(
	fileURLToPath( new URL( '../..', import.meta.url ) )
);

/** State of this clone; ignored by git, removed by `--reset`. */
export const LOCAL = path.join( PROJECT, '.local' );

export const LOGS = path.join( LOCAL, 'logs' );

/** The Node that runs this, and everything else that is started. */
export const NODE = process.execPath;

/** The cache outside the checkout. */
export function cacheFolder(
	env: Record< string, string | undefined > = process.env
): string {
	const base = env.XDG_CACHE_HOME || path.join( os.homedir(), '.cache' );
	return path.join( base, 'headless-deploy' );
}

/** A file of the kit itself, for example `wordpress/router.php`. */
export function kitFile( name: string ): string {
	return path.join( PROJECT, 'src', 'dev-kit', name );
}
