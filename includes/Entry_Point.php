<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;
use WP_Error;

/**
 * Catches `Read_Failed` where WordPress calls the plugin, so that nothing is decided on a failed read. It is
 * caught earlier only to continue with other work, such as the next environment, or to say on a page that the status
 * could not be read.
 */
final class Entry_Point {
	/**
	 * Wraps a callback without a response: cron events, `shutdown`, `admin_init`. wpdb has logged the error, and the
	 * next event or page repeats the work. Uncaught, it would also end the events of other plugins.
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
	 * Wraps a callback whose caller accepts a WP_Error: abilities, exporters and erasers. For REST routes see
	 * `Rest::handle_exceptions()`.
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

	/**
	 * Tells whether no user waits for the response.
	 */
	public static function is_background(): bool {
		return wp_doing_cron() || self::is_command();
	}

	public static function is_command(): bool {
		return defined( 'WP_CLI' ) && constant( 'WP_CLI' );
	}

	public static function error(): WP_Error {
		return Errors::make( 'headless_deploy_database_unavailable' );
	}
}
