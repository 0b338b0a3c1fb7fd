import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readIfExists } from '../../src/dev-kit/files.ts';
import { makeProgress } from '../../src/dev-kit/progress.ts';
import { findClusterPrograms } from '../../src/dev-kit/requirements/cluster.ts';
import { ADMIN } from '../../src/dev-kit/wordpress/install.ts';
import type { Row } from '../concurrency/database.ts';
import { startGalera } from './servers/galera.ts';
import type { GaleraNode } from './servers/galera.ts';
import { makePorts } from './servers/ports.ts';
import { startRecordedHost } from './servers/recorded-host.ts';
import type { RecordedHost } from './servers/recorded-host.ts';
import { startRedis } from './servers/redis.ts';
import type { Redis } from './servers/redis.ts';
import { makeWebServer } from './servers/web-server.ts';
import type { WebServer } from './servers/web-server.ts';
import { installOnCluster } from './servers/wordpress.ts';

const NODES = 3;
const FIRST_PORT = 9780;
const DATABASE = 'wordpress';
const REQUEST_MS = 60_000;

export interface Answer {
	/** 0 when there was none. */
	status: number;
	/** The decoded JSON; else the text, or why there was no answer. */
	body: unknown;
}

/** A WordPress on three database nodes, each with a web server of its own, and Redis. The host is recorded. */
export interface Cluster {
	nodes: readonly GaleraNode[];
	/** Each uses the node with the same index. */
	webServers: readonly WebServer[];
	redis: Redis;
	host: RecordedHost;
	/** Sends a REST request, as the administrator unless other credentials are given. Never rejects. */
	rest: (
		server: WebServer,
		method: string,
		route: string,
		body?: object,
		credentials?: string
	) => Promise< Answer >;
	/** Runs the plugin’s recurring event on a server. */
	runRecurringEvent: ( server: WebServer ) => Promise< Answer >;
	/** Queries WordPress’s database. */
	query: ( sql: string, node?: GaleraNode ) => Promise< Row[] >;
	/** Reads how many changes the notice of wp-admin counts that the database refused. */
	countRefusedChanges: () => Promise< number >;
	/** Reads the log of PHP. */
	phpLog: () => string;
	stop: () => Promise< void >;
}

/** @param wordpress Folder of an assembled WordPress, which is copied. */
export async function startCluster( wordpress: string ): Promise< Cluster > {
	const programs = await findClusterPrograms( makeProgress( () => {} ) );
	const parent = fs.mkdtempSync( path.join( os.tmpdir(), 'c-' ) );
	// The database servers run as another user.
	fs.chmodSync( parent, 0o755 );
	const nextPort = makePorts( FIRST_PORT );
	const nodes = await startGalera( {
		programs,
		parent,
		nextPort,
		size: NODES,
	} );
	const [ first ] = nodes as [ GaleraNode ];
	await first.query( `CREATE DATABASE ${ DATABASE } CHARACTER SET utf8mb4` );
	const redis = await startRedis( programs.redis, parent );
	const host = await startRecordedHost();
	const folder = path.join( parent, 'wp' );
	const webServers: WebServer[] = [];
	for ( const [ index, node ] of nodes.entries() ) {
		webServers.push(
			makeWebServer( {
				php: programs.php,
				libfaketime: programs.libfaketime,
				name: `w${ index + 1 }`,
				parent,
				wordpress: folder,
				port: await nextPort(),
				databaseHost: `localhost:${ node.socket }`,
			} )
		);
	}
	const password = await installOnCluster( {
		php: programs.php,
		core: wordpress,
		folder,
		url: webServers[ 0 ]?.url ?? '',
		databaseName: DATABASE,
		databaseHost: `localhost:${ first.socket }`,
		redisSocket: redis.socket,
		localPorts: [ host.port ],
	} );
	await Promise.all( webServers.map( ( server ) => server.start() ) );
	return {
		nodes,
		webServers,
		redis,
		host,
		rest: (
			server,
			method,
			route,
			body,
			credentials = `${ ADMIN }:${ password }`
		) =>
			send( `${ server.url }/wp-json/${ route }`, {
				method,
				headers: {
					authorization: `Basic ${ Buffer.from( credentials ).toString( 'base64' ) }`,
					'content-type': 'application/json',
				},
				body: body ? JSON.stringify( body ) : null,
			} ),
		runRecurringEvent: ( server ) =>
			send( `${ server.url }/?recurring-event`, {} ),
		query: ( sql, node = first ) => node.query( sql, DATABASE ),
		async countRefusedChanges() {
			const { status, body } = await send(
				`${ webServers[ 0 ]?.url }/?refused-changes`,
				{}
			);
			if ( status !== 200 || typeof body !== 'number' ) {
				throw new Error(
					`The refused changes cannot be counted: ${ status } ${ JSON.stringify( body ) }`
				);
			}
			return body;
		},
		phpLog: () =>
			readIfExists( path.join( folder, 'wp-content', 'debug.log' ) ) ??
			'',
		async stop() {
			await host.stop();
			await Promise.all(
				[ ...webServers, redis, ...nodes ].map( ( server ) =>
					server.process().kill()
				)
			);
			fs.rmSync( parent, { recursive: true, force: true } );
		},
	};
}

export async function send(
	url: string,
	request: RequestInit
): Promise< Answer > {
	let text: string;
	let status: number;
	try {
		const answer = await fetch( url, {
			...request,
			signal: AbortSignal.timeout( REQUEST_MS ),
		} );
		status = answer.status;
		text = await answer.text();
	} catch ( error ) {
		return { status: 0, body: String( error ) };
	}
	try {
		return { status, body: JSON.parse( text ) };
	} catch {
		return { status, body: text };
	}
}
