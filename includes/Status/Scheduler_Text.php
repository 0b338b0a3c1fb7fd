<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Timed_Text;

/**
 * Says whether background tasks run, for the panel, Site Health, notices and the command line.
 */
final class Scheduler_Text {
	public static function headline(): string {
		return __( 'WP-Cron is not running, so runs are late', 'headless-deploy' );
	}

	/**
	 * @param int|null $ms Null for never.
	 */
	public static function last_run( ?int $ms ): Timed_Text {
		return null === $ms
			? Timed_Text::plain( __( 'WP-Cron has not run yet.', 'headless-deploy' ) )
			/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
			: Timed_Text::at( __( 'WP-Cron last ran %s.', 'headless-deploy' ), $ms );
	}

	/**
	 * @param int|null $ms Since when a run should have been sent; null if no run is overdue.
	 */
	public static function overdue( ?int $ms ): Timed_Text {
		return null === $ms
			? Timed_Text::plain( '' )
			/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
			: Timed_Text::at( __( 'A run was due %s.', 'headless-deploy' ), $ms );
	}

	public static function disabled(): string {
		return __( 'DISABLE_WP_CRON is set in wp-config.php, so only a system cron job runs scheduled events.', 'headless-deploy' );
	}

	public static function message( bool $is_late, bool $is_cron_disabled ): string {
		return match ( true ) {
			! $is_late        => __( 'Background tasks send due runs even if no user has wp-admin open.', 'headless-deploy' ),
			$is_cron_disabled => self::disabled(),
			default           => __( 'WP-Cron runs only when the site has visitors, so changes may be deployed late.', 'headless-deploy' ),
		};
	}
}
