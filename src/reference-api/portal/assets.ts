/** The portal's stylesheet, scripts and icons. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const TYPES: Record< string, string > = {
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

const STYLES = 'portal.css';

interface Asset {
	type: string;
	body: Buffer;
}

/** The assets' addresses, which change with their content, so that browsers may keep them for ever. */
export interface Assets {
	/** Makes the address of an asset. */
	href: ( name: string ) => string;
	/** The modules that `portal.js` loads, for the page to announce them. */
	modules: string[];
}

/**
 * Reads all assets; the stylesheets are put together in the order of their names.
 */
function readAssets(): Map< string, Asset > {
	const folder = new URL( './assets/', import.meta.url );
	const assets = new Map< string, Asset >();
	const styles: Buffer[] = [];
	for ( const name of readdirSync( folder ).sort() ) {
		const body = readFileSync( new URL( name, folder ) );
		const extension = path.extname( name );
		if ( extension === '.css' ) {
			styles.push( body, Buffer.from( '\n' ) );
		} else {
			assets.set( name, { type: TYPES[ extension ] ?? '', body } );
		}
	}
	assets.set( STYLES, {
		type: TYPES[ '.css' ] ?? '',
		body: Buffer.concat( styles ),
	} );
	return assets;
}

/**
 * Names the content of all assets: modules load each other by relative addresses, so they share one version.
 */
function versionOf( assets: Map< string, Asset > ): string {
	const hash = createHash( 'sha256' );
	for ( const { body } of assets.values() ) {
		hash.update( body );
	}
	return hash.digest( 'hex' ).slice( 0, 12 );
}

/**
 * Serves the assets, which need no session: the sign-in page uses them.
 *
 * @param scope The portal's part of the server.
 */
export function registerAssets( scope: FastifyInstance ): Assets {
	const assets = readAssets();
	const folder = `/assets/${ versionOf( assets ) }/`;
	for ( const [ name, { type, body } ] of assets ) {
		scope.get(
			folder + name,
			{ config: { open: true } },
			( _request, reply ) =>
				reply
					.header(
						'cache-control',
						'public, max-age=31536000, immutable'
					)
					.type( type )
					.send( body )
		);
	}
	const href = ( name: string ) => `/portal${ folder }${ name }`;
	return {
		href,
		modules: [ ...assets.keys() ]
			.filter(
				( name ) => name.endsWith( '.js' ) && name !== 'portal.js'
			)
			.map( href ),
	};
}
