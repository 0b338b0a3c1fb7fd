import type { Cluster } from './cluster.ts';
import type { ChangeRow, Evidence, HostCall, Save } from './judge/evidence.ts';
import type { GaleraNode } from './servers/galera.ts';

/** Tables that all nodes must have alike: what editors saved and what the plugin stores. */
const COMPARED_TABLES = [
	'wp_posts',
	'wp_postmeta',
	'wp_options',
	'wp_headless_deploy_changes',
	'wp_headless_deploy_runs',
	'wp_headless_deploy_lanes',
];

interface StoredReason {
	type: string;
	id: number;
	mark?: number;
}

/** Reads what the judge compares. */
export async function readEvidence(
	cluster: Cluster,
	environments: readonly string[],
	saves: readonly Save[]
): Promise< Evidence > {
	const changes = await cluster.query(
		'SELECT id, environment_id, run_id, reasons FROM wp_headless_deploy_changes ORDER BY id'
	);
	const runs = await cluster.query(
		'SELECT id, environment_id, status FROM wp_headless_deploy_runs ORDER BY id'
	);
	const checksums: Record< string, Record< string, string > > = {};
	for ( const node of cluster.nodes ) {
		checksums[ node.name ] = await readChecksums( cluster, node );
	}
	return {
		environments,
		saves,
		changes: changes.map( ( row ) => ( {
			id: Number( row.id ),
			environment: row.environment_id ?? '',
			runId: Number( row.run_id ),
			posts: postsOf( row.reasons ?? '[]' ),
		} ) ),
		runs: runs.map( ( row ) => ( {
			id: Number( row.id ),
			environment: row.environment_id ?? '',
			status: row.status ?? '',
		} ) ),
		calls: cluster.host.calls.map( ( call ): HostCall => ( {
			...call,
			endedAt: call.endedAt ?? Infinity,
			// A host that answers 200 has accepted the call, also when the answer does not arrive.
			isAccepted: call.status === 200,
		} ) ),
		listedAsNotRecorded: await cluster.countRefusedChanges(),
		checksums,
		phpLog: cluster.phpLog(),
	};
}

function postsOf( reasons: string ): ChangeRow[ 'posts' ] {
	return ( JSON.parse( reasons ) as StoredReason[] )
		.filter( ( { type } ) => type === 'post' )
		.map( ( { id, mark = 0 } ) => ( { id, modifiedSeconds: mark } ) );
}

async function readChecksums(
	cluster: Cluster,
	node: GaleraNode
): Promise< Record< string, string > > {
	const rows = await cluster.query(
		`SET SESSION wsrep_sync_wait = 1; CHECKSUM TABLE ${ COMPARED_TABLES.join( ', ' ) }`,
		node
	);
	return Object.fromEntries(
		rows.map( ( { Table, Checksum } ) => [
			Table ?? '',
			Checksum ?? 'missing',
		] )
	);
}
