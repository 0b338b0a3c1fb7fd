<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Network;

/**
 * Schedules the cron events that start the dispatcher. Uses only WordPress's public functions, so that replacements of
 * WP-Cron work too.
 */
final class Wake_Up {
	public const SINGLE_EVENT    = 'headless_deploy_dispatch';
	public const RECURRING_EVENT = 'headless_deploy_scheduler';
	public const INTERVAL        = 'headless_deploy_five_minutes';
	public const LAST_RUN_OPTION = 'headless_deploy_last_wake_up';

	private const INTERVAL_SECONDS = 300;

	/**
	 * The countdown of an open page comes first, because a due event delays the request of a visitor.
	 */
	private const SECONDS_AFTER_DUE = 5;

	/**
	 * An event that is at most this late is not moved, because moving it costs two writes.
	 */
	private const TOLERANCE_SECONDS = 30;

	/**
	 * Three intervals of the recurring event.
	 */
	private const UNHEALTHY_AFTER_SECONDS = 900;

	/**
	 * Hooked to `cron_schedules`.
	 *
	 * @param  array<string, array{interval: int, display: string}> $schedules
	 * @return array<string, array{interval: int, display: string}>
	 */
	public function add_interval( array $schedules ): array {
		$schedules[ self::INTERVAL ] = array(
			'interval' => self::INTERVAL_SECONDS,
			// The translations are not loaded yet when cron is read early.
			'display' => did_action( 'init' )
				? __( 'Every five minutes (Headless Deploy)', 'headless-deploy' )
				: 'Every five minutes (Headless Deploy)',
		);
		return $schedules;
	}

	/**
	 * Schedules the recurring event. One that is further away than its interval was scheduled before the clock was set back,
	 * and would come hours or days late.
	 *
	 * @param int $now In milliseconds.
	 */
	public function ensure_recurring( int $now ): void {
		$next    = intdiv( $now, 1000 ) + self::INTERVAL_SECONDS;
		$set     = wp_next_scheduled( self::RECURRING_EVENT );
		$is_late = false !== $set && $set > $next + self::TOLERANCE_SECONDS;
		if ( false === $set || $is_late ) {
			wp_schedule_event( $next, self::INTERVAL, self::RECURRING_EVENT );
		}
		// Last: a process that ends in between leaves two events instead of none.
		if ( $is_late ) {
			wp_unschedule_event( $set, self::RECURRING_EVENT );
		}
	}

	/**
	 * Schedules the single event at the first change of a burst. An earlier event stays: the dispatch that it starts moves it.
	 * A much later one, for a schedule or a retry, is moved.
	 *
	 * @param bool $is_late Whether this request read the events long ago: another process may have cleared the event since.
	 */
	public function set_first( int $due, bool $is_late = false ): void {
		if ( $is_late ) {
			$this->forget_cached_events();
		}
		$set = wp_next_scheduled( self::SINGLE_EVENT );
		if ( false !== $set && $set <= $this->event_time( $due ) + self::TOLERANCE_SECONDS ) {
			return;
		}
		if ( false !== $set ) {
			wp_clear_scheduled_hook( self::SINGLE_EVENT );
		}
		$this->schedule( $due );
	}

	/**
	 * Schedules the single event for the next due time, or clears it.
	 *
	 * @param int|null $due In milliseconds, null when no run is due.
	 */
	public function set( ?int $due, int $now ): void {
		$due = null === $due ? null : max( $due, $now );
		if ( $this->is_set_for( $due ) ) {
			return;
		}
		// All cron events are one option: without reading it again, events that another process added during a call would be lost.
		$this->forget_cached_events();
		if ( $this->is_set_for( $due ) ) {
			return;
		}
		wp_clear_scheduled_hook( self::SINGLE_EVENT );
		if ( null !== $due ) {
			$this->schedule( $due );
		}
	}

	public function clear(): void {
		wp_clear_scheduled_hook( self::SINGLE_EVENT );
		wp_clear_scheduled_hook( self::RECURRING_EVENT );
	}

	public function record_run( int $now ): void {
		update_option( self::LAST_RUN_OPTION, $now, false );
	}

	/**
	 * Returns when a scheduler last started the dispatcher, in milliseconds, null when none did. On a network the main site's
	 * event serves all sites.
	 */
	public function last_run(): ?int {
		$read   = static fn(): mixed => get_option( self::LAST_RUN_OPTION, 0 );
		$stored = array( $read(), is_main_site() ? 0 : Network::on_main_site( $read ) );
		$latest = max( array_map( static fn( mixed $time ): int => is_numeric( $time ) ? (int) $time : 0, $stored ) );
		return $latest > 0 ? $latest : null;
	}

	/**
	 * Tells whether a scheduler works: one has run lately (it may be a system cron), or the recurring event is scheduled and
	 * not overdue. On a network the main site's event serves all sites. After a run in the future the clock was set back, and
	 * the event is as late.
	 */
	public function is_healthy( int $now ): bool {
		$last    = $this->last_run();
		$elapsed = $now - ( $last ?? 0 );
		if ( abs( $elapsed ) < self::UNHEALTHY_AFTER_SECONDS * 1000 ) {
			return true;
		}
		if ( $elapsed < 0 ) {
			return false;
		}
		$next = wp_next_scheduled( self::RECURRING_EVENT );
		if ( false === $next && ! is_main_site() ) {
			$next = Network::on_main_site( static fn(): int|false => wp_next_scheduled( self::RECURRING_EVENT ) );
		}
		return false !== $next && $next > intdiv( $now, 1000 ) - self::UNHEALTHY_AFTER_SECONDS;
	}

	/**
	 * @param int|null $due In milliseconds, null when no event is needed.
	 */
	private function is_set_for( ?int $due ): bool {
		$set = wp_next_scheduled( self::SINGLE_EVENT );
		if ( null === $due || false === $set ) {
			return null === $due && false === $set;
		}
		return $set >= intdiv( $due, 1000 ) && $set <= $this->event_time( $due ) + self::TOLERANCE_SECONDS;
	}

	private function forget_cached_events(): void {
		wp_cache_delete( 'cron', 'options' );
		wp_cache_delete( 'alloptions', 'options' );
	}

	/**
	 * WordPress schedules no second event within ten minutes, which is early enough.
	 */
	private function schedule( int $due ): void {
		wp_schedule_single_event( $this->event_time( $due ), self::SINGLE_EVENT );
	}

	/**
	 * @return int In seconds.
	 */
	private function event_time( int $due ): int {
		return intdiv( $due, 1000 ) + 1 + self::SECONDS_AFTER_DUE;
	}
}
