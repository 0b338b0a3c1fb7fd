<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale;

/**
 * What MariaDB does for all statements of some work.
 */
final class Work_Cost {
	/**
	 * Rows that a statement may read for each row that it answers with or writes.
	 */
	public const READS_PER_ROW = 10;

	/**
	 * Rows of indexes that a statement may read to find that there is nothing.
	 */
	public const READS_WITHOUT_ROWS = 100;

	/**
	 * @param list<Statement_Cost> $statements
	 * @param float                $ms         Without the time of the measurement.
	 */
	public function __construct(
		public readonly array $statements,
		public readonly float $ms,
	) {}

	public function reads(): int {
		return (int) array_sum( array_column( $this->statements, 'reads' ) );
	}

	public function disk_tables(): int {
		return (int) array_sum( array_column( $this->statements, 'disk_tables' ) );
	}

	/**
	 * Returns what is wrong: the statements that write a temporary table to disk, or read many more rows than they answer with.
	 *
	 * @param  int          $reads Rows that one statement may read although it answers with few or none of them.
	 * @return list<string>
	 */
	public function problems( int $reads = 0 ): array {
		$problems = array();
		foreach ( $this->statements as $statement ) {
			$answered = $statement->answered();
			if ( $statement->disk_tables > 0 && ! $statement->describes_tables() ) {
				$problems[] = "It writes $statement->disk_tables temporary table to disk: $statement->sql";
			}
			if ( $statement->reads > max( $reads, self::READS_PER_ROW * $answered + self::READS_WITHOUT_ROWS ) ) {
				$problems[] = "It reads $statement->reads rows for $answered: $statement->sql";
			}
		}
		return $problems;
	}
}
