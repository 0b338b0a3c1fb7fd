import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** The first time that a zip can hold, in local time, as zip files have it. */
const MTIME = new Date( 1980, 0, 1 );
const MODE = 0o100644;

/**
 * Makes a zip whose bytes depend only on the names and contents.
 *
 * @param root   The folder that the names are relative to.
 * @param prefix A folder in the zip that ends with a slash, or empty.
 */
export async function zipFiles(
	root: string,
	names: string[],
	prefix: string,
	file: string
): Promise< void > {
	const zip = new yazl.ZipFile();
	for ( const name of [ ...names ].sort() ) {
		zip.addBuffer(
			fs.readFileSync( path.join( root, name ) ),
			prefix + name,
			// Without this flag the time is also written in UTC, which differs by time zone.
			{ mtime: MTIME, mode: MODE, forceDosTimestamp: true }
		);
	}
	zip.end();
	fs.mkdirSync( path.dirname( file ), { recursive: true } );
	const draft = `${ file }.${ process.pid }.tmp`;
	try {
		await pipeline( zip.outputStream, fs.createWriteStream( draft ) );
		fs.renameSync( draft, file );
	} finally {
		fs.rmSync( draft, { force: true } );
	}
}
