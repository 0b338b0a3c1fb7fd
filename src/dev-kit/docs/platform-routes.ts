/**
 * Asks a platform of its own for its OpenAPI document, and lists the routes in it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPlatform } from '../../reference-api/server.ts';

const USER = 'docs';
const PASSWORD = 'documentation';

export interface PlatformRoute {
	method: string;
	path: string;
	summary: string;
	/** Documented ones, in ascending order. */
	statuses: string[];
}

interface Document {
	paths: Record<
		string,
		Record<
			string,
			{ summary?: string; responses?: Record< string, unknown > }
		>
	>;
}

function routesIn( { paths }: Document ): PlatformRoute[] {
	return Object.entries( paths ).flatMap( ( [ address, operations ] ) =>
		Object.entries( operations )
			.filter( ( [ , { responses } ] ) => responses )
			.map( ( [ method, { summary = '', responses = {} } ] ) => ( {
				method: method.toUpperCase(),
				path: address,
				summary,
				statuses: Object.keys( responses ).sort(),
			} ) )
	);
}

/** Answers all routes of the platform, in the document's order. */
export async function platformRoutes(): Promise< PlatformRoute[] > {
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	const platform = await startPlatform( {
		dataFolder: folder,
		port: 0,
		user: USER,
		password: PASSWORD,
	} );
	try {
		const basic = Buffer.from( `${ USER }:${ PASSWORD }` ).toString(
			'base64'
		);
		const response = await fetch( `${ platform.url }/openapi.json`, {
			headers: { authorization: `Basic ${ basic }` },
		} );
		return routesIn( ( await response.json() ) as Document );
	} finally {
		await platform.close();
		fs.rmSync( folder, { recursive: true, force: true } );
	}
}
