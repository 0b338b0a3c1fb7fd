/**
 * `node generate.ts PHP [--check]`: writes the parts of docs/ that come from the code, or tells which are out of date.
 * HEADLESS_DEPLOY_TEST_WORDPRESS names the WordPress that facts.php runs on.
 */
import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../commands.ts';
import { writeWhole } from '../files.ts';
import { describeError } from '../kit-error.ts';
import { PROJECT, kitFile } from '../paths.ts';
import { DOCUMENTS, makeDocument } from './documents.ts';
import type { Facts } from './documents.ts';
import { platformRoutes } from './platform-routes.ts';

const FOLDER = path.join( PROJECT, 'docs' );

/**
 * Sees to one document.
 *
 * @param facts   What PHP and the platform say.
 * @param isCheck Whether nothing is to be written.
 * @return What is wrong with it.
 */
function ensure( name: string, facts: Facts, isCheck: boolean ): string[] {
	const file = path.join( FOLDER, name );
	const before = fs.readFileSync( file, 'utf8' );
	const { text, undescribed } = makeDocument( name, before, facts );
	const wrong = undescribed.map(
		( what ) => `docs/${ name }: describe ${ what } in its row.`
	);
	if ( text !== before && isCheck ) {
		wrong.push( `docs/${ name } is out of date: npm run docs` );
	} else if ( text !== before ) {
		writeWhole( file, text );
		console.log( `docs/${ name }: written` );
	}
	return wrong;
}

const [ , , php = 'php', option ] = process.argv;
try {
	const facts = {
		...JSON.parse(
			await mustCapture( php, [ kitFile( 'docs/facts.php' ) ], {
				cwd: PROJECT,
			} )
		),
		platform: await platformRoutes(),
	} as Facts;
	const wrong = Object.keys( DOCUMENTS ).flatMap( ( name ) =>
		ensure( name, facts, option === '--check' )
	);
	for ( const one of wrong ) {
		console.error( one );
	}
	process.exitCode = wrong.length > 0 ? 1 : 0;
} catch ( error ) {
	console.error( describeError( error ) );
	process.exitCode = 1;
}
