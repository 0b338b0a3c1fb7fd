/** Unpacks an uploaded zip into an empty folder. After an error, it leaves no files. */
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toRefusal } from '../lib/disk-errors.ts';
import { systemCode, errorMessage } from '../lib/errors.ts';
import { HostingError } from '../model/hosting.ts';
import { quote } from '../lib/names.ts';
import { readLimits } from '../lib/limits.ts';
import { parseJson } from './project.ts';
import { planZip } from './zip-plan.ts';
import type { PlannedFile, ZipPlan } from './zip-plan.ts';
import { openZip } from './zip-reader.ts';
import type { EntryReader, ZipReader } from './zip-reader.ts';
import { notZipError, zipTooLarge, zipError } from './zip-errors.ts';
import type { ZipLimits } from './zip-errors.ts';

const PARALLEL_FILES = 8;
const MAX_PACKAGE_MIB = 5;

async function openUpload( file: string ): Promise< ZipReader > {
	try {
		return await openZip( file );
	} catch ( error ) {
		if ( systemCode( error ) === 'ENOENT' ) {
			throw error;
		}
		throw notZipError();
	}
}

/**
 * Counts the unpacked bytes of all files, because the sizes that a zip states may be wrong.
 *
 * @throws HostingError beyond the limit.
 */
function makeCounter( limits: ZipLimits ): ( bytes: number ) => void {
	let total = 0;
	return ( bytes ) => {
		total += bytes;
		if ( total > limits.maxUnpackedBytes ) {
			throw zipTooLarge( limits );
		}
	};
}

function refusalFor( error: unknown, place: string ): HostingError {
	if ( [ 'EEXIST', 'ENOTDIR' ].includes( systemCode( error ) ) ) {
		return zipError( `it contains ${ quote( place ) } twice` );
	}
	return (
		toRefusal( error, 'This zip could not be unpacked' ) ??
		zipError(
			`${ quote( place ) } is damaged (${ errorMessage( error ) })`
		)
	);
}

async function makeFolders( plan: ZipPlan, target: string ): Promise< void > {
	for ( const folder of plan.folders ) {
		try {
			await mkdir( path.join( target, folder ), { recursive: true } );
		} catch ( error ) {
			throw refusalFor( error, folder );
		}
	}
}

async function extractFile(
	reader: EntryReader,
	{ entry, executable }: PlannedFile,
	place: string,
	count: ( bytes: number ) => void
): Promise< void > {
	const mode = executable ? 0o755 : 0o644;
	const content = await reader.readSmall( entry );
	if ( content ) {
		count( content.length );
		await writeFile( place, content, { flag: 'wx', mode } );
		return;
	}
	const handle = await open( place, 'wx', mode );
	try {
		await reader.readLarge( entry, async ( part ) => {
			count( part.length );
			await handle.writeFile( part );
		} );
	} finally {
		await handle.close();
	}
}

async function extractFiles(
	zip: ZipReader,
	plan: ZipPlan,
	target: string,
	limits: ZipLimits
): Promise< void > {
	const count = makeCounter( limits );
	const waiting = plan.files.values();
	const work = async (): Promise< void > => {
		const reader = zip.entryReader();
		// All workers draw from one iterator, so each file is taken once.
		for ( const file of waiting ) {
			try {
				const place = path.join( target, file.path );
				await extractFile( reader, file, place, count );
			} catch ( error ) {
				throw refusalFor( error, file.path );
			}
		}
	};
	const results = await Promise.allSettled(
		Array.from( { length: PARALLEL_FILES }, work )
	);
	for ( const result of results ) {
		if ( result.status === 'rejected' ) {
			throw result.reason;
		}
	}
}

async function checkPackage( folder: string ): Promise< void > {
	const file = path.join( folder, 'package.json' );
	if ( ( await stat( file ) ).size > MAX_PACKAGE_MIB * 1024 * 1024 ) {
		throw zipError(
			`its package.json is larger than ${ MAX_PACKAGE_MIB } MiB`,
			422
		);
	}
	try {
		const manifest = parseJson( await readFile( file, 'utf8' ) );
		if (
			typeof manifest === 'object' &&
			manifest !== null &&
			! Array.isArray( manifest )
		) {
			return;
		}
	} catch {
		// Answered below, together with JSON that is not an object.
	}
	throw zipError( 'its package.json is not a JSON object', 422 );
}

/** A summary of the zip, shown to users. */
export type ZipContent = Pick< ZipPlan, 'bytes' | 'topFolder' | 'warnings' > & {
	files: number;
};

const contentOf = ( {
	bytes,
	topFolder,
	warnings,
	files,
}: ZipPlan ): ZipContent => ( {
	bytes,
	topFolder,
	warnings,
	files: files.length,
} );

/** @throws HostingError with the reason. */
export async function inspectZip(
	file: string,
	limits: ZipLimits,
	rootDirectory = ''
): Promise< ZipContent > {
	const zip = await openUpload( file );
	try {
		return contentOf( await planZip( zip.zip, limits, rootDirectory ) );
	} finally {
		zip.close();
	}
}

/**
 * @param target        A folder that does not exist yet.
 * @param rootDirectory The folder that has to hold package.json; empty for the top folder.
 * @throws HostingError with the reason; the target is removed again.
 */
export async function unzip(
	file: string,
	target: string,
	limits: ZipLimits = readLimits( {} ),
	rootDirectory = ''
): Promise< ZipContent > {
	const zip = await openUpload( file );
	try {
		const plan = await planZip( zip.zip, limits, rootDirectory );
		await mkdir( target, { recursive: true } );
		await makeFolders( plan, target );
		await extractFiles( zip, plan, target, limits );
		await checkPackage( path.join( target, rootDirectory ) );
		return contentOf( plan );
	} catch ( error ) {
		await rm( target, { recursive: true, force: true } );
		throw error;
	} finally {
		zip.close();
	}
}
