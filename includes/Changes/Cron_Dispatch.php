<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Queue\Dispatcher;

/**
 * Dispatches the changes of a cron request at its end, for example of a scheduled post. No user waits for a cron
 * request, and on a site without visitors the next one may come late.
 */
final class Cron_Dispatch {
	public function __construct(
		private readonly Change_Collector $collector,
		private readonly Dispatcher $dispatcher,
	) {}

	/**
	 * Hooked to `shutdown`, after the last flush. With ALTERNATE_WP_CRON a visitor waits for this request, so the
	 * scheduled wake-up sends the changes instead.
	 */
	public function dispatch(): void {
		$is_alternate_cron = defined( 'ALTERNATE_WP_CRON' ) && constant( 'ALTERNATE_WP_CRON' );
		$lanes             = $this->collector->recorded_lanes();
		if ( wp_doing_cron() && ! $is_alternate_cron && array() !== $lanes ) {
			$this->dispatcher->dispatch_site( $lanes );
		}
	}
}
