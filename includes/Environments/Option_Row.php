<?php
/**
 * One row of the options table.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Errors;
use WP_Error;

/**
 * Reads and writes one option past the cache. `update_option()` overwrites what another
 * process has just written; this one compares and swaps.
 */
final class Option_Row {
	private const ATTEMPTS = 20;

	/**
	 * Takes the option's name.
	 *
	 * @param string $name          The option.
	 * @param bool   $is_autoloaded Whether every request loads it.
	 */
	public function __construct(
		private readonly string $name,
		private readonly bool $is_autoloaded = false,
	) {}

	/**
	 * Reads the row as it stands in the database, or null where there is none.
	 */
	public function read(): ?string {
		global $wpdb;
		$raw = $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM {$wpdb->options} WHERE option_name = %s LIMIT 1", $this->name ) );
		return is_string( $raw ) ? $raw : null;
	}

	/**
	 * Changes the value; is done over again when another process wrote in between.
	 *
	 * @template T of array<mixed>
	 *
	 * @param callable(?string): T      $read   Makes a value of what read() returned.
	 * @param callable(T): (T|WP_Error) $change Gets what is stored now, returns what is to be stored.
	 *
	 * @return T|WP_Error What is stored then, or why it is not.
	 */
	public function change( callable $read, callable $change ): array|WP_Error {
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$raw    = $this->read();
			$before = $read( $raw );
			$after  = $change( $before );
			if ( is_wp_error( $after ) || $after === $before || $this->swap( $raw, $after ) ) {
				return $after;
			}
		}
		return Errors::make( 'headless_deploy_not_saved' );
	}

	/**
	 * Writes the row if it is still what was read before; false when somebody else was faster.
	 *
	 * @param string|null  $before What read() returned.
	 * @param array<mixed> $value  What to write; must differ from what stands there.
	 */
	public function swap( ?string $before, array $value ): bool {
		return null === $before ? $this->insert( (string) maybe_serialize( $value ) ) : $this->update( $before, (string) maybe_serialize( $value ) );
	}

	/**
	 * Writes the row if there is none.
	 *
	 * @param string $raw Serialized.
	 */
	public function insert( string $raw ): bool {
		global $wpdb;
		$written = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, %s)", $this->name, $raw, $this->is_autoloaded ? 'on' : 'off' ) );
		$this->forget();
		return 1 === $written;
	}

	/**
	 * Writes the row if it still holds what was read.
	 *
	 * @param string $before Serialized.
	 * @param string $raw    Serialized.
	 */
	private function update( string $before, string $raw ): bool {
		global $wpdb;
		$written = $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->options} SET option_value = %s WHERE option_name = %s AND option_value = %s", $raw, $this->name, $before ) );
		$this->forget();
		return 1 === $written;
	}

	/**
	 * Drops the cached value, and the cached knowledge that there is none.
	 */
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
