<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Database;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Read_Failed;

/**
 * The sequence of the last refresh request that the front end of an environment accepted. A front end that knows a lower
 * one has missed a request.
 */
final class Accepted_Sequence {
	/**
	 * @throws Read_Failed
	 * @return int|null    Null before the first one.
	 */
	public function read( Lane_Key $lane ): ?int {
		global $wpdb;
		$sequence = (int) Database::value( Database::from_primary(
			"SELECT sequence FROM {$wpdb->headless_deploy_lanes} WHERE " . $lane->condition(),
		) );
		return 0 === $sequence ? null : $sequence;
	}

	/**
	 * Stores a higher sequence. If it cannot be stored, the next request names a lower one, which a front end ignores.
	 */
	public function write( Lane_Key $lane, int $sequence ): void {
		global $wpdb;
		Database::write(
			$wpdb->prepare(
				"UPDATE {$wpdb->headless_deploy_lanes} SET sequence = %d WHERE sequence < %d AND ",
				$sequence,
				$sequence,
			) . $lane->condition(),
		);
	}
}
