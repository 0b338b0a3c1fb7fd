import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPort } from '../../src/dev-kit/ports.ts';
import { makeProgress } from '../../src/dev-kit/progress.ts';
import { findClusterPrograms } from '../../src/dev-kit/requirements/cluster.ts';
import { ADMIN } from '../../src/dev-kit/wordpress/install.ts';
import type { Row } from '../concurrency/database.ts';
import { startGalera } from './servers/galera.ts';
import type { GaleraNode } from './servers/galera.ts';
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
	/** Sends a REST request as the administrator. Never rejects. */
	rest: (
		server: WebServer,
		method: string,
		route: string,
		body?: object
	) => Promise< Answer >;
	/** Queries WordPress’s database. */
	query: ( sql: string, node?: GaleraNode ) => Promise< Row[] >;
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
	const nodes = await startGalera( {
		programs,
		parent,
		firstPort: FIRST_PORT,
		size: NODES,
	} );
	const [ first ] = nodes as [ GaleraNode ];
	await first.query( `CREATE DATABASE ${ DATABASE } CHARACTER SET utf8mb4` );
	const redis = await startRedis( programs.redis, parent );
	const host = await startRecordedHost();
	const folder = path.join( parent, 'wp' );
	const webServers: WebServer[] = [];
	const ports: number[] = [];
	for ( const [ index, node ] of nodes.entries() ) {
		const port = await findPort( FIRST_PORT, ports );
		ports.push( port );
		webServers.push(
			makeWebServer( {
				php: programs.php,
				libfaketime: programs.libfaketime,
				name: `w${ index + 1 }`,
				parent,
				wordpress: folder,
				port,
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
	const credentials = Buffer.from( `${ ADMIN }:${ password }` );
	const authorization = `Basic ${ credentials.toString( 'base64' ) }`;
	return {
		nodes,
		webServers,
		redis,
		host,
		rest: ( server, method, route, body ) =>
			send( `${ server.url }/wp-json/${ route }`, {
				method,
				headers: { authorization, 'content-type': 'application/json' },
				body: body ? JSON.stringify( body ) : null,
			} ),
		query: ( sql, node = first ) => node.query( sql, DATABASE ),
		phpLog() {
			const log = path.join( folder, 'wp-content', 'debug.log' );
			return fs.existsSync( log ) ? fs.readFileSync( log, 'utf8' ) : '';
		},
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

async function send( url: string, request: RequestInit ): Promise< Answer > {
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
