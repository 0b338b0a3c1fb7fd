import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { jsonClient } from '../json-client.ts';
import { startPlatform } from '../../reference-api/server.ts';

const USER = 'docs';
const PASSWORD = 'documentation';

export interface PlatformRoute {
	method: string;
	path: string;
	summary: string;
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

/** Returns the routes in the OpenAPI document of a platform, which is started for this. */
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
		const { call } = jsonClient( {
			name: 'The platform',
			url: platform.url,
			user: USER,
			password: PASSWORD,
			log: 'the output above',
		} );
		return routesIn( await call< Document >( 'GET', '/openapi.json' ) );
	} finally {
		await platform.close();
		fs.rmSync( folder, { recursive: true, force: true } );
	}
}
