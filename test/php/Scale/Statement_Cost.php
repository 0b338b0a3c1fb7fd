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
	 * @param int           $rows        How many rows the statement returns or writes.
	 * @param array<object> $result      What the statement returns; none when the work has discarded it.
	 */
	public function __construct(
		public readonly string $sql,
		public readonly int $disk_tables,
		public readonly int $reads,
		private readonly int $rows,
		private readonly array $result,
	) {}

	public static function of( string $sql ): self {
		global $wpdb;
		return Statement_Meter::measure( static fn() => $wpdb->get_results( $sql ) )->statements[0];
	}

	/**
	 * Returns how many rows answer the statement, or are written by it. A row with a total or a sum answers for the rows that
	 * it counts; in the tables of the tests each row of changes has one change.
	 */
	public function answered(): int {
		$counted = array_map( static fn( object $row ): int => max( 1, (int) ( $row->total ?? $row->changes ?? 1 ) ), $this->result );
		return max( $this->rows, (int) array_sum( $counted ) );
	}

	/**
	 * Tells whether the statement describes tables, as WordPress does once before it writes some texts.
	 */
	public function describes_tables(): bool {
		return str_starts_with( $this->sql, 'SHOW ' );
	}
}
