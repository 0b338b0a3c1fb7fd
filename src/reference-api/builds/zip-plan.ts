/** Reads a zip's list of entries and decides, before anything is unpacked, whether and where each is written. */
import path from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { errorMessage } from '../lib/errors.ts';
import { quote, ROOT_DIRECTORY } from '../lib/names.ts';
import type { HostingError } from '../model/hosting.ts';
import { SMALLER_ZIP, zipTooLarge, zipError } from './zip-errors.ts';
import type { ZipLimits } from './zip-errors.ts';
import { nameWarnings, readName } from './zip-names.ts';
import type { EntryName, UndecodedEntry } from './zip-names.ts';

const MANIFEST = 'package.json';
/** Folders that a message about a missing package.json names. */
const MAX_SHOWN_FOLDERS = 3;
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
	/** What all files take together, as the zip states it. */
	bytes: number;
	/** The folder that everything lay in and that is left out, or empty. */
	topFolder: string;
	/** Paths below the release, parents first. */
	folders: string[];
	/** What the log of the build says about the names of the files. */
	warnings: string[];
}

/** Returns the Unix mode that a zip keeps in the upper half of an entry's attributes. */
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

function checkKind( entry: Entry, fileName: string ): void {
	const name = quote( fileName );
	const type = modeOf( entry ) - ( modeOf( entry ) % PERMISSIONS );
	if ( ! [ 0, REGULAR_FILE, FOLDER ].includes( type ) ) {
		throw zipError(
			`${ name } is a symbolic link or a special file; only files and folders are allowed`
		);
	}
	if ( entry.isEncrypted() ) {
		throw zipError( `${ name } is encrypted` );
	}
	if ( ! [ STORED, DEFLATED ].includes( entry.compressionMethod ) ) {
		throw zipError(
			`${ name } is packed by a method that is not supported; use store or deflate`
		);
	}
}

function segmentsOf( name: string ): string[] {
	// Before it is taken apart: a zip may hold many thousands of folders in one name.
	if ( Buffer.byteLength( name ) > MAX_PATH_BYTES ) {
		throw zipError(
			`the path ${ quote( name ) } is too long; the limit is ${ MAX_PATH_BYTES } bytes`
		);
	}
	if ( /^(?:\/|[a-z]:)/i.test( name ) ) {
		throw zipError( `${ quote( name ) } is an absolute path` );
	}
	const segments = name
		.split( '/' )
		.filter( ( segment ) => segment !== '' && segment !== '.' );
	for ( const segment of segments ) {
		if (
			segment === '..' ||
			/\p{Cc}/u.test( segment ) ||
			Buffer.byteLength( segment ) > MAX_SEGMENT_BYTES
		) {
			throw zipError( `${ quote( name ) } is not a valid file name` );
		}
	}
	return segments;
}

/** Files that macOS adds to every zip are not part of the project. */
function isMacOsFile( segments: readonly string[] ): boolean {
	const name = segments.at( -1 ) ?? '';
	return (
		segments[ 0 ] === '__MACOSX' ||
		name === '.DS_Store' ||
		// AppleDouble: metadata that only the file systems of macOS can store.
		name.startsWith( '._' )
	);
}

interface Item {
	entry: Entry;
	segments: string[];
	isFolder: boolean;
	isGuess: boolean;
}

function readItem( entry: UndecodedEntry ): Item {
	const { name, isGuess } = readName( entry );
	checkKind( entry, name );
	// Not needed any more, and up to 128 KiB each: a list of them must not fill the memory.
	const empty = Buffer.alloc( 0 );
	Object.assign( entry, {
		fileName: name,
		comment: '',
		fileComment: '',
		fileCommentRaw: empty,
		extraFields: [],
		extraFieldRaw: empty,
		fileNameRaw: empty,
	} );
	return {
		entry,
		segments: segmentsOf( name ),
		isFolder: name.endsWith( '/' ),
		isGuess,
	};
}

/** Reads the list and checks each entry before the next one is read, so that an invalid list does not fill the memory. */
function readItems( zip: ZipFile ): Promise< Item[] > {
	return new Promise( ( resolve, reject ) => {
		const items: Item[] = [];
		zip.on( 'error', ( error ) =>
			reject( zipError( errorMessage( error ) ) )
		);
		zip.on( 'entry', ( entry: UndecodedEntry ) => {
			try {
				items.push( readItem( entry ) );
				zip.readEntry();
			} catch ( error ) {
				reject( error );
			}
		} );
		zip.on( 'end', () => resolve( items ) );
		zip.readEntry();
	} );
}

/**
 * Removes the top folder if everything is in one folder, as in a compressed folder.
 *
 * @param manifest Where package.json is wanted; a zip that has it there is left as it is.
 */
function unwrap( items: Item[], manifest: string ): Item[] {
	if ( items.some( ( { segments } ) => segments.join( '/' ) === manifest ) ) {
		return items;
	}
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

type Places = Map< string, 'file' | 'folder' >;

/** Adds a folder and its parents, parents first: a zip often has no entries for folders. */
function addFolders( places: Places, folder: string, limits: ZipLimits ): void {
	const missing: string[] = [];
	let place = folder;
	// From the inside out, so that known parents are not checked again for each of many thousands of files.
	while ( place !== '' && places.get( place ) !== 'folder' ) {
		if ( places.has( place ) ) {
			throw zipError( `${ quote( place ) } is both a file and a folder` );
		}
		missing.push( place );
		place = place.slice( 0, Math.max( 0, place.lastIndexOf( '/' ) ) );
	}
	for ( const name of missing.reverse() ) {
		places.set( name, 'folder' );
	}
	if ( places.size > limits.maxZipEntries ) {
		throw zipError(
			`it has more than ${ limits.maxZipEntries } files and folders, which is the limit. ${ SMALLER_ZIP }`,
			413
		);
	}
}

function planItems(
	items: Item[],
	limits: ZipLimits
): Pick< ZipPlan, 'files' | 'folders' | 'warnings' > {
	const places: Places = new Map();
	const files: PlannedFile[] = [];
	const names: EntryName[] = [];
	for ( const { entry, segments, isFolder, isGuess } of items ) {
		if ( isFolder ) {
			addFolders( places, segments.join( '/' ), limits );
			continue;
		}
		addFolders( places, segments.slice( 0, -1 ).join( '/' ), limits );
		const place = segments.join( '/' );
		if ( places.has( place ) ) {
			throw zipError( `it contains ${ quote( place ) } twice` );
		}
		places.set( place, 'file' );
		names.push( { name: place, isGuess } );
		files.push( {
			entry,
			path: place,
			executable: isExecutable( entry ),
		} );
	}
	const folders = [ ...places ].flatMap( ( [ place, kind ] ) =>
		kind === 'folder' ? [ place ] : []
	);
	return { files, folders, warnings: nameWarnings( names ) };
}

/** Returns the folders that have a package.json of their own, the outer ones first; the top folder is empty. */
function projectFolders( files: readonly PlannedFile[] ): string[] {
	const depth = ( folder: string ) =>
		folder === '' ? 0 : folder.split( '/' ).length;
	return files
		.filter( ( file ) => path.posix.basename( file.path ) === MANIFEST )
		.map( ( file ) => file.path.slice( 0, -MANIFEST.length - 1 ) )
		.filter( ( folder ) => ROOT_DIRECTORY.test( folder ) )
		.toSorted( ( one, other ) => depth( one ) - depth( other ) );
}

function missingManifest(
	files: readonly PlannedFile[],
	rootDirectory: string
): HostingError {
	const missing = rootDirectory
		? `it has no ${ quote( `${ rootDirectory }/${ MANIFEST }` ) }, which is the root directory of the environment`
		: `it has no ${ MANIFEST } at its top level`;
	const folders = projectFolders( files );
	const [ first ] = folders;
	if ( first === undefined ) {
		return zipError(
			`${ missing }. Zip the folder that contains ${ MANIFEST }, then upload it again`,
			422
		);
	}
	if ( first === '' ) {
		return zipError(
			`${ missing }. Clear the root directory (rootDirectory), or zip the folder that contains ${ quote(
				rootDirectory
			) }`,
			422
		);
	}
	const shown = folders.slice( 0, MAX_SHOWN_FOLDERS ).map( quote );
	const others = folders.length - shown.length;
	const list = others
		? `${ shown.join( ', ' ) } and ${ others } more`
		: shown.join( ' and ' );
	return zipError(
		`${ missing }. There is one in ${ list }: set the root directory (rootDirectory) of the environment to ${ quote(
			first
		) }${ folders.length > 1 ? ' or another of them' : '' }, or zip that folder`,
		422
	);
}

/** @throws HostingError 400, 413 or 422 with the reason. */
export async function planZip(
	zip: ZipFile,
	limits: ZipLimits,
	rootDirectory = ''
): Promise< ZipPlan > {
	if ( zip.entryCount > limits.maxZipEntries ) {
		throw zipError(
			`it has ${ zip.entryCount } entries, the limit is ${ limits.maxZipEntries }. ${ SMALLER_ZIP }`,
			413
		);
	}
	const all = await readItems( zip );
	const bytes = all.reduce(
		( sum, { entry } ) => sum + entry.uncompressedSize,
		0
	);
	if ( bytes > limits.maxUnpackedBytes ) {
		throw zipTooLarge( limits );
	}
	const items = all.filter(
		( { segments } ) => segments.length > 0 && ! isMacOsFile( segments )
	);
	const manifest = path.posix.join( rootDirectory, MANIFEST );
	const unwrapped = unwrap( items, manifest );
	const topFolder = unwrapped === items ? '' : items[ 0 ]?.segments[ 0 ];
	const plan = planItems( unwrapped, limits );
	if ( ! plan.files.some( ( file ) => file.path === manifest ) ) {
		throw missingManifest( plan.files, rootDirectory );
	}
	return { ...plan, bytes, topFolder: topFolder ?? '' };
}
