<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Page_Query;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Runs\Undeployed_Log;
use HeadlessDeploy\Runs\Undeployed_Run;
use HeadlessDeploy\Tracking\Check_Interval;

/**
 * What is read for the status of the current site, in a few queries whatever the number of environments.
 */
final class Status_Facts {
	/** How many runs with undeployed changes are shown with their reasons; all are counted. */
	private const MAX_LISTED = 20;

	/**
	 * Lanes are named by `Lane_Key::id()`.
	 *
	 * @param array<string, Lane_State>              $lanes       By lane.
	 * @param array<string, Run>                     $sending     By lane.
	 * @param array<string, Run>                     $ended       The newest run of each lane that ended and was not canceled.
	 * @param array<string, Run>                     $observed    The newest build of the host that this site did not start, by lane.
	 * @param array<int|string, list<Stored_Reason>> $reasons     Reasons of pending rows, by lane, and of runs, by run.
	 * @param array<string, int>                     $next_checks When the next check of its last run is due, by lane.
	 * @param array<string, list<Undeployed_Run>>    $undeployed  Runs with undeployed changes, newest first, by lane.
	 * @param array<int, Run>                        $runs        By id.
	 */
	private function __construct(
		public readonly array $lanes,
		public readonly array $sending,
		public readonly array $ended,
		public readonly array $observed,
		private readonly array $reasons,
		public readonly array $next_checks,
		private readonly array $undeployed,
		private readonly array $runs,
	) {}

	/**
	 * @param array<string, string> $labels Label of each environment, by id.
	 */
	public static function read( Queue_Reader|Page_Query $queue, Run_Log $log, Run_View $view, array $labels, int $now ): self {
		$lanes       = $queue->lanes( get_current_blog_id() );
		$unfinished  = array();
		$sending_ids = array();
		foreach ( $lanes as $lane ) {
			if ( null !== $lane->unfinished ) {
				$unfinished[ $lane->unfinished->id ] = $lane->key;
			}
			if ( null !== $lane->unfinished && $lane->is_sending( $now ) ) {
				$sending_ids[] = $lane->unfinished->id;
			}
		}
		$sending    = $log->by_ids( $sending_ids );
		$last       = $log->last();
		$observed   = array_values( array_filter( $last, static fn( Run_Record $run ): bool => $run->is_observed() ) );
		$ended      = array_values( array_filter( $last, static fn( Run_Record $run ): bool => ! $run->is_observed() ) );
		$undeployed = ( new Undeployed_Log( $log->page ) )->read( $lanes, $ended );
		$listed     = $log->by_ids( self::newest( $undeployed ) );
		$records    = array_merge( $sending, $ended, $observed, $listed );
		$reasons    = $log->reasons_of(
			array_column( $records, 'key', 'id' ) + $unfinished,
			array_map( static fn( Lane_State $lane ): Lane_Key => $lane->key, $lanes ),
		);
		$shown = $view->render( $records, $labels, $reasons );
		return new self(
			$lanes,
			self::rendered( $sending, $shown ),
			self::rendered( $ended, $shown ),
			self::rendered( $observed, $shown ),
			$reasons,
			self::next_checks( $ended, $now ),
			$undeployed,
			$shown,
		);
	}

	/**
	 * Returns the changes of failed and canceled runs of a lane that no other run includes.
	 *
	 * @param bool $is_pending Whether a run is pending in the lane, which counts the waiting changes itself.
	 */
	public function undeployed( Lane_Key $lane, bool $is_pending ): ?Undeployed_Changes {
		if ( isset( $this->sending[ $lane->id() ] ) ) {
			return null;
		}
		$undeployed = $this->undeployed[ $lane->id() ] ?? array();
		$undeployed = array_values( array_filter(
			$undeployed,
			static fn( Undeployed_Run $one ): bool => ! $is_pending || ! $one->is_in_next_run,
		) );
		return Undeployed_Changes::of( $lane->lane, $undeployed, $this->runs );
	}

	/**
	 * @param  array<string, list<Undeployed_Run>> $undeployed Newest first, by lane.
	 * @return list<int>
	 */
	private static function newest( array $undeployed ): array {
		return array_merge(
			array(),
			...array_map(
				static fn( array $runs ): array => array_column( array_slice( $runs, 0, self::MAX_LISTED ), 'run' ),
				array_values( $undeployed ),
			),
		);
	}

	/**
	 * Returns the stored reasons of a lane, newest first.
	 *
	 * @return list<Stored_Reason>
	 */
	public function reasons( Lane_State $lane, bool $all ): array {
		$more = null !== $lane->unfinished && $all ? $this->reasons[ $lane->unfinished->id ] ?? array() : array();
		return array_merge( $this->reasons[ $lane->key->id() ] ?? array(), $more );
	}

	/**
	 * @param  list<Run_Record>   $runs Newest of each lane: an open page need not wait for older ones.
	 * @return array<string, int> By lane.
	 */
	private static function next_checks( array $runs, int $now ): array {
		$checks = array();
		foreach ( $runs as $run ) {
			$at = Check_Interval::of( $run, $now );
			if ( null !== $at ) {
				$checks[ $run->key->id() ] = $at;
			}
		}
		return $checks;
	}

	/**
	 * @param  list<Run_Record>   $records At most one of each lane.
	 * @param  array<int, Run>    $shown   The same, rendered, by id.
	 * @return array<string, Run> By lane.
	 */
	private static function rendered( array $records, array $shown ): array {
		$by_lane = array();
		foreach ( $records as $record ) {
			$by_lane[ $record->key->id() ] = $shown[ $record->id ];
		}
		return $by_lane;
	}
}
