<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;
use HeadlessDeploy\Changes\Unrecorded_Change_Scan;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Refresh\Refresh_Test;
use HeadlessDeploy\Refresh\Replay_Guard;
use HeadlessDeploy\Runs\Retention;

/**
 * Runs the cron events. The events of a site dispatch that site; the recurring event of the main site dispatches the
 * whole network.
 */
final class Cron_Events {
	private const MAX_CHECKS_MS = 20_000;

	public function __construct(
		private readonly Environments $environments,
		private readonly Dispatcher $dispatcher,
		private readonly Wake_Up $wake_up,
		private readonly Retention $retention,
		private readonly Unrecorded_Change_Scan $scan,
		private readonly Network_Repair $repair,
		private readonly Refresh_Test $refresh_test,
		private readonly Replay_Guard $replays,
		private readonly Clock $clock,
	) {}

	public function run_single_event(): void {
		$this->wake_up->record_run( $this->clock->now_ms() );
		$this->dispatcher->dispatch_site();
	}

	/**
	 * Hooked to the recurring event. A step whose read failed is left to the next event; the other steps still run.
	 */
	public function run_recurring_event(): void {
		$now = $this->clock->now_ms();
		$this->wake_up->record_run( $now );
		$steps = array(
			$this->environments->repair( ... ),
			...( is_main_site() ? $this->steps_of_network( $now ) : $this->steps_of_site( $now ) ),
		);
		foreach ( $steps as $step ) {
			Entry_Point::background( $step )();
		}
	}

	/**
	 * Dispatches the changes of a cron request, for example of a scheduled post: no user waits for it, and on a site
	 * without visitors the next one may come late. With ALTERNATE_WP_CRON a visitor waits, so the scheduled wake-up sends
	 * the changes instead.
	 *
	 * @param array<string, Lane_Key> $lanes By id.
	 */
	public function dispatch_recorded( array $lanes ): void {
		$is_alternate_cron = defined( 'ALTERNATE_WP_CRON' ) && constant( 'ALTERNATE_WP_CRON' );
		if ( array() !== $lanes && ! $is_alternate_cron ) {
			$this->dispatcher->dispatch_site( $lanes );
		}
	}

	/**
	 * @return list<Closure(): mixed>
	 */
	private function steps_of_network( int $now ): array {
		$sites = array();
		return array(
			function () use ( $now, &$sites ): void {
				$sites = $this->repair->repair_next_sites( $now );
			},
			function () use ( $now, &$sites ): void {
				$this->scan->scan_network( $now, $sites );
			},
			fn() => $this->dispatcher->dispatch_network(),
			fn() => $this->retention->sweep( $now ),
			function () use ( $now, &$sites ): void {
				$this->finish( $now, get_current_blog_id(), ...$sites );
			},
		);
	}

	/**
	 * Returns the steps on another site. Its log is shortened here only if the plugin is not active on the main site.
	 *
	 * @return list<Closure(): mixed>
	 */
	private function steps_of_site( int $now ): array {
		return array(
			fn() => $this->scan->scan_site( $now ),
			fn() => $this->dispatcher->dispatch_site(),
			fn() => Network::is_active_on( get_main_site_id() ) ? null : $this->retention->sweep( $now, site: get_current_blog_id() ),
			fn() => $this->finish( $now, get_current_blog_id() ),
		);
	}

	/**
	 * Forgets old signed requests of some sites, and asks their front ends whether they know a new refresh secret. The last
	 * step, because it makes requests.
	 */
	private function finish( int $now, int ...$sites ): void {
		$latest_start = $this->clock->monotonic_ms() + self::MAX_CHECKS_MS;
		foreach ( $sites as $site ) {
			Network::on_site( $site, fn() => $this->replays->forget_old( $now ) );
			if ( $this->clock->monotonic_ms() < $latest_start ) {
				Network::on_site( $site, Entry_Point::background( $this->refresh_test->ask_due( ... ) ) );
			}
		}
	}
}
