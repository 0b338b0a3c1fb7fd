/** What a purge costs with nothing and with 100,000 pages in the cache. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { inMs, median, printTable } from '../statistics.ts';
import {
	call,
	edgeUrl,
	ENVIRONMENTS,
	makeEnvironment,
	waitUntilLive,
	upload,
	zip,
} from './client.ts';
import { startPlatform } from './servers.ts';
import type { Server } from './servers.ts';

const PAGES = 100_000;
const TURNS = 5;
const WARM_UP = 20;
const CACHE_BYTES = 1024 * 1024 * 1024;

const APPLICATION = `
require( 'node:http' ).createServer( ( request, response ) => {
	response.writeHead( 200, { 'cache-control': 'public, max-age=3600' } );
	response.end( 'page' );
} ).listen( process.env.PORT );`;

async function fill( edge: string ): Promise< void > {
	let page = 0;
	const result = await autocannon( {
		url: edge,
		connections: 20,
		amount: PAGES,
		requests: [
			{
				setupRequest: ( request ) => ( {
					...request,
					path: `/${ page++ }`,
				} ),
			},
		],
	} );
	if ( result.non2xx > 0 || result.errors > 0 ) {
		throw new Error(
			`${ result.non2xx + result.errors } pages did not come.`
		);
	}
}

async function purge( server: Server, id: string ): Promise< number > {
	const startedAt = performance.now();
	await call( server, 'POST', `/v1${ ENVIRONMENTS }/${ id }:clearCache`, {} );
	return performance.now() - startedAt;
}

/** Measures it. */
export async function benchPurge(): Promise< void > {
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	const server = await startPlatform( { cacheBytes: CACHE_BYTES } );
	try {
		const id = await makeEnvironment( server );
		await upload(
			server,
			id,
			await zip( path.join( folder, 'app.zip' ), {
				'package.json': JSON.stringify( {
					name: 'app',
					scripts: { start: 'node app.js' },
				} ),
				'app.js': APPLICATION,
			} )
		);
		await waitUntilLive( server, id );
		const edge = await edgeUrl( server, id );
		for ( let count = 0; count < WARM_UP; count++ ) {
			await purge( server, id );
		}
		const [ empty, full ]: [ number[], number[] ] = [ [], [] ];
		for ( let turn = 0; turn < TURNS; turn++ ) {
			empty.push( await purge( server, id ) );
			await fill( edge );
			// The process may still be busy with the filled cache, which must not be measured.
			for ( let count = 0; count < WARM_UP; count++ ) {
				await call( server, 'GET', '/v1/regions' );
			}
			full.push( await purge( server, id ) );
		}
		const first = median( empty );
		printTable(
			`A purge: from the call to the answer, stored on disk, median of ${ TURNS }`,
			[
				{
					what: 'empty cache',
					figure: inMs( first ),
					ratio: '1.00',
				},
				{
					what: `${ PAGES.toLocaleString( 'en' ) } pages in the cache`,
					figure: inMs( median( full ) ),
					ratio: ( median( full ) / first ).toFixed( 2 ),
				},
			]
		);
	} finally {
		await server.stop();
		fs.rmSync( folder, { recursive: true, force: true } );
	}
}
