<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;

/**
 * Lives through what its seed decides: saves, presses, cancels, holds, pauses, several senders at a time that are
 * stopped, go on late or die between any two statements, services in all moods, and clocks that are set.
 */
final class Schedule {
	public const STEPS = 52;

	private const LONGER_THAN_A_DAY_MS = 90_000_000;

	/**
	 * What happens how often.
	 */
	private const WEIGHTS = array(
		'save'        => 16,
		'press'       => 5,
		'press now'   => 2,
		'schedule'    => 2,
		'cron save'   => 2,
		'dispatch'    => 8,
		'dispatch it' => 15,
		'alarm'       => 12,
		'late head'   => 4,
		'cancel'      => 4,
		'undo'        => 3,
		'set'         => 9,
		'remove'      => 1,
		'restore'     => 1,
		'recur'       => 3,
		'weather'     => 4,
		'go on'       => 34,
		'finish'      => 8,
		'kill'        => 6,
		'stall'       => 5,
		'pass'        => 18,
		'set clock'   => 2,
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
	);

	/**
	 * What becomes of processes, and time.
	 */
	private readonly Course $course;

	/**
	 * @param Quiet                  $quiet        Lets one run alone.
	 * @param non-empty-list<string> $environments
	 */
	public function __construct(
		private readonly World $world,
		private readonly Entry_Points $doors,
		private readonly Quiet $quiet,
		private readonly array $environments,
	) {
		$this->course = new Course( $world );
	}

	/**
	 * Plays until the end, or until something is wrong.
	 */
	public function play(): void {
		for ( $step = 0; $step < self::STEPS && null === $this->world->story->fault; $step++ ) {
			$what = $this->world->dice->weighted( self::WEIGHTS );
			$this->step( $what );
			if ( ! in_array( $what, array( 'pass', 'weather', 'set clock' ), true ) ) {
				$this->world->judge();
			}
		}
		if ( null === $this->world->story->fault ) {
			( new Settlement( $this->world, $this->doors, $this->quiet, $this->environments ) )->settle();
		}
	}

	/**
	 * Does one thing.
	 *
	 * @param string $what A key of WEIGHTS.
	 */
	private function step( string $what ): void {
		match ( $what ) {
			'save'        => $this->begin( $this->save(), 85 ),
			'press'       => $this->press(),
			'press now'   => $this->press_now(),
			'schedule'    => $this->begin( $this->doors->schedule( $this->environment(), $this->action() ), 100 ),
			'cron save'   => $this->begin( $this->doors->save_in_cron( $this->environment(), $this->action() ), 50 ),
			'dispatch'    => $this->begin( $this->doors->dispatch( $this->closed(), $this->world->dice->chance( 15 ) ), 0 ),
			'dispatch it' => $this->dispatch_it(),
			'alarm'       => $this->wait_for_the_alarm(),
			'late head'   => $this->begin( $this->doors->dispatch_lane( $this->environment(), $this->lane() ), 10 ),
			'cancel'      => $this->cancel(),
			'undo'        => $this->begin( $this->doors->undo( $this->environment(), $this->lane() ), 60 ),
			'set'         => $this->begin( $this->doors->settings->set( $this->environment(), $this->world->dice->weighted( self::SETTINGS ) ), 50 ),
			'remove'      => $this->remove(),
			'restore'     => $this->restore(),
			'recur'       => $this->recur(),
			'weather'     => $this->change_weather(),
			'go on'       => $this->course->go_on(),
			'finish'      => $this->course->finish(),
			'kill'        => $this->course->kill(),
			'stall'       => $this->course->stall( $this->dispatch_it( ... ) ),
			'pass'        => $this->course->pass(),
			default       => $this->course->set_clock(),
		};
	}

	/**
	 * Begins a process, and leaves it where it is.
	 *
	 * @param int $percent How likely it is that it runs to its end at once.
	 */
	private function begin( Process $process, int $percent ): void {
		$steps = $this->world->dice->chance( $percent ) ? null : $this->world->dice->number( 1, 12 );
		$this->world->tell( $process->name . ( null === $steps ? '' : ", $steps statements" ) );
		$this->world->advance( $process, $steps );
	}

	/**
	 * Saves a post that one or two environments want something for.
	 */
	private function save(): Process {
		$wanted = array( array( $this->environment(), $this->action() ) );
		if ( $this->world->dice->chance( 25 ) ) {
			$wanted[] = array( $this->environment(), $this->action() );
		}
		return $this->doors->save( $wanted, $this->world->dice->number( 1, 3 ) );
	}

	/**
	 * Presses a button.
	 */
	private function press(): void {
		$action  = $this->action();
		$id      = $this->environment();
		$process = $this->doors->press( $id, $action, $this->closed() );
		if ( $this->world->dice->chance( 50 ) ) {
			$this->begin( $process, 0 );
			return;
		}
		$this->world->tell( "$process->name, alone" );
		$this->quiet->press( $process, "$id/{$action->lane()->value}" );
	}

	/**
	 * Presses "now" on what is pending.
	 */
	private function press_now(): void {
		$id      = $this->environment();
		$lane    = $this->lane();
		$process = $this->doors->press_pending( $id, $lane );
		if ( $this->world->dice->chance( 50 ) ) {
			$this->begin( $process, 0 );
			return;
		}
		$this->world->tell( "$process->name, alone" );
		$this->quiet->press( $process, "$id/$lane->value", true );
	}

	/**
	 * Dispatches while all others stand still.
	 */
	private function dispatch_it(): void {
		$process = $this->doors->dispatch( $this->closed(), $this->world->dice->chance( 15 ) );
		$this->world->tell( "$process->name, alone" );
		$this->quiet->dispatch( $process );
	}

	/**
	 * Lets time pass until the next thing is due by itself, and dispatches then; now and then several times.
	 */
	private function wait_for_the_alarm(): void {
		$rings = $this->world->dice->one( array( 1, 1, 2, 7 ) );
		for ( $ring = 0; $ring < $rings && null === $this->world->story->fault; $ring++ ) {
			$next = $this->doors->next_due();
			if ( null === $next ) {
				return;
			}
			$ms = max( 0, $next - $this->world->clock->now );
			$this->world->tell( "$ms ms pass until something is due" );
			$this->world->clock->pass( $ms );
			$this->dispatch_it();
			$this->world->judge();
		}
	}

	/**
	 * Cancels a lane.
	 */
	private function cancel(): void {
		$id      = $this->environment();
		$lane    = $this->lane();
		$process = $this->doors->cancel( $id, $lane );
		if ( $this->world->dice->chance( 60 ) ) {
			$this->begin( $process, 0 );
			return;
		}
		$this->world->tell( "$process->name, alone" );
		$this->quiet->cancel( $process, "$id/$lane->value" );
	}

	/**
	 * Removes an environment, but never the last.
	 */
	private function remove(): void {
		if ( $this->world->removals + 1 < count( $this->environments ) ) {
			$this->begin( $this->doors->settings->remove( $this->environment() ), 50 );
		}
	}

	/**
	 * Restores older settings, without an environment or with it; it is missing for a day now and then.
	 */
	private function restore(): void {
		$id = $this->environment();
		$this->begin( $this->doors->settings->restore( $id ), 80 );
		if ( $this->doors->settings->is_missing( $id ) && $this->world->dice->chance( 40 ) ) {
			$this->world->tell( 'a day passes' );
			$this->world->story->reach( 'a day without an environment' );
			$this->world->clock->pass( self::LONGER_THAN_A_DAY_MS );
			$this->dispatch_it();
		}
	}

	/**
	 * Runs the recurring event, alone or among others.
	 */
	private function recur(): void {
		$process = $this->doors->recur();
		if ( $this->world->dice->chance( 50 ) ) {
			$this->begin( $process, 20 );
			return;
		}
		$this->world->tell( "$process->name, alone" );
		$this->quiet->recur( $process, $this->doors->caches );
	}

	/**
	 * Changes the mood of a service.
	 */
	private function change_weather(): void {
		$id   = $this->environment();
		$mood = $this->world->dice->weighted( Fault_Plan::ALL );
		$this->world->tell( "the service of $id is $mood" );
		$this->world->service->moods[ $id ] = $mood;
	}

	/**
	 * Chooses an environment.
	 */
	private function environment(): string {
		return $this->world->dice->one( $this->environments );
	}

	/**
	 * Chooses a lane.
	 */
	private function lane(): Lane {
		return $this->world->dice->chance( 70 ) ? Lane::Build : Lane::Cache;
	}

	/**
	 * Chooses an action.
	 */
	private function action(): Action {
		return $this->world->dice->one( array( Action::Rebuild, Action::Rebuild, Action::CleanRebuild, Action::PurgeCache ) );
	}

	/**
	 * Chooses whether a web head is a copy or disabled.
	 */
	private function closed(): ?string {
		return $this->world->dice->chance( 6 ) ? $this->world->dice->one( array( 'copy', 'disabled' ) ) : null;
	}
}
