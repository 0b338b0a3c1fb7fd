<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Queue\Run_Observer;
use HeadlessDeploy\Read_Failed;

/**
 * Tells other plugins about the results of runs after each dispatch, and users after each dispatch by WP-Cron or WP-CLI.
 */
final class Notifications implements Run_Observer {
	public function __construct(
		private readonly Run_Announcer $announcer,
		private readonly Notifier $notifier,
	) {}

	/**
	 * @throws Read_Failed
	 */
	public function after_dispatch(): void {
		$this->announcer->announce();
		if ( Entry_Point::is_background() ) {
			// A user waits for the dispatch of an open page, and a mail server may be slow.
			$this->notifier->notify();
		}
	}

	public function sites_due(): array {
		return Waiting_Sites::all();
	}
}
