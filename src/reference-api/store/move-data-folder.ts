/** Moves a data folder of an earlier version to its new place, also when an earlier move was interrupted. */
import { randomUUID } from 'node:crypto';
import {
	closeSync,
	constants,
	cpSync,
	existsSync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StartError, errorMessage, systemCode } from '../lib/errors.ts';
import { MARKER_FILE } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import type { FolderLock } from './folder-lock.ts';
import { DATABASE_FILE } from './sqlite.ts';

/** In both folders, until the old one is removed: which copy it is, of which database, and where to. */
const MOVE_FILE = 'moving.json';
/** Follows the name of an old folder that was copied completely, before a UUID. */
const MOVED = '.moved-';
/** Follows the name of a copy that is not complete, before a UUID. */
const PARTIAL = '.partial-';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Folders of an environment with code, which can be built again from its source. */
const CODE_FOLDERS = [ 'releases', 'kept', 'kept-next', 'home' ];

export interface Move {
	/** A sentence for the user. */
	message: string;
	isWarning: boolean;
}

function isDataFolder( folder: string ): boolean {
	return existsSync( path.join( folder, MARKER_FILE ) );
}

/** Sizes and times of the database: they differ when a platform has used the folder since. */
function databaseState( folder: string ): string {
	return [ '', '-wal' ]
		.map( ( suffix ) => {
			const file = path.join( folder, `${ DATABASE_FILE }${ suffix }` );
			if ( ! existsSync( file ) ) {
				return 'none';
			}
			const { size, mtimeMs } = statSync( file );
			return `${ size } ${ mtimeMs }`;
		} )
		.join( ', ' );
}

function removeFolder( folder: string ): void {
	rmSync( folder, { recursive: true, force: true } );
}

/** Removes what an interrupted move left beside a folder. */
function removeLeftovers( folder: string, suffix: string ): void {
	const parent = path.dirname( folder );
	const prefix = `${ path.basename( folder ) }${ suffix }`;
	for ( const name of existsSync( parent ) ? readdirSync( parent ) : [] ) {
		if (
			name.startsWith( prefix ) &&
			UUID.test( name.slice( prefix.length ) )
		) {
			removeFolder( path.join( parent, name ) );
		}
	}
}

/** Removes an old folder whose copy is complete. It gets another name first, so that no half of it counts as data. */
function removeCopied( from: string, to: string ): void {
	const moved = `${ from }${ MOVED }${ randomUUID() }`;
	renameSync( from, moved );
	rmSync( path.join( to, MOVE_FILE ), { force: true } );
	removeFolder( moved );
}

function syncFile( file: string ): void {
	const handle = openSync( file, 'r' );
	try {
		fsyncSync( handle );
	} finally {
		closeSync( handle );
	}
}

/** Forces the files that cannot be built again to the disk. */
function syncFolder( folder: string ): void {
	for ( const entry of readdirSync( folder, { withFileTypes: true } ) ) {
		const file = path.join( folder, entry.name );
		if ( entry.isDirectory() && ! CODE_FOLDERS.includes( entry.name ) ) {
			syncFolder( file );
		} else if ( entry.isFile() ) {
			syncFile( file );
		}
	}
}

/** Copies to another disk. The copy appears only when it is complete; then the old folder is removed. */
function copyAndRemove( from: string, to: string ): void {
	const id = randomUUID();
	const partial = `${ to }${ PARTIAL }${ id }`;
	writeFileSync(
		path.join( from, MOVE_FILE ),
		JSON.stringify( { id, to, database: databaseState( from ) } ),
		{ mode: 0o600 }
	);
	try {
		cpSync( from, partial, {
			recursive: true,
			verbatimSymlinks: true,
			preserveTimestamps: true,
			mode: constants.COPYFILE_FICLONE,
			filter: ( source ) => {
				const stats = lstatSync( source );
				return (
					stats.isDirectory() ||
					stats.isFile() ||
					stats.isSymbolicLink()
				);
			},
		} );
		syncFolder( partial );
		renameSync( partial, to );
	} catch ( error ) {
		removeFolder( partial );
		throw error;
	}
	removeCopied( from, to );
}

interface CopyRecord {
	id?: unknown;
	to?: unknown;
	database?: unknown;
}

function readRecord( folder: string ): CopyRecord {
	return JSON.parse(
		readFileSync( path.join( folder, MOVE_FILE ), 'utf8' )
	) as CopyRecord;
}

/** Returns whether an earlier move of this folder was complete except for the removal. */
function wasCopied( from: string, to: string ): boolean {
	try {
		const move = readRecord( from );
		return (
			move.to === to &&
			move.database === databaseState( from ) &&
			typeof move.id === 'string' &&
			// Otherwise it is other data, and the copy was not complete.
			move.id === readRecord( to ).id
		);
	} catch {
		return false;
	}
}

/** Removes an empty folder, and returns whether there is nothing at the place. */
function isFree( to: string ): boolean {
	try {
		rmdirSync( to );
		return true;
	} catch ( error ) {
		if ( systemCode( error ) === 'ENOENT' ) {
			return true;
		}
		if ( [ 'ENOTEMPTY', 'EEXIST' ].includes( systemCode( error ) ) ) {
			return false;
		}
		throw error;
	}
}

function moveLocked(
	from: string,
	to: string,
	rename: typeof renameSync
): Move {
	if ( ! isFree( to ) ) {
		if ( wasCopied( from, to ) ) {
			removeCopied( from, to );
			return {
				message: `The data of the platform is in ${ to } now (before: ${ from }).`,
				isWarning: false,
			};
		}
		return {
			message: `The data folder ${ from } of an earlier version is not used, because ${ to } contains data too. Delete the one that you do not need.`,
			isWarning: true,
		};
	}
	mkdirSync( path.dirname( to ), { recursive: true, mode: 0o700 } );
	try {
		rename( from, to );
	} catch ( error ) {
		if ( systemCode( error ) !== 'EXDEV' ) {
			throw error;
		}
		copyAndRemove( from, to );
	}
	return {
		message: `The data of the platform was moved from ${ from } to ${ to }.`,
		isWarning: false,
	};
}

/** What a move does; tests replace it. */
interface Steps {
	rename: typeof renameSync;
	lock: typeof lockFolder;
}

/** Two starts at once: the folder can be moved at any time until this start has locked it. */
function otherMove( from: string, to: string ): Move | null {
	return isDataFolder( from ) || ! isDataFolder( to )
		? null
		: {
				message: `Another start has moved the data of the platform from ${ from } to ${ to }.`,
				isWarning: false,
			};
}

/** @throws StartError If a platform or another start uses the folder, or it is a link. */
function lockOldFolder(
	from: string,
	to: string,
	lock: Steps[ 'lock' ]
): FolderLock {
	if ( lstatSync( from ).isSymbolicLink() ) {
		throw new StartError(
			'data-folder',
			`${ from } is a link, so its data is not moved automatically. Nothing was changed. Move the folder that it leads to to ${ to }, and delete the link.`
		);
	}
	let held: FolderLock | undefined;
	try {
		held = lock( from );
		held.describe( {
			pid: process.pid,
			url: `moves the data to ${ to }`,
			since: new Date().toISOString(),
		} );
		return held;
	} catch ( error ) {
		held?.release();
		throw error instanceof StartError && error.code === 'data-folder-in-use'
			? new StartError(
					error.code,
					`${ error.message } If another start moves the data, wait until that start is ready, then start again.`,
					error
				)
			: error;
	}
}

/**
 * Moves the data folder of an earlier version, if there is one. On the same disk it is renamed; otherwise it is copied,
 * and removed when the copy is complete.
 *
 * @return What the user should know, or null if there was nothing to do.
 * @throws StartError `data-folder-in-use` if a platform uses the folder, or `data-folder`; the data is complete then, at
 *                    one of the two places.
 */
export function moveDataFolder(
	from: string,
	to: string,
	{ rename = renameSync, lock = lockFolder }: Partial< Steps > = {}
): Move | null {
	removeLeftovers( from, MOVED );
	if ( ! isDataFolder( from ) ) {
		return null;
	}
	let held: FolderLock;
	try {
		held = lockOldFolder( from, to, lock );
	} catch ( error ) {
		const move = otherMove( from, to );
		if ( move ) {
			return move;
		}
		throw error;
	}
	if ( process.platform === 'win32' ) {
		// Windows renames no folder with an open file.
		held.release();
	}
	try {
		removeLeftovers( to, PARTIAL );
		return moveLocked( from, to, rename );
	} catch ( error ) {
		// Without the lock, on Windows.
		const move = systemCode( error ) === 'ENOENT' && otherMove( from, to );
		if ( move ) {
			return move;
		}
		throw new StartError(
			'data-folder',
			`The data folder ${ from } cannot be moved to ${ to }: ${ errorMessage(
				error
			) }. The data is complete. Solve this and start again, or move the folder yourself.`,
			error
		);
	} finally {
		if ( process.platform !== 'win32' ) {
			held.release();
		}
	}
}
