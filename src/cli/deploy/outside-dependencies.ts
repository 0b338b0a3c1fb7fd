/** Finds dependencies that are folders or files of this machine outside of the uploaded folder. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainText } from '../../shared/plain-text.ts';
import {
	dependenciesOf,
	deployCommand,
	findManifests,
	foldersAbove,
	relativeName,
} from './manifests.ts';
import { notDeployed } from './project-check.ts';

/** The package of this command. */
const OWN_NAME = 'headless-deploy';
const ARCHIVE = /\.t(?:ar\.)?gz$/;

export interface OutsideDependency {
	/** The package.json, relative to the uploaded folder. */
	manifest: string;
	name: string;
	/** For example "ui: file:../ui". */
	label: string;
	/** What it names, as an absolute path. */
	target: string;
}

/** Returns the path that a dependency names, or null if it names a version or an address. */
function pathOf( specifier: string ): string | null {
	if ( specifier.startsWith( 'file://' ) ) {
		return URL.canParse( specifier ) ? fileURLToPath( specifier ) : null;
	}
	const named = /^(?:file|link|portal):(.+)$/.exec( specifier )?.[ 1 ];
	return (
		named ?? ( /^(?:\.{1,2}|~)?\//.test( specifier ) ? specifier : null )
	);
}

function isBelow( root: string, file: string ): boolean {
	const relative = path.relative( root, file );
	return (
		relative !== '..' &&
		! relative.startsWith( `..${ path.sep }` ) &&
		! path.isAbsolute( relative )
	);
}

/** @param root The folder that is uploaded. */
export async function findOutsideDependencies(
	root: string
): Promise< OutsideDependency[] > {
	const found: OutsideDependency[] = [];
	for ( const file of await findManifests( root ) ) {
		for ( const [ name, specifier ] of await dependenciesOf( file ) ) {
			const named = pathOf( specifier );
			if ( named === null ) {
				continue;
			}
			const target = named.startsWith( '~/' )
				? path.join( homedir(), named.slice( 1 ) )
				: path.resolve( path.dirname( file ), named );
			if ( ! isBelow( root, target ) ) {
				found.push( {
					manifest: relativeName( root, file ),
					name,
					label: plainText( `${ name }: ${ specifier }` ),
					target,
				} );
			}
		}
	}
	return found;
}

/** Returns the nearest folder above that contains all targets, in the same repository. */
function commonFolder(
	root: string,
	targets: readonly string[]
): string | undefined {
	const above = foldersAbove( root );
	const isRepository = above.some( ( folder ) =>
		existsSync( path.join( folder, '.git' ) )
	);
	return isRepository
		? above.find( ( folder ) =>
				targets.every( ( target ) => isBelow( folder, target ) )
			)
		: undefined;
}

/** Says what to do about dependencies of one kind. */
function remediesFor(
	root: string,
	folder: string,
	found: readonly OutsideDependency[],
	current: string
): string[] {
	const own = found.filter( ( { name } ) => name === OWN_NAME );
	const others = found.filter( ( { name } ) => name !== OWN_NAME );
	const archives = others.filter( ( { label } ) => ARCHIVE.test( label ) );
	const folders = others.filter( ( { label } ) => ! ARCHIVE.test( label ) );
	const common = commonFolder(
		root,
		folders.map( ( { target } ) => target )
	);
	return [
		...( own.length === 0
			? []
			: [
					`A front end does not need ${ OWN_NAME }: run npm uninstall ${ OWN_NAME }, and install the command with npm install --global.`,
				] ),
		...archives.map( ( { target } ) => {
			const file = `./vendor/${ plainText( path.basename( target ) ) }`;
			return `Copy the archive into the folder, and run npm install ${ file } there.`;
		} ),
		...( folders.length === 0
			? []
			: [
					common === undefined
						? 'Deploy a folder that contains them too, with --root-directory for this one, or use versions from a registry.'
						: `Deploy the folder that contains them too, or use versions from a registry: ${ deployCommand( current, common, relativeName( common, folder ) ) }`,
				] ),
	];
}

/**
 * Reports dependencies that the upload will not contain.
 *
 * @param root          The folder that is uploaded.
 * @param rootDirectory The folder in it that is built; empty for the top folder.
 * @param current       The current folder of the user.
 * @param warn          Receives those of other packages, which a build may not need.
 * @throws CliError when the project itself needs one.
 */
export async function checkDependencies(
	root: string,
	rootDirectory: string,
	current: string,
	warn: ( line: string ) => void
): Promise< void > {
	const all = Map.groupBy(
		await findOutsideDependencies( root ),
		( { manifest } ) => manifest
	);
	for ( const [ manifest, found ] of all ) {
		const labels = found.map( ( { label } ) => label ).join( ', ' );
		const folder = path.join( root, path.dirname( manifest ) );
		const remedies = remediesFor( root, folder, found, current ).join(
			' '
		);
		const text = `names packages outside of the folder (${ labels }), which the host cannot install. ${ remedies }`;
		if ( manifest === path.posix.join( rootDirectory, 'package.json' ) ) {
			throw notDeployed( `Its ${ manifest } ${ text }` );
		}
		warn( `${ manifest } ${ text }` );
	}
}
