<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Connection_Lost;
use HeadlessDeploy\Database;
use mysqli;
use mysqli_sql_exception;

/**
 * Writes through a new connection to the database, which is closed afterwards. The connection of WordPress may lead to
 * a node that has left its cluster, or may be lost.
 */
final class Own_Connection {
	private const TIMEOUT_SECONDS = 2;

	/**
	 * @param non-empty-list<string> $statements Of `wpdb::prepare()`.
	 */
	public function write( array $statements ): bool {
		global $wpdb;
		if ( ! Database::is_mysql() || Database::has_several_servers() ) {
			// SQLite has no server. HyperDB and LudicrousDB know which server takes writes, and connect to it again.
			return $this->write_by_wordpress( $statements );
		}
		try {
			$connection = $this->connect();
			return null !== $connection && $this->commit( $connection, array_map( $wpdb->remove_placeholder_escape( ... ), $statements ) );
		} catch ( mysqli_sql_exception ) {
			return false;
		}
	}

	/**
	 * @param non-empty-list<string> $statements
	 */
	private function write_by_wordpress( array $statements ): bool {
		try {
			return Database::without_exit( static fn(): bool => ! in_array( false, array_map( Database::write( ... ), $statements ), true ) );
		} catch ( Connection_Lost ) {
			return false;
		}
	}

	// phpcs:disable WordPress.DB.RestrictedClasses.mysql__mysqli,WordPress.DB.RestrictedFunctions.mysql_mysqli_init -- wpdb has one connection, which is the one that failed.
	private function connect(): ?mysqli {
		global $wpdb;
		$address = $wpdb->parse_db_host( $wpdb->dbhost );
		if ( false === $address ) {
			return null;
		}
		list( $host, $port, $socket, $is_ipv6 ) = $address;

		$connection = mysqli_init();
		if ( false === $connection ) {
			return null;
		}
		$connection->options( MYSQLI_OPT_CONNECT_TIMEOUT, self::TIMEOUT_SECONDS );
		$connection->options( MYSQLI_OPT_READ_TIMEOUT, self::TIMEOUT_SECONDS );
		$flags = defined( 'MYSQL_CLIENT_FLAGS' ) ? (int) constant( 'MYSQL_CLIENT_FLAGS' ) : 0;
		// A warning would be printed into the response.
		// phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
		$is_connected = @$connection->real_connect(
			$is_ipv6 ? "[$host]" : $host,
			$wpdb->dbuser,
			$wpdb->dbpassword,
			$wpdb->dbname,
			(int) $port,
			$socket,
			$flags,
		);
		return $is_connected ? $connection : null;
	}

	/**
	 * @param non-empty-list<string> $statements
	 */
	private function commit( mysqli $connection, array $statements ): bool {
		$is_written = $connection->begin_transaction();
		foreach ( $statements as $statement ) {
			$is_written = $is_written && $connection->query( $statement );
		}
		$is_written = $is_written && $connection->commit();
		// Closing a connection rolls back what was not committed.
		$connection->close();
		return $is_written;
	}
	// phpcs:enable
}
