/**
 * What `npm start` and `npm test` share: bring the packages, then let Node 24 run the TypeScript, and end with it.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { explainFileError } from './file-errors.mjs';
import { ensurePackages, PROJECT } from './npm-packages.mjs';

const PARENT_CHECK_MS = 500;
const OLDEST_NODE = 20;

/**
 * Calls back when npm, which started this, is gone: a killed npm cannot pass its signal on. Without npm nothing is
 * watched, because a plain shell may well end before its child.
 */
function watchNpm( onExit ) {
	if ( ! process.env.npm_lifecycle_event ) {
		return;
	}
	const parent = process.ppid;
	const grandparent = parentOf( parent );
	setInterval( () => {
		if ( process.ppid !== parent || parentOf( parent ) !== grandparent ) {
			onExit();
		}
	}, PARENT_CHECK_MS ).unref();
}

/**
 * Some shells stay between npm and its script, so that npm is the grandparent.
 *
 * @return {string} Empty where the system does not tell.
 */
function parentOf( pid ) {
	try {
		const stat = fs.readFileSync( `/proc/${ pid }/stat`, 'utf8' );
		return stat.slice( stat.lastIndexOf( ')' ) ).split( ' ' )[ 2 ] ?? '';
	} catch {
		return '';
	}
}

/**
 * Runs a TypeScript file of this folder and ends with its exit code. The child ends itself when this process goes away:
 * the channel between the two closes.
 */
export async function launch( file ) {
	if ( Number( process.versions.node.split( '.' )[ 0 ] ) < OLDEST_NODE ) {
		throw new Error(
			`This requirements Node ${ OLDEST_NODE } or newer; here runs ${ process.version }.`
		);
	}
	if ( process.platform === 'win32' ) {
		throw new Error(
			'The local kit runs on Linux and macOS; on Windows run it inside WSL.'
		);
	}
	const node = await ensurePackages( PROJECT, ( line ) =>
		console.log( line )
	);
	const script = path.join( PROJECT, 'src', 'dev-kit', file );
	const child = spawn( node, [ script, ...process.argv.slice( 2 ) ], {
		stdio: [ 'inherit', 'inherit', 'inherit', 'ipc' ],
	} );
	let ending = false;
	const end = () => {
		if ( ! ending && child.connected ) {
			ending = true;
			child.disconnect();
		}
	};
	for ( const signal of [ 'SIGINT', 'SIGTERM', 'SIGHUP' ] ) {
		process.on( signal, end );
	}
	watchNpm( end );
	child.once( 'exit', ( code ) => process.exit( code ?? 1 ) );
}

/** Starts, and shows an error as one message with its next step. */
export function main( file ) {
	launch( file ).catch( ( error ) => {
		const trouble = explainFileError( error );
		console.error(
			trouble
				? `\n✗ ${ trouble.message }\n  → ${ trouble.nextStep }`
				: `\n✗ ${ error.message }`
		);
		process.exit( 1 );
	} );
}
