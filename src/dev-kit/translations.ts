/**
 * `npm run translations`: writes languages/headless-deploy.pot, what translators begin with, from the sources.
 *
 * WP-CLI's `make-pot` reads no TypeScript, and nothing of a bundle whose names were shortened; so PHP is searched as it
 * is written, and TypeScript by its own compiler.
 */
import path from 'node:path';
import { writeWhole } from './files.ts';
import { describeError } from './kit-error.ts';
import { PROJECT } from './paths.ts';
import { allMessages } from './translations/messages.ts';
import { POT_FILE, writePot } from './translations/pot.ts';

try {
	const messages = allMessages( PROJECT );
	writeWhole( path.join( PROJECT, POT_FILE ), writePot( messages ) );
	console.log( `✓ ${ POT_FILE } (${ messages.length } strings)` );
} catch ( error ) {
	console.error( `✗ ${ describeError( error ) }` );
	process.exitCode = 1;
}
