<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Queue\Dispatcher;

/**
 * Sends, at the end of a cron request, what that request has noted: nobody waits for it, and on a site without
 * visitors nobody else would come by soon. A scheduled post that went live is the usual case.
 */
final class Cron_Dispatch {
	public function __construct(
		private readonly Change_Collector $collector,
		private readonly Dispatcher $dispatcher,
	) {}

	/**
	 * Sends. Hooked to `shutdown`, after the last flush. With the alternate cron a person waits for this request,
	 * so there the alarm is left to ring.
	 */
	public function dispatch(): void {
		$is_alternate_cron = defined( 'ALTERNATE_WP_CRON' ) && constant( 'ALTERNATE_WP_CRON' );
		$lanes             = $this->collector->recorded_lanes();
		if ( wp_doing_cron() && ! $is_alternate_cron && array() !== $lanes ) {
			$this->dispatcher->dispatch_site( $lanes );
		}
	}
}
