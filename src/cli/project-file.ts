/** The project file names host, account, application and environment once. It contains no secret. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
	MAX_ROOT_DIRECTORY,
	ROOT_DIRECTORY,
} from '../reference-api/lib/names.ts';
import { usageError } from './exit-codes.ts';

export const PROJECT_FILE = 'headless-deploy.json';

export interface Project {
	host?: string;
	account?: string;
	app?: string;
	/** Display name or ID. */
	environment?: string;
	/** IDs by display name, for hosts that cannot list their environments. */
	environmentIds?: Record< string, string >;
	/** Folder of the code that is built, relative to the folder of the file; empty for that folder. */
	rootDirectory?: string;
}

const TEXT_FIELDS = [
	'host',
	'account',
	'app',
	'environment',
	'rootDirectory',
] as const;

/** Removes what shells add to the path of a folder. Returns null if it is not the path of a folder below. */
export function readRootDirectory( text: string ): string | null {
	const folder = text.replace( /^\.(?:\/+|$)/, '' ).replace( /\/+$/, '' );
	return ! text.startsWith( '/' ) &&
		folder.length <= MAX_ROOT_DIRECTORY &&
		ROOT_DIRECTORY.test( folder )
		? folder
		: null;
}

/** Returns the path of the project file of a folder or of its nearest parent; null if there is none. */
export function findProjectFile( folder: string ): string | null {
	const file = path.join( folder, PROJECT_FILE );
	if ( existsSync( file ) ) {
		return file;
	}
	const parent = path.dirname( folder );
	return parent === folder ? null : findProjectFile( parent );
}

export function readProject( folder: string ): Project {
	const file = findProjectFile( folder );
	if ( file === null ) {
		return {};
	}
	let project: Project | null;
	try {
		project = JSON.parse( readFileSync( file, 'utf8' ) ) as Project | null;
	} catch {
		throw usageError( `${ file } is not valid JSON.` );
	}
	for ( const field of TEXT_FIELDS ) {
		if (
			! [ 'string', 'undefined' ].includes( typeof project?.[ field ] )
		) {
			throw usageError( `“${ field }” in ${ file } must be text.` );
		}
	}
	if ( readRootDirectory( project?.rootDirectory ?? '' ) === null ) {
		throw usageError(
			`“rootDirectory” in ${ file } must be the path of a folder below it, for example apps/web.`
		);
	}
	return project ?? {};
}

/** Returns the root directory in the project file of a folder. A file above is for another folder. */
export function savedRootDirectory( folder: string ): string | undefined {
	const isOwn = existsSync( path.join( folder, PROJECT_FILE ) );
	const { rootDirectory } = isOwn ? readProject( folder ) : {};
	return rootDirectory === undefined
		? undefined
		: ( readRootDirectory( rootDirectory ) ?? undefined );
}

export function writeProject( file: string, project: Project ): void {
	writeFileSync( file, `${ JSON.stringify( project, null, '\t' ) }\n` );
}
