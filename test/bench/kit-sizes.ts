import { gzipSync } from 'node:zlib';
import {
	bundleEntries,
	ENTRIES,
	MAX_ENTRY_BYTES,
} from '../../src/front-end/build.mjs';
import { printTable } from './statistics.ts';

/** Prints what each import of the front-end kit adds to an application that minifies and compresses its code. */
export async function benchKitSizes(): Promise< void > {
	const rows = [];
	for ( const entry of ENTRIES ) {
		const files = await bundleEntries( [ entry ], true );
		const code = files.map( ( file ) => file.code ).join( '' );
		const bytes = gzipSync( code ).length;
		rows.push( {
			what: `headless-deploy-front-end${ entry === 'index' ? '' : `/${ entry }` }`,
			figure: `${ bytes } B`,
			ratio: ( bytes / MAX_ENTRY_BYTES ).toFixed( 2 ),
		} );
	}
	printTable(
		`The front-end kit, minified, gzip; limit ${ MAX_ENTRY_BYTES } B`,
		rows
	);
}
