/**
 * Unpacks a zip file that comes from a place we trust; yauzl itself refuses names that lead outside.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import type { Entry, Options, ZipFile } from 'yauzl';

const open = promisify< string, Options, ZipFile >( yauzl.open );

/** Unpacks all files of a zip. */
export async function unzip( file: string, folder: string ): Promise< void > {
	const zip = await open( file, { lazyEntries: true } );
	const read = promisify( zip.openReadStream.bind( zip ) ) as (
		entry: Entry
	) => Promise< NodeJS.ReadableStream >;
	try {
		await new Promise< void >( ( resolve, reject ) => {
			zip.once( 'error', reject );
			zip.once( 'end', resolve );
			zip.on( 'entry', ( entry: Entry ) => {
				unpackEntry( entry, read, folder ).then(
					() => zip.readEntry(),
					reject
				);
			} );
			zip.readEntry();
		} );
	} finally {
		zip.close();
	}
}

/**
 * Unpacks one entry.
 *
 * @param entry The entry; a name with a slash at its end is a folder.
 */
async function unpackEntry(
	entry: Entry,
	read: ( entry: Entry ) => Promise< NodeJS.ReadableStream >,
	folder: string
): Promise< void > {
	const target = path.join( folder, entry.fileName );
	if ( entry.fileName.endsWith( '/' ) ) {
		fs.mkdirSync( target, { recursive: true } );
		return;
	}
	fs.mkdirSync( path.dirname( target ), { recursive: true } );
	await pipeline( await read( entry ), fs.createWriteStream( target ) );
}
