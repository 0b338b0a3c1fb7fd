import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readIfExists } from '../../src/dev-kit/files.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { findPort } from '../../src/dev-kit/ports.ts';
import { makeProgress } from '../../src/dev-kit/progress.ts';
import { findClusterPrograms } from '../../src/dev-kit/requirements/cluster.ts';
import type { ClusterPrograms } from '../../src/dev-kit/requirements/cluster.ts';
import { ADMIN } from '../../src/dev-kit/wordpress/install.ts';
import type { Row } from '../concurrency/database.ts';
import { send } from '../cluster/cluster.ts';
import type { Answer } from '../cluster/cluster.ts';
import { startRecordedHost } from '../cluster/servers/recorded-host.ts';
import type { RecordedHost } from '../cluster/servers/recorded-host.ts';
import { makeWebServer } from '../cluster/servers/web-server.ts';
import type { WebServer } from '../cluster/servers/web-server.ts';
import { installOnCluster } from '../cluster/servers/wordpress.ts';
import { startReplication } from './servers/replication.ts';
import type { Replication } from './servers/replication.ts';

const DATABASE = 'wordpress';
const FIRST_PORT = 9890;
const SERVERS = path.join( PROJECT, 'test', 'replica', 'servers' );

/** Which reads go to the replica, with the class of wpdb that sends them. */
export const READINGS = {
	'until the table is written': 'Read_After_Write',
	'always, except FOR UPDATE': 'Read_Split',
} as const;

export type Reading = keyof typeof READINGS;

/** A WordPress on a primary database with a replica. */
export interface ReplicaSite {
	replication: Replication;
	host: RecordedHost;
	/** Sends a REST request as the administrator to the web server that reads in this way. Never rejects. */
	rest: (
		reading: Reading,
		method: string,
		route: string,
		body?: object
	) => Promise< Answer >;
	/** Queries WordPress’s database on the primary. */
	query: ( sql: string ) => Promise< Row[] >;
	/** Reads the log of PHP. */
	phpLog: () => string;
	stop: () => Promise< void >;
}

/** @param wordpress Folder of an assembled WordPress, which is copied. */
export async function startReplicaSite(
	wordpress: string
): Promise< ReplicaSite > {
	const programs = await findClusterPrograms( makeProgress( () => {} ) );
	const parent = fs.mkdtempSync( path.join( os.tmpdir(), 'r-' ) );
	// The database servers run as another user.
	fs.chmodSync( parent, 0o755 );
	const replication = await startReplication( { ...programs, parent } );
	const { primary, replica } = replication;
	await primary.query(
		`CREATE DATABASE ${ DATABASE } CHARACTER SET utf8mb4`
	);
	const host = await startRecordedHost();
	const folder = path.join( parent, 'wp' );
	const webServers = await makeWebServers( programs, parent, replication );
	const { url } = webServers[ 'until the table is written' ];
	const password = await installOnCluster( {
		php: programs.php,
		core: wordpress,
		folder,
		url,
		databaseName: DATABASE,
		databaseHost: `localhost:${ primary.socket }`,
		redisSocket: null,
		localPorts: [ host.port ],
	} );
	addDropIn( folder );
	const credentials = Buffer.from( `${ ADMIN }:${ password }` );
	const authorization = `Basic ${ credentials.toString( 'base64' ) }`;
	await replication.catchUp();
	const servers = Object.values( webServers );
	await Promise.all( servers.map( ( server ) => server.start() ) );
	return {
		replication,
		rest: ( reading, method, route, body ) =>
			send( `${ webServers[ reading ].url }/wp-json/${ route }`, {
				method,
				headers: { authorization, 'content-type': 'application/json' },
				body: body ? JSON.stringify( body ) : null,
			} ),
		host,
		query: ( sql ) => primary.query( sql, DATABASE ),
		phpLog: () =>
			readIfExists( path.join( folder, 'wp-content', 'debug.log' ) ) ??
			'',
		async stop() {
			await host.stop();
			await Promise.all(
				[ ...servers, primary, replica ].map( ( server ) =>
					server.process().kill()
				)
			);
			fs.rmSync( parent, { recursive: true, force: true } );
		},
	};
}

async function makeWebServers(
	programs: ClusterPrograms,
	parent: string,
	{ primary, replica }: Replication
): Promise< Record< Reading, WebServer > > {
	const ports: number[] = [];
	const servers: [ string, WebServer ][] = [];
	for ( const [ reading, name ] of Object.entries( READINGS ) ) {
		const port = await findPort( FIRST_PORT, ports );
		ports.push( port );
		const server = makeWebServer( {
			...programs,
			name,
			parent,
			wordpress: path.join( parent, 'wp' ),
			port,
			databaseHost: `localhost:${ primary.socket }`,
			env: {
				TEST_REPLICA_SOCKET: replica.socket,
				TEST_DATABASE_CLASS: `HeadlessDeploy\\Tests\\Replica\\${ name }`,
			},
		} );
		servers.push( [ reading, server ] );
	}
	return Object.fromEntries( servers ) as Record< Reading, WebServer >;
}

/** Adds wpdb that reads from the replica. */
function addDropIn( folder: string ): void {
	const dropIn = fs
		.readFileSync( path.join( SERVERS, 'db.php' ), 'utf8' )
		.replaceAll( '{FOLDER}', SERVERS );
	fs.writeFileSync( path.join( folder, 'wp-content', 'db.php' ), dropIn );
}
