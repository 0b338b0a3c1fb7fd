import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY_MS = 5000;

/**
 * Releases what processes of an earlier start held when they ended: the lock of WP-Cron and the leases of the plugin.
 * Both expire after a minute, and a post that is published until then would wait for it. Call it while no server runs
 * this WordPress.
 *
 * @param folder Folder of WordPress.
 */
export function releaseLocks( folder: string ): void {
	const file = path.join( folder, 'wp-content/database/.ht.sqlite' );
	if ( ! fs.existsSync( file ) ) {
		return;
	}
	const database = new DatabaseSync( file, { timeout: BUSY_MS } );
	try {
		const leased = database
			.prepare(
				`SELECT tables.name FROM sqlite_master AS tables
				JOIN pragma_table_info( tables.name ) AS columns
				WHERE tables.type = 'table' AND columns.name = 'lease_until'`
			)
			.all();
		for ( const { name } of leased ) {
			database.exec(
				`UPDATE "${ String( name ) }" SET lease = NULL, lease_until = 0 WHERE lease_until > 0`
			);
		}
		database.exec(
			"DELETE FROM wp_options WHERE option_name = '_transient_doing_cron'"
		);
	} finally {
		database.close();
	}
}
