<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use WP_Error;

/**
 * Reads and writes options past the cache. `update_option()` overwrites what another process has just written; this class
 * compares and swaps.
 */
final class Option_Row {
	private const MAX_ATTEMPTS = 20;

	/**
	 * Fields that belong to one webhook. With a new webhook all of the old one's are dropped, unknown ones too.
	 */
	private const REPLACED_FIELDS = array( 'urls', 'masked', 'sealed', 'target' );

	public function __construct(
		private readonly string $name,
		private readonly bool $is_autoloaded = false,
	) {}

	/**
	 * @throws Read_Failed
	 */
	public function read(): ?string {
		return self::read_all( $this->name )[ $this->name ];
	}

	/**
	 * Reads several rows in one query, past the option cache: a persistent object cache may keep an old value or a missing
	 * option (`notoptions`) for any time.
	 *
	 * @throws Read_Failed
	 * @return array<string, string|null> Name => serialized value, null where there is no row.
	 */
	public static function read_all( string ...$names ): array {
		return self::read_rows( $names, '' );
	}

	/**
	 * Reads several rows from the primary database, before they are written: a replica may lag, and then every write
	 * would fail. A proxy between WordPress and the database recognizes such a read by `FOR UPDATE`.
	 *
	 * @throws Read_Failed
	 * @return array<string, string|null>
	 */
	public static function read_for_write( string ...$names ): array {
		Database::read_from_primary();
		return self::read_rows( $names, ' FOR UPDATE' );
	}

	/**
	 * @param  array<string>              $names
	 * @throws Read_Failed
	 * @return array<string, string|null>
	 */
	private static function read_rows( array $names, string $locking ): array {
		global $wpdb;
		$places = implode( ', ', array_fill( 0, count( $names ), '%s' ) );
		$found  = array_fill_keys( $names, null );
		// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared,WordPress.DB.PreparedSQLPlaceholders.UnfinishedPrepare -- one placeholder for each name; the lock is a constant text.
		foreach ( Database::rows( $wpdb->prepare( "SELECT option_name, option_value FROM {$wpdb->options} WHERE option_name IN ($places)$locking", $names ) ) as $row ) {
			$found[ (string) $row->option_name ] = (string) $row->option_value;
		}
		return $found;
	}

	/**
	 * @return array<mixed>
	 */
	public static function parse( ?string $raw ): array {
		$stored = null === $raw ? null : maybe_unserialize( $raw );
		return is_array( $stored ) ? $stored : array();
	}

	/**
	 * Reads, edits and writes the value, again when another process wrote in between.
	 *
	 * @template T of array<mixed>
	 * @param  callable(?string): T      $parse Reads a row.
	 * @param  callable(T): (T|WP_Error) $edit  Receives what is stored now, returns what to store.
	 * @return T|WP_Error
	 */
	public function change( callable $parse, callable $edit ): array|WP_Error {
		for ( $attempt = 0; $attempt < self::MAX_ATTEMPTS; $attempt++ ) {
			$raw    = self::read_for_write( $this->name )[ $this->name ];
			$before = $parse( $raw );
			$after  = $edit( $before );
			if ( is_wp_error( $after ) || $after === $before || $this->swap( $raw, self::merge( $raw, $before, $after ) ) ) {
				return $after;
			}
		}
		return Errors::make( 'headless_deploy_not_saved' );
	}

	/**
	 * Returns the value to write: the edited one with all fields of the row that this version does not know. After a
	 * downgrade, or with two versions on two web servers, a row holds fields of a newer version.
	 *
	 * @param  array<mixed> $before What this version read of the row.
	 * @param  array<mixed> $after  What this version wants to read.
	 * @return array<mixed>
	 */
	public static function merge( ?string $raw, array $before, array $after ): array {
		$merged = self::merge_value( null === $raw ? null : maybe_unserialize( $raw ), $before, $after );
		return is_array( $merged ) ? $merged : $after;
	}

	private static function merge_value( mixed $raw, mixed $before, mixed $after ): mixed {
		if ( $before === $after ) {
			return $raw;
		}
		if ( ! self::is_map( $raw ) || ! self::is_map( $before ) || ! self::is_map( $after ) ) {
			return $after;
		}
		$merged = array();
		foreach ( $after as $key => $value ) {
			$is_known       = array_key_exists( $key, $raw ) && array_key_exists( $key, $before );
			$is_replaced    = in_array( $key, self::REPLACED_FIELDS, true ) && $value !== ( $before[ $key ] ?? null );
			$merged[ $key ] = $is_known && ! $is_replaced ? self::merge_value( $raw[ $key ], $before[ $key ], $value ) : $value;
		}
		return $merged + array_diff_key( $raw, $before );
	}

	/**
	 * Tells whether a value has named fields; a list is replaced as a whole.
	 *
	 * @phpstan-assert-if-true array<array-key, mixed> $value
	 */
	private static function is_map( mixed $value ): bool {
		return is_array( $value ) && ( array() === $value || ! array_is_list( $value ) );
	}

	/**
	 * Writes several rows in one statement, if all of them still hold what was read: a process that ends leaves all of them
	 * or none of them written. A missing row is inserted empty before.
	 *
	 * @param  array<string, array{string|null, string}> $rows          Option => what was read, and what to write; both differ.
	 * @param  list<string>                              $is_autoloaded Options that every request loads.
	 * @return bool                                      False when another process changed one of them. Two statements at the
	 *                                                   same moment may each write some of them.
	 */
	public static function swap_all( array $rows, array $is_autoloaded ): bool {
		global $wpdb;
		$empty = (string) maybe_serialize( array() );
		foreach ( $rows as $name => list( $before ) ) {
			if ( null === $before && ! ( new self( $name, in_array( $name, $is_autoloaded, true ) ) )->insert( $empty ) ) {
				return false;
			}
		}
		$values = array();
		$olds   = array();
		foreach ( $rows as $name => list( $before, $after ) ) {
			array_push( $values, $name, $after );
			array_push( $olds, $name, $before ?? $empty );
		}
		$cases   = str_repeat( ' WHEN %s THEN %s', count( $rows ) );
		$matches = implode( ' OR ', array_fill( 0, count( $rows ), '(option_name = %s AND option_value = %s)' ) );
		$is_all  = count( $rows ) . " = (SELECT matching FROM (SELECT COUNT(*) AS matching FROM {$wpdb->options} WHERE $matches) found)";
		// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared,WordPress.DB.PreparedSQLPlaceholders -- They hold only placeholders, one for each value.
		$written = $wpdb->query( $wpdb->prepare(
			"UPDATE {$wpdb->options} SET option_value = CASE option_name$cases ELSE option_value END WHERE ($matches) AND $is_all",
			array_merge( $values, $olds, $olds ),
		) );
		foreach ( array_keys( $rows ) as $name ) {
			( new self( $name, in_array( $name, $is_autoloaded, true ) ) )->forget();
		}
		return count( $rows ) === $written;
	}

	/**
	 * Writes the row if it still holds what was read; false when another process changed it.
	 *
	 * @param array<mixed> $value Must differ from the stored value.
	 */
	public function swap( ?string $before, array $value ): bool {
		return null === $before
			? $this->insert( (string) maybe_serialize( $value ) )
			: $this->update( $before, (string) maybe_serialize( $value ) );
	}

	public function insert( string $raw ): bool {
		global $wpdb;
		$written = $wpdb->query( $wpdb->prepare(
			"INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, %s)",
			$this->name,
			$raw,
			$this->is_autoloaded ? 'on' : 'off',
		) );
		$this->forget();
		return 1 === $written;
	}

	private function update( string $before, string $raw ): bool {
		global $wpdb;
		$written = $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->options} SET option_value = %s WHERE option_name = %s AND option_value = %s", $raw, $this->name, $before ) );
		$this->forget();
		return 1 === $written;
	}

	public function forget(): void {
		wp_cache_delete( $this->name, 'options' );
		if ( $this->is_autoloaded ) {
			wp_cache_delete( 'alloptions', 'options' );
		}
		$missing = wp_cache_get( 'notoptions', 'options' );
		if ( is_array( $missing ) && isset( $missing[ $this->name ] ) ) {
			unset( $missing[ $this->name ] );
			wp_cache_set( 'notoptions', $missing, 'options' );
		}
	}
}
