/** The packages whose code a bundle contains, found by the paths of the bundled modules. */
import fs from 'node:fs';
import path from 'node:path';
import { isGplCompatible } from './license-expression.ts';
import { standardText } from './standard-texts.ts';

export interface LicenseText {
	/** The path of the file in the package. */
	file: string;
	text: string;
}

export interface BundledPackage {
	name: string;
	version: string;
	/** An SPDX expression. */
	license: string;
	/** The address of the sources, or empty. */
	repository: string;
	/** Licenses and notices. */
	texts: LicenseText[];
	/** The names of the packages that a bundled file of this package already contains. Their versions are unknown. */
	contains: string[];
}

interface Manifest {
	name: string;
	version: string;
	license?: string;
	author?: string | { name: string };
	repository?: string | { url: string };
}

const PACKAGE = /^(.*\/node_modules\/)((?:@[^/]+\/)?[^/]+)\//;
const LEGAL_FILE = /^(?:licen[cs]e|copying|notice|copyright)/i;
const LICENSE_FILE = /(?:licen[cs]e|copying)[^/]*$/i;
const CODE_FILE = /\.(?:[cm]?[jt]sx?|map|json|html?|s?css)$/i;
/** Where the license of a tool that writes helpers into bundles continues with the licenses of the tool's own parts. */
const TOOL_PARTS = /^# Licenses of bundled dependencies$/m;

/**
 * Finds the folder of the package that a module belongs to.
 *
 * @param modules The `node_modules` of the project.
 * @return Empty for a module of the project.
 */
function packageOf( module: string, modules: string ): string {
	const file = module.replaceAll( '\\', '/' ).replace( /\?.*$/, '' );
	if ( ! file.startsWith( '\0' ) ) {
		const [ , parent = '', name = '' ] = PACKAGE.exec( file ) ?? [];
		return parent + name;
	}
	// Bundlers name their own helpers like “\0vite/preload-helper.js”.
	const folder = path.join( modules, file.split( '/' )[ 0 ]!.slice( 1 ) );
	if ( ! fs.existsSync( path.join( folder, 'package.json' ) ) ) {
		throw new Error(
			`No package is known for the bundled module “${ file.slice( 1 ) }”.`
		);
	}
	return folder;
}

function textOf( file: string ): string {
	return fs.readFileSync( file, 'utf8' ).replaceAll( '\r\n', '\n' ).trim();
}

/** The files with licenses and notices next to a module and in the folders above it, up to the package. */
function legalFiles( module: string, root: string ): string[] {
	const own = `${ module }.LICENSE.txt`;
	const files = fs.existsSync( own ) ? [ own ] : [];
	for (
		let folder = path.dirname( module );
		;
		folder = path.dirname( folder )
	) {
		for ( const entry of fs.readdirSync( folder, {
			withFileTypes: true,
		} ) ) {
			if (
				entry.isFile() &&
				LEGAL_FILE.test( entry.name ) &&
				! CODE_FILE.test( entry.name )
			) {
				files.push( path.join( folder, entry.name ) );
			}
		}
		if ( folder === root ) {
			return files;
		}
	}
}

/** The names of the packages in a file that is a bundle itself, by its source map. */
function containedPackages( module: string ): string[] {
	const map = `${ module }.map`;
	if ( ! fs.existsSync( map ) ) {
		return [];
	}
	const { sources } = JSON.parse( fs.readFileSync( map, 'utf8' ) ) as {
		sources: string[];
	};
	return sources.flatMap(
		( source ) => PACKAGE.exec( `/${ source }` )?.[ 2 ] ?? []
	);
}

function repositoryOf( { repository }: Manifest ): string {
	const url =
		( typeof repository === 'object' ? repository.url : repository ) ?? '';
	const web = url
		.replace( /^git\+/, '' )
		.replace( /^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/' )
		.replace( /^git:/, 'https:' )
		.replace( /\.git$/, '' );
	return web.startsWith( 'https://' ) ? web : '';
}

function textsOf(
	manifest: Manifest,
	license: string,
	folder: string,
	modules: string[]
): LicenseText[] {
	const files = new Set(
		modules.flatMap( ( module ) => legalFiles( module, folder ) )
	);
	const texts = [ ...files ].sort().map( ( file ) => ( {
		file: path.relative( folder, file ).replaceAll( '\\', '/' ),
		text: textOf( file ),
	} ) );
	if (
		texts.some( ( { file, text } ) => LICENSE_FILE.test( file ) && text )
	) {
		return texts;
	}
	const { name, author = '' } = manifest;
	const holder =
		( typeof author === 'object' ? author.name : author ) ||
		`The authors of ${ name }`;
	const text = standardText( license, holder );
	if ( ! text ) {
		throw new Error(
			`The bundled package ${ name } has no license text (${ license }).`
		);
	}
	return [ { file: 'LICENSE', text }, ...texts ];
}

function describe( folder: string, ids: string[] ): BundledPackage {
	const manifest = JSON.parse(
		fs.readFileSync( path.join( folder, 'package.json' ), 'utf8' )
	) as Manifest;
	const { name, version, license = '' } = manifest;
	if ( ! isGplCompatible( license ) ) {
		throw new Error(
			`The license of the bundled package ${ name } is not compatible with the GPL: “${ license }”.`
		);
	}
	const modules = ids
		.filter( ( id ) => ! id.startsWith( '\0' ) )
		.map( ( id ) => id.replace( /\?.*$/, '' ) );
	const texts = textsOf(
		manifest,
		license,
		folder,
		modules.length ? modules : [ path.join( folder, 'package.json' ) ]
	);
	return {
		name,
		version,
		license,
		repository: repositoryOf( manifest ),
		texts: modules.length
			? texts
			: texts.map( ( { file, text } ) => ( {
					file,
					text: text.split( TOOL_PARTS )[ 0 ]!.trim(),
				} ) ),
		contains: [ ...new Set( modules.flatMap( containedPackages ) ) ]
			.filter( ( other ) => other !== name )
			.sort(),
	};
}

/** The same version can be installed in several folders. */
function withoutRepetition( packages: BundledPackage[] ): BundledPackage[] {
	const unique = new Map< string, BundledPackage >();
	for ( const found of packages ) {
		const key = `${ found.name } ${ found.version }`;
		const known = unique.get( key );
		const texts = [ ...( known?.texts ?? [] ), ...found.texts ];
		unique.set( key, {
			...found,
			texts: [
				...new Map(
					texts.map( ( one ) => [ one.file, one ] )
				).values(),
			],
			contains: [
				...new Set( [
					...( known?.contains ?? [] ),
					...found.contains,
				] ),
			].sort(),
		} );
	}
	return [ ...unique ]
		.sort( ( [ a ], [ b ] ) => ( a < b ? -1 : 1 ) )
		.map( ( [ , one ] ) => one );
}

/**
 * Fails when a license is missing or is not compatible with the GPL.
 *
 * @param modules     Paths of the bundled modules, and names of helpers that bundlers add.
 * @param nodeModules The folder with the packages of the bundlers.
 */
export function bundledPackages(
	modules: readonly string[],
	nodeModules: string
): BundledPackage[] {
	const byFolder = Map.groupBy(
		[ ...new Set( modules ) ].sort(),
		( module ) => packageOf( module, nodeModules )
	);
	byFolder.delete( '' );
	return withoutRepetition(
		[ ...byFolder ].map( ( [ folder, ids ] ) => describe( folder, ids ) )
	);
}
