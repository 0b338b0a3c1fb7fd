/**
 * `node generate.ts PHP [--check]`: writes src/shared/wire.ts, src/shared/server-facts.ts, includes/Hosting/Host_Requests.php and
 * the parts of docs/ that come from the code, or reports which of them are out of date. HEADLESS_DEPLOY_TEST_WORDPRESS is the WordPress that facts.php runs on.
 */
import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../commands.ts';
import { writeWhole } from '../files.ts';
import { describeError } from '../kit-error.ts';
import { PROJECT, kitFile } from '../paths.ts';
import { DOCUMENTS, makeDocument } from './documents.ts';
import type { Facts } from './documents.ts';
import { makeHostRequests } from './host-requests.ts';
import { platformRoutes } from './platform-routes.ts';
import { makeServerFacts } from './server-facts.ts';
import { makeWireTypes } from './wire-types.ts';

const FOLDER = path.join( PROJECT, 'docs' );

/**
 * Writes a file unless it is up to date.
 *
 * @param isCheck Whether to report that it is out of date instead.
 * @return Errors.
 */
function ensureText( name: string, text: string, isCheck: boolean ): string[] {
	const file = path.join( PROJECT, name );
	if ( fs.existsSync( file ) && fs.readFileSync( file, 'utf8' ) === text ) {
		return [];
	}
	if ( isCheck ) {
		return [ `${ name } is out of date. Run npm run docs.` ];
	}
	writeWhole( file, text );
	console.log( `${ name }: written` );
	return [];
}

/** @return Errors. */
function ensureDocument(
	name: string,
	facts: Facts,
	isCheck: boolean
): string[] {
	const before = fs.readFileSync( path.join( FOLDER, name ), 'utf8' );
	const { text, undescribed } = makeDocument( name, before, facts );
	return [
		...undescribed.map(
			( key ) => `docs/${ name }: describe ${ key } in its row.`
		),
		...ensureText( `docs/${ name }`, text, isCheck ),
	];
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
	const isCheck = option === '--check';
	const errors = [
		...Object.keys( DOCUMENTS ).flatMap( ( name ) =>
			ensureDocument( name, facts, isCheck )
		),
		...ensureText(
			'includes/Hosting/Host_Requests.php',
			makeHostRequests( facts ),
			isCheck
		),
		...ensureText(
			'src/shared/wire.ts',
			await makeWireTypes( facts.schemas ),
			isCheck
		),
		...ensureText(
			'src/shared/server-facts.ts',
			makeServerFacts( facts.sharedFacts ),
			isCheck
		),
	];
	for ( const error of errors ) {
		console.error( error );
	}
	process.exitCode = errors.length > 0 ? 1 : 0;
} catch ( error ) {
	console.error( describeError( error ) );
	process.exitCode = 1;
}
