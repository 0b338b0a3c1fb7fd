/** A platform with many builds, for the measurement of lists: started as a process of its own. */
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ZipFile } from 'yazl';
import { startPlatform } from '../../../src/reference-api/server.ts';
import { DATABASE_FILE } from '../../../src/reference-api/store/sqlite.ts';

const [ dataFolder = '' ] = process.argv.slice( 2 );
const APPLICATION = `require( 'node:http' ).createServer( ( request, response ) => {
	response.writeHead( 200, { 'cache-control': 'public, max-age=3600' } );
	response.end( Buffer.alloc( 4096, 'x' ) );
} ).listen( process.env.PORT, '127.0.0.1' );`;

/**
 * Serves the baseline on the same event loop: each request reads and parses all builds of each environment at once, for
 * the newest of each.
 */
async function serveBaseline(): Promise< Server > {
	const database = new DatabaseSync( path.join( dataFolder, DATABASE_FILE ), {
		readOnly: true,
	} );
	const environments = database.prepare( 'SELECT id FROM environments' );
	const builds = database.prepare(
		'SELECT * FROM builds WHERE environmentId = ? ORDER BY number DESC'
	);
	const server = createServer( ( _request, response ) => {
		const list = environments.all().map( ( { id } ) => {
			const all = builds.all( String( id ) ).map( ( build ) => ( {
				...build,
				createTime: new Date( Number( build.createTime ) ),
				steps: JSON.parse( String( build.steps ) ) as unknown,
			} ) );
			return { id, total: all.length, newest: all[ 0 ] ?? null };
		} );
		response.end( JSON.stringify( list ) );
	} );
	server.on( 'close', () => database.close() );
	server.listen( 0, '127.0.0.1' );
	await once( server, 'listening' );
	return server;
}

const platform = await startPlatform( {
	dataFolder,
	port: 0,
	user: 'sam',
	password: 'correct horse',
	limits: { keptBuilds: 1000 },
} );
const { catalog, builds, edges } = platform.services;
await catalog.createApp( 'acme', 'visited', 'regions/UK' );
const { id } = await catalog.createEnvironment( 'acme', 'visited', {
	displayName: 'Production',
	branch: 'uploadable',
	wpEnvironment: 'blog',
	shellVariables: [],
} );
const place = { accountName: 'acme', appId: 'visited', environmentId: id };
const zip = new ZipFile();
zip.addBuffer(
	Buffer.from( JSON.stringify( { scripts: { start: 'node app.js' } } ) ),
	'package.json'
);
zip.addBuffer( Buffer.from( APPLICATION ), 'app.js' );
zip.end();
const file = path.join( dataFolder, 'code.zip' );
const chunks: Buffer[] = [];
for await ( const chunk of zip.outputStream ) {
	chunks.push( Buffer.from( chunk ) );
}
fs.writeFileSync( file, Buffer.concat( chunks ) );
await builds.upload( place, file, 'the measurement' );
await platform.waitUntilIdle();
const baseline = await serveBaseline();
process.on( 'disconnect', () => {
	baseline.closeAllConnections();
	baseline.close();
	void platform.close();
} );
process.send?.( {
	url: platform.url,
	baseline: `http://127.0.0.1:${ ( baseline.address() as AddressInfo ).port }/`,
	edge: edges.url( await catalog.environment( place ) ),
} );
