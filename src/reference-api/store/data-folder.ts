/** Claims the data folder at the start: only an empty folder, or one that this platform marked earlier, is used. */
import {
	accessSync,
	constants,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	writeFileSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { StartError, systemCode, errorMessage } from '../lib/errors.ts';
import type { Folders } from './folders.ts';
import { DATABASE_FILE } from './sqlite.ts';

/** Marks a folder as a data folder of the platform. */
export const MARKER_FILE = 'headless-deploy-data-folder.json';

const MARKER = {
	product: 'headless-deploy',
	note: 'The platform stores its data in this folder and deletes files in it. Do not keep other files here.',
};

/** Files that operating systems create in an otherwise empty folder. */
const SYSTEM_NAMES = [ '.DS_Store', 'lost+found' ];

function statOf( file: string ): Stats | null {
	try {
		return lstatSync( file );
	} catch ( error ) {
		if ( systemCode( error ) === 'ENOENT' ) {
			return null;
		}
		throw error;
	}
}

function isFile( file: string ): boolean {
	return statOf( file )?.isFile() ?? false;
}

/**
 * Creates a folder and its parents. `mkdirSync` with `recursive` loops forever where the system denies a folder that
 * exists (below /proc, for example).
 */
function createFolder( folder: string ): void {
	if ( existsSync( folder ) ) {
		return;
	}
	createFolder( path.dirname( folder ) );
	mkdirSync( folder, { mode: 0o700 } );
}

/** Rejects a folder that contains other files. */
function checkOwner( root: string ): void {
	const names = readdirSync( root ).filter(
		( name ) => ! SYSTEM_NAMES.includes( name )
	);
	const isOwn =
		names.length === 0 || isFile( path.join( root, MARKER_FILE ) );
	if ( ! isOwn ) {
		throw new StartError(
			'data-folder',
			`The folder ${ root } is not empty and is not a data folder of the platform (${ MARKER_FILE } is missing). Nothing was changed. Choose an empty folder or one that does not exist.`
		);
	}
}

function writeMarker( root: string ): void {
	const file = path.join( root, MARKER_FILE );
	try {
		writeFileSync( file, `${ JSON.stringify( MARKER, null, '\t' ) }\n`, {
			flag: 'wx',
			mode: 0o600,
		} );
	} catch ( error ) {
		if ( systemCode( error ) !== 'EEXIST' ) {
			throw error;
		}
	}
}

/** Rejects a link in place of a folder: deletions would follow it. */
function claimFolder( folder: string ): void {
	if ( ! statOf( folder ) ) {
		mkdirSync( folder, { mode: 0o700 } );
	}
	if ( ! statOf( folder )?.isDirectory() ) {
		throw new StartError(
			'data-folder',
			`${ folder } is a link or a file, and the platform needs a folder there. Nothing was changed. Move it away, or choose another data folder.`
		);
	}
}

/** Refuses to start with an empty database where environments exist: all of them would be taken for deleted ones. */
function checkDatabase( { root, environments }: Folders ): void {
	const file = path.join( root, DATABASE_FILE );
	const size = statOf( file )?.size ?? 0;
	if ( size === 0 && readdirSync( environments ).length > 0 ) {
		throw new StartError(
			'database',
			`The database ${ file } is missing, but ${ environments } holds environments. Nothing was changed. Restore the database from a backup, or choose another data folder.`
		);
	}
}

/**
 * Claims the data folder: creates it, or makes sure that it belongs to the platform. Deletes nothing.
 *
 * @throws StartError `data-folder` or `database`; nothing was changed then.
 */
export function claimDataFolder( folders: Folders ): void {
	const { root } = folders;
	try {
		createFolder( root );
		accessSync( root, constants.W_OK );
		checkOwner( root );
		writeMarker( root );
		claimFolder( folders.temporary );
		claimFolder( folders.environments );
		checkDatabase( folders );
	} catch ( error ) {
		if ( error instanceof StartError ) {
			throw error;
		}
		throw new StartError(
			'data-folder',
			`The data folder ${ root } cannot be used: ${ errorMessage(
				error
			) }. Choose a folder that this user may write.`,
			error
		);
	}
}
