<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Queue\Schema;

/**
 * A replica of a read/write split without causal reads: for one process at a time, each SELECT that does not end in FOR
 * UPDATE returns the values from when the process started.
 */
final class Replica {
	private ?Process $reader = null;

	private bool $is_copied = false;

	public function __construct( private readonly World $world ) {}

	/**
	 * Creates the outdated tables, once for each database connection.
	 */
	public static function create(): void {
		array_map( self::copy_table( ... ), array_keys( self::copies() ), self::copies() );
	}

	/**
	 * Creates an empty copy of a table, for this database connection.
	 */
	public static function copy_table( string $table, string $copy ): void {
		global $wpdb;
		// On MariaDB, only creating a temporary table does not commit the transaction of the test. The SQLite integration has no temporary tables.
		$create = $wpdb instanceof Hooked_Sqlite ? (string) $wpdb->get_var( "SHOW CREATE TABLE $table", 1 ) : "CREATE TEMPORARY TABLE $table LIKE $table";
		$wpdb->query( (string) preg_replace( "/`?$table`?/", $copy, $create, 1 ) );
	}

	/**
	 * Chooses a process with outdated reads, unless another one has them.
	 *
	 * @param Process $process The process, which has not begun yet.
	 */
	public function serve( Process $process ): void {
		if ( null === $this->reader || $this->reader->has_ended() ) {
			$this->reader    = $process;
			$this->is_copied = false;
		}
	}

	/**
	 * Copies the tables if the process begins with this statement.
	 */
	public function begin( Process $process ): void {
		if ( $process !== $this->reader || $this->is_copied ) {
			return;
		}
		$this->is_copied = true;
		foreach ( self::copies() as $table => $copy ) {
			$this->world->database->run( "DELETE FROM $copy" );
			$this->world->database->run( "INSERT INTO $copy SELECT * FROM $table" . ( str_ends_with( $table, 'options' ) ? " WHERE option_name LIKE 'headless_deploy%'" : '' ) );
		}
	}

	/**
	 * Returns the statement, changed to read the copies if the replica answers it.
	 */
	public function statement( Process $process, string $statement ): string {
		$is_read = $process === $this->reader && str_starts_with( $statement, 'SELECT' ) && ! str_ends_with( $statement, 'FOR UPDATE' ) && str_contains( $statement, 'headless_deploy' );
		if ( ! $is_read ) {
			return $statement;
		}
		$this->world->log->cover( 'a read of before' );
		return strtr( $statement, self::copies() );
	}

	/**
	 * @return array<string, string> Table => its copy.
	 */
	private static function copies(): array {
		global $wpdb;
		$tables = array( ...Schema::tables(), $wpdb->options );
		return array_combine( $tables, array_map( static fn( string $table ): string => "{$table}_before", $tables ) );
	}
}
