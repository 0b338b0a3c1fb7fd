/**
 * `node launcher.mjs [FILE ARGUMENT…]`: installs all npm packages, Node 24 among them, then runs a file on it. The
 * path is relative to this folder. Without a file, it only installs. The launcher itself runs on Node 20 in a fresh clone.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { explainFileError } from './file-errors.mjs';
import { ensurePackages, PROJECT } from './npm-packages.mjs';

const PARENT_CHECK_MS = 500;
const OLDEST_NODE = 20;

/**
 * Calls back when npm, which started this process, has ended: a killed npm cannot pass its signal on. A plain shell may
 * well end before its child, so it is not watched.
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
 * @return {string} Empty on a system without /proc.
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
 * Runs the file and ends with its exit code. The child ends when this process ends, because the channel between the two
 * closes.
 */
async function launch( file, args ) {
	if ( Number( process.versions.node.split( '.' )[ 0 ] ) < OLDEST_NODE ) {
		throw new Error(
			`Node ${ OLDEST_NODE } or newer is required. This is Node ${ process.version }.`
		);
	}
	if ( process.platform === 'win32' ) {
		throw new Error(
			'The development kit runs on Linux and macOS. On Windows, run it inside WSL.'
		);
	}
	// Standard output is the program's and npm's: `npm pack --silent` prints the name of the file there.
	const node = await ensurePackages( PROJECT, ( line ) =>
		console.error( line )
	);
	if ( ! file ) {
		return;
	}
	const script = path.join( PROJECT, 'src', 'dev-kit', file );
	const child = spawn( node, [ script, ...args ], {
		stdio: [ 'inherit', 'inherit', 'inherit', 'ipc' ],
	} );
	let isEnding = false;
	const end = () => {
		if ( ! isEnding && child.connected ) {
			isEnding = true;
			child.disconnect();
		}
	};
	for ( const signal of [ 'SIGINT', 'SIGTERM', 'SIGHUP' ] ) {
		process.on( signal, end );
	}
	watchNpm( end );
	child.once( 'exit', ( code ) => process.exit( code ?? 1 ) );
}

const [ , , file, ...args ] = process.argv;
launch( file, args ).catch( ( error ) => {
	const explained = explainFileError( error );
	console.error(
		explained
			? `\n✗ ${ explained.message }\n  → ${ explained.nextStep }`
			: `\n✗ ${ error.message }`
	);
	process.exit( 1 );
} );
