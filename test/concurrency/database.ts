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
	const query = async ( database: string, sql: string ): Promise< Row[] > =>
		JSON.parse(
			await mustCapture(
				php,
				[
					path.join( PROJECT, 'test', 'concurrency', 'query.php' ),
					socket,
					database,
				],
				{ input: sql }
			)
		) as Row[];
	for ( const row of await query(
		'',
		`SHOW DATABASES LIKE '${ PREFIX }%'`
	) ) {
		const [ old ] = Object.values( row );
		const owner = Number( old?.slice( PREFIX.length ) );
		if ( ! isRunning( owner ) ) {
			await query( '', `DROP DATABASE ${ old }` );
		}
	}
	const name = `${ PREFIX }${ process.pid }`;
	await query( '', `CREATE DATABASE ${ name } CHARACTER SET utf8mb4` );
	return {
		name,
		socket,
		query: ( sql ) => query( name, sql ),
		async drop() {
			await query( '', `DROP DATABASE ${ name }` );
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
