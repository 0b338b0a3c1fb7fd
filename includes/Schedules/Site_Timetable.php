<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Gate;
use HeadlessDeploy\Queue\Gatekeeper;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Timer;
use HeadlessDeploy\Queue\Timer_Store;
use HeadlessDeploy\Queue\Timetable;

/**
 * Puts into the queue what the site's schedules ask for. A missed run is made up for once, however many were missed.
 *
 * A stored time is believed only while it is one of its schedule in the site's time zone of now: another time zone, a
 * clock that was wrong, a process that crashed between two writes set it anew.
 *
 * @phpstan-import-type Record from Stored_Schedules
 */
final class Site_Timetable implements Timetable {
	/**
	 * The schedules that `note_due()` read, by site: the dispatch that called it asks for `next_at()` right after.
	 *
	 * @var array<int, array<string, Schedule>>
	 */
	private array $just_read = array();

	/**
	 * @param Timer_Store $timers     When they run next.
	 * @param Gatekeeper  $gatekeeper Who knows what may be sent.
	 */
	public function __construct(
		private readonly Stored_Schedules $stored,
		private readonly Timer_Store $timers,
		private readonly Gatekeeper $gatekeeper,
		private readonly Clock $clock,
	) {}

	/**
	 * {@inheritDoc}
	 */
	public function note_due( int $now ): void {
		$timers    = $this->timers->read( get_current_blog_id() );
		$schedules = $this->made_of( $this->stored->get()['schedules'] );
		$next_run  = new Next_Run( wp_timezone() );

		$this->just_read = array( get_current_blog_id() => $schedules );
		foreach ( $schedules as $schedule ) {
			$this->settle( $schedule, $timers[ $schedule->id ] ?? null, $next_run, $now );
		}
		foreach ( array_diff_key( $timers, $schedules ) as $id => $timer ) {
			$this->timers->remove( $this->key( $id ) );
		}
	}

	/**
	 * {@inheritDoc}
	 */
	public function next_at(): ?int {
		$schedules = $this->just_read[ get_current_blog_id() ] ?? $this->made_of( $this->stored->get()['schedules'] );
		$timers    = array() === $schedules ? array() : $this->timers->read( get_current_blog_id() );
		$gates     = array() === $schedules ? array() : $this->gatekeeper->all();
		$next_run  = new Next_Run( wp_timezone() );
		$next      = null;

		$this->just_read = array();
		foreach ( $schedules as $schedule ) {
			if ( $this->may_note( $gates[ $schedule->environment ] ?? null ) ) {
				$at   = isset( $timers[ $schedule->id ] ) ? $timers[ $schedule->id ]->at : $next_run->after( $schedule, $this->clock->now_ms() );
				$next = min( $next ?? $at, $at );
			}
		}
		return $next;
	}

	/**
	 * {@inheritDoc}
	 */
	public function sites_due( int $now ): array {
		return $this->timers->sites_due( $now );
	}

	/**
	 * Makes schedules of stored records.
	 *
	 * @param  array<string, Record>   $records
	 * @return array<string, Schedule>
	 */
	private function made_of( array $records ): array {
		$schedules = array();
		foreach ( $records as $id => $record ) {
			$schedules[ $id ] = Schedule::from_record( $id, $record );
		}
		return $schedules;
	}

	/**
	 * Does with one schedule what its time asks for.
	 *
	 * @param Timer|null $timer When it runs next, null when nobody has said so yet.
	 */
	private function settle( Schedule $schedule, ?Timer $timer, Next_Run $next_run, int $now ): void {
		$next = $next_run->after( $schedule, $now );
		if ( null === $timer ) {
			$this->add( $schedule, $next );
			return;
		}
		if ( $timer->is_due( $now ) && ( $timer->is_taken || $next_run->is_one( $schedule, $timer->at ) ) ) {
			$this->run( $schedule, $timer, $next, $now );
			return;
		}
		// The clock of the one that wrote it may be a little ahead: it has seen to the next run already.
		$is_near = $timer->at === $next || $timer->at === $next_run->after( $schedule, $next );
		if ( ! $timer->is_taken && ! $is_near ) {
			$this->timers->set( $this->key( $schedule->id ), $next, $timer->at );
		}
	}

	/**
	 * Notes a run, if nobody else was faster. What stands in a copy's way is left alone: the original may share this
	 * database, and its next run is not ours to take.
	 *
	 * @param Timer $timer As it was read.
	 * @param int   $next  When it runs after this, in milliseconds.
	 */
	private function run( Schedule $schedule, Timer $timer, int $next, int $now ): void {
		$gate  = $this->gatekeeper->fresh( $schedule->environment );
		$lease = Lease::from_now( $this->key( $schedule->id ), $this->clock );
		if ( ! $this->may_note( $gate ) || ! $this->timers->take( $lease, $timer->stored ) ) {
			return;
		}
		$row = new New_Change(
			Lane_Key::of( get_current_blog_id(), $schedule->environment, $schedule->action->lane() ),
			$schedule->action,
			$now,
			true === $gate?->is_paused() ? 1 : 0,
			array( $schedule->to_reason( $now ) ),
			Cause::SCHEDULE,
		);
		// What could not be noted is noted when the lease has ended.
		if ( $this->timers->note( $lease, $row ) ) {
			$this->timers->give_back( $lease, $next );
		}
	}

	/**
	 * Adds the time of a schedule that has none; a table that was lost is made again.
	 *
	 * @param int $next When it runs next, in milliseconds.
	 */
	private function add( Schedule $schedule, int $next ): void {
		if ( ! $this->timers->add( $this->key( $schedule->id ), $next ) ) {
			Schema::create();
		}
	}

	/**
	 * Tells whether a schedule does anything: not for an environment that is gone, a copy's or a silenced one.
	 *
	 * @param Gate|null $gate What was found of its environment.
	 */
	private function may_note( ?Gate $gate ): bool {
		return null !== $gate && null === $gate->closed;
	}

	/**
	 * Names the row of a schedule of the current site.
	 */
	private function key( string $id ): Lane_Key {
		return Lane_Key::schedule( get_current_blog_id(), $id );
	}
}
