<?php
/**
 * What cron does when it wakes us.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy;

use HeadlessDeploy\Deliveries\Retention;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Queue\Alarm;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Triggers\Sweep;

/**
 * Sends what is due when an event rings. A site's own events see to that site; the main site's recurring one to all.
 */
final class Cron_Events {
	/**
	 * Takes what it works with.
	 *
	 * @param Environments $environments Repairs what changes need to know.
	 * @param Dispatcher   $dispatcher   Sends.
	 * @param Alarm        $alarm        Remembers that it rang.
	 * @param Retention    $retention    Shortens the log.
	 * @param Sweep        $unnoted      Notes what a killed request has left.
	 * @param Clock        $clock        The time.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly Dispatcher $dispatcher,
		private readonly Alarm $alarm,
		private readonly Retention $retention,
		private readonly Sweep $unnoted,
		private readonly Clock $clock,
	) {}

	/**
	 * Sends what is due on this site. Hooked to the single event.
	 */
	public function ring(): void {
		$this->alarm->note_run( $this->clock->now_ms() );
		$this->dispatcher->dispatch_site();
	}

	/**
	 * Sends what is due, on the main site for the whole network, and shortens the log. Hooked to the recurring event.
	 */
	public function round(): void {
		$this->alarm->note_run( $this->clock->now_ms() );
		$this->environments->repair();
		if ( ! is_main_site() ) {
			$this->unnoted->site( $this->clock->now_ms() );
			$this->dispatcher->dispatch_site();
			if ( ! Network::serves( get_main_site_id() ) ) {
				// No other site shortens this one's log.
				$this->retention->sweep( $this->clock->now_ms(), site: get_current_blog_id() );
			}
			return;
		}
		$this->unnoted->network( $this->clock->now_ms() );
		$this->dispatcher->dispatch_network();
		$this->retention->sweep( $this->clock->now_ms() );
	}
}
