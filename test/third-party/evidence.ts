/** What built files say about the packages in them, and what the license files beside them say. */
import fs from 'node:fs';
import path from 'node:path';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { LICENSES_FILE, SBOM_FILE } from '../../src/third-party/write.ts';

interface Sbom {
	components: { name: string; version: string; purl: string }[];
}

/** “name version” of the package that a module belongs to, or nothing for a module of the project. */
function packageOf( request: string ): string | undefined {
	// Webpack names the loaders first.
	const module = request.replace( /^.*!/, '' );
	const [ file = '' ] =
		/node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(
			module
		) ?? [];
	const [ , helper = '' ] =
		/^(?:\\0)?(webpack|rolldown|vite)\//.exec( module ) ?? [];
	const folder = file || ( helper && `node_modules/${ helper }` );
	if ( ! folder ) {
		return undefined;
	}
	const manifest = fs.readFileSync(
		path.join( PROJECT, folder, 'package.json' ),
		'utf8'
	);
	const { name, version } = JSON.parse( manifest ) as {
		name: string;
		version: string;
	};
	return `${ name } ${ version }`;
}

export function packagesOf( modules: readonly string[] ): string[] {
	return [ ...new Set( modules.map( packageOf ) ) ]
		.filter( ( one ) => one !== undefined )
		.sort();
}

export function licensedPackages( folder: string ): string[] {
	const [ , ...notices ] = fs
		.readFileSync( path.join( folder, LICENSES_FILE ), 'utf8' )
		.split( `\n${ '-'.repeat( 72 ) }\n` );
	return notices
		.flatMap( ( notice ) => {
			const [ names = '', ...texts ] = notice.trim().split( '\n\n' );
			return texts.join( '' ).length > 100 ? names.split( '\n' ) : [];
		} )
		.map( ( line ) => line.replace( / \(.*\)$/, '' ) )
		.sort();
}

export function sbomPackages( folder: string ): string[] {
	const { components } = JSON.parse(
		fs.readFileSync( path.join( folder, SBOM_FILE ), 'utf8' )
	) as Sbom;
	return components
		.map( ( { name, version } ) => `${ name } ${ version }` )
		.sort();
}

/** The modules in a script that is not minified: each begins with a comment. */
export function commentedModules( code: string ): string[] {
	return [
		...code.matchAll(
			/^\s*\/\/ (?:#region )?(\S*node_modules\/\S+|\\0\S+)$/gm
		),
	].map( ( [ , module = '' ] ) => module );
}
