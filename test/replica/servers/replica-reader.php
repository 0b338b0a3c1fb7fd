<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Replica;

use mysqli;
use wpdb;

/**
 * Sends some statements to a replica.
 */
abstract class Replica_Reader extends wpdb {
	/**
	 * Variable with the socket of the replica.
	 */
	private const REPLICA_SOCKET = 'TEST_REPLICA_SOCKET';

	private mysqli|false|null $replica = null;
	private bool $is_on_replica        = false;

	/**
	 * Tells whether a replica answers a statement.
	 */
	abstract protected function is_for_replica( string $statement ): bool;

	/**
	 * @param  string   $query
	 * @return int|bool
	 */
	public function query( $query ) {
		// A query may read the columns of a table, with wpdb too.
		if ( $this->is_on_replica || ! $this->is_for_replica( $query ) ) {
			return parent::query( $query );
		}
		$this->replica ??= $this->connect();
		if ( false === $this->replica ) {
			$this->flush();
			$this->last_error = 'Database connection failed';
			return false;
		}
		$primary             = $this->dbh;
		$this->dbh           = $this->replica;
		$this->is_on_replica = true;
		try {
			return parent::query( $query );
		} finally {
			$this->dbh           = $primary;
			$this->is_on_replica = false;
		}
	}

	/**
	 * @param  bool $allow_bail
	 * @return bool
	 */
	public function check_connection( $allow_bail = true ) {
		// The replica is not replaced by the primary.
		if ( $this->is_on_replica ) {
			$this->last_error = 'Database connection failed';
			return false;
		}
		return parent::check_connection( $allow_bail );
	}

	private function connect(): mysqli|false {
		$connection = mysqli_init();
		// phpcs:ignore Generic.PHP.NoSilencedErrors -- a stopped replica is what the test is about.
		if ( false === $connection || ! @$connection->real_connect( 'localhost', DB_USER, DB_PASSWORD, DB_NAME, 0, (string) getenv( self::REPLICA_SOCKET ) ) ) {
			return false;
		}
		$this->set_charset( $connection );
		$primary   = $this->dbh;
		$this->dbh = $connection;
		$this->set_sql_mode();
		$this->dbh = $primary;
		return $connection;
	}
}
