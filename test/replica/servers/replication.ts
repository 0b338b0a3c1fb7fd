import { findPort } from '../../../src/dev-kit/ports.ts';
import type { Mariadb } from '../../../src/dev-kit/requirements/mariadb.ts';
import { makeDatabaseServer } from '../../cluster/servers/database-server.ts';
import type { DatabaseServer } from '../../cluster/servers/database-server.ts';

const FIRST_PORT = 9880;
const BROKEN_TABLE = 'wordpress.wp_headless_deploy_changes';
const CATCH_UP_SECONDS = 60;

export interface ReplicationSettings {
	php: string;
	mariadb: Mariadb;
	/** Folder for the data of both. */
	parent: string;
}

/** A primary database and a replica, which applies each write after a delay. */
export interface Replication {
	primary: DatabaseServer;
	replica: DatabaseServer;
	/** Sets how many seconds after the primary the replica applies a write. It has all earlier writes then. */
	setLag: ( seconds: number ) => Promise< void >;
	/** Waits until the replica has what the primary has now. */
	catchUp: () => Promise< void >;
	/** Lets the replica refuse each read of the plugin’s tables, until `mendReads()`. */
	breakReads: () => Promise< void >;
	mendReads: () => Promise< void >;
}

export async function startReplication(
	settings: ReplicationSettings
): Promise< Replication > {
	const port = await findPort( FIRST_PORT );
	const [ primary, replica ] = await Promise.all( [
		makeDatabaseServer( {
			...settings,
			name: 'primary',
			args: [ `--port=${ port }`, '--server-id=1', '--log-bin=log' ],
		} ),
		makeDatabaseServer( {
			...settings,
			name: 'replica',
			args: [ '--skip-networking', '--server-id=2' ],
		} ),
	] );
	await primary.start();
	await replica.start();
	await replica.query(
		`CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${ port }, MASTER_USER = 'root', MASTER_USE_GTID = slave_pos;
		START SLAVE`
	);
	const catchUp = async (): Promise< void > => {
		const [ row ] = await primary.query(
			'SELECT @@gtid_binlog_pos AS position'
		);
		const [ waited ] = await replica.query(
			`SELECT MASTER_GTID_WAIT( '${ row?.position }', ${ CATCH_UP_SECONDS } ) AS result`,
			'',
			CATCH_UP_SECONDS * 1000
		);
		if ( waited?.result !== '0' ) {
			throw new Error( 'The replica does not catch up.' );
		}
	};
	return {
		primary,
		replica,
		async setLag( seconds ) {
			await catchUp();
			await replica.query(
				`STOP SLAVE; CHANGE MASTER TO MASTER_DELAY = ${ seconds }; START SLAVE`
			);
		},
		catchUp,
		async breakReads() {
			await replica.query(
				`STOP SLAVE; ALTER TABLE ${ BROKEN_TABLE } RENAME COLUMN run_id TO broken`
			);
		},
		async mendReads() {
			await replica.query(
				`ALTER TABLE ${ BROKEN_TABLE } RENAME COLUMN broken TO run_id; START SLAVE`
			);
		},
	};
}
