/** The examples of docs/front-end-kit.md, which tests build and run. */
import fs from 'node:fs';
import path from 'node:path';
import { PROJECT } from '../../src/dev-kit/paths.ts';

const TEXT = fs.readFileSync(
	path.join( PROJECT, 'docs/front-end-kit.md' ),
	'utf8'
);

/** A heading, or a block of code. */
const PART = /^#+ (?<heading>[^\n]+)$|^```\w+\n(?<code>.*?)^```$/gms;

/** The comment in the first line of a file, after `---` in Astro. */
const PATH = /^(?:---\n)?(?:\/\/|<!--) (?<file>[^\s]+)/;

/**
 * Returns the files of sections by their path. A section does not include those below it. A later one replaces files of an
 * earlier one.
 */
export function documentedFiles(
	...headings: readonly string[]
): Record< string, string > {
	const files: Record< string, Record< string, string > > = {};
	let section: Record< string, string > = {};
	for ( const { groups } of TEXT.matchAll( PART ) ) {
		const { heading, code = '' } = groups ?? {};
		if ( heading ) {
			section = {};
			files[ heading ] = section;
		} else {
			const file = PATH.exec( code )?.groups?.file;
			if ( ! file ) {
				throw new Error( `A block of code has no path:\n${ code }` );
			}
			section[ file ] = code;
		}
	}
	return Object.assign(
		{},
		...headings.map( ( heading ) => {
			const found = files[ heading ] ?? {};
			if ( Object.keys( found ).length === 0 ) {
				throw new Error( `The section “${ heading }” has no files.` );
			}
			return found;
		} )
	);
}
