import fs from 'node:fs';
import path from 'node:path';
/** A plugin of the developer’s folder. */
export interface Plugin {
	/** Its folder, which is also its name on wordpress.org. */
	slug: string;
	/** Path of its folder. */
	folder: string;
	/** As WordPress names it, for example `akismet/akismet.php`. */
	file: string;
	name: string;
	version: string;
	/** Folders of the plugins that must be active. */
	requires: string[];
}

const HEADER_BYTES = 8192;

/** Returns the value of a line of a plugin’s header; empty without it. */
function header( source: string, name: string ): string {
	return (
		new RegExp( `^[ \\t/*#@]*${ name }:(.*)$`, 'im' )
			.exec( source )?.[ 1 ]
			?.trim() ?? ''
	);
}

function readPlugin( folder: string, slug: string ): Plugin[] {
	const names = fs
		.readdirSync( folder )
		.filter( ( name ) => name.endsWith( '.php' ) );
	for ( const name of names ) {
		const source = fs
			.readFileSync( path.join( folder, name ), 'utf8' )
			.slice( 0, HEADER_BYTES );
		if ( header( source, 'Plugin Name' ) !== '' ) {
			return [
				{
					slug,
					folder,
					file: `${ slug }/${ name }`,
					name: header( source, 'Plugin Name' ),
					version: header( source, 'Version' ),
					requires: header( source, 'Requires Plugins' )
						.split( ',' )
						.map( ( required ) => required.trim() )
						.filter( Boolean ),
				},
			];
		}
	}
	return [];
}

/**
 * Lists the plugins of a folder. HEADLESS_DEPLOY_NEIGHBOURS_ONLY names those to run, separated by commas.
 *
 * @return None without the folder.
 */
export function findPlugins( root: string ): Plugin[] {
	if ( ! fs.existsSync( root ) ) {
		return [];
	}
	return fs
		.readdirSync( root )
		.sort()
		.filter( ( slug ) =>
			fs.statSync( path.join( root, slug ) ).isDirectory()
		)
		.flatMap( ( slug ) => readPlugin( path.join( root, slug ), slug ) );
}

/** Returns the chosen plugins. */
export function choosePlugins( plugins: Plugin[] ): Plugin[] {
	const chosen = process.env.HEADLESS_DEPLOY_NEIGHBOURS_ONLY?.split( ',' );
	return chosen
		? plugins.filter( ( { slug } ) => chosen.includes( slug ) )
		: plugins;
}

/** Returns the plugins that must be active before one, and the plugin itself. */
export function withRequired( plugin: Plugin, plugins: Plugin[] ): Plugin[] {
	return [
		...plugin.requires.flatMap( ( slug ) => {
			const required = plugins.find( ( other ) => other.slug === slug );
			if ( ! required ) {
				throw new Error(
					`${ plugin.slug } requires ${ slug }, which is not in the folder.`
				);
			}
			return withRequired( required, plugins );
		} ),
		plugin,
	];
}
