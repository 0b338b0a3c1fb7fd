/** A database of its own on the MariaDB that the checks have started. */
import path from 'node:path';
import { mustCapture } from '../../src/dev-kit/commands.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';

export type Row = Record< string, string | null >;

export interface Database {
	name: string;
	socket: string;
	/** Answers the rows of a statement. */
	query: ( sql: string ) => Promise< Row[] >;
	drop: () => Promise< void >;
}

const PREFIX = 'headless_deploy_concurrency_';

/**
 * Makes an empty database; one that a killed run has left behind goes.
 *
 * @param socket Socket of a server where root needs no password.
 */
export async function makeDatabase(
	php: string,
	socket: string
): Promise< Database > {
	const ask = async ( database: string, sql: string ): Promise< Row[] > =>
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
	for ( const row of await ask( '', `SHOW DATABASES LIKE '${ PREFIX }%'` ) ) {
		const [ old ] = Object.values( row );
		const owner = Number( old?.slice( PREFIX.length ) );
		if ( ! isRunning( owner ) ) {
			await ask( '', `DROP DATABASE ${ old }` );
		}
	}
	const name = `${ PREFIX }${ process.pid }`;
	await ask( '', `CREATE DATABASE ${ name } CHARACTER SET utf8mb4` );
	return {
		name,
		socket,
		query: ( sql ) => ask( name, sql ),
		async drop() {
			await ask( '', `DROP DATABASE ${ name }` );
		},
	};
}

/** Tells whether a process lives. */
function isRunning( pid: number ): boolean {
	try {
		process.kill( pid, 0 );
		return true;
	} catch {
		return false;
	}
}
