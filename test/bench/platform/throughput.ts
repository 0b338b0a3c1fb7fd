/**
 * How many calls a second: webhooks and creation of environments against mock servers, cache hits against undici's
 * cache interceptor. All servers run at the same time and are loaded in turns.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inMs, median, printTable } from '../statistics.ts';
import {
	BASIC,
	startJsonServer,
	startMockoon,
	startPlainNode,
	startPlainPage,
	startPlatform,
	startPrism,
	startUndiciEdge,
} from './servers.ts';
import type { Server } from './servers.ts';
import {
	edgeUrl,
	ENVIRONMENTS,
	load,
	makeEnvironment,
	makeWebhooks,
	NEW_ENVIRONMENT,
	waitUntilLive,
	upload,
	zip,
} from './client.ts';

const TURNS = 5;
const SECONDS_A_TURN = 2;
const CONNECTIONS = 50;
const CREATIONS_A_TURN = 20;

const HITS_A_TURN = 20_000;
const PAGE = 'x'.repeat( 4096 );
/** As a browser sends them. */
const BROWSER_HEADERS = {
	'user-agent':
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
	accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
	'accept-encoding': 'gzip, deflate, br, zstd',
	'accept-language': 'en-US,en;q=0.9,de;q=0.8',
};

const APPLICATION = `
const page = '${ PAGE }';
require( 'node:http' ).createServer( ( request, response ) => {
	response.writeHead( 200, { 'content-type': 'text/html', 'cache-control': 'public, max-age=3600' } );
	response.end( page );
} ).listen( process.env.PORT );`;

interface Contender {
	name: string;
	measure: () => Promise< number >;
	values: number[];
}

async function inTurns(
	contenders: Contender[],
	turns = TURNS
): Promise< void > {
	for ( let turn = 0; turn < turns; turn++ ) {
		for ( const contender of contenders ) {
			contender.values.push( await contender.measure() );
		}
	}
}

const figureIn = {
	'a second': ( value: number ) => `${ Math.round( value ) }/s`,
	ms: inMs,
	µs: ( value: number ) => `${ value.toFixed( 1 ) } µs`,
};

function table(
	title: string,
	contenders: Contender[],
	unit: keyof typeof figureIn
): void {
	const [ first ] = contenders.map( ( { values } ) => median( values ) );
	printTable(
		title,
		contenders.map( ( { name, values } ) => {
			const value = median( values );
			return {
				what: name,
				figure: figureIn[ unit ]( value ),
				ratio: ( value / ( first ?? value ) ).toFixed( 2 ),
			};
		} )
	);
}

async function withServers< Answer >(
	starts: ( () => Promise< Server > )[],
	measure: ( servers: Server[] ) => Promise< Answer >
): Promise< Answer > {
	const servers: Server[] = [];
	try {
		for ( const start of starts ) {
			servers.push( await start() );
		}
		return await measure( servers );
	} finally {
		await Promise.all( servers.map( ( server ) => server.stop() ) );
	}
}

const ALL = [ startPlatform, startPrism, startMockoon, startJsonServer ];

function post( name: string, url: string, body?: unknown ): Contender {
	return {
		name,
		values: [],
		measure: () =>
			load( {
				url,
				method: 'POST',
				connections: CONNECTIONS,
				duration: SECONDS_A_TURN,
				...( body === undefined
					? {}
					: {
							body: JSON.stringify( body ),
							headers: { 'content-type': 'application/json' },
						} ),
			} ),
	};
}

/** Measures webhook POSTs. */
export async function benchWebhooks(): Promise< void > {
	const starts = [ ...ALL, startPlainNode ];
	await withServers( starts, async ( [ ours, ...others ] ) => {
		const [ prism, mockoon, jsonServer, plain ] = others;
		const urls = await makeWebhooks(
			ours!,
			await makeEnvironment( ours! )
		);
		const path_ = `/wh/v1${ ENVIRONMENTS }/e/webhooks/purgeCache?token=c2VjcmV0LXNlY3JldC1zZWNyZXQ=`;
		const contenders = [
			post(
				'Headless Deploy: checks the token; writes the purge and the call to disk before it answers',
				String( urls.purgeCache )
			),
			post( 'Prism: fixed answer, stores nothing', prism!.url + path_ ),
			post(
				'Mockoon: fixed answer, stores nothing',
				mockoon!.url + path_
			),
			post(
				'json-server: writes a record without fsync',
				`${ jsonServer!.url }/webhooks`,
				{}
			),
			post(
				'node:http: the same answer without any check (upper bound)',
				plain!.url + path_
			),
		];
		await inTurns( contenders );
		table(
			`Webhook calls per second: one core each, ${ CONNECTIONS } connections, median of ${ TURNS }`,
			contenders,
			'a second'
		);
	} );
}

/** Measures the creation of an environment. */
export async function benchEnvironments(): Promise< void > {
	await withServers( ALL, async ( servers ) => {
		await makeEnvironment( servers[ 0 ]! );
		const contenders = servers.map( ( server ) => {
			const url =
				server.name === 'json-server'
					? '/environments'
					: `/v1${ ENVIRONMENTS }`;
			return {
				name: server.name,
				values: [],
				measure: async () => {
					const startedAt = performance.now();
					for ( let count = 0; count < CREATIONS_A_TURN; count++ ) {
						const response = await fetch( server.url + url, {
							method: 'POST',
							headers: {
								authorization: BASIC,
								'content-type': 'application/json',
							},
							body: JSON.stringify( {
								...NEW_ENVIRONMENT,
								displayName: crypto.randomUUID(),
							} ),
						} );
						await response.arrayBuffer();
						if ( ! response.ok ) {
							throw new Error(
								`${ server.name } answered ${ response.status }.`
							);
						}
					}
					return ( performance.now() - startedAt ) / CREATIONS_A_TURN;
				},
			};
		} );
		await inTurns( contenders );
		table(
			`Creating an environment, median of ${ TURNS }`,
			contenders,
			'ms'
		);
	} );
}

/** Measures from the start of the process to its first answer. */
export async function benchStart(): Promise< void > {
	const contenders = ALL.map( ( start ) => ( {
		name: '',
		values: [] as number[],
		async measure() {
			const server = await start();
			this.name = server.name;
			await server.stop();
			return server.startMs;
		},
	} ) );
	await inTurns( contenders );
	table(
		`Start of the process to the first answer, median of ${ TURNS }`,
		contenders,
		'ms'
	);
}

/** Measures the CPU time of the server for each request, in microseconds. */
function cpuOfHit( server: Server, name: string, url: string ): Contender {
	return {
		name,
		values: [],
		measure: async () => {
			const before = server.cpuTime();
			await load( {
				url,
				connections: CONNECTIONS,
				amount: HITS_A_TURN,
				headers: BROWSER_HEADERS,
			} );
			const after = server.cpuTime();
			return (
				( ( ( after ?? NaN ) - ( before ?? NaN ) ) * 1000 ) /
				HITS_A_TURN
			);
		},
	};
}

/** Measures cache hits at the edge. */
export async function benchEdge(): Promise< void > {
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	try {
		await withServers( [ startPlatform ], async ( [ ours ] ) => {
			const id = await makeEnvironment( ours! );
			const file = await zip( path.join( folder, 'app.zip' ), {
				'package.json': JSON.stringify( {
					name: 'app',
					scripts: { start: 'node app.js' },
				} ),
				'app.js': APPLICATION,
			} );
			await upload( ours!, id, file );
			await waitUntilLive( ours!, id );
			const edge = await edgeUrl( ours!, id );
			await withServers(
				[ () => startPlainPage( PAGE ), () => startUndiciEdge( edge ) ],
				async ( [ plain, undici ] ) => {
					const hits = ( name: string, url: string ): Contender => ( {
						name,
						values: [],
						measure: () =>
							load( {
								url,
								connections: CONNECTIONS,
								duration: SECONDS_A_TURN,
							} ),
					} );
					const contenders = [
						hits( 'Headless Deploy’s edge', `${ edge }/page` ),
						hits( plain!.name, `${ plain!.url }/page` ),
						hits( undici!.name, `${ undici!.url }/page` ),
					];
					await inTurns( contenders );
					table(
						`Cache hits per second: a page of 4 KiB, one core each, median of ${ TURNS }`,
						contenders,
						'a second'
					);
					const cpu = [
						cpuOfHit( plain!, plain!.name, `${ plain!.url }/page` ),
						cpuOfHit(
							ours!,
							'Headless Deploy’s edge',
							`${ edge }/page`
						),
					];
					await inTurns( cpu );
					table(
						`CPU time of a cache hit: a page of 4 KiB, headers of a browser, median of ${ TURNS }`,
						cpu,
						'µs'
					);
				}
			);
		} );
	} finally {
		fs.rmSync( folder, { recursive: true, force: true } );
	}
}
