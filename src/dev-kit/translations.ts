/**
 * `npm run translations`: updates languages/ from the sources: the template, the languages, and the files that
 * WordPress loads. `--packs` writes only the files that WordPress loads.
 */
import fs from 'node:fs';
import path from 'node:path';
import { writeWhole } from './files.ts';
import { describeError } from './kit-error.ts';
import { PROJECT } from './paths.ts';
import { writeLanguagePack } from './translations/language-pack.ts';
import { allMessages } from './translations/messages.ts';
import {
	poFiles,
	POT_FILE,
	readPo,
	writePo,
	writePot,
} from './translations/po.ts';

try {
	const packsOnly = process.argv.includes( '--packs' );
	const messages = allMessages( PROJECT );
	if ( ! packsOnly ) {
		writeWhole( path.join( PROJECT, POT_FILE ), writePot( messages ) );
		console.log( `✓ ${ POT_FILE } (${ messages.length } strings)` );
	}
	for ( const name of poFiles( PROJECT ) ) {
		const file = path.join( PROJECT, name );
		const translation = readPo( fs.readFileSync( file, 'utf8' ) );
		if ( ! packsOnly ) {
			writeWhole( file, writePo( messages, translation ) );
		}
		writeLanguagePack( path.dirname( file ), messages, translation );
		const missing = messages.filter(
			( message ) => translation.translate( message ) === null
		);
		console.log(
			`✓ ${ name } (${ missing.length } strings not translated)`
		);
	}
} catch ( error ) {
	console.error( `✗ ${ describeError( error ) }` );
	process.exitCode = 1;
}
