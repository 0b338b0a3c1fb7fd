<?php
/**
 * What a delivery carries.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Action;

/**
 * Holds what the rows of one delivery add up to.
 */
final class Attached {
	/**
	 * Takes the sum.
	 *
	 * @param Action $action  The strongest that any row asks for.
	 * @param int    $changes How many changes the rows stand for.
	 * @param string $cause   That of the newest press, else automatic.
	 * @param int    $user_id Who pressed, 0 for nobody.
	 */
	private function __construct(
		public readonly Action $action,
		public readonly int $changes,
		public readonly string $cause,
		public readonly int $user_id,
	) {}

	/**
	 * Adds up rows, oldest first.
	 *
	 * @param list<object{action: string, changes: string|int, pressed: string|int, cause: string, user_id: string|int}> $rows Rows of one delivery.
	 *
	 * @return self|null Null when there are none.
	 */
	public static function from_rows( array $rows ): ?self {
		$action  = null;
		$changes = 0;
		$cause   = Cause::AUTOMATIC;
		$user_id = 0;
		foreach ( $rows as $row ) {
			$wanted = Action::tryFrom( $row->action ) ?? Action::Rebuild;
			$action = null === $action ? $wanted : $action->stronger( $wanted );
			$changes += (int) $row->changes;
			if ( 1 === (int) $row->pressed ) {
				$cause   = $row->cause;
				$user_id = (int) $row->user_id;
			}
		}
		return null === $action ? null : new self( $action, $changes, $cause, $user_id );
	}
}
