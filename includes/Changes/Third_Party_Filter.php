<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use Closure;
use Throwable;

/**
 * Asks a filter in the request that saves: what it throws must cost neither the editor's save nor the change.
 */
final class Third_Party_Filter {
	/**
	 * @param Closure(): mixed $apply
	 */
	public static function apply( string $filter, Closure $apply, mixed $fallback ): mixed {
		global $wp_current_filter;
		$running = $wp_current_filter;
		try {
			return $apply();
		} catch ( Throwable $failure ) {
			// Core does not clear away after a filter that throws, and would take it for running ever after.
			$wp_current_filter = $running; // phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited -- as it was.
			// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- nobody else would learn of it.
			error_log( sprintf( 'Headless Deploy: the filter %s failed and was passed over: %s in %s on line %d.', $filter, $failure::class, $failure->getFile(), $failure->getLine() ) );
			return $fallback;
		}
	}
}
