/** Faults of servers, networks and clocks while editors save. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { GaleraNode } from './servers/galera.ts';
import type { WebServer } from './servers/web-server.ts';

/** After this time the others have removed a node that does not answer. */
const EVICTION_MS = 6_000;
/** A node that is started again before the others have removed it joins late. */
const KILLED_MS = 5_000;
const FLUSH_MS = 2_000;
/** The lease of a sender that is stopped for so long has ended. */
const LEASE_MS = 70_000;
const BETWEEN_MS = 2_000;

interface Fault {
	name: string;
	run: ( cluster: Cluster ) => Promise< void >;
}

function nodesOf( { nodes }: Cluster ): [ GaleraNode, GaleraNode, GaleraNode ] {
	return nodes as [ GaleraNode, GaleraNode, GaleraNode ];
}

function serversOf( {
	webServers,
}: Cluster ): [ WebServer, WebServer, WebServer ] {
	return webServers as [ WebServer, WebServer, WebServer ];
}

async function waitUntilSynced( cluster: Cluster ): Promise< void > {
	for ( const node of cluster.nodes ) {
		await node.waitUntilSynced();
	}
}

/** Stops servers where they are for some time. */
async function pause(
	servers: readonly ( GaleraNode | WebServer )[],
	milliseconds: number
): Promise< void > {
	const processes = servers.map( ( server ) => server.process() );
	processes.forEach( ( one ) => one.pause() );
	await wait( milliseconds );
	processes.forEach( ( one ) => one.resume() );
}

async function isolate(
	nodes: readonly GaleraNode[],
	milliseconds: number
): Promise< void > {
	await Promise.all( nodes.map( ( node ) => node.isolate( true ) ) );
	await wait( milliseconds );
	await Promise.all( nodes.map( ( node ) => node.isolate( false ) ) );
}

async function restart(
	server: GaleraNode | WebServer | Cluster[ 'redis' ],
	milliseconds: number
): Promise< void > {
	await server.process().kill();
	await wait( milliseconds );
	await server.start();
}

const FAULTS: readonly Fault[] = [
	{
		name: 'a web server is killed, and its clock is 45 s behind afterwards',
		async run( cluster ) {
			const [ , , server ] = serversOf( cluster );
			await server.clock.set( -45 );
			await restart( server, BETWEEN_MS );
		},
	},
	{
		name: 'the clock of a database node jumps 55 s ahead',
		run: ( cluster ) => nodesOf( cluster )[ 2 ].clock.set( 55 ),
	},
	{
		name: 'a database node is killed',
		async run( cluster ) {
			await restart( nodesOf( cluster )[ 1 ], KILLED_MS );
			await waitUntilSynced( cluster );
		},
	},
	{
		name: 'the clock of a web server jumps 45 s ahead',
		run: ( cluster ) => serversOf( cluster )[ 0 ].clock.set( 45 ),
	},
	{
		name: 'Redis is killed',
		run: ( cluster ) => restart( cluster.redis, BETWEEN_MS ),
	},
	{
		name: 'a web server is stopped for some seconds',
		run: ( cluster ) => pause( [ serversOf( cluster )[ 1 ] ], EVICTION_MS ),
	},
	{
		name: 'a database node is stopped',
		async run( cluster ) {
			await pause( [ nodesOf( cluster )[ 0 ] ], EVICTION_MS );
			await waitUntilSynced( cluster );
		},
	},
	{
		name: 'a backup locks all tables of a node',
		async run( cluster ) {
			await nodesOf( cluster )[ 2 ].query(
				`SET GLOBAL wsrep_desync = ON; FLUSH TABLES WITH READ LOCK; SELECT SLEEP(${ EVICTION_MS / 1000 }); UNLOCK TABLES; SET GLOBAL wsrep_desync = OFF`,
				'',
				60_000
			);
			await waitUntilSynced( cluster );
		},
	},
	{
		name: 'a node is cut off from the others',
		async run( cluster ) {
			await isolate( [ nodesOf( cluster )[ 0 ] ], EVICTION_MS );
			await waitUntilSynced( cluster );
		},
	},
	{
		name: 'two nodes are stopped, so that the third has no quorum',
		async run( cluster ) {
			const [ first, second ] = nodesOf( cluster );
			await pause( [ first, second ], EVICTION_MS );
			await waitUntilSynced( cluster );
		},
	},
];

/** What takes too long for the short form. */
const LONG_FAULTS: readonly Fault[] = [
	{
		name: 'all nodes are cut off from each other',
		async run( cluster ) {
			await isolate( cluster.nodes, EVICTION_MS );
			await waitUntilSynced( cluster );
		},
	},
	{
		name: 'the clocks of the database nodes are an hour apart',
		async run( cluster ) {
			const [ first, second, third ] = nodesOf( cluster );
			await first.clock.set( -3600 );
			await second.clock.set( 0 );
			await third.clock.set( 3600 );
		},
	},
	{
		name: 'a web server is stopped until the leases of its senders have ended',
		run: ( cluster ) => pause( [ serversOf( cluster )[ 1 ] ], LEASE_MS ),
	},
	{
		name: 'a web server and its database node are killed',
		async run( cluster ) {
			await Promise.all( [
				restart( serversOf( cluster )[ 0 ], BETWEEN_MS ),
				restart( nodesOf( cluster )[ 0 ], KILLED_MS ),
			] );
			await waitUntilSynced( cluster );
		},
	},
];

/** Empties Redis again and again. @return Ends it. */
function keepFlushing( { redis }: Cluster ): () => Promise< void > {
	const ending = new AbortController();
	const { signal } = ending;
	const loop = ( async () => {
		while ( ! signal.aborted ) {
			await redis.flush();
			await wait( FLUSH_MS, undefined, { signal } ).catch( () => {} );
		}
	} )();
	return () => {
		ending.abort();
		return loop;
	};
}

/**
 * Makes all faults, one after the other, and leaves a cluster whose nodes are complete and whose clocks are right.
 *
 * @param isLong Whether the faults that take long are made too, and all of them twice.
 */
export async function makeChaos(
	cluster: Cluster,
	isLong: boolean
): Promise< void > {
	const faults = isLong
		? [ ...FAULTS, ...LONG_FAULTS, ...FAULTS, ...LONG_FAULTS ]
		: FAULTS;
	const stopFlushing = keepFlushing( cluster );
	try {
		for ( const { name, run } of faults ) {
			console.log( `${ new Date().toISOString() } ${ name }` );
			await run( cluster );
			await wait( BETWEEN_MS );
		}
	} finally {
		await stopFlushing();
		await Promise.all(
			[ ...cluster.nodes, ...cluster.webServers ].map( ( { clock } ) =>
				clock.set( 0 )
			)
		);
	}
	console.log( `${ new Date().toISOString() } the faults are over` );
}
