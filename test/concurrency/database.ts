import path from 'node:path';
import { mustCapture } from '../../src/dev-kit/commands.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';

export type Row = Record< string, string | null >;

/** A database on the MariaDB that `npm test` started. */
export interface Database {
	name: string;
	socket: string;
	query: ( sql: string ) => Promise< Row[] >;
	drop: () => Promise< void >;
}

/** Where statements run. */
export interface QueryTarget {
	php: string;
	/** Socket of a server where root needs no password. */
	socket: string;
	/** Empty for none. */
	database: string;
	/** How long the server may take. @default without a limit */
	timeoutMs?: number;
}

/** Runs statements and returns the rows of the last one. */
export async function query(
	{ php, socket, database, timeoutMs }: QueryTarget,
	sql: string
): Promise< Row[] > {
	const answer = await mustCapture( php, [ QUERY, socket, database ], {
		input: sql,
		timeoutMs,
	} );
	return JSON.parse( answer ) as Row[];
}

const QUERY = path.join( PROJECT, 'test', 'concurrency', 'query.php' );
const PREFIX = 'headless_deploy_concurrency_';

/**
 * Creates an empty database, and removes those that killed runs left.
 *
 * @param socket Socket of a server where root needs no password.
 */
export async function makeDatabase(
	php: string,
	socket: string
): Promise< Database > {
	const server = { php, socket, database: '' };
	for ( const row of await query(
		server,
		`SHOW DATABASES LIKE '${ PREFIX }%'`
	) ) {
		const [ old ] = Object.values( row );
		const owner = Number( old?.slice( PREFIX.length ) );
		if ( ! isRunning( owner ) ) {
			await query( server, `DROP DATABASE IF EXISTS ${ old }` );
		}
	}
	const name = `${ PREFIX }${ process.pid }`;
	await query( server, `CREATE DATABASE ${ name } CHARACTER SET utf8mb4` );
	return {
		name,
		socket,
		query: ( sql ) => query( { ...server, database: name }, sql ),
		async drop() {
			await query( server, `DROP DATABASE ${ name }` );
		},
	};
}

function isRunning( pid: number ): boolean {
	try {
		process.kill( pid, 0 );
		return true;
	} catch {
		return false;
	}
}
