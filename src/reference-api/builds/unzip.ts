/**
 * Unpacks an uploaded zip into an empty folder, or leaves nothing behind.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { open } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { diskRefusal } from '../disk-refusal.ts';
import { systemCode, wordsOf } from '../errors.ts';
import { noteLitter } from '../litter.ts';
import { HostingError } from '../model.ts';
import { quote } from '../names.ts';
import { readLimits } from '../settings.ts';
import { parseJson } from './project.ts';
import { planZip } from './zip-plan.ts';
import type { ZipPlan } from './zip-plan.ts';
import { refuseSize, refuseZip } from './zip-refusals.ts';
import type { ZipLimits } from './zip-refusals.ts';

const PARALLEL_FILES = 8;
const MAX_PACKAGE_MIB = 5;

function openZip( file: string ): Promise< ZipFile > {
	return new Promise( ( resolve, reject ) => {
		open( file, { lazyEntries: true, autoClose: false }, ( error, zip ) =>
			error
				? reject(
						refuseZip(
							'it is not a zip file, or only a part of one. Zip the folder that holds package.json, then upload it again'
						)
					)
				: resolve( zip )
		);
	} );
}

function openEntry( zip: ZipFile, entry: Entry ): Promise< Readable > {
	return new Promise( ( resolve, reject ) => {
		zip.openReadStream( entry, ( error, stream ) =>
			error ? reject( error ) : resolve( stream )
		);
	} );
}

/**
 * Counts what really comes out of all files together: the sizes that a zip states may lie.
 *
 * @param limits What is possible.
 */
function makeCounter( limits: ZipLimits ): () => Transform {
	let bytes = 0;
	return () =>
		new Transform( {
			transform( chunk: Buffer, _encoding, done ) {
				bytes += chunk.length;
				noteLitter( chunk.length );
				done(
					bytes > limits.maxUnpackedBytes
						? refuseSize( limits )
						: null,
					chunk
				);
			},
		} );
}

function inWords( error: unknown, place: string ): HostingError {
	if ( error instanceof HostingError ) {
		return error;
	}
	if ( [ 'EEXIST', 'ENOTDIR' ].includes( systemCode( error ) ) ) {
		return refuseZip( `it holds ${ quote( place ) } twice` );
	}
	const full = diskRefusal( error );
	if ( full ) {
		return full;
	}
	if ( /^E[A-Z]+$/.test( systemCode( error ) ) ) {
		return new HostingError(
			507,
			`This zip could not be unpacked: ${ wordsOf(
				error
			) }. Nothing was deployed. Check the disk of the platform.`
		);
	}
	return refuseZip(
		`${ quote( place ) } is damaged (${ wordsOf( error ) })`
	);
}

async function makeFolders( plan: ZipPlan, target: string ): Promise< void > {
	for ( const folder of plan.folders ) {
		try {
			await mkdir( path.join( target, folder ), { recursive: true } );
		} catch ( error ) {
			throw inWords( error, folder );
		}
	}
}

async function extractFiles(
	zip: ZipFile,
	plan: ZipPlan,
	target: string,
	limits: ZipLimits
): Promise< void > {
	const counter = makeCounter( limits );
	const waiting = plan.files.values();
	const work = async (): Promise< void > => {
		// All workers draw from one iterator, so each file is taken once.
		for ( const file of waiting ) {
			try {
				await pipeline(
					await openEntry( zip, file.entry ),
					counter(),
					createWriteStream( path.join( target, file.path ), {
						flags: 'wx',
						mode: file.executable ? 0o755 : 0o644,
					} )
				);
			} catch ( error ) {
				throw inWords( error, file.path );
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

async function checkPackage( target: string ): Promise< void > {
	const file = path.join( target, 'package.json' );
	if ( ( await stat( file ) ).size > MAX_PACKAGE_MIB * 1024 * 1024 ) {
		throw refuseZip(
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
		// Answered below, together with JSON that is no object.
	}
	throw refuseZip( 'its package.json is not a JSON object', 422 );
}

/** What a zip holds, for people. */
export type ZipContent = Pick< ZipPlan, 'bytes' | 'topFolder' > & {
	files: number;
};

const contentOf = ( { bytes, topFolder, files }: ZipPlan ): ZipContent => ( {
	bytes,
	topFolder,
	files: files.length,
} );

/**
 * Looks into a zip.
 *
 * @param file   The zip file.
 * @param limits What it may hold at most.
 * @throws HostingError with the reason.
 */
export async function lookInto(
	file: string,
	limits: ZipLimits
): Promise< ZipContent > {
	const zip = await openZip( file );
	try {
		return contentOf( await planZip( zip, limits ) );
	} finally {
		zip.close();
	}
}

/**
 * Unpacks a zip.
 *
 * @param file   The zip file.
 * @param target A folder that does not exist yet.
 * @param limits What it may hold at most.
 * @return What it held.
 * @throws HostingError with the reason; the target is removed again.
 */
export async function unzip(
	file: string,
	target: string,
	limits: ZipLimits = readLimits( {} )
): Promise< ZipContent > {
	const zip = await openZip( file );
	try {
		const plan = await planZip( zip, limits );
		await mkdir( target, { recursive: true } );
		await makeFolders( plan, target );
		await extractFiles( zip, plan, target, limits );
		await checkPackage( target );
		return contentOf( plan );
	} catch ( error ) {
		await rm( target, { recursive: true, force: true } );
		throw error;
	} finally {
		zip.close();
	}
}
