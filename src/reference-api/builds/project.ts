/**
 * What a project says about how it is installed, built and started.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { wordsOf } from '../errors.ts';

/** A step of a build failed; `message` says which, why and what to do. */
export class BuildError extends Error {}

export interface Command {
	/** As a person would type it, for the log. */
	title: string;
	command: string;
	args: string[];
}

export interface Manifest {
	name: string;
	version: string;
	nodeRange: string;
	scripts: Record< string, string >;
	hasDependencies: boolean;
}

const INSTALL_HOOKS = [ 'preinstall', 'install', 'postinstall', 'prepare' ];

function recordOf( value: unknown ): Record< string, unknown > {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf( value: unknown ): string {
	return typeof value === 'string' ? value : '';
}

/**
 * Reads JSON as npm does, which overlooks a byte order mark.
 *
 * @param text The JSON.
 */
export function parseJson( text: string ): unknown {
	return JSON.parse( text.replace( /^\ufeff/, '' ) );
}

/**
 * Reads a project's package.json.
 *
 * @param folder The project.
 */
export async function readManifest( folder: string ): Promise< Manifest > {
	let json: Record< string, unknown >;
	try {
		json = recordOf(
			parseJson(
				await readFile( path.join( folder, 'package.json' ), 'utf8' )
			)
		);
	} catch ( error ) {
		throw new BuildError(
			`package.json cannot be read: ${ wordsOf( error ) }.`
		);
	}
	const scripts = Object.entries( recordOf( json.scripts ) ).filter(
		( entry ): entry is [ string, string ] => typeof entry[ 1 ] === 'string'
	);
	const dependencies = [
		json.dependencies,
		json.devDependencies,
		json.optionalDependencies,
		json.workspaces,
	];
	return {
		name: textOf( json.name ),
		version: textOf( json.version ),
		nodeRange: textOf( recordOf( json.engines ).node ),
		// Without a prototype, so that no script is called "constructor" unless the project says so.
		scripts: Object.assign(
			Object.create( null ) as Record< string, string >,
			Object.fromEntries( scripts )
		),
		hasDependencies: dependencies.some(
			( list ) => Object.keys( recordOf( list ) ).length > 0
		),
	};
}

/**
 * Chooses how dependencies are installed.
 *
 * @param folder   The project.
 * @param manifest Its package.json.
 * @param hasYarn  Whether a yarn is installed; if not, npx brings it.
 * @return Null when there is nothing to install.
 */
export function installCommand(
	folder: string,
	manifest: Manifest,
	hasYarn: () => boolean
): Command | null {
	const hasHook = INSTALL_HOOKS.some( ( hook ) => manifest.scripts[ hook ] );
	if ( ! manifest.hasDependencies && ! hasHook ) {
		return null;
	}
	// Builds need the development packages, whatever NODE_ENV says.
	if ( existsSync( path.join( folder, 'package-lock.json' ) ) ) {
		const args = [ 'ci', '--include=dev', '--no-audit', '--no-fund' ];
		return { title: 'npm ci', command: 'npm', args };
	}
	if ( existsSync( path.join( folder, 'yarn.lock' ) ) ) {
		const args = [ 'install', '--frozen-lockfile', '--production=false' ];
		return hasYarn()
			? { title: 'yarn install', command: 'yarn', args }
			: {
					title: 'yarn install',
					command: 'npx',
					args: [ '--yes', 'yarn@1', ...args ],
				};
	}
	const args = [ 'install', '--include=dev', '--no-audit', '--no-fund' ];
	return { title: 'npm install', command: 'npm', args };
}

function scriptCommand( manifest: Manifest, name: string ): Command {
	const title = `npm run ${ name }`;
	const hasHooks =
		manifest.scripts[ `pre${ name }` ] ??
		manifest.scripts[ `post${ name }` ];
	// The shell alone starts in a fraction of npm's time; only npm knows about pre and post scripts.
	return hasHooks === undefined
		? {
				title,
				command: '/bin/sh',
				args: [ '-c', manifest.scripts[ name ] ?? '' ],
			}
		: { title, command: 'npm', args: [ 'run', name ] };
}

function namedScript(
	manifest: Manifest,
	variable: string,
	name: string
): Command {
	if ( manifest.scripts[ name ] === undefined ) {
		throw new BuildError(
			`${ variable } names the script "${ name }", which package.json does not have. Add the script, or change the shell variable.`
		);
	}
	return scriptCommand( manifest, name );
}

/**
 * Chooses the build script: `ATLAS_BUILD_SCRIPT`, else `wpe-build`, else `build`.
 *
 * @param manifest Package.json.
 * @param wanted   The value of ATLAS_BUILD_SCRIPT, if it is set.
 * @return Null when the project has none of them.
 */
export function buildCommand(
	manifest: Manifest,
	wanted: string | undefined
): Command | null {
	if ( wanted ) {
		return namedScript( manifest, 'ATLAS_BUILD_SCRIPT', wanted );
	}
	const name = [ 'wpe-build', 'build' ].find(
		( script ) => manifest.scripts[ script ] !== undefined
	);
	return name ? scriptCommand( manifest, name ) : null;
}

/**
 * Chooses the start script: `ATLAS_START_SCRIPT`, else `start`, else what `npm start` would run.
 *
 * @param folder   The project.
 * @param manifest Its package.json.
 * @param wanted   The value of ATLAS_START_SCRIPT, if it is set.
 * @throws BuildError when there is nothing to start.
 */
export function startCommand(
	folder: string,
	manifest: Manifest,
	wanted: string | undefined
): Command {
	if ( wanted ) {
		return namedScript( manifest, 'ATLAS_START_SCRIPT', wanted );
	}
	if ( manifest.scripts.start !== undefined ) {
		return scriptCommand( manifest, 'start' );
	}
	if ( existsSync( path.join( folder, 'server.js' ) ) ) {
		return {
			title: 'node server.js',
			command: process.execPath,
			args: [ 'server.js' ],
		};
	}
	throw new BuildError(
		'package.json has no "start" script, so the application cannot be started. Add one, or name another one in ATLAS_START_SCRIPT.'
	);
}
