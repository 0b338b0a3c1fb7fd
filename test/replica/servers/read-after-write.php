<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Replica;

/**
 * Follows the rules of HyperDB and LudicrousDB: a replica answers all reads, also those that lock rows, until this request has
 * written to a table of the statement, or was told to read from the primary.
 */
final class Read_After_Write extends Replica_Reader {
	/**
	 * How much of a statement is searched for names of tables.
	 */
	private const SEARCHED_CHARACTERS = 1000;

	/**
	 * @var array<string, true>|true Tables that this request has written, or all.
	 */
	private array|bool $read_from_primary = array();

	public function send_reads_to_masters(): void {
		$this->read_from_primary = true;
	}

	protected function is_for_replica( string $statement ): bool {
		if ( true === $this->read_from_primary ) {
			return false;
		}
		if ( 1 !== preg_match( '/^[\s(]*(?:SELECT|SHOW|DESCRIBE|DESC|EXPLAIN)\s/i', $statement ) ) {
			$table = $this->get_table_from_query( $statement );
			if ( is_string( $table ) ) {
				$this->read_from_primary[ $table ] = true;
			}
			return false;
		}
		$searched = substr( $statement, 0, self::SEARCHED_CHARACTERS );
		foreach ( array_keys( $this->read_from_primary ) as $table ) {
			if ( false !== stripos( $searched, (string) $table ) ) {
				return false;
			}
		}
		return true;
	}
}
