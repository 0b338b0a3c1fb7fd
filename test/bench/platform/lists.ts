/**
 * What a hit takes while another client reads the largest list of the platform again and again, and while it reads the
 * same builds in the way of the first version: all rows of an environment at once, on the same event loop.
 */
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
const TURNS = 3;
const HITS_A_TURN = 21;
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

async function measureHits( edge: string, hits: number ): Promise< number[] > {
	const agent = new Agent( { keepAlive: true } );
	const times: number[] = [];
	for ( let hit = 0; hit < hits; hit++ ) {
		times.push( await request( agent, edge ) );
	}
	agent.destroy();
	return times;
}

interface Measurement {
	name: string;
	/** What the other client requests again and again, or null. */
	list: string | null;
	/** Milliseconds. */
	hits: number[];
	lists: number[];
}

/** Measures a turn of hits beside the client that reads the list. */
async function measureTurn(
	edge: string,
	{ list, hits, lists }: Measurement
): Promise< void > {
	const agent = new Agent( { keepAlive: true } );
	let isOver = false;
	const listing = ( async () => {
		while ( list !== null && ! isOver ) {
			lists.push( await request( agent, list ) );
		}
	} )();
	hits.push( ...( await measureHits( edge, HITS_A_TURN ) ) );
	isOver = true;
	await listing;
	agent.destroy();
}

function printMeasurements( measurements: readonly Measurement[] ): void {
	const alone = median( measurements[ 0 ]?.hits ?? [] );
	const row = ( what: string, times: readonly number[] ) => ( {
		what,
		figure: inMs( median( times ) ),
		ratio: ( median( times ) / alone ).toFixed( 2 ),
	} );
	printTable(
		`A hit beside a client that repeats the list of ${ ENVIRONMENTS } environments with ${ BUILDS } builds each, median of ${ TURNS * HITS_A_TURN }, in turns`,
		measurements.flatMap( ( { name, hits, lists } ) =>
			lists.length === 0
				? [ row( 'a hit, no list', hits ) ]
				: [ row( `a hit, beside ${ name }`, hits ), row( name, lists ) ]
		)
	);
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
		const [ { url, baseline, edge } ] = ( await once(
			server,
			'message'
		) ) as [ { url: string; baseline: string; edge: string } ];
		await measureHits( edge, WARM_UP );
		const measurements = [
			{ name: '', list: null, hits: [], lists: [] },
			{ name: 'the list', list: url + LIST, hits: [], lists: [] },
			{
				name: 'the baseline, which reads all builds of an environment at once',
				list: baseline,
				hits: [],
				lists: [],
			},
		];
		for ( let turn = 0; turn < TURNS; turn++ ) {
			for ( const measurement of measurements ) {
				await measureTurn( edge, measurement );
			}
		}
		printMeasurements( measurements );
	} finally {
		const closed = once( server, 'exit' );
		server.disconnect();
		await closed;
		fs.rmSync( folder, { recursive: true, force: true } );
	}
}
