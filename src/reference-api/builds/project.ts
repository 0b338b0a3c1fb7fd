import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage, systemCode } from '../lib/errors.ts';
import { listScripts } from './failures/failure.ts';
import type { NodeBinary } from './node-version.ts';

/** A step of a build failed; `message` says which, why and what to do. */
export class BuildError extends Error {}

export interface Command {
	/** As a user would type it, for the log. */
	title: string;
	/** Why it is this one, for example "package-lock.json found"; may be empty. */
	reason: string;
	command: string;
	args: string[];
}

export interface Manifest {
	name: string;
	version: string;
	nodeRange: string;
	scripts: Record< string, string >;
	hasDependencies: boolean;
	/** Whether it is the top of a workspace of npm or yarn. */
	hasWorkspaces: boolean;
	/** For example "pnpm@10.1.0"; may be empty. */
	packageManager: string;
}

function recordOf( value: unknown ): Record< string, unknown > {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf( value: unknown ): string {
	return typeof value === 'string' ? value : '';
}

/** Reads JSON as npm does, which ignores a byte order mark. */
export function parseJson( text: string ): unknown {
	return JSON.parse( text.replace( /^\ufeff/, '' ) );
}

/** Reads a project's package.json. */
export async function readManifest( folder: string ): Promise< Manifest > {
	let json: Record< string, unknown >;
	try {
		json = recordOf(
			parseJson(
				await readFile( path.join( folder, 'package.json' ), 'utf8' )
			)
		);
	} catch ( error ) {
		if ( systemCode( error ) === 'ENOENT' ) {
			throw new BuildError(
				'package.json is missing. Upload the code again.'
			);
		}
		throw new BuildError(
			`package.json cannot be read: ${ errorMessage( error ) }.`
		);
	}
	const scripts = Object.entries( recordOf( json.scripts ) ).filter(
		( entry ): entry is [ string, string ] => typeof entry[ 1 ] === 'string'
	);
	const dependencies = [
		json.dependencies,
		json.devDependencies,
		json.optionalDependencies,
	];
	const isFilled = ( list: unknown ) =>
		Object.keys( recordOf( list ) ).length > 0;
	return {
		name: textOf( json.name ),
		version: textOf( json.version ),
		nodeRange: textOf( recordOf( json.engines ).node ),
		// Without a prototype, so that no script is called "constructor" unless the project says so.
		scripts: Object.assign(
			Object.create( null ) as Record< string, string >,
			Object.fromEntries( scripts )
		),
		hasDependencies: dependencies.some( isFilled ),
		hasWorkspaces: isFilled( json.workspaces ),
		packageManager: textOf( json.packageManager ),
	};
}

/** Finds a tool that comes with Node.js, that of the chosen version if it has one. */
export function packageManagerOf(
	node: NodeBinary,
	name: 'npm' | 'npx'
): string {
	const file = path.join( node.folder, name );
	return existsSync( file ) ? file : name;
}

interface ScriptOptions {
	reason?: string;
	/** Whether npm runs it, which says more than the shell. */
	byNpm?: boolean;
}

function scriptCommand(
	manifest: Manifest,
	name: string,
	node: NodeBinary,
	{ reason = '', byNpm = false }: ScriptOptions = {}
): Command {
	const title = `npm run ${ name }`;
	const hasHooks = [ 'pre', 'post' ].some(
		( prefix ) => manifest.scripts[ prefix + name ] !== undefined
	);
	// A shell without npm starts in a fraction of the time; only npm runs pre and post scripts.
	return ! hasHooks && ! byNpm
		? {
				title,
				reason,
				command: '/bin/sh',
				args: [ '-c', manifest.scripts[ name ] ?? '' ],
			}
		: {
				title,
				reason,
				command: packageManagerOf( node, 'npm' ),
				args: [ 'run', name ],
			};
}

function namedScript(
	manifest: Manifest,
	variable: string,
	name: string,
	node: NodeBinary,
	options: ScriptOptions = {}
): Command {
	if ( manifest.scripts[ name ] === undefined ) {
		throw new BuildError(
			`${ variable } names the script “${ name }”, which package.json does not have. ${ listScripts(
				Object.keys( manifest.scripts )
			) } Add the script, or change the shell variable.`
		);
	}
	return scriptCommand( manifest, name, node, {
		...options,
		reason: variable,
	} );
}

/** Chooses the build script: `ATLAS_BUILD_SCRIPT`, else `wpe-build`, else `build`. */
export function buildCommand(
	manifest: Manifest,
	node: NodeBinary,
	wanted: string | undefined,
	options: ScriptOptions = {}
): Command | null {
	if ( wanted ) {
		return namedScript(
			manifest,
			'ATLAS_BUILD_SCRIPT',
			wanted,
			node,
			options
		);
	}
	const name = [ 'wpe-build', 'build' ].find(
		( script ) => manifest.scripts[ script ] !== undefined
	);
	return name ? scriptCommand( manifest, name, node, options ) : null;
}

/**
 * Chooses the start script: `ATLAS_START_SCRIPT`, else `start`, else what `npm start` would run.
 *
 * @throws BuildError when there is nothing to start.
 */
export function startCommand(
	folder: string,
	manifest: Manifest,
	node: NodeBinary,
	wanted: string | undefined
): Command {
	if ( wanted ) {
		return namedScript( manifest, 'ATLAS_START_SCRIPT', wanted, node );
	}
	if ( manifest.scripts.start !== undefined ) {
		return scriptCommand( manifest, 'start', node );
	}
	if ( existsSync( path.join( folder, 'server.js' ) ) ) {
		return {
			title: 'node server.js',
			reason: 'package.json has no script “start”',
			command: path.join( node.folder, 'node' ),
			args: [ 'server.js' ],
		};
	}
	throw new BuildError(
		`package.json has no script “start”, so the application cannot be started. ${ listScripts(
			Object.keys( manifest.scripts )
		) } Add “start”, or name another one in ATLAS_START_SCRIPT.`
	);
}
