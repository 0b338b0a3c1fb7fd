/** Installs the npm packages of package-lock.json, Node 24 among them. Runs on Node 20 without any package. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { startLogged } from './supervised-commands.mjs';

const LINES_SHOWN = 20;
export const PROJECT = fileURLToPath( new URL( '../..', import.meta.url ) );
const { engines } = JSON.parse(
	fs.readFileSync( path.join( PROJECT, 'package.json' ), 'utf8' )
);
const NODE_MAJOR = Number( engines.node.replace( '>=', '' ) );

/** A hash of the lock file and of the kind of machine. */
export function packagesStamp( project ) {
	const lock = fs.readFileSync( path.join( project, 'package-lock.json' ) );
	return createHash( 'sha256' )
		.update( lock )
		.update( `${ process.platform } ${ process.arch }` )
		.digest( 'hex' );
}

/**
 * Returns whether `npm ci` completed for exactly this lock file. `npm ci` first removes the folder with its stamp, so
 * that an interrupted one does not count.
 */
export function packagesArePresent( project ) {
	try {
		const stamp = path.join( project, 'node_modules', '.headless-deploy' );
		return fs.readFileSync( stamp, 'utf8' ) === packagesStamp( project );
	} catch {
		return false;
	}
}

/** @return {Promise<string>} The last lines of the log; empty when `npm ci` succeeded. */
async function npmCi( project ) {
	const log = path.join( project, '.local', 'logs', 'npm.log' );
	const { code, signal } = await startLogged(
		log,
		'npm',
		[ 'ci', '--no-audit', '--no-fund', '--include=dev' ],
		{
			cwd: project,
			env: {
				...process.env,
				// An interrupted `npm ci` starts from the beginning next time, so it can be killed at once.
				HEADLESS_DEPLOY_GRACE_MS: '0',
				// npm passes its options to scripts: `npm pack --dry-run` needs the packages too.
				npm_config_dry_run: 'false',
			},
		}
	).ended;
	if ( code === 0 ) {
		return '';
	}
	const tail = fs.readFileSync( log, 'utf8' ).trimEnd().split( '\n' );
	return [
		...tail.slice( -LINES_SHOWN ),
		`npm ci ended with ${ signal ?? code }.`,
	].join( '\n' );
}

/** @return {string | null} A Node that runs TypeScript: the project's own, or the one that runs this process. */
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

/** @return {Promise<string>} The Node that runs everything else. */
export async function ensurePackages( project, print ) {
	await withLock(
		path.join( project, '.local', 'packages.lock' ),
		async () => {
			if ( packagesArePresent( project ) ) {
				return;
			}
			const startedAt = Date.now();
			print( '• Installing the npm packages (about a minute) …' );
			const stamp = packagesStamp( project );
			const output = await npmCi( project );
			if ( output ) {
				throw new Error(
					`The npm packages could not be installed:\n\n${ output }\n\nCheck the network and the disk space, then start again. The whole output is in .local/logs/npm.log.`
				);
			}
			fs.writeFileSync(
				path.join( project, 'node_modules', '.headless-deploy' ),
				stamp
			);
			const seconds = ( ( Date.now() - startedAt ) / 1000 ).toFixed( 1 );
			print( `✓ npm packages (${ seconds } s)` );
		},
		( pid ) =>
			print(
				`• Waiting for process ${ pid }, which installs the npm packages …`
			)
	);
	const node = findNode( project );
	if ( ! node ) {
		throw new Error(
			`Node ${ NODE_MAJOR } is missing, because npm did not run the install script of the package "node". Run \`npm rebuild node\` with npm's setting ignore-scripts off, or use Node ${ NODE_MAJOR } for this command.`
		);
	}
	return node;
}
