/** Makes zip files whose bytes depend on their content alone. */
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** The first moment that a zip can hold; in local time, as zip files have it. */
const MTIME = new Date( 1980, 0, 1 );
const MODE = 0o100644;

/**
 * Packs files.
 *
 * @param root   The folder that their names begin at.
 * @param prefix A folder inside the zip, ending in a slash, or empty.
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
			// Without it the moment is also written in UTC, which differs from zone to zone.
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
