<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Sqlite;

use PDO;
use Throwable;
use WP_MySQL_On_SQLite;

/**
 * What the SQLite integration makes of a form of statement, with a parameter for each literal.
 */
final class Translation {
	/**
	 * Forms whose result depends on earlier statements, or on a number that is the position of a column.
	 */
	private const NOT_FIXED = '/FOUND_ROWS|LAST_INSERT_ID|@@|information_schema|\b(?:ORDER|GROUP)\s+BY\s(?:[^()]*,)?\s*\x02/i';

	/**
	 * @param list<int> $used Places of the literals that it has parameters for.
	 */
	private function __construct(
		private readonly string $sql,
		private readonly array $used,
	) {}

	/**
	 * Lets the driver translate the form once, with literals that are found again in what it made of them; what that
	 * did is taken back.
	 *
	 * @return self|null Null when this form has no fixed translation.
	 */
	public static function of( Statement_Literals $literals, WP_MySQL_On_SQLite $driver ): ?self {
		if ( 1 !== preg_match( '/^\s*(SELECT|INSERT|UPDATE|DELETE)\s/i', $literals->form ) || 1 === preg_match( self::NOT_FIXED, $literals->form ) ) {
			return null;
		}
		$marks = array();
		foreach ( $literals->values as $place => $value ) {
			$marks[] = is_int( $value ) ? (string) ( 910_000_000 + $place ) : "'zq{$place}qz'";
		}
		try {
			$driver->beginTransaction();
			$driver->query( $literals->with( $marks ) );
			$made = self::last_without_params( $driver->get_last_sqlite_queries() );
		} catch ( Throwable ) {
			return null;
		} finally {
			// The driver has rolled back when the statement failed.
			if ( $driver->inTransaction() ) {
				$driver->rollBack();
			}
		}
		$sql = null === $made ? null : self::with_params( $made, $marks, 0 === stripos( ltrim( $literals->form ), 'SELECT' ) );
		return null === $sql ? null : new self( $sql, self::places( $sql ) );
	}

	public function prepare( PDO $connection ): Prepared_Translation {
		return new Prepared_Translation( $connection->prepare( $this->sql ), $this->used );
	}

	/**
	 * Finds the statement that does the work: the driver's own look-ups have parameters.
	 *
	 * @param list<array{sql: string, params: array<mixed>}> $statements What the driver ran.
	 */
	private static function last_without_params( array $statements ): ?string {
		$found = null;
		foreach ( $statements as $statement ) {
			if ( array() === $statement['params'] && 1 !== preg_match( '/^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/', $statement['sql'] ) ) {
				$found = $statement['sql'];
			}
		}
		return $found;
	}

	/**
	 * Puts a parameter in place of each mark. A mark between backticks is a column's name and stays; a number that
	 * gives its column the name is named so by hand.
	 *
	 * @param  list<string> $marks
	 * @return string|null  Null when a mark was not found again.
	 */
	private static function with_params( string $sql, array $marks, bool $has_rows ): ?string {
		foreach ( $marks as $place => $mark ) {
			$name      = trim( $mark, "'" );
			$is_column = str_contains( $sql, "`$name`" );
			$is_text   = "'" === $mark[0];
			$param     = ":p$place" . ( $is_column && ! $is_text ? " AS `$name`" : '' );
			$pieces    = preg_split( '/(`[^`]*`)/', $sql, -1, PREG_SPLIT_DELIM_CAPTURE );
			$count     = 0;
			foreach ( (array) $pieces as $at => $piece ) {
				if ( '`' !== ( $piece[0] ?? '' ) ) {
					$pieces[ $at ] = str_replace( $mark, $param, (string) $piece, $found );
					$count += $found;
				}
			}
			if ( 0 === $count || ( $is_column && $has_rows ) ) {
				return null;
			}
			$sql = implode( '', (array) $pieces );
		}
		return $sql;
	}

	/**
	 * @return list<int>
	 */
	private static function places( string $sql ): array {
		preg_match_all( '/:p(\d+)/', $sql, $matches );
		return array_map( intval( ... ), array_values( array_unique( $matches[1] ) ) );
	}
}
