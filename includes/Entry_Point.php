<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;
use WP_Error;

/**
 * Catches `Read_Failed` where WordPress calls the plugin, and nowhere below: nothing is decided on a failed read, and
 * the caller learns that it may try again.
 */
final class Entry_Point {
	/**
	 * Wraps a callback that has nobody to answer: an event, `shutdown`, `admin_init`. wpdb has logged the error; the next
	 * event or page does the work. Uncaught it would end all events of other plugins too.
	 */
	public static function background( Closure $work ): Closure {
		return static function ( mixed ...$arguments ) use ( $work ): void {
			try {
				$work( ...$arguments );
			} catch ( Read_Failed ) {
				return;
			}
		};
	}

	/**
	 * Wraps a callback whose caller understands a WP_Error: an ability, an exporter or eraser of personal data. For REST routes
	 * see `Rest::answer_failed_reads()`.
	 */
	public static function returning_error( Closure $work ): Closure {
		return static function ( mixed ...$arguments ) use ( $work ): mixed {
			try {
				return $work( ...$arguments );
			} catch ( Read_Failed ) {
				return self::error();
			}
		};
	}

	public static function error(): WP_Error {
		return Errors::make( 'headless_deploy_database_unavailable' );
	}
}
