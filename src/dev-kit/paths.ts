import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = path.resolve(
	fileURLToPath( new URL( '../..', import.meta.url ) )
);

/** The state of this clone. Ignored by git. */
export const LOCAL = path.join( PROJECT, '.local' );

export const LOGS = path.join( LOCAL, 'logs' );

/** Runs all TypeScript. */
export const NODE = process.execPath;

/** The cache that all clones of a user share. */
export function cacheFolder(
	env: Record< string, string | undefined > = process.env
): string {
	const base = env.XDG_CACHE_HOME || path.join( os.homedir(), '.cache' );
	return path.join( base, 'headless-deploy' );
}

/** Returns the path of a file of the kit, for example `wordpress/router.php`. */
export function kitFile( name: string ): string {
	return path.join( PROJECT, 'src', 'dev-kit', name );
}
