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
	 * @param  string                 $condition SQL.
	 * @throws Read_Failed
	 * @return list<object&\stdClass> `changes`, `manual` and `reasons` of each, and one more than the limit when there are too many.
	 */
	public static function of( string $condition ): array {
		global $wpdb;
		$limit = Recorded_Changes::MAX_ROWS + 1;
		return Database::rows( Database::texts_from_primary(
			"SELECT id, changes, manual FROM {$wpdb->headless_deploy_changes} WHERE $condition LIMIT $limit",
			$wpdb->headless_deploy_changes,
			'reasons',
		) );
	}
}
