<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Schedules\Next_Run;
use HeadlessDeploy\Schedules\Next_Run_Store;
use HeadlessDeploy\Schedules\Recurrence;
use HeadlessDeploy\Schedules\Schedule;
use HeadlessDeploy\Schedules\Stored_Schedules;

/**
 * Queues the runs of due schedules. However many runs of a schedule were missed, one is queued.
 *
 * A stored time counts only while the schedule has a run at it in the site's current time zone. After a change of the time
 * zone, or a write by a server whose clock was wrong, it is calculated again.
 */
final class Due_Schedules {
	/**
	 * The schedules that `enqueue()` read, by site: the dispatch that called it asks for `next_at()` right after.
	 *
	 * @var array<int, array<string, Schedule>>
	 */
	private array $last_read = array();

	public function __construct(
		private readonly Stored_Schedules $stored,
		private readonly Next_Run_Store $next_runs,
		private readonly Send_Policy $send_policy,
		private readonly Clock $clock,
	) {}

	/**
	 * Queues the runs of the due schedules of the current site, and moves those schedules to their next run.
	 */
	public function enqueue( int $now ): void {
		$next_runs  = $this->next_runs->read( get_current_blog_id() );
		$schedules  = $this->stored->all();
		$recurrence = new Recurrence( wp_timezone() );

		$this->last_read = array( get_current_blog_id() => $schedules );
		foreach ( $schedules as $schedule ) {
			$this->update( $schedule, $next_runs[ $schedule->id ] ?? null, $recurrence, $now );
		}
		foreach ( array_keys( array_diff_key( $next_runs, $schedules ) ) as $id ) {
			$this->next_runs->remove( get_current_blog_id(), (string) $id );
		}
	}

	/**
	 * Returns when a run of the current site is due next, in milliseconds, null when there is none.
	 */
	public function next_at(): ?int {
		$schedules   = $this->last_read[ get_current_blog_id() ] ?? $this->stored->all();
		$next_runs   = array() === $schedules ? array() : $this->next_runs->read( get_current_blog_id() );
		$permissions = array() === $schedules ? array() : $this->send_policy->all();
		$recurrence  = new Recurrence( wp_timezone() );
		$next        = null;

		$this->last_read = array();
		foreach ( $schedules as $schedule ) {
			if ( $this->may_enqueue( $permissions[ $schedule->environment ] ?? null ) ) {
				$at = isset( $next_runs[ $schedule->id ] )
					? $next_runs[ $schedule->id ]->available_at()
					: $recurrence->after( $schedule, $this->clock->now_ms() );
				$next = min( $next ?? $at, $at );
			}
		}
		return $next;
	}

	/**
	 * @return list<int>
	 */
	public function sites_due( int $now ): array {
		return $this->next_runs->sites_due( $now );
	}

	/**
	 * Writes the run of a schedule into the queue, if the lease is still held.
	 *
	 * @return bool False when the lease was lost or the database refused.
	 */
	public function record( string $schedule_id, string $lease, New_Change $row ): bool {
		global $wpdb;
		$written = Database::write(
			"INSERT INTO {$wpdb->headless_deploy_changes} ("
				. Change_Store::COLUMNS
				. ') SELECT '
				. Change_Store::values( $row )
				. " FROM {$wpdb->headless_deploy_schedules} WHERE "
			. $this->next_runs->held( get_current_blog_id(), $schedule_id, $lease ),
		);
		return 1 === $written;
	}

	/**
	 * Queues the run of one schedule if it is due, and corrects a stored time that is not one of the schedule's.
	 *
	 * @param Next_Run|null $next_run As it was read, null when there is no row.
	 */
	private function update( Schedule $schedule, ?Next_Run $next_run, Recurrence $recurrence, int $now ): void {
		$next = $recurrence->after( $schedule, $now );
		if ( null === $next_run ) {
			$this->add( $schedule, $next );
			return;
		}
		if ( $next_run->is_due( $now ) && $recurrence->includes( $schedule, $next_run->at ) ) {
			$this->run( $schedule, $next_run, $next, $now );
			return;
		}
		// The clock of the server that wrote the time may be a little ahead: it has moved to the following run already.
		$is_plausible = $next_run->at === $next || $next_run->at === $recurrence->after( $schedule, $next );
		if ( ! $next_run->is_leased( $now ) && ! $is_plausible ) {
			$this->next_runs->set( get_current_blog_id(), $schedule->id, $next, $next_run->at );
		}
	}

	/**
	 * Queues a run, unless another process was faster. On a copy of the site the row is not changed: the original may
	 * share this database, and the run is the original's.
	 *
	 * @param int $next When the schedule runs after this, in milliseconds.
	 */
	private function run( Schedule $schedule, Next_Run $next_run, int $next, int $now ): void {
		$permission = $this->send_policy->from_primary( $schedule->environment );
		$lease      = wp_generate_uuid4();
		if ( ! $this->may_enqueue( $permission ) || ! $this->next_runs->take( get_current_blog_id(), $schedule->id, $lease, $next_run->at ) ) {
			return;
		}
		// While automatic runs are paused, the run waits like a change.
		$is_paused = true === $permission?->is_paused();
		$row       = new New_Change(
			Lane_Key::of( get_current_blog_id(), $schedule->environment, $schedule->action->lane() ),
			$schedule->action,
			$now,
			$is_paused ? 1 : 0,
			// The label is stored, because the schedule may be renamed or deleted later.
			array( new Stored_Reason( 'scheduled', Schedule::REASON_TYPE, $schedule->id, at: $now, name: $schedule->label ) ),
			Cause::Schedule,
			is_manual: ! $is_paused,
		);
		// A run that could not be written is queued after the lease has expired.
		if ( $this->record( $schedule->id, $lease, $row ) ) {
			$this->next_runs->release( get_current_blog_id(), $schedule->id, $lease, $next );
		}
	}

	/**
	 * Adds the row of a schedule that has none, and creates the table again if it was dropped.
	 *
	 * @param int $next When the schedule runs next, in milliseconds.
	 */
	private function add( Schedule $schedule, int $next ): void {
		if ( ! $this->next_runs->add( get_current_blog_id(), $schedule->id, $next ) ) {
			Schema::create();
		}
	}

	/**
	 * @param Send_Permission|null $permission Null when the environment was removed.
	 */
	private function may_enqueue( ?Send_Permission $permission ): bool {
		return null !== $permission && ! $permission->is_blocked();
	}
}
