<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Queue\Run_Observer;
use HeadlessDeploy\Read_Failed;

/**
 * Tells users and other plugins about the results of runs, after each dispatch.
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
		$this->notifier->notify();
	}

	public function sites_due(): array {
		return Waiting_Sites::all();
	}
}
