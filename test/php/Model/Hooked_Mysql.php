<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use mysqli;
use mysqli_result;
use wpdb;

/**
 * WordPress's own wpdb on MariaDB or MySQL.
 */
final class Hooked_Mysql extends wpdb {
	use Statement_Hook;

	/**
	 * Reads without the statement hook.
	 *
	 * @param  string                               $statement SQL for both databases.
	 * @return list<array<string, string|int|null>>
	 */
	public function read_directly( string $statement ): array {
		$result = $this->dbh instanceof mysqli ? $this->dbh->query( $statement ) : false;
		return $result instanceof mysqli_result ? $result->fetch_all( MYSQLI_ASSOC ) : array();
	}

	/**
	 * Writes without the statement hook.
	 *
	 * @param string $statement SQL for both databases.
	 */
	public function run( string $statement ): void {
		if ( $this->dbh instanceof mysqli ) {
			$this->dbh->query( $statement );
		}
	}
}
