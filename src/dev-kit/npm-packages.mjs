/**
 * Brings the npm packages of package-lock.json, Node 24 among them. Runs on Node 20 without any package.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { startSupervised } from './supervised.mjs';

const NODE_MAJOR = 24;
const LINES_SHOWN = 20;
export const PROJECT = fileURLToPath( new URL( '../..', import.meta.url ) );

/**
 * Names what has to be installed: the lock file's content and the machine's kind.
 */
export function packagesStamp( project ) {
	const lock = fs.readFileSync( path.join( project, 'package-lock.json' ) );
	return createHash( 'sha256' )
		.update( lock )
		.update( `${ process.platform } ${ process.arch }` )
		.digest( 'hex' );
}

/**
 * Tells whether a finished `npm ci` of exactly this lock file stands there; `npm ci` begins by removing the folder and
 * the stamp in it, so an interrupted one is seen.
 *
 * @return {boolean} False when `npm ci` has to run.
 */
export function packagesArePresent( project ) {
	try {
		const stamp = path.join( project, 'node_modules', '.headless-deploy' );
		return fs.readFileSync( stamp, 'utf8' ) === packagesStamp( project );
	} catch {
		return false;
	}
}

/**
 * Runs `npm ci`, its output going to a log.
 *
 * @return {Promise<string>} Empty when it went well, else the last lines.
 */
async function npmCi( project ) {
	const folder = path.join( project, '.local', 'logs' );
	fs.mkdirSync( folder, { recursive: true } );
	const log = path.join( folder, 'npm.log' );
	const out = fs.openSync( log, 'w' );
	const { code, signal } = await startSupervised(
		'npm',
		[ 'ci', '--no-audit', '--no-fund', '--include=dev' ],
		{
			cwd: project,
			// It is done again from the beginning anyway, so it need not end gently, and the next start need not meet it.
			env: { ...process.env, HEADLESS_DEPLOY_GRACE_MS: '0' },
			stdout: out,
			stderr: out,
		}
	).ended;
	fs.closeSync( out );
	if ( code === 0 ) {
		return '';
	}
	const tail = fs.readFileSync( log, 'utf8' ).trimEnd().split( '\n' );
	return [
		...tail.slice( -LINES_SHOWN ),
		`npm ci ended with ${ signal ?? code }.`,
	].join( '\n' );
}

/**
 * Finds a Node that runs TypeScript: the project's own, else the one that runs this, if it is new enough.
 *
 * @return {string | null} Its path.
 */
export function findNode( project ) {
	const own = path.join( project, 'node_modules', '.bin', 'node' );
	for ( const node of [ own, process.execPath ] ) {
		try {
			const version = execFileSync( node, [ '--version' ], {
				encoding: 'utf8',
			} );
			if (
				Number( version.slice( 1 ).split( '.' )[ 0 ] ) >= NODE_MAJOR
			) {
				return node;
			}
		} catch {}
	}
	return null;
}

/**
 * Makes sure that all packages are there.
 *
 * @return {Promise<string>} The Node that runs everything else.
 */
export async function ensurePackages( project, print ) {
	await withLock(
		path.join( project, '.local', 'packages.lock' ),
		async () => {
			if ( packagesArePresent( project ) ) {
				return;
			}
			const began = Date.now();
			print( '• Installing the npm packages (about a minute) …' );
			const stamp = packagesStamp( project );
			const trouble = await npmCi( project );
			if ( trouble ) {
				throw new Error(
					`The npm packages could not be installed:\n\n${ trouble }\n\nMend what it says (network? disk space?) and start again; the whole output is in .local/logs/npm.log.`
				);
			}
			fs.writeFileSync(
				path.join( project, 'node_modules', '.headless-deploy' ),
				stamp
			);
			const seconds = ( ( Date.now() - began ) / 1000 ).toFixed( 1 );
			print( `✓ npm packages (${ seconds } s)` );
		},
		( pid ) => print( `• Waiting for process ${ pid }, which installs …` )
	);
	const node = findNode( project );
	if ( ! node ) {
		throw new Error(
			`Node ${ NODE_MAJOR } is missing: npm did not run the install script of the package "node". Run \`npm rebuild node\` (with npm's setting ignore-scripts off), or use Node ${ NODE_MAJOR } for this command.`
		);
	}
	return node;
}
