<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use HeadlessDeploy\Environments\Unknown_Fields;
use WP_Error;

/**
 * Reads and writes one option past the cache. `update_option()` overwrites what another
 * process has just written; this one compares and swaps.
 */
final class Option_Row {
	private const ATTEMPTS = 20;

	public function __construct(
		private readonly string $name,
		private readonly bool $is_autoloaded = false,
	) {}

	/**
	 * Reads the row as it stands in the database, or null where there is none.
	 *
	 * @throws Read_Failed
	 */
	public function read(): ?string {
		return self::read_all( $this->name )[ $this->name ];
	}

	/**
	 * Reads several rows in one query, past the option cache: a persistent object cache may keep an old value, or that
	 * there is none (`notoptions`), for as long as it likes.
	 *
	 * @throws Read_Failed
	 * @return array<string, string|null> Name => serialized value, null where there is no row.
	 */
	public static function read_all( string ...$names ): array {
		return self::read_rows( $names, '' );
	}

	/**
	 * Reads several rows that are to be written, as the primary has them: a replica may lag, and then each write would be
	 * taken for one that another process has crossed. A proxy between WordPress and the database goes by `FOR UPDATE`.
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
		foreach ( Database::rows( $wpdb->prepare( "SELECT option_name, option_value FROM {$wpdb->options} WHERE option_name IN ($places)$locking", $names ) ) as $row ) {
			$found[ (string) $row->option_name ] = (string) $row->option_value;
		}
		return $found;
	}

	/**
	 * Changes the value; is done over again when another process wrote in between.
	 *
	 * @template T of array<mixed>
	 * @param  callable(?string): T      $read   Makes a value of what read() returned.
	 * @param  callable(T): (T|WP_Error) $change Gets what is stored now, returns what is to be stored.
	 * @return T|WP_Error                What is stored then, or why it is not.
	 */
	public function change( callable $read, callable $change ): array|WP_Error {
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$raw    = self::read_for_write( $this->name )[ $this->name ];
			$before = $read( $raw );
			$after  = $change( $before );
			if ( is_wp_error( $after ) || $after === $before || $this->swap( $raw, self::kept( $raw, $before, $after ) ) ) {
				return $after;
			}
		}
		return Errors::make( 'headless_deploy_not_saved' );
	}

	/**
	 * @param  array<mixed> $before What was made of it.
	 * @param  array<mixed> $after  What it is to be.
	 * @return array<mixed>
	 */
	public static function kept( ?string $raw, array $before, array $after ): array {
		$merged = Unknown_Fields::merge( null === $raw ? null : maybe_unserialize( $raw ), $before, $after );
		return is_array( $merged ) ? $merged : $after;
	}

	/**
	 * Writes several rows in one statement, each only if it still holds what was read: a process that dies leaves all of
	 * them as they were or all of them written. One that is missing is made empty before.
	 *
	 * @param  array<string, array{string|null, string}> $rows          Option => what read_all() returned, and what to write; both differ.
	 * @param  list<string>                              $is_autoloaded Options that every request loads.
	 * @return bool                                      False when another process changed one of them; the others may be written then.
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
		// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared,WordPress.DB.PreparedSQLPlaceholders -- both hold placeholders alone, one for each value.
		$written = $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->options} SET option_value = CASE option_name$cases ELSE option_value END WHERE $matches", array_merge( $values, $olds ) ) );
		foreach ( array_keys( $rows ) as $name ) {
			( new self( $name, in_array( $name, $is_autoloaded, true ) ) )->forget();
		}
		return count( $rows ) === $written;
	}

	/**
	 * Writes the row if it is still what was read before; false when somebody else was faster.
	 *
	 * @param array<mixed> $value What to write; must differ from what stands there.
	 */
	public function swap( ?string $before, array $value ): bool {
		return null === $before ? $this->insert( (string) maybe_serialize( $value ) ) : $this->update( $before, (string) maybe_serialize( $value ) );
	}

	/**
	 * Writes the row if there is none.
	 */
	public function insert( string $raw ): bool {
		global $wpdb;
		$written = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, %s)", $this->name, $raw, $this->is_autoloaded ? 'on' : 'off' ) );
		$this->forget();
		return 1 === $written;
	}

	/**
	 * Writes the row if it still holds what was read.
	 */
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
