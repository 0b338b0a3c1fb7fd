<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use Closure;

/**
 * Lets something happen before each statement. The `query` filter would do, but it cannot be left and entered by
 * several processes in turn.
 *
 * @phpstan-require-extends \wpdb
 */
trait Stepping {
	/**
	 * Happens before each statement, and returns the statement that is run, or how it fails.
	 *
	 * @var (Closure(string): (string|Failure))|null
	 */
	public ?Closure $before = null;

	/**
	 * Runs a statement.
	 *
	 * @param string $query
	 */
	public function query( $query ): int|bool {
		if ( null !== $this->before ) {
			$query = ( $this->before )( (string) $query );
		}
		return $query instanceof Failure ? $this->fail( $query ) : parent::query( $query );
	}

	/**
	 * Answers as wpdb does when the database refuses, or its answer is lost.
	 */
	private function fail( Failure $failure ): bool {
		if ( $failure->is_run ) {
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
