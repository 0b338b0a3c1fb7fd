<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Reads rows of the table of changes as the primary database has them.
 */
final class Change_Rows {
	/**
	 * Reads the ids first: with the column of the reasons, MariaDB would write the result of the subquery that keeps a replica
	 * from answering to a table on disk.
	 *
	 * @param  string                 $condition SQL.
	 * @throws Read_Failed
	 * @return list<object&\stdClass> `changes`, `manual` and `reasons` of each, and one more than the limit when there are too many.
	 */
	public static function of( string $condition ): array {
		global $wpdb;
		$limit = Recorded_Changes::MAX_ROWS + 1;
		$ids   = Database::column( Database::from_primary( "SELECT id FROM {$wpdb->headless_deploy_changes} WHERE $condition LIMIT $limit" ) );
		if ( array() === $ids ) {
			return array();
		}
		$statement = "SELECT changes, manual, reasons FROM {$wpdb->headless_deploy_changes} WHERE id IN (" . implode( ', ', array_map( intval( ... ), $ids ) ) . ')';
		$rows      = Database::rows( $statement );
		// A replica may not have the rows yet that were added a moment ago.
		return count( $rows ) === count( $ids ) ? $rows : Database::rows( Database::from_primary( $statement ) );
	}
}
