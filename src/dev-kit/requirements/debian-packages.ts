/**
 * Unpacks Debian packages, without root and without installing them. The mirror is the one in the sources of apt, and
 * the lists of packages of this machine do not change.
 */
import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../commands.ts';
import { writeWhole } from '../files.ts';

/** Suites without a separate suite of security updates. */
const ROLLING = [ 'sid', 'forky', 'experimental' ];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Finds the Debian mirror in the sources of apt, in the one-line or in the deb822 format. */
export function findMirror( sources: string ): string | null {
	const format =
		/^(?:URIs:|deb(?: +\[[^\]]*\])?) +(https?:\/\/[^ \n]*\/debian)\/?(?: .*)?$/m;
	return format.exec( sources )?.[ 1 ] ?? null;
}

function readSources(): string {
	const folder = '/etc/apt/sources.list.d';
	const files = fs.existsSync( folder )
		? fs
				.readdirSync( folder )
				.filter( ( name ) => /\.(list|sources)$/.test( name ) )
				.map( ( name ) => path.join( folder, name ) )
		: [];
	return [ '/etc/apt/sources.list', ...files ]
		.filter( ( file ) => fs.existsSync( file ) )
		.map( ( file ) => fs.readFileSync( file, 'utf8' ) )
		.join( '\n' );
}

/** Returns the mirror of this machine; null when it does not run Debian. */
export function debianMirror(): string | null {
	return fs.existsSync( '/usr/bin/apt-get' ) && fs.existsSync( KEYRING )
		? findMirror( readSources() )
		: null;
}

/** Options that make apt use lists and caches below a folder, so that those of the machine do not change. */
function aptOptions( workFolder: string ): string[] {
	return [
		'Dir::Etc::sourcelist=/dev/null',
		`Dir::Etc::sourceparts=${ workFolder }/parts`,
		`Dir::State::lists=${ workFolder }/lists`,
		`Dir::State::status=${ workFolder }/status`,
		'Dir::Cache::pkgcache=',
		'Dir::Cache::srcpkgcache=',
		`Dir::Cache::archives=${ workFolder }/archives`,
		'APT::Sandbox::User=root',
		'Debug::NoLocking=1',
		'Acquire::http::Timeout=20',
		'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false',
		'Acquire::Languages=none',
	].flatMap( ( option ) => [ '-o', option ] );
}

export interface DebianSource {
	mirror: string;
	/** Packages of the first one are preferred where the others have the same version. */
	suites: readonly string[];
}

/** Returns sources for apt: suites with their security updates. */
function aptSources(
	{ mirror, suites }: DebianSource,
	architecture: string
): string {
	const entry = ( uri: string, name: string ): string =>
		`Types: deb\nURIs: ${ uri }\nSuites: ${ name }\nComponents: main\nArchitectures: ${ architecture }\nSigned-By: ${ KEYRING }\n`;
	return suites
		.flatMap( ( suite ) =>
			ROLLING.includes( suite )
				? [ entry( mirror, suite ) ]
				: [
						entry( mirror, suite ),
						entry( `${ mirror }-security`, `${ suite }-security` ),
					]
		)
		.join( '\n' );
}

/**
 * Unpacks packages.
 *
 * @param workFolder   An empty folder for temporary files.
 * @param dependencies Whether all packages on which they depend are unpacked too.
 * @return The folder with their files, below the work folder.
 */
export async function unpackPackages(
	source: DebianSource,
	packages: readonly string[],
	workFolder: string,
	dependencies: 'with dependencies' | 'alone'
): Promise< string > {
	const debs = path.join( workFolder, 'archives' );
	const root = path.join( workFolder, 'root' );
	for ( const name of [ 'parts', 'lists/partial', 'archives/partial' ] ) {
		fs.mkdirSync( path.join( workFolder, name ), { recursive: true } );
	}
	fs.mkdirSync( root );
	// Without installed packages, so that all dependencies are missing.
	fs.writeFileSync( path.join( workFolder, 'status' ), '' );
	const architecture = await mustCapture( 'dpkg', [
		'--print-architecture',
	] );
	fs.writeFileSync(
		path.join( workFolder, 'parts', 'debian.sources' ),
		aptSources( source, architecture.trim() )
	);
	const apt = [ ...aptOptions( workFolder ), '-qq' ];
	await mustCapture( 'apt-get', [ ...apt, 'update' ] );
	await mustCapture(
		'apt-get',
		dependencies === 'alone'
			? [ ...apt, 'download', ...packages ]
			: [
					...[ ...apt, '-y', '--download-only' ],
					...[ '--no-install-recommends', 'install' ],
					...packages,
				],
		{ cwd: debs }
	);
	for ( const deb of fs.readdirSync( debs ) ) {
		if ( deb.endsWith( '.deb' ) ) {
			await mustCapture( 'dpkg-deb', [
				...[ '-x', path.join( debs, deb ), root ],
			] );
		}
	}
	return root;
}

/** Finds the only file or folder below a folder whose path has a format. */
export function findBelow(
	folder: string,
	below: string,
	format: RegExp
): string {
	const found = fs
		.readdirSync( path.join( folder, below ), { recursive: true } )
		.map( ( name ) => path.join( below, String( name ) ) )
		.find( ( name ) => format.test( name ) );
	if ( found === undefined ) {
		throw new Error( `The Debian packages hold no ${ format.source }` );
	}
	return found;
}

/**
 * Writes a command that starts a program of unpacked packages with the libraries of these packages. `--argv0` makes the
 * command the name by which the program knows itself.
 *
 * @param folder      Holds the packages in `root`.
 * @param program     Path below the folder.
 * @param first       First arguments, quoted for the shell; `$here` is the folder.
 * @param environment Environment variables, each as `NAME=value`.
 */
export function writeLauncher(
	folder: string,
	name: string,
	program: string,
	first: readonly string[],
	environment: readonly string[] = []
): void {
	const loader = findBelow( folder, 'root/usr', /\/lib\w*\/ld-linux[^/]*$/ );
	const libraries = path.dirname(
		findBelow( folder, 'root/usr/lib', /\/libc\.so\.6$/ )
	);
	writeWhole(
		path.join( folder, name ),
		`#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
${ environment.map( ( line ) => `export ${ line }\n` ).join( '' ) }exec "$here/${ loader }" --library-path "$here/${ libraries }" --argv0 "$here/${ name }" \\
	"$here/${ program }" ${ first.join( ' ' ) } "$@"
`,
		0o755
	);
}
