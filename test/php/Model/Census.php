<?php
/**
 * What schedules reach.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Counts what the schedules reached: a model that never gets anywhere finds nothing.
 */
final class Census {
	/**
	 * What, and how often.
	 *
	 * @var array<string, int>
	 */
	private static array $counts = array();

	/**
	 * Counts something.
	 *
	 * @param string $what In words.
	 */
	public static function count( string $what ): void {
		self::$counts[ $what ] = ( self::$counts[ $what ] ?? 0 ) + 1;
	}

	/**
	 * Begins anew.
	 */
	public static function reset(): void {
		self::$counts = array();
	}

	/**
	 * Returns how often something was reached.
	 *
	 * @param string $what In words.
	 */
	public static function of( string $what ): int {
		return self::$counts[ $what ] ?? 0;
	}
}
