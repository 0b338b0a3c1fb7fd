/** A platform with many builds, for the measurement of lists: started as a process of its own. */
import fs from 'node:fs';
import path from 'node:path';
import { ZipFile } from 'yazl';
import { startPlatform } from '../../../src/reference-api/server.ts';

const [ dataFolder = '' ] = process.argv.slice( 2 );
const APPLICATION = `require( 'node:http' ).createServer( ( request, response ) => {
	response.writeHead( 200, { 'cache-control': 'public, max-age=3600' } );
	response.end( Buffer.alloc( 4096, 'x' ) );
} ).listen( process.env.PORT, '127.0.0.1' );`;

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
process.on( 'disconnect', () => void platform.close() );
process.send?.( {
	url: platform.url,
	edge: edges.url( await catalog.environment( place ) ),
} );
