<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use PDO;
use WP_MySQL_On_SQLite;
use WP_SQLite_DB;

/**
 * Is the SQLite integration's own wpdb, with a driver that remembers its translations.
 */
final class Stepping_Sqlite extends WP_SQLite_DB {
	use Stepping;

	/**
	 * The SQLite integration's driver.
	 */
	private WP_MySQL_On_SQLite $driver;

	/**
	 * Connects, and puts the memo in front of the driver.
	 *
	 * @param bool $allow_bail Whether a failure may end the request.
	 */
	public function db_connect( $allow_bail = true ): bool {
		$is_connected = (bool) parent::db_connect( $allow_bail );
		if ( $this->dbh instanceof WP_MySQL_On_SQLite ) {
			$this->driver = $this->dbh;
			// A test's database need not survive a power cut.
			$this->driver->get_sqlite_pdo()->exec( 'PRAGMA synchronous = OFF' );
			$this->dbh = new Memo_Driver( $this->driver ); // @phpstan-ignore assign.propertyType (It only has to behave like the driver.)
		}
		return $is_connected;
	}

	/**
	 * Switches the memo on or off.
	 *
	 * @param bool $is_on Whether translations are remembered.
	 */
	public function set_memo( bool $is_on ): void {
		if ( $this->dbh instanceof Memo_Driver ) {
			$this->dbh->is_on = $is_on;
		}
	}

	/**
	 * Returns the driver behind the memo.
	 */
	public function get_driver(): WP_MySQL_On_SQLite {
		return $this->driver;
	}

	/**
	 * Reads by the side: no process notices.
	 *
	 * @param  string                               $statement SQL that both databases understand.
	 * @return list<array<string, string|int|null>>
	 */
	public function look( string $statement ): array {
		$result = $this->driver->get_sqlite_pdo()->query( $statement );
		return false === $result ? array() : $result->fetchAll( PDO::FETCH_ASSOC );
	}

	/**
	 * Writes without a process noticing.
	 *
	 * @param string $statement SQL that both databases understand.
	 */
	public function run( string $statement ): void {
		$this->driver->get_sqlite_pdo()->exec( $statement );
	}
}
