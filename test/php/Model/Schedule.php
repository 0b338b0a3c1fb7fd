<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;

/**
 * Executes the random operations of a seed: saves, runs, cancellations, holds and pauses; several senders at a time that
 * stop, continue late or crash between two statements; hosts in all states, and clocks that are set.
 */
final class Schedule {
	public const STEPS = 52;

	private const LATE_COMMIT_PERCENT = 15;

	private const LONGER_THAN_A_DAY_MS = 90_000_000;

	private const WEIGHTS = array(
		'save'          => 16,
		'manual'        => 5,
		'start pending' => 2,
		'schedule'      => 2,
		'cron save'     => 2,
		'dispatch'      => 8,
		'dispatch it'   => 15,
		'wake-up'       => 12,
		'late read'     => 4,
		'cancel'        => 4,
		'undo'          => 3,
		'set'           => 9,
		'remove'        => 1,
		'restore'       => 1,
		'recur'         => 3,
		'prune'         => 3,
		'front end'     => 6,
		'ask the feed'  => 6,
		'repeat'        => 2,
		'change hosts'  => 4,
		'go on'         => 34,
		'finish'        => 8,
		'kill'          => 6,
		'stall'         => 5,
		'pass'          => 18,
		'set clock'     => 2,
	);

	private const SETTINGS = array(
		'hold'    => 2,
		'release' => 3,
		'pause'   => 2,
		'resume'  => 4,
		'copy'    => 1,
		'move'    => 2,
		'paste'   => 3,
		'general' => 2,
		'refresh' => 2,
	);

	private readonly Process_Scheduler $course;

	/**
	 * @param non-empty-list<string> $environments
	 */
	public function __construct(
		private readonly World $world,
		private readonly Entry_Points $entry_points,
		private readonly Exclusive_Run $exclusive_run,
		private readonly array $environments,
	) {
		$this->course = new Process_Scheduler( $world );
	}

	public function play(): void {
		for ( $step = 0; $step < self::STEPS && null === $this->world->log->fault; $step++ ) {
			$what = $this->world->random->weighted( self::WEIGHTS );
			$this->step( $what );
			if ( ! in_array( $what, array( 'pass', 'change hosts', 'set clock' ), true ) ) {
				$this->world->check();
			}
		}
		if ( null === $this->world->log->fault ) {
			( new Final_Check( $this->world, $this->entry_points, $this->exclusive_run, $this->environments ) )->settle();
		}
	}

	private function step( string $what ): void {
		match ( $what ) {
			'save'          => $this->save(),
			'manual'        => $this->start(),
			'start pending' => $this->start_pending_run(),
			'schedule'      => $this->begin( $this->entry_points->schedule( $this->environment(), $this->action() ), 100 ),
			'cron save'     => $this->begin( $this->entry_points->save_in_cron( $this->environment(), $this->action() ), 50 ),
			'dispatch'      => $this->begin( $this->entry_points->dispatch( $this->block(), $this->world->random->chance( 15 ) ), 0 ),
			'dispatch it'   => $this->dispatch(),
			'wake-up'       => $this->wait_for_wake_up(),
			'late read'     => $this->begin( $this->entry_points->dispatch_lane( $this->environment(), $this->lane() ), 10 ),
			'cancel'        => $this->cancel(),
			'undo'          => $this->begin( $this->entry_points->undo( $this->environment(), $this->lane() ), 60 ),
			'set'           => $this->begin( $this->entry_points->settings->set( $this->environment(), $this->world->random->weighted( self::SETTINGS ) ), 50 ),
			'remove'        => $this->remove(),
			'restore'       => $this->restore(),
			'recur'         => $this->run_recurring_event(),
			'prune'         => $this->begin( $this->entry_points->prune(), 60 ),
			'front end'     => $this->change_front_end(),
			'ask the feed'  => $this->ask_feed(),
			'repeat'        => $this->world->front_ends->repeat(),
			'change hosts'  => $this->change_hosts(),
			'go on'         => $this->course->advance_process(),
			'finish'        => $this->course->finish(),
			'kill'          => $this->course->kill(),
			'stall'         => $this->course->stall( $this->dispatch( ... ) ),
			'pass'          => $this->course->pass(),
			default         => $this->course->set_clock(),
		};
	}

	/**
	 * Starts a process.
	 *
	 * @param int $percent Probability that it runs to its end immediately.
	 */
	private function begin( Process $process, int $percent ): void {
		$steps = $this->world->random->chance( $percent ) ? null : $this->world->random->number( 1, 12 );
		$this->world->record( $process->name . ( null === $steps ? '' : ", $steps statements" ) );
		$this->world->advance( $process, $steps );
	}

	private function save(): void {
		$requested = array( array( $this->environment(), $this->action() ) );
		if ( $this->world->random->chance( 25 ) ) {
			$requested[] = array( $this->environment(), $this->action() );
		}
		$is_late = $this->world->random->chance( self::LATE_COMMIT_PERCENT );
		$this->begin( $this->entry_points->save( $requested, $this->world->random->number( 1, 3 ), $is_late ), $is_late ? 0 : 85 );
	}

	private function start(): void {
		$action  = $this->action();
		$id      = $this->environment();
		$process = $this->entry_points->start( $id, $action, $this->block() );
		if ( $this->world->random->chance( 50 ) ) {
			$this->begin( $process, 0 );
			return;
		}
		$this->world->record( "$process->name, alone" );
		$this->exclusive_run->start( $process, "$id/{$action->lane()->value}" );
	}

	private function start_pending_run(): void {
		$id      = $this->environment();
		$lane    = $this->lane();
		$process = $this->entry_points->start_pending( $id, $lane );
		if ( $this->world->random->chance( 50 ) ) {
			$this->begin( $process, 0 );
			return;
		}
		$this->world->record( "$process->name, alone" );
		$this->exclusive_run->start( $process, "$id/$lane->value", true );
	}

	private function dispatch(): void {
		$process = $this->entry_points->dispatch( $this->block(), $this->world->random->chance( 15 ) );
		$this->world->record( "$process->name, alone" );
		$this->exclusive_run->dispatch( $process );
	}

	/**
	 * Advances the time to the next wake-up and dispatches, sometimes repeatedly.
	 */
	private function wait_for_wake_up(): void {
		$wake_ups = $this->world->random->one( array( 1, 1, 2, 7 ) );
		for ( $number = 0; $number < $wake_ups && null === $this->world->log->fault; $number++ ) {
			$next = $this->entry_points->next_due();
			if ( null === $next ) {
				return;
			}
			$ms = max( 0, $next - $this->world->clock->now );
			$this->world->record( "$ms ms pass until something is due" );
			$this->world->clock->pass( $ms );
			$this->dispatch();
			$this->world->check();
		}
	}

	private function cancel(): void {
		$id      = $this->environment();
		$lane    = $this->lane();
		$process = $this->entry_points->cancel( $id, $lane );
		if ( $this->world->random->chance( 60 ) ) {
			$this->begin( $process, 0 );
			return;
		}
		$this->world->record( "$process->name, alone" );
		$this->exclusive_run->cancel( $process, "$id/$lane->value" );
	}

	/**
	 * Removes an environment, except for the last one.
	 */
	private function remove(): void {
		if ( $this->world->removals + 1 < count( $this->environments ) ) {
			$this->begin( $this->entry_points->settings->remove( $this->environment() ), 50 );
		}
	}

	/**
	 * Restores older settings, sometimes without an environment, which may be missing for a day.
	 */
	private function restore(): void {
		$id = $this->environment();
		$this->begin( $this->entry_points->settings->restore( $id ), 80 );
		if ( $this->entry_points->settings->is_missing( $id ) && $this->world->random->chance( 40 ) ) {
			$this->world->record( 'a day passes' );
			$this->world->log->cover( 'a day without an environment' );
			$this->world->clock->pass( self::LONGER_THAN_A_DAY_MS );
			$this->dispatch();
		}
	}

	/**
	 * Runs the recurring event, alone or beside other processes.
	 */
	private function run_recurring_event(): void {
		$process = $this->entry_points->run_recurring_event();
		if ( $this->world->random->chance( 50 ) ) {
			$this->begin( $process, 20 );
			return;
		}
		$this->world->record( "$process->name, alone" );
		$this->exclusive_run->run_recurring_event( $process, $this->entry_points->caches );
	}

	private function change_hosts(): void {
		$id         = $this->environment();
		$host_state = $this->world->random->weighted( Fault_Plan::ALL );
		$this->world->record( "the service of $id is $host_state" );
		$this->world->service->host_states[ $id ] = $host_state;
	}

	/**
	 * Changes the state of a front end, or restarts it with its sequence, without, or with that of a backup.
	 */
	private function change_front_end(): void {
		$id        = $this->environment();
		$front_end = $this->world->front_ends->of( $id );
		$what      = $this->world->random->one( array( 'state', 'state', 'state', 'restart', 'restart without its sequence', 'backup', 'restore' ) );
		if ( 'state' === $what ) {
			$this->world->front_ends->states[ $id ] = $this->world->random->weighted( Fault_Plan::OF_FRONT_ENDS );

			$what = $this->world->front_ends->states[ $id ];
		}
		$this->world->record( "front end of $id: $what" );
		$this->world->log->cover( "front end: $what" );
		match ( $what ) {
			'restart', 'restart without its sequence' => $front_end->restart( 'restart' === $what ),
			'backup'  => $front_end->back_up(),
			'restore' => $front_end->restore(),
			default   => null,
		};
	}

	private function ask_feed(): void {
		$front_end = $this->world->front_ends->of( $this->environment() );
		if ( ! $front_end->is_asking() ) {
			$this->begin( $front_end->ask( $this->entry_points ), 60 );
		}
	}

	private function environment(): string {
		return $this->world->random->one( $this->environments );
	}

	private function lane(): Lane {
		return $this->world->random->one( array( Lane::Build, Lane::Build, Lane::Build, Lane::Cache, Lane::Refresh, Lane::Refresh ) );
	}

	private function action(): Action {
		return $this->world->random->one( array( Action::Rebuild, Action::Rebuild, Action::CleanRebuild, Action::PurgeCache, Action::Refresh, Action::Refresh, Action::Refresh ) );
	}

	private function block(): ?string {
		return $this->world->random->chance( 6 ) ? $this->world->random->one( array( 'copy', 'disabled' ) ) : null;
	}
}
