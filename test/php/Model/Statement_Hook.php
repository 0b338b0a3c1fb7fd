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
trait Statement_Hook {
	/**
	 * Happens before each statement, and returns the statement that is run, or how it fails.
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
