<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Sqlite;

/**
 * The result of a statement in the form that wpdb reads: rows are objects of strings.
 */
final class Result {
	/**
	 * @param list<array<string, scalar|null>> $rows
	 */
	public function __construct(
		private readonly int $columns,
		private readonly int $affected,
		private readonly array $rows,
	) {}

	/**
	 * Returns how many columns there are, 0 for a write.
	 */
	public function columnCount(): int { // phpcs:ignore WordPress.NamingConventions.ValidFunctionName.MethodNameInvalid -- PDO and wpdb name it so.
		return $this->columns;
	}

	public function rowCount(): int { // phpcs:ignore WordPress.NamingConventions.ValidFunctionName.MethodNameInvalid -- PDO and wpdb name it so.
		return $this->affected;
	}

	/**
	 * @return list<object>
	 */
	public function fetchAll(): array { // phpcs:ignore WordPress.NamingConventions.ValidFunctionName.MethodNameInvalid -- PDO and wpdb name it so.
		$text = static fn( mixed $value ): ?string => null === $value ? null : (string) $value;
		return array_map( static fn( array $row ): object => (object) array_map( $text, $row ), $this->rows );
	}
}
