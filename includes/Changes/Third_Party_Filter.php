<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use Closure;
use Throwable;

/**
 * Runs the callbacks of a filter or an action. An exception of a callback must lose neither a save, nor a change, nor
 * the rest of a dispatch.
 */
final class Third_Party_Filter {
	/**
	 * @template T
	 * @template F
	 * @param  string       $hook     Name of the filter or action.
	 * @param  Closure(): T $apply
	 * @param  F            $fallback
	 * @return T|F
	 */
	public static function apply( string $hook, Closure $apply, mixed $fallback ): mixed {
		global $wp_current_filter;
		$running = $wp_current_filter;
		try {
			return $apply();
		} catch ( Throwable $failure ) {
			// WordPress does not reset this after an exception, and would report the filter as running from then on.
			$wp_current_filter = $running; // phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited -- as it was.
			// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- the exception is reported nowhere else.
			error_log( sprintf( 'Headless Deploy: a callback of %s failed and was ignored: %s in %s on line %d.', $hook, $failure::class, $failure->getFile(), $failure->getLine() ) );
			return $fallback;
		}
	}
}
