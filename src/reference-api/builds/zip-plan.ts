/**
 * Reads a zip's list of entries and decides, before one byte is unpacked, whether and where each may lie.
 */
import type { Entry, ZipFile } from 'yauzl';
import { wordsOf } from '../errors.ts';
import { HostingError } from '../model.ts';
import { quote } from '../names.ts';

export const MAX_ENTRIES = 50_000;
export const MAX_UNPACKED_BYTES = 1024 ** 3;

const MAX_SEGMENT_BYTES = 255;
/** Leaves room for the data folder below the 4096 bytes that systems take. */
const MAX_PATH_BYTES = 1024;
/** Unix permissions take the lower twelve bits of a mode, the type of the file those above. */
const PERMISSIONS = 0o10000;
const REGULAR_FILE = 0x8000;
const FOLDER = 0x4000;
const STORED = 0;
const DEFLATED = 8;

export interface PlannedFile {
	entry: Entry;
	/** Path below the release, with slashes. */
	path: string;
	executable: boolean;
}

export interface ZipPlan {
	files: PlannedFile[];
	/** Paths below the release, parents first. */
	folders: string[];
}

/**
 * Refuses the upload because of the zip itself.
 *
 * @param reason Why, for people.
 * @param status HTTP status.
 */
export function refuseZip( reason: string, status = 400 ): HostingError {
	return new HostingError(
		status,
		`This zip was not deployed: ${ reason }. What was live stays live.`
	);
}

function readEntries( zip: ZipFile ): Promise< Entry[] > {
	return new Promise( ( resolve, reject ) => {
		const entries: Entry[] = [];
		zip.on( 'error', ( error ) => reject( refuseZip( wordsOf( error ) ) ) );
		zip.on( 'entry', ( entry: Entry ) => {
			entries.push( entry );
			zip.readEntry();
		} );
		zip.on( 'end', () => resolve( entries ) );
		zip.readEntry();
	} );
}

/**
 * Answers the Unix mode that a zip keeps in the upper half of an entry's attributes.
 *
 * @param entry The entry.
 */
function modeOf( entry: Entry ): number {
	return Math.floor( entry.externalFileAttributes / 0x10000 );
}

function isExecutable( entry: Entry ): boolean {
	const permissions = modeOf( entry ) % 0o1000;
	return permissions
		.toString( 8 )
		.split( '' )
		.some( ( digit ) => Number( digit ) % 2 === 1 );
}

function checkKind( entry: Entry ): void {
	const name = quote( entry.fileName );
	const type = modeOf( entry ) - ( modeOf( entry ) % PERMISSIONS );
	if ( ! [ 0, REGULAR_FILE, FOLDER ].includes( type ) ) {
		throw refuseZip(
			`${ name } is a symbolic link or a special file; only files and folders are possible`
		);
	}
	if ( entry.isEncrypted() ) {
		throw refuseZip( `${ name } is encrypted` );
	}
	if ( ! [ STORED, DEFLATED ].includes( entry.compressionMethod ) ) {
		throw refuseZip(
			`${ name } is packed by a method that is not supported; use store or deflate`
		);
	}
}

function segmentsOf( entry: Entry ): string[] {
	// Before it is taken apart: a zip may hold many thousands of folders in one name.
	if ( Buffer.byteLength( entry.fileName ) > MAX_PATH_BYTES ) {
		throw refuseZip(
			`the path ${ quote( entry.fileName ) } is too long; ${ MAX_PATH_BYTES } bytes are possible`
		);
	}
	const segments = entry.fileName
		.split( '/' )
		.filter( ( segment ) => segment !== '' && segment !== '.' );
	for ( const segment of segments ) {
		if (
			segment === '..' ||
			/\p{Cc}/u.test( segment ) ||
			Buffer.byteLength( segment ) > MAX_SEGMENT_BYTES
		) {
			throw refuseZip(
				`${ quote( entry.fileName ) } is not a possible file name`
			);
		}
	}
	return segments;
}

/**
 * What macOS adds to every zip is no part of the project.
 *
 * @param segments Its path.
 */
function isJunk( segments: readonly string[] ): boolean {
	return segments[ 0 ] === '__MACOSX' || segments.at( -1 ) === '.DS_Store';
}

interface Item {
	entry: Entry;
	segments: string[];
	isFolder: boolean;
}

/**
 * Goes one level down where everything lies in one folder, as "compress this folder" makes it.
 *
 * @param items The entries.
 */
function unwrap( items: Item[] ): Item[] {
	const tops = new Set( items.map( ( { segments } ) => segments[ 0 ] ) );
	const isWrapped =
		tops.size === 1 &&
		items.every(
			( { segments, isFolder } ) => isFolder || segments.length > 1
		);
	return isWrapped
		? items
				.map( ( item ) => ( {
					...item,
					segments: item.segments.slice( 1 ),
				} ) )
				.filter( ( { segments } ) => segments.length > 0 )
		: items;
}

function addFolders(
	places: Map< string, 'file' | 'folder' >,
	segments: readonly string[]
): void {
	for ( let depth = 1; depth <= segments.length; depth++ ) {
		const place = segments.slice( 0, depth ).join( '/' );
		if ( places.get( place ) === 'file' ) {
			throw refuseZip(
				`${ quote( place ) } is both a file and a folder`
			);
		}
		places.set( place, 'folder' );
	}
}

function arrange( items: Item[] ): ZipPlan {
	const places = new Map< string, 'file' | 'folder' >();
	const files: PlannedFile[] = [];
	for ( const { entry, segments, isFolder } of items ) {
		if ( isFolder ) {
			addFolders( places, segments );
			continue;
		}
		addFolders( places, segments.slice( 0, -1 ) );
		const place = segments.join( '/' );
		if ( places.has( place ) ) {
			throw refuseZip( `it holds ${ quote( place ) } twice` );
		}
		places.set( place, 'file' );
		files.push( {
			entry,
			path: place,
			executable: isExecutable( entry ),
		} );
	}
	const folders = [ ...places ].flatMap( ( [ place, kind ] ) =>
		kind === 'folder' ? [ place ] : []
	);
	return { files, folders };
}

/**
 * Plans what is unpacked where.
 *
 * @param zip The opened zip.
 * @throws HostingError 400, 413 or 422 with the reason.
 */
export async function planZip( zip: ZipFile ): Promise< ZipPlan > {
	if ( zip.entryCount > MAX_ENTRIES ) {
		throw refuseZip(
			`it has ${ zip.entryCount } entries, the limit is ${ MAX_ENTRIES }. Leave node_modules out`,
			413
		);
	}
	const entries = await readEntries( zip );
	entries.forEach( checkKind );
	const bytes = entries.reduce(
		( sum, entry ) => sum + entry.uncompressedSize,
		0
	);
	if ( bytes > MAX_UNPACKED_BYTES ) {
		throw refuseZip(
			'unpacked it is larger than 1 GiB, which is the limit',
			413
		);
	}
	const items = entries
		.map( ( entry ) => ( {
			entry,
			segments: segmentsOf( entry ),
			isFolder: entry.fileName.endsWith( '/' ),
		} ) )
		.filter(
			( { segments } ) => segments.length > 0 && ! isJunk( segments )
		);
	const plan = arrange( unwrap( items ) );
	if ( ! plan.files.some( ( { path } ) => path === 'package.json' ) ) {
		throw refuseZip(
			'it has no package.json at its top level. Zip the folder that holds package.json',
			422
		);
	}
	return plan;
}
