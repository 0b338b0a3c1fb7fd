/** Finds out whether a folder is a package of a workspace above, whose other packages an upload of the folder lacks. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ignore from 'ignore';
import {
	PNPM_WORKSPACE,
	locksIn,
} from '../../reference-api/builds/package-manager.ts';
import { plainText } from '../../shared/plain-text.ts';
import {
	dependenciesOf,
	deployCommand,
	findManifests,
	foldersAbove,
	readJson,
	relativeName,
} from './manifests.ts';
import { notDeployed } from './project-check.ts';

/** Versions that only the workspace can resolve. */
const OF_WORKSPACE = /^(?:workspace|catalog):/;

/** Reads the list `packages` of pnpm-workspace.yaml, in its two notations. */
function readPnpmPatterns( yaml: string ): string[] {
	const [ , block = '', flow = '' ] =
		/^packages:[ \t]*(?:#.*)?(?:\n((?:[ \t]*(?:-.*|#.*)?(?:\n|$))*)|\[([^\]]*)\])/m.exec(
			yaml
		) ?? [];
	const items = [
		...[ ...block.matchAll( /^[ \t]*-(.*)$/gm ) ].map(
			( [ , item = '' ] ) => item
		),
		...flow.split( ',' ),
	];
	return items
		.map( ( item ) =>
			item
				.replace( /\s#.*$/, '' )
				.trim()
				.replace( /^(['"])(.*)\1$/, '$2' )
		)
		.filter( Boolean );
}

/** Lists the patterns of the packages of a workspace; empty if the folder is none. */
async function readPatterns( folder: string ): Promise< string[] > {
	const { workspaces } = await readJson(
		path.join( folder, 'package.json' )
	);
	const list = Array.isArray( workspaces )
		? workspaces
		: ( workspaces as { packages?: unknown } | undefined )?.packages;
	const yaml = await readFile(
		path.join( folder, PNPM_WORKSPACE ),
		'utf8'
	).catch( () => '' );
	return [ list ]
		.flat()
		.filter( ( pattern ) => typeof pattern === 'string' )
		.concat( readPnpmPatterns( yaml ) );
}

/** Returns the top folder of the workspace that contains a package. */
async function findWorkspace( root: string ): Promise< string | null > {
	for ( const folder of foldersAbove( root ) ) {
		const patterns = ( await readPatterns( folder ) ).map( ( pattern ) =>
			pattern.replace( /^(!?)(?:\.?\/)*/, '$1/' )
		);
		if (
			ignore().add( patterns ).ignores( relativeName( folder, root ) )
		) {
			return folder;
		}
	}
	return null;
}

/** Maps the names of the packages below a folder to whether no registry has them. */
async function packagesIn( folder: string ): Promise< Map< string, boolean > > {
	const packages = new Map< string, boolean >();
	for ( const file of await findManifests( folder ) ) {
		const { name, private: isPrivate } = await readJson( file );
		if ( typeof name === 'string' ) {
			packages.set( name, isPrivate === true );
		}
	}
	return packages;
}

/**
 * Reports a package whose workspace is not uploaded with it.
 *
 * @param root    The folder that is uploaded.
 * @param current The current folder of the user.
 * @throws CliError When it needs packages of the workspace that no registry has.
 */
export async function checkWorkspace(
	root: string,
	current: string,
	warn: ( line: string ) => void
): Promise< void > {
	const top = await findWorkspace( root );
	const all = await dependenciesOf( path.join( root, 'package.json' ) );
	if ( top === null || all.length === 0 ) {
		return;
	}
	const command = deployCommand( current, top, relativeName( top, root ) );
	const workspace = `a package of the workspace ${ top }`;
	const own = await packagesIn( root );
	const others = await packagesIn( top );
	const needed = all.filter(
		( [ name, specifier ] ) =>
			! own.has( name ) &&
			( others.has( name ) || OF_WORKSPACE.test( specifier ) )
	);
	const labels = needed
		.map( ( [ name, specifier ] ) =>
			plainText( `${ name }: ${ specifier }` )
		)
		.join( ', ' );
	const [ lock ] = locksIn( top );
	if (
		needed.some(
			( [ name, specifier ] ) =>
				OF_WORKSPACE.test( specifier ) || others.get( name )
		)
	) {
		throw notDeployed(
			`It is ${ workspace } and needs packages of it (${ labels }), which the upload would not contain. Deploy the workspace: ${ command }`
		);
	}
	if ( needed.length > 0 ) {
		warn(
			`This folder is ${ workspace }. The build installs packages of it from a registry (${ labels }), because the upload does not contain them. To deploy the workspace: ${ command }`
		);
	} else if ( lock && locksIn( root ).length === 0 ) {
		warn(
			`This folder is ${ workspace }. Its ${ lock.name } is not uploaded, so the build can install other versions. To deploy the workspace: ${ command }`
		);
	}
}
