import { on } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import type { Entry, Options, ZipFile } from 'yauzl';

const open = promisify< string, Options, ZipFile >( yauzl.open );

/** Unpacks a zip file. yauzl rejects names that lead outside of the folder. */
export async function unzip( file: string, folder: string ): Promise< void > {
	const zip = await open( file, { lazyEntries: true } );
	const read = promisify( zip.openReadStream.bind( zip ) ) as (
		entry: Entry
	) => Promise< NodeJS.ReadableStream >;
	const entries = on( zip, 'entry', {
		close: [ 'end' ],
	} ) as AsyncIterable< [ Entry ] >;
	try {
		zip.readEntry();
		for await ( const [ entry ] of entries ) {
			const target = path.join( folder, entry.fileName );
			if ( entry.fileName.endsWith( '/' ) ) {
				fs.mkdirSync( target, { recursive: true } );
			} else {
				fs.mkdirSync( path.dirname( target ), { recursive: true } );
				await pipeline(
					await read( entry ),
					fs.createWriteStream( target )
				);
			}
			zip.readEntry();
		}
	} finally {
		zip.close();
	}
}
