<?php
/**
 * Something happens before each statement.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use Closure;

/**
 * Lets something happen before each statement. The `query` filter would do, but it cannot be left and entered by
 * several processes in turn.
 */
trait Stepping {
	/**
	 * Happens before each statement, and returns the statement that is run.
	 *
	 * @var (Closure(string): string)|null
	 */
	public ?Closure $before = null;

	/**
	 * Runs a statement.
	 *
	 * @param string $query Statement.
	 */
	public function query( $query ): int|bool {
		if ( null !== $this->before ) {
			$query = ( $this->before )( (string) $query );
		}
		return parent::query( $query );
	}
}
