/** Finds files that name a Node.js for version managers. The platform reads only `engines.node`. */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { quoteName } from '../lib/names.ts';

const NAMES = [ '.nvmrc', '.node-version' ];
const MAX_BYTES = 1024;

/** Returns the first line that is not empty or a comment; empty without a file. */
async function readVersion( file: string ): Promise< string > {
	const handle = await open( file ).catch( () => null );
	if ( handle === null ) {
		return '';
	}
	try {
		const { buffer, bytesRead } = await handle.read(
			Buffer.alloc( MAX_BYTES ),
			0,
			MAX_BYTES,
			0
		);
		const lines = buffer
			.toString( 'utf8', 0, bytesRead )
			.split( '\n' )
			.map( ( line ) => line.replace( /#.*/, '' ).trim() );
		return lines.find( Boolean ) ?? '';
	} catch {
		// For example, a folder has this name.
		return '';
	} finally {
		await handle.close();
	}
}

/**
 * Says which file names another Node.js than the one that is used.
 *
 * @param folders The project's folder, then that of its workspace.
 * @param version Of the Node.js that is used.
 * @return A warning, or empty.
 */
export async function versionFileWarning(
	folders: readonly string[],
	version: string
): Promise< string > {
	for ( const folder of folders ) {
		for ( const name of NAMES ) {
			const wanted = await readVersion( path.join( folder, name ) );
			if ( wanted ) {
				const { default: semver } = await import( 'semver' );
				return semver.validRange( wanted ) !== null &&
					semver.satisfies( version, wanted )
					? ''
					: `${ name } names Node ${ quoteName(
							wanted
						) }, which is ignored: Node ${ version } is used. The platform follows engines.node in package.json.`;
			}
		}
	}
	return '';
}
