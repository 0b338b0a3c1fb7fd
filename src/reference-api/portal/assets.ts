/**
 * The portal's stylesheet, script and icon.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const TYPES = {
	'portal.css': 'text/css; charset=utf-8',
	'portal.js': 'text/javascript; charset=utf-8',
	'favicon.svg': 'image/svg+xml',
} as const;

/** The name of an asset. */
export type AssetName = keyof typeof TYPES;

interface Asset {
	name: AssetName;
	body: Buffer;
	version: string;
}

function readAsset( name: AssetName ): Asset {
	const body = readFileSync(
		new URL( `./assets/${ name }`, import.meta.url )
	);
	const version = createHash( 'sha256' )
		.update( body )
		.digest( 'hex' )
		.slice( 0, 12 );
	return { name, body, version };
}

/**
 * Serves the assets, which need no session: the sign-in page uses them.
 *
 * @param scope The portal's part of the server.
 * @return Finds an asset's address; its version changes with its content, so that browsers may keep it for ever.
 */
export function registerAssets(
	scope: FastifyInstance
): ( name: AssetName ) => string {
	const assets = ( Object.keys( TYPES ) as AssetName[] ).map( readAsset );
	for ( const { name, body } of assets ) {
		scope.get(
			`/assets/${ name }`,
			{ config: { open: true } },
			( _request, reply ) =>
				reply
					.header(
						'cache-control',
						'public, max-age=31536000, immutable'
					)
					.type( TYPES[ name ] )
					.send( body )
		);
	}
	const versions = new Map(
		assets.map( ( { name, version } ) => [ name, version ] )
	);
	return ( name ) => `/portal/assets/${ name }?v=${ versions.get( name ) }`;
}
