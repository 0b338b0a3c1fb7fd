<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale;

/**
 * What MariaDB does for a statement.
 */
final class Statement_Cost {
	/**
	 * @param int           $disk_tables Temporary tables on disk.
	 * @param int           $reads       Rows read from tables, from indexes and from temporary tables, by `Handler_read%`.
	 * @param array<object> $rows        What the statement returns.
	 */
	private function __construct(
		public readonly int $disk_tables,
		public readonly int $reads,
		public readonly array $rows,
	) {}

	public static function of( string $sql ): self {
		global $wpdb;
		$first  = self::counters();
		$before = self::counters();
		$rows   = (array) $wpdb->get_results( $sql );
		$after  = self::counters();
		// To read the counters costs something too.
		$cost = static fn( string $name ): int => $after[ $name ] - $before[ $name ] - ( $before[ $name ] - $first[ $name ] );
		return new self( $cost( 'disk_tables' ), $cost( 'reads' ), $rows );
	}

	/**
	 * Returns how many rows answer the statement. A row with a total or a sum answers for the rows that it counts; in the
	 * tables of the test each row of changes has one change.
	 */
	public function answered(): int {
		return (int) array_sum( array_map( static fn( object $row ): int => max( 1, (int) ( $row->total ?? $row->changes ?? 1 ) ), $this->rows ) );
	}

	/**
	 * @return array{disk_tables: int, reads: int}
	 */
	private static function counters(): array {
		global $wpdb;
		$values = array_map( intval( ... ), array_column(
			(array) $wpdb->get_results( "SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler_read%' OR Variable_name = 'Created_tmp_disk_tables'" ),
			'Value',
			'Variable_name',
		) );
		$disk_tables = $values['Created_tmp_disk_tables'];
		return array(
			'disk_tables' => $disk_tables,
			'reads'       => (int) array_sum( $values ) - $disk_tables,
		);
	}
}
