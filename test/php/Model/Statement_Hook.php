<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use Closure;

/**
 * Runs code before each statement. Several processes cannot leave and re-enter the `query` filter in turn.
 *
 * @phpstan-require-extends \wpdb
 */
trait Statement_Hook {
	/**
	 * Runs before each statement and returns the statement or its failure.
	 *
	 * @var (Closure(string): (string|Failed_Statement))|null
	 */
	public ?Closure $before = null;

	public function query( $query ): int|bool {
		if ( null !== $this->before ) {
			$query = ( $this->before )( (string) $query );
		}
		return $query instanceof Failed_Statement ? $this->fail( $query ) : parent::query( $query );
	}

	private function fail( Failed_Statement $failure ): bool {
		if ( $failure->was_executed ) {
			parent::query( $failure->statement );
		}
		$this->flush();
		$this->last_error = $failure->error;
		if ( 1 === preg_match( '/^\s*(insert|replace)\s/i', $failure->statement ) ) {
			$this->insert_id = 0;
		}
		return false;
	}
}
