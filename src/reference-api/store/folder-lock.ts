/** Allows one process per data folder, by a lock that the kernel releases after a crash. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError, errorMessage } from '../lib/errors.ts';

export interface FolderLock {
	/** Stores which process holds the folder, for the message of a second process. */
	describe: ( holder: { pid: number; url: string; since: string } ) => void;
	release: () => void;
}

function describeHolder( file: string ): string {
	try {
		const holder: unknown = JSON.parse( readFileSync( file, 'utf8' ) );
		if ( typeof holder === 'object' && holder !== null ) {
			const { pid, url, since } = holder as Record< string, unknown >;
			return `process ${ String( pid ) } (${ String(
				url
			) }, since ${ String( since ) })`;
		}
	} catch {
		// The holder is still starting, or writes just now.
	}
	return 'another process';
}

/**
 * Takes the data folder for this process.
 *
 * @throws StartError `data-folder-in-use`, naming the holder, or `data-folder`.
 */
export function lockFolder( folder: string ): FolderLock {
	const holderFile = path.join( folder, 'holder.json' );
	let connection: DatabaseSync | undefined;
	try {
		connection = new DatabaseSync( path.join( folder, 'lock.db' ) );
		connection.exec( 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE' );
	} catch ( error ) {
		connection?.close();
		if ( /locked|busy/i.test( errorMessage( error ) ) ) {
			throw new StartError(
				'data-folder-in-use',
				`The data folder ${ folder } is in use by ${ describeHolder(
					holderFile
				) }. Stop that one, or choose another folder.`,
				error
			);
		}
		throw new StartError(
			'data-folder',
			`The data folder ${ folder } cannot be locked: ${ errorMessage(
				error
			) }. Make it writable for this user, or choose another folder.`,
			error
		);
	}
	const held = connection;
	return {
		describe: ( holder ) =>
			writeFileSync( holderFile, JSON.stringify( holder ), {
				mode: 0o600,
			} ),
		release: () => held.close(),
	};
}
