/** The settings with which a release was built. It also runs with them, because changed variables apply to later builds only. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../lib/errors.ts';
import type { ShellVariable } from '../model/hosting.ts';

export interface ReleaseConfig {
	shellVariables: ShellVariable[];
	/** Address of the linked WordPress, or empty. */
	wordpressUrl: string;
	/** The folder of the source that was built. */
	rootDirectory: string;
}

/** Writes the file next to the release, readable for the platform's own user only. */
export async function saveReleaseConfig(
	file: string,
	settings: ReleaseConfig
): Promise< void > {
	const { shellVariables, wordpressUrl, rootDirectory } = settings;
	const variables = shellVariables.map( ( { key, value } ) => ( {
		key,
		value,
	} ) );
	await mkdir( path.dirname( file ), { recursive: true } );
	await writeFile(
		file,
		JSON.stringify( {
			shellVariables: variables,
			wordpressUrl,
			rootDirectory,
		} ),
		{ mode: 0o600 }
	);
}

/** @return Null when there are none, or none that can be read: a crash may have cut them off. */
export async function readReleaseConfig(
	file: string
): Promise< ReleaseConfig | null > {
	try {
		return JSON.parse( await readFile( file, 'utf8' ) ) as ReleaseConfig;
	} catch ( error ) {
		if (
			error instanceof SyntaxError ||
			systemCode( error ) === 'ENOENT'
		) {
			return null;
		}
		throw error;
	}
}
