import type { ClusterPrograms } from '../../../src/dev-kit/requirements/cluster.ts';
import path from 'node:path';
import { makeClock } from './clock.ts';
import type { ServerClock } from './clock.ts';
import { makeDatabaseServer } from './database-server.ts';
import type { DatabaseServer } from './database-server.ts';

/** A node that does not answer leaves the cluster after these seconds, so that a test does not wait for longer. */
const SUSPECT_SECONDS = 2;
const INACTIVE_SECONDS = 4;

const SYNCED =
	"SHOW STATUS WHERE Variable_name = 'wsrep_local_state_comment' AND Value = 'Synced'";

/** A node of the cluster, with a clock of its own. */
export interface GaleraNode extends Omit< DatabaseServer, 'start' | 'run' > {
	clock: ServerClock;
	/** Joins the cluster, and waits until it has all data. */
	start: () => Promise< void >;
	waitUntilSynced: () => Promise< void >;
	/** Cuts or restores its connections to the other nodes. */
	isolate: ( isIsolated: boolean ) => Promise< void >;
}

export interface GaleraSettings {
	programs: ClusterPrograms;
	/** Folder for the data. */
	parent: string;
	nextPort: () => Promise< number >;
	size: number;
}

interface NodePorts {
	/** Messages of the group. */
	group: number;
	/** Missed transactions. */
	increments: number;
	/** Whole data. */
	state: number;
}

/** Starts the nodes of a cluster. */
export async function startGalera(
	settings: GaleraSettings
): Promise< GaleraNode[] > {
	const ports: NodePorts[] = [];
	while ( ports.length < settings.size ) {
		ports.push( {
			group: await settings.nextPort(),
			increments: await settings.nextPort(),
			state: await settings.nextPort(),
		} );
	}
	const peers = ports.map( ( { group } ) => `127.0.0.1:${ group }` );
	const nodes = await Promise.all(
		ports.map( ( own, index ) =>
			makeNode( settings, `n${ index + 1 }`, own, peers )
		)
	);
	for ( const node of nodes ) {
		// The first one begins a cluster, and the others copy its data one after the other.
		await ( node === nodes[ 0 ] ? node.begin() : node.start() );
	}
	return nodes;
}

async function makeNode(
	{ programs, parent }: GaleraSettings,
	name: string,
	ports: NodePorts,
	peers: readonly string[]
): Promise< GaleraNode & { begin: () => Promise< void > } > {
	const clock = makeClock(
		programs.libfaketime,
		path.join( parent, `${ name }.clock` )
	);
	const server = await makeDatabaseServer( {
		php: programs.php,
		mariadb: programs.mariadb,
		name,
		parent,
		clock,
		args: nodeArguments( programs.galera, name, ports ),
	} );
	const waitUntilSynced = (): Promise< void > =>
		server.waitFor( SYNCED, 'the state Synced' );
	const join = async ( args: readonly string[] ): Promise< void > => {
		await server.start( args );
		await waitUntilSynced();
	};
	const rejoin = async (): Promise< void > => {
		const position = /Recovered position: (\S+)/.exec(
			await server.run( [ '--wsrep-recover' ] )
		)?.[ 1 ];
		await join( [
			`--wsrep-cluster-address=gcomm://${ peers.join( ',' ) }`,
			// With it, the node needs only what it missed.
			...( position ? [ `--wsrep-start-position=${ position }` ] : [] ),
		] );
	};
	return {
		...server,
		clock,
		begin: () => join( [ '--wsrep-cluster-address=gcomm://' ] ),
		// A node whose donor fails ends, and its service manager starts it again.
		start: () => rejoin().catch( rejoin ),
		waitUntilSynced,
		async isolate( isIsolated ) {
			await server.query(
				`SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${ isIsolated ? 1 : 0 }'`
			);
		},
	};
}

function nodeArguments(
	galera: string,
	name: string,
	ports: NodePorts
): string[] {
	const options = {
		'gmcast.listen_addr': `tcp://127.0.0.1:${ ports.group }`,
		'ist.recv_addr': `127.0.0.1:${ ports.increments }`,
		'gcache.size': '64M',
		'evs.keepalive_period': 'PT0.5S',
		'evs.suspect_timeout': `PT${ SUSPECT_SECONDS }S`,
		'evs.inactive_timeout': `PT${ INACTIVE_SECONDS }S`,
		'evs.install_timeout': `PT${ INACTIVE_SECONDS }S`,
	};
	return [
		// WordPress uses the socket.
		'--skip-networking',
		'--skip-log-bin',
		'--binlog-format=ROW',
		'--innodb-autoinc-lock-mode=2',
		'--wsrep-on=ON',
		`--wsrep-provider=${ galera }`,
		'--wsrep-cluster-name=headless-deploy',
		`--wsrep-node-name=${ name }`,
		`--wsrep-node-address=127.0.0.1:${ ports.group }`,
		'--wsrep-sst-method=rsync',
		`--wsrep-sst-receive-address=127.0.0.1:${ ports.state }`,
		`--wsrep-provider-options=${ Object.entries( options )
			.map( ( pair ) => pair.join( '=' ) )
			.join( ';' ) }`,
	];
}
