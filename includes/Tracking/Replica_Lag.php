<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Finds out whether reads of WordPress still return a post as it was before. A front end that renders a page then stores
 * the previous content again.
 */
final class Replica_Lag {
	/**
	 * Compares a read that a replica may answer with one that the primary database answers. Unknown where wpdb sends all
	 * reads of this request to the primary already (HyperDB, LudicrousDB).
	 *
	 * @throws Read_Failed
	 */
	public static function hides( int $post_id ): bool {
		global $wpdb;
		$statement = (string) $wpdb->prepare( "SELECT post_status, post_modified_gmt FROM {$wpdb->posts} WHERE ID = %d", $post_id );
		$answered  = (array) Database::row( $statement );
		return (array) Database::row( Database::from_primary( $statement ) ) !== $answered;
	}
}
