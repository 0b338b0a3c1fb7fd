<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale;

use const HeadlessDeploy\PLUGIN_FILE;

/**
 * Reads the counters of MariaDB between the statements of some work. It does so on the connection of wpdb, but not by
 * wpdb, which keeps the result of the last statement.
 */
final class Statement_Meter {
	/**
	 * WordPress asks how many rows its last statement found, which the statement of the meter would change.
	 */
	private const ABOUT_LAST_STATEMENT = 'FOUND_ROWS()';

	/**
	 * @var list<Statement_Cost>
	 */
	private array $statements = array();
	private ?string $running  = null;
	private int $own_ns       = 0;

	/**
	 * @var array<string, int>
	 */
	private array $before;

	/**
	 * What it costs to read the counters.
	 *
	 * @var array<string, int>
	 */
	private readonly array $own;

	private function __construct( private readonly bool $is_of_plugin ) {
		$first        = self::counters();
		$this->before = self::counters();
		$this->own    = self::difference( $first, $this->before );
	}

	/**
	 * @param callable(): mixed $work
	 * @param bool              $is_of_plugin Whether only statements that the plugin causes count, directly or through a function
	 *                                        of WordPress.
	 */
	public static function measure( callable $work, bool $is_of_plugin = false ): Work_Cost {
		$meter = new self( $is_of_plugin );
		$log   = $meter->before_statement( ... );
		$start = hrtime( true );
		add_filter( 'query', $log, PHP_INT_MAX );
		try {
			$work();
			$meter->end_statement();
		} finally {
			remove_filter( 'query', $log, PHP_INT_MAX );
		}
		return new Work_Cost( $meter->statements, ( hrtime( true ) - $start - $meter->own_ns ) / 1e6 );
	}

	private function before_statement( string $sql ): string {
		if ( ! str_contains( $sql, self::ABOUT_LAST_STATEMENT ) ) {
			$this->end_statement();
			$this->running = ! $this->is_of_plugin || self::is_caused_by_plugin() ? $sql : null;
		}
		return $sql;
	}

	private static function is_caused_by_plugin(): bool {
		$folder = dirname( PLUGIN_FILE ) . '/includes/';
		$files  = array_column( debug_backtrace( DEBUG_BACKTRACE_IGNORE_ARGS ), 'file' );
		return array() !== array_filter( $files, static fn( string $file ): bool => str_starts_with( $file, $folder ) );
	}

	private function end_statement(): void {
		global $wpdb;
		$start = hrtime( true );
		$after = self::counters();
		if ( null !== $this->running ) {
			$cost               = self::difference( $this->before, $after );
			$is_read            = 1 === preg_match( '/^\s*\(?\s*(SELECT|SHOW)\b/i', $this->running );
			$this->statements[] = new Statement_Cost(
				$this->running,
				$cost['disk_tables'] - $this->own['disk_tables'],
				$cost['reads'] - $this->own['reads'],
				$is_read ? $cost['sent'] - $this->own['sent'] : (int) $wpdb->rows_affected,
				$is_read ? (array) $wpdb->last_result : array(),
			);
		}
		$this->running = null;
		$this->before  = $after;
		$this->own_ns += hrtime( true ) - $start;
	}

	/**
	 * @param  array<string, int> $before
	 * @param  array<string, int> $after
	 * @return array<string, int>
	 */
	private static function difference( array $before, array $after ): array {
		return array_combine( array_keys( $after ), array_map( static fn( int $one, int $other ): int => $other - $one, $before, $after ) );
	}

	/**
	 * @return array<string, int> `disk_tables`, `sent` and `reads`.
	 */
	private static function counters(): array {
		global $wpdb;
		$result = mysqli_query( $wpdb->dbh, "SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler_read%' OR Variable_name IN ('Created_tmp_disk_tables', 'Rows_sent')" );
		$values = array_map( intval( ... ), array_column( mysqli_fetch_all( $result, MYSQLI_ASSOC ), 'Value', 'Variable_name' ) );
		$reads  = array_filter( $values, static fn( string $name ): bool => str_starts_with( $name, 'Handler_read' ), ARRAY_FILTER_USE_KEY );
		return array(
			'disk_tables' => $values['Created_tmp_disk_tables'],
			'sent'        => $values['Rows_sent'],
			'reads'       => (int) array_sum( $reads ),
		);
	}
}
