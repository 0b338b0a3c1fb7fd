<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Runs SELECT statements and tells a failed one from an empty result: `wpdb::get_results()`, `get_row()` and `get_var()`
 * answer both with nothing. A failed read throws, so that nothing is decided on it.
 */
final class Database {
	private const WRITE_ATTEMPTS = 3;

	/**
	 * Whether this class's reads are sent to the primary at the moment.
	 */
	private static bool $is_on_primary = false;

	/**
	 * Filters of the function that ends PHP, by kind of request (see `wp_die()`).
	 */
	private const EXIT_FILTERS = array(
		'wp_die_handler',
		'wp_die_ajax_handler',
		'wp_die_json_handler',
		'wp_die_jsonp_handler',
		'wp_die_xmlrpc_handler',
		'wp_die_xml_handler',
	);

	/**
	 * @throws Read_Failed
	 * @return list<object&\stdClass>
	 */
	public static function rows( string $statement ): array {
		global $wpdb;
		if ( self::$is_on_primary && str_contains( $statement, 'SELECT' ) && ! str_ends_with( $statement, 'FOR UPDATE' ) ) {
			$statement = self::from_primary( $statement );
		}
		// A printed error would make a JSON response invalid.
		$was_shown = $wpdb->hide_errors();
		// phpcs:ignore WordPress.DB.PreparedSQL.NotPrepared, WordPress.DB.DirectDatabaseQuery, PluginCheck.Security.DirectDB.UnescapedDBParameter -- The callers prepare the statement. Caching would let the queue decide on outdated rows.
		$is_read = $wpdb->query( $statement );
		$wpdb->show_errors( $was_shown );
		if ( false === $is_read || '' !== $wpdb->last_error ) {
			throw new Read_Failed( '' === $wpdb->last_error ? 'The database did not respond.' : $wpdb->last_error );
		}
		return array_values( (array) $wpdb->last_result );
	}

	/**
	 * @return int|false How many rows were written; false when the write failed.
	 */
	public static function write( string $statement ): int|false {
		global $wpdb;
		// phpcs:ignore WordPress.DB.PreparedSQL.NotPrepared, WordPress.DB.DirectDatabaseQuery, PluginCheck.Security.DirectDB.UnescapedDBParameter -- The callers prepare the statement. Nothing of the plugin's own tables is cached.
		$written = $wpdb->query( $statement );
		return true === $written ? 0 : $written;
	}

	/**
	 * Writes, and tries twice more when the database refuses: after a deadlock the webhook would be called a second time.
	 *
	 * @return int|false How many rows were written; false when the write failed.
	 */
	public static function write_with_retry( string $statement ): int|false {
		for ( $attempt = 1; $attempt < self::WRITE_ATTEMPTS; $attempt++ ) {
			$written = self::write( $statement );
			if ( false !== $written ) {
				return $written;
			}
		}
		return self::write( $statement );
	}

	/**
	 * Runs work that writes. Where the connection is lost, `wpdb::query()` prints an error page and ends PHP; what the
	 * request still has to record would be lost with it.
	 *
	 * @template T
	 * @param  callable(): T   $work
	 * @throws Connection_Lost
	 * @return T
	 */
	public static function without_exit( callable $work ): mixed {
		$handler = static fn(): callable => static fn() => throw new Connection_Lost();
		foreach ( self::EXIT_FILTERS as $filter ) {
			add_filter( $filter, $handler, PHP_INT_MAX );
		}
		try {
			return $work();
		} finally {
			foreach ( self::EXIT_FILTERS as $filter ) {
				remove_filter( $filter, $handler, PHP_INT_MAX );
			}
		}
	}

	/**
	 * Encodes a value for a column as JSON in ASCII. Invalid UTF-8 becomes U+FFFD, because wpdb would reject the row that
	 * stores the result of a run.
	 */
	public static function json( mixed $value ): string {
		return (string) wp_json_encode( $value, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR );
	}

	/**
	 * Sends every further read of this request to the primary, where wpdb is one of those that read from replicas
	 * (HyperDB, LudicrousDB). A proxy between WordPress and the database recognizes such a read by `FOR UPDATE`.
	 */
	public static function read_from_primary(): void {
		global $wpdb;
		$method = self::primary_method();
		if ( null !== $method ) {
			$wpdb->$method();
		}
	}

	/**
	 * Runs work that answers a request which has just written: a replica that lags would deny what was saved.
	 *
	 * @template T
	 * @param  callable(): T $work Reads with this class, and does not depend on the order of the rows, which `from_primary()` loses.
	 * @throws Read_Failed
	 * @return T
	 */
	public static function on_primary( callable $work ): mixed {
		$was_on_primary      = self::$is_on_primary;
		self::$is_on_primary = true;
		try {
			self::read_from_primary();
			return $work();
		} finally {
			self::$is_on_primary = $was_on_primary;
		}
	}

	/**
	 * Tells whether wpdb chooses between several servers (HyperDB, LudicrousDB).
	 */
	public static function has_several_servers(): bool {
		return null !== self::primary_method();
	}

	private static function primary_method(): ?string {
		global $wpdb;
		foreach ( array( 'send_reads_to_primaries', 'send_reads_to_masters' ) as $method ) {
			if ( method_exists( $wpdb, $method ) ) {
				return $method;
			}
		}
		return null;
	}

	/**
	 * Changes a SELECT so that a replica does not answer it. A locking read leaves the rows of its subquery unlocked
	 * (https://dev.mysql.com/doc/refman/8.0/en/innodb-locking-reads.html).
	 */
	public static function from_primary( string $statement ): string {
		self::read_from_primary();
		return "SELECT found.* FROM ($statement) found FOR UPDATE";
	}

	/**
	 * Returns SQL of the hash of a column. MySQL 9.6 removed `MD5()`, and the SQLite integration has no other.
	 */
	public static function hash_sql( string $column ): string {
		return self::is_mysql() ? "SHA2($column, 256)" : "MD5($column)";
	}

	/**
	 * Returns what `hash_sql()` returns of a value.
	 */
	public static function hash( string $value ): string {
		return self::is_mysql() ? hash( 'sha256', $value ) : md5( $value );
	}

	/**
	 * Tells whether the database is MySQL or MariaDB, not SQLite.
	 */
	public static function is_mysql(): bool {
		global $wpdb;
		return true === $wpdb->is_mysql;
	}

	/**
	 * Like `from_primary()`, for a statement that selects the ids of rows, and a column with long texts of these rows. MariaDB
	 * would write the result of a subquery that contains them to a table on disk.
	 */
	public static function texts_from_primary( string $statement, string $table, string $column ): string {
		self::read_from_primary();
		return "SELECT found.*, (SELECT $column FROM $table WHERE $table.id = found.id) AS $column FROM ($statement) found FOR UPDATE";
	}

	/**
	 * Reads the first row, null when there is none.
	 *
	 * @throws Read_Failed
	 * @return (object&\stdClass)|null
	 */
	public static function row( string $statement ): ?object {
		return self::rows( $statement )[0] ?? null;
	}

	/**
	 * @throws Read_Failed
	 * @return list<string|null>
	 */
	public static function column( string $statement ): array {
		return array_map( static fn( object $row ): ?string => array_values( (array) $row )[0] ?? null, self::rows( $statement ) );
	}

	/**
	 * @template T
	 * @param  callable(): T $read
	 * @throws Read_Failed
	 * @return T
	 */
	public static function checked( callable $read ): mixed {
		global $wpdb;
		$wpdb->flush();
		$found = $read();
		return '' === $wpdb->last_error ? $found : throw new Read_Failed( $wpdb->last_error );
	}

	/**
	 * Reads the first column of the first row, null when there is no row or it holds NULL.
	 *
	 * @throws Read_Failed
	 */
	public static function value( string $statement ): ?string {
		$row = self::row( $statement );
		return null === $row ? null : array_values( (array) $row )[0] ?? null;
	}

	/**
	 * Reads several results in one statement. Each has columns of its own, because columns of two tables may differ in
	 * their collation.
	 *
	 * @param  non-empty-array<string, array{list<string>, string}> $parts Columns and statement of each result, by name.
	 * @param  callable(string): list<object&\stdClass>             $read
	 * @throws Read_Failed
	 * @return array<string, list<object&\stdClass>>
	 */
	public static function union( array $parts, callable $read ): array {
		$all     = array_sum( array_map( static fn( array $part ): int => count( $part[0] ), $parts ) );
		$selects = array();
		$found   = array();
		$first   = array();
		$offset  = 0;
		foreach ( $parts as $name => list( $columns, $statement ) ) {
			$values = array_map(
				static fn( int $place ): string => (
					isset( $columns[ $place - $offset ] ) ? "q.{$columns[ $place - $offset ]}" : 'NULL'
				) . " AS c$place",
				range( 0, $all - 1 ),
			);
			$selects[]      = "SELECT '$name' AS part, " . implode( ', ', $values ) . " FROM ($statement) q";
			$found[ $name ] = array();
			$first[ $name ] = $offset;
			$offset += count( $columns );
		}
		foreach ( $read( implode( ' UNION ALL ', $selects ) ) as $row ) {
			$values                = array_slice( array_values( (array) $row ), 1 + $first[ $row->part ], count( $parts[ $row->part ][0] ) );
			$found[ $row->part ][] = (object) array_combine( $parts[ $row->part ][0], $values );
		}
		return $found;
	}
}
