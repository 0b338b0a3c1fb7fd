<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Tests\Sqlite\Caching_Driver;
use PDO;
use WP_MySQL_On_SQLite;
use WP_SQLite_DB;

/**
 * The SQLite integration's own wpdb, with a driver that caches its translations.
 */
final class Hooked_Sqlite extends WP_SQLite_DB {
	use Statement_Hook;

	private WP_MySQL_On_SQLite $driver;

	public function db_connect( $allow_bail = true ): bool {
		$is_connected = (bool) parent::db_connect( $allow_bail );
		if ( $this->dbh instanceof WP_MySQL_On_SQLite ) {
			$this->driver = $this->dbh;
			// Tests need no protection against power failures.
			$this->driver->get_sqlite_pdo()->exec( 'PRAGMA synchronous = OFF' );
			$this->dbh = new Caching_Driver( $this->driver ); // @phpstan-ignore assign.propertyType (It only has to behave like the driver.)
		}
		return $is_connected;
	}

	public function set_caching( bool $is_enabled ): void {
		if ( $this->dbh instanceof Caching_Driver ) {
			$this->dbh->is_enabled = $is_enabled;
		}
	}

	public function get_driver(): WP_MySQL_On_SQLite {
		return $this->driver;
	}

	/**
	 * Reads without the statement hook.
	 *
	 * @param  string                               $statement SQL for both databases.
	 * @return list<array<string, string|int|null>>
	 */
	public function read_directly( string $statement ): array {
		$result = $this->driver->get_sqlite_pdo()->query( $statement );
		return false === $result ? array() : $result->fetchAll( PDO::FETCH_ASSOC );
	}

	/**
	 * Writes without the statement hook.
	 *
	 * @param string $statement SQL for both databases.
	 */
	public function run( string $statement ): void {
		$this->driver->get_sqlite_pdo()->exec( $statement );
	}
}
