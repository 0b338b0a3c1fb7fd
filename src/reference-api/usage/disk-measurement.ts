import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../lib/errors.ts';

/** Node has four threads for files; more would only make others wait. */
const MAX_AT_ONCE = 8;

/** Errors of files that disappear during the measurement or cannot be read. */
const IGNORED_ERRORS = [
	'ENOENT',
	'ENOTDIR',
	'EACCES',
	'EPERM',
	'ELOOP',
	'ENAMETOOLONG',
];

/** Where a WordPress on SQLite keeps its database. */
const DATABASE_FOLDER = path.join( 'wp-content', 'database' );
const DATABASE_FILE = /\.sqlite3?(-wal|-shm|-journal)?$/i;

async function withFallback< T >(
	measurement: Promise< T >,
	other: T
): Promise< T > {
	try {
		return await measurement;
	} catch ( error ) {
		if ( IGNORED_ERRORS.includes( systemCode( error ) ) ) {
			return other;
		}
		throw error;
	}
}

/** Adds up files; one that has several names (hard links) counts once. */
class Walk {
	readonly #signal: AbortSignal;
	readonly #seen = new Set< string >();

	constructor( signal: AbortSignal ) {
		this.#signal = signal;
	}

	async #sizeOf( file: string ): Promise< number > {
		const found = await withFallback( lstat( file ), null );
		if ( ! found?.isFile() ) {
			return 0;
		}
		if ( found.nlink > 1 ) {
			const identity = `${ found.dev } ${ found.ino }`;
			if ( this.#seen.has( identity ) ) {
				return 0;
			}
			this.#seen.add( identity );
		}
		return found.size;
	}

	async #sum( files: readonly string[] ): Promise< number > {
		let bytes = 0;
		for ( let at = 0; at < files.length; at += MAX_AT_ONCE ) {
			this.#signal.throwIfAborted();
			const group = files.slice( at, at + MAX_AT_ONCE );
			const sizes = await Promise.all(
				group.map( ( file ) => this.#sizeOf( file ) )
			);
			bytes += sizes.reduce( ( sum, size ) => sum + size, 0 );
		}
		return bytes;
	}

	/** Adds up a folder. Links are not followed; files that disappear or cannot be read do not count. */
	async sum(
		root: string,
		isCounted: ( file: string ) => boolean = () => true
	): Promise< number > {
		const folders = [ root ];
		let bytes = 0;
		for ( let folder; ( folder = folders.pop() ) !== undefined; ) {
			this.#signal.throwIfAborted();
			const current = folder;
			const entries = await withFallback(
				readdir( current, { withFileTypes: true } ),
				[]
			);
			const files: string[] = [];
			for ( const entry of entries ) {
				const place = path.join( current, entry.name );
				if ( entry.isDirectory() ) {
					folders.push( place );
				} else if ( entry.isFile() && isCounted( place ) ) {
					files.push( place );
				}
			}
			bytes += await this.#sum( files );
		}
		return bytes;
	}
}

/**
 * Measures a folder with all that is in it, in bytes.
 *
 * @param folder The folder; 0 if there is none.
 */
export function measureFolder(
	folder: string,
	signal: AbortSignal
): Promise< number > {
	return new Walk( signal ).sum( folder );
}

/**
 * Measures a local WordPress: its files, and its database where that is a file too.
 *
 * @return Bytes; `database` is null when there is no database file, as with MySQL.
 */
export async function measureWordPressInstall(
	folder: string,
	signal: AbortSignal
): Promise< { files: number; database: number | null } > {
	// The folder itself may be a link: its owner named it.
	const root = await withFallback( realpath( folder ), folder );
	const home = path.join( root, DATABASE_FOLDER );
	const isDatabase = ( file: string ) =>
		path.dirname( file ) === home && DATABASE_FILE.test( file );
	const walk = new Walk( signal );
	let hasDatabase = false;
	const files = await walk.sum( root, ( file ) => {
		hasDatabase ||= isDatabase( file );
		return ! isDatabase( file );
	} );
	const database = hasDatabase ? await walk.sum( home, isDatabase ) : null;
	return { files, database };
}
