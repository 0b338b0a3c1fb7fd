/** What a hit takes while another client reads the largest list of the platform again and again. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { Agent, get } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeLargeDatabase } from '../../reference-api/large-database.ts';
import { inMs, median, printTable } from '../statistics.ts';

const ENVIRONMENTS = 100;
const BUILDS = 1000;
const HITS = 41;
const WARM_UP = 500;
const LIST = '/_local/accounts/acme/apps';
const AUTHORIZATION = `Basic ${ Buffer.from( 'sam:correct horse' ).toString( 'base64' ) }`;

/** Returns how long the answer took, in milliseconds. */
function request( agent: Agent, url: string ): Promise< number > {
	const startedAt = performance.now();
	return new Promise( ( resolve, reject ) => {
		get(
			url,
			{ agent, headers: { authorization: AUTHORIZATION } },
			( response ) => {
				response.resume();
				response.on( 'end', () =>
					response.statusCode === 200
						? resolve( performance.now() - startedAt )
						: reject(
								new Error(
									`${ url } answered ${ response.statusCode }.`
								)
							)
				);
			}
		).on( 'error', reject );
	} );
}

async function measureHits( edge: string, hits = HITS ): Promise< number > {
	const agent = new Agent( { keepAlive: true } );
	const times: number[] = [];
	for ( let hit = 0; hit < hits; hit++ ) {
		times.push( await request( agent, edge ) );
	}
	agent.destroy();
	return median( times );
}

/** Measures it. */
export async function benchLists(): Promise< void > {
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	fs.writeFileSync(
		path.join( folder, 'headless-deploy-data-folder.json' ),
		'{}'
	);
	makeLargeDatabase( folder, {
		environments: ENVIRONMENTS,
		builds: BUILDS,
		everyNth: 1,
	} );
	const database = new DatabaseSync( path.join( folder, 'platform.db' ) );
	// Each gets a free port at the start.
	database.exec( 'UPDATE environments SET edgePort = 0' );
	database.close();
	const server = fork( path.join( import.meta.dirname, 'lists-server.ts' ), [
		folder,
	] );
	try {
		const [ { url, edge } ] = ( await once( server, 'message' ) ) as [
			{ url: string; edge: string },
		];
		await measureHits( edge, WARM_UP );
		const alone = await measureHits( edge );
		const agent = new Agent( { keepAlive: true } );
		const lists: number[] = [];
		let isOver = false;
		const listing = ( async () => {
			while ( ! isOver ) {
				lists.push( await request( agent, url + LIST ) );
			}
		} )();
		const beside = await measureHits( edge );
		isOver = true;
		await listing;
		agent.destroy();
		printTable(
			`A hit beside a client that repeats the list of ${ ENVIRONMENTS } environments with ${ BUILDS } builds each, median of ${ HITS }`,
			[
				{
					what: 'a hit, no list',
					figure: inMs( alone ),
					ratio: '1.00',
				},
				{
					what: 'a hit, beside the list',
					figure: inMs( beside ),
					ratio: ( beside / alone ).toFixed( 2 ),
				},
				{
					what: 'the list',
					figure: inMs( median( lists ) ),
					ratio: ( median( lists ) / alone ).toFixed( 2 ),
				},
			]
		);
	} finally {
		const closed = once( server, 'exit' );
		server.disconnect();
		await closed;
		fs.rmSync( folder, { recursive: true, force: true } );
	}
}
