/**
 * `node run.ts REPORT`: runs the tests of the HTTP caching community against an edge in this process, prints the
 * results, and writes the table in docs/performance.md. HEADLESS_DEPLOY_CACHE_TEST names one test, whose requests and
 * responses are then printed.
 */
import fs from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { Pool } from 'undici';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { Edge } from '../../src/reference-api/edge/edge.ts';
import { createEdgeServer } from '../../src/reference-api/edge/edge-server.ts';
import {
	countRow,
	listFailures,
	sharedCacheTests,
	tableOf,
	withTable,
} from './counts.ts';
import type { Row } from './counts.ts';
import { loadSuite } from './suite.ts';
import type { RawResults, Suite } from './suite.ts';

const DOCUMENT = path.join( PROJECT, 'docs', 'performance.md' );
const PEER_TYPES = [ 'rev-proxy', 'cdn' ];

const [ , , report = '' ] = process.argv;
const folder = process.env.HEADLESS_DEPLOY_CACHE_TESTS ?? '';
const onlyTest = process.env.HEADLESS_DEPLOY_CACHE_TEST ?? '';

async function listen( server: Server ): Promise< number > {
	await new Promise< void >( ( resolve ) =>
		server.listen( 0, '127.0.0.1', resolve )
	);
	const address = server.address();
	return typeof address === 'object' && address ? address.port : 0;
}

function edgeOf( pool: Pool, origin: string, host: () => string ): Edge {
	const upstream = {
		pool,
		origin,
		keepRunning: () => () => {},
		recordResponse: () => {},
		recordFailure: () => {},
	};
	return new Edge( {
		generation: 1,
		host,
		allowHosts: [],
		application: () => upstream,
		isDown: () => false,
		hasRelease: async () => true,
	} );
}

/** Runs the chosen tests with the edge between the suite's client and its server. */
async function runThroughEdge( suite: Suite ): Promise< RawResults > {
	const origin = suite.origin();
	const originPort = await listen( origin );
	const originAddress = `http://127.0.0.1:${ originPort }`;
	const pool = new Pool( originAddress );
	let port = 0;
	const edge = edgeOf( pool, originAddress, () => `127.0.0.1:${ port }` );
	const server = createEdgeServer( edge );
	port = await listen( server );
	try {
		return await suite.run(
			chosenGroups( suite ),
			`http://127.0.0.1:${ port }`
		);
	} finally {
		edge.close();
		server.closeAllConnections();
		server.close();
		origin.closeAllConnections();
		origin.close();
		await pool.destroy();
	}
}

function chosenGroups( { groups }: Suite ): Suite[ 'groups' ] {
	return onlyTest === ''
		? groups
		: groups.map( ( group ) => ( {
				...group,
				tests: group.tests
					.filter( ( { id } ) => id === onlyTest )
					.map( ( test ) => ( { ...test, dump: true } ) ),
			} ) );
}

function peerRows( suite: Suite ): Row[] {
	return suite.implementations
		.filter( ( { type } ) => PEER_TYPES.includes( type ) )
		.map( ( { file, name, version } ) =>
			countRow(
				`${ name } ${ version }`,
				suite,
				JSON.parse(
					fs.readFileSync(
						path.join( folder, 'results', file ),
						'utf8'
					)
				) as RawResults
			)
		);
}

const suite = await loadSuite( folder );
const results = await runThroughEdge( suite );
for ( const { test, verdict, message } of listFailures( suite, results ) ) {
	if ( test.id in results ) {
		console.log(
			`${ verdict }: ${ test.id }: ${ test.name }. ${ message }`
		);
	}
}
const own = countRow( 'Headless Deploy’s edge', suite, results );
if ( onlyTest === '' ) {
	const table = tableOf( [ own, ...peerRows( suite ) ] );
	console.log(
		`\n${ sharedCacheTests( suite ).length } tests\n\n${ table }`
	);
	fs.writeFileSync(
		DOCUMENT,
		withTable( fs.readFileSync( DOCUMENT, 'utf8' ), table )
	);
}
const { passed, failed } = own.required;
if ( report !== '' ) {
	fs.writeFileSync(
		report,
		JSON.stringify( { passed, failed, skipped: 0 } )
	);
}
process.exit( failed > 0 ? 1 : 0 );
