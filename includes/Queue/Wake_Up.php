<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Network;

/**
 * Sets WordPress's own cron, and nothing but its public functions, so that whatever replaces it carries us too. What
 * is to be sent stands in the tables; cron only wakes somebody up to look.
 */
final class Wake_Up {
	public const SINGLE_EVENT    = 'headless_deploy_dispatch';
	public const RECURRING_EVENT = 'headless_deploy_scheduler';
	public const INTERVAL        = 'headless_deploy_five_minutes';
	public const LAST_RUN_OPTION = 'headless_deploy_last_wake_up';

	private const INTERVAL_SECONDS = 300;

	/**
	 * The browser's countdown comes first: a due event makes some visitor's request wait.
	 */
	private const SECONDS_AFTER_DUE = 5;

	/**
	 * An event that stands this little after the wanted time is left where it is: moving it costs two writes.
	 */
	private const TOLERANCE_SECONDS = 30;

	/**
	 * Three missed turns mean that nobody wakes this site.
	 */
	private const UNHEALTHY_AFTER_SECONDS = 900;

	/**
	 * Adds the five minutes to the intervals that cron knows.
	 *
	 * @param  array<string, array{interval: int, display: string}> $schedules
	 * @return array<string, array{interval: int, display: string}>
	 */
	public function add_interval( array $schedules ): array {
		$schedules[ self::INTERVAL ] = array(
			'interval' => self::INTERVAL_SECONDS,
			// The translations are not loaded yet when cron is read early.
			'display' => did_action( 'init' ) ? __( 'Every five minutes (Headless Deploy)', 'headless-deploy' ) : 'Every five minutes (Headless Deploy)',
		);
		return $schedules;
	}

	/**
	 * Sets the recurring event, if it is not there.
	 */
	public function ensure_recurring(): void {
		if ( false === wp_next_scheduled( self::RECURRING_EVENT ) ) {
			wp_schedule_event( time() + self::INTERVAL_SECONDS, self::INTERVAL, self::RECURRING_EVENT );
		}
	}

	/**
	 * Sets the alarm at the first change of a burst; an alarm that is set already stays, and moves itself when it
	 * rings too early. One that is set for much later, for a schedule or an attempt, is moved.
	 *
	 * @param bool $is_late Whether this request has read the alarm long ago: others may have cleared it since.
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
	 * Sets the alarm for the next due time, or clears it.
	 *
	 * @param int|null $due Milliseconds, null when nothing is due by itself.
	 */
	public function set( ?int $due, int $now ): void {
		$due = null === $due ? null : max( $due, $now );
		if ( $this->is_set_for( $due ) ) {
			return;
		}
		// All of cron's events are one option. What is written goes by what stands there now, or the events that others
		// have added while a call was made would be lost.
		$this->forget_cached_events();
		if ( $this->is_set_for( $due ) ) {
			return;
		}
		wp_clear_scheduled_hook( self::SINGLE_EVENT );
		if ( null !== $due ) {
			$this->schedule( $due );
		}
	}

	/**
	 * Removes both events.
	 */
	public function clear(): void {
		wp_clear_scheduled_hook( self::SINGLE_EVENT );
		wp_clear_scheduled_hook( self::RECURRING_EVENT );
	}

	/**
	 * Remembers that cron woke us.
	 */
	public function record_run( int $now ): void {
		update_option( self::LAST_RUN_OPTION, $now, false );
	}

	/**
	 * Returns when cron last woke us, in milliseconds, null when it never did. On a network the main site's event
	 * serves all.
	 */
	public function last_run(): ?int {
		$read   = static fn(): mixed => get_option( self::LAST_RUN_OPTION, 0 );
		$stored = array( $read(), is_main_site() ? 0 : Network::on_main_site( $read ) );
		$latest = max( array_map( static fn( mixed $one ): int => is_numeric( $one ) ? (int) $one : 0, $stored ) );
		return $latest > 0 ? $latest : null;
	}

	/**
	 * Tells whether somebody wakes us: whoever did lately, be it a system cron that runs our command, or the recurring
	 * event, which is set and not overdue. On a network the main site's event serves all.
	 */
	public function is_healthy( int $now ): bool {
		$last = $this->last_run();
		if ( null !== $last && abs( $now - $last ) < self::UNHEALTHY_AFTER_SECONDS * 1000 ) {
			return true;
		}
		$next = wp_next_scheduled( self::RECURRING_EVENT );
		if ( false === $next && ! is_main_site() ) {
			$next = Network::on_main_site( static fn(): int|false => wp_next_scheduled( self::RECURRING_EVENT ) );
		}
		return false !== $next && $next > intdiv( $now, 1000 ) - self::UNHEALTHY_AFTER_SECONDS;
	}

	/**
	 * Tells whether the single event is set for a due time.
	 *
	 * @param int|null $due Milliseconds, null when it is to be cleared.
	 */
	private function is_set_for( ?int $due ): bool {
		$set = wp_next_scheduled( self::SINGLE_EVENT );
		if ( null === $due || false === $set ) {
			return null === $due && false === $set;
		}
		return $set >= intdiv( $due, 1000 ) && $set <= $this->event_time( $due ) + self::TOLERANCE_SECONDS;
	}

	/**
	 * Forgets what this request has read of cron's events.
	 */
	private function forget_cached_events(): void {
		wp_cache_delete( 'cron', 'options' );
		wp_cache_delete( 'alloptions', 'options' );
	}

	/**
	 * Schedules the single event. False means that one within ten minutes is there already, which is as good.
	 */
	private function schedule( int $due ): void {
		wp_schedule_single_event( $this->event_time( $due ), self::SINGLE_EVENT );
	}

	/**
	 * Returns the second at which cron is to ring for a due time.
	 */
	private function event_time( int $due ): int {
		return intdiv( $due, 1000 ) + 1 + self::SECONDS_AFTER_DUE;
	}
}
