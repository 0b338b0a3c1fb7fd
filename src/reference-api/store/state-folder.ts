/** The folder of a user's data on this machine, outside of all projects. */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import path from 'node:path';

const PRODUCT = 'headless-deploy';
const HASH_LENGTH = 10;

export interface Machine {
	env: Readonly< Record< string, string | undefined > >;
	platform: NodeJS.Platform;
	/** The user's home folder. */
	home: string;
}

/** Names a variable only if it has an absolute path: the XDG specification ignores others. */
function absolute( value: string | undefined ): string | null {
	return value && path.isAbsolute( value ) ? value : null;
}

/** Where programs of this system keep the data of a user. */
function stateHome( { env, platform, home }: Machine ): string {
	if ( platform === 'darwin' ) {
		return path.join( home, 'Library', 'Application Support' );
	}
	if ( platform === 'win32' ) {
		return (
			absolute( env.LOCALAPPDATA ) ??
			path.join( home, 'AppData', 'Local' )
		);
	}
	// https://specifications.freedesktop.org/basedir-spec/latest/
	return (
		absolute( env.XDG_STATE_HOME ) ?? path.join( home, '.local', 'state' )
	);
}

function realPath( folder: string ): string {
	try {
		return realpathSync( folder );
	} catch {
		return path.resolve( folder );
	}
}

/**
 * Returns the folder for the data of a place, such as a clone. Its name is derived from the path: the same place has
 * the same folder, also through a symbolic link.
 *
 * @param place   The folder that the data belongs to.
 * @param program Keeps the data of two programs apart, for example "serve".
 */
export function stateFolder(
	place: string,
	program: string,
	machine: Machine
): string {
	const real = realPath( place );
	const label =
		path
			.basename( real )
			.replace( /[^\w-]+/g, '-' )
			.slice( 0, 40 ) || 'root';
	const hash = createHash( 'sha256' )
		.update( `${ program }\n${ real }` )
		.digest( 'hex' )
		.slice( 0, HASH_LENGTH );
	return path.join( stateHome( machine ), PRODUCT, `${ label }-${ hash }` );
}
