<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Queue_Store;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Runs\Undeployed_Log;
use HeadlessDeploy\Tracking\Check_Interval;

/**
 * Holds all that was read for one status of the current site, ordered by environment. It is read in a handful of
 * queries, whatever the number of environments.
 *
 * @phpstan-import-type Run from Run_View
 * @phpstan-import-type Left from Undeployed_Log
 * @phpstan-import-type Undeployed from Undeployed_Changes
 */
final class Status_Facts {
	/** So many of the runs whose changes are not on the site tell who and what; all of them are counted. */
	private const MOST_TOLD = 20;

	/**
	 * @param array<string, list<Lane_State>>               $lanes   What is waiting, by environment.
	 * @param array<string, list<Run>>                      $sending What is being sent, by environment.
	 * @param array<string, list<Run>>                      $ended   Last ended run of each lane, newest first, by environment.
	 * @param array<string, list<string>>                   $pending Stored reasons of pending rows, by lane.
	 * @param array<int, list<string>>                      $begun   Stored reasons of unfinished runs, by run.
	 * @param array<string, array{changes: int, runs: int}> $weeks   Sums of seven days, by environment.
	 * @param array<string, int>                            $looks   When the next look at what became of a run is due, by environment.
	 * @param array<string, list<Left>>                     $left    Runs whose changes are not on the site, newest first, by lane.
	 * @param array<int, Run>                               $runs    The newest of these, rendered, by id.
	 */
	private function __construct(
		private readonly array $lanes,
		private readonly array $sending,
		private readonly array $ended,
		private readonly array $pending,
		private readonly array $begun,
		private readonly array $weeks,
		private readonly array $looks,
		private readonly array $left,
		private readonly array $runs,
	) {}

	/**
	 * Reads.
	 *
	 * @param array<string, string> $labels Label of each environment, by id.
	 */
	public static function read( Queue_Store $store, Run_Log $log, Run_View $view, array $labels, int $now ): self {
		$lanes      = $store->read( get_current_blog_id() );
		$unfinished = array();
		$in_flight  = array();
		foreach ( $lanes as $lane ) {
			if ( null !== $lane->unfinished ) {
				$unfinished[ $lane->unfinished->id ] = $lane->key;
			}
			if ( null !== $lane->unfinished && $lane->is_in_flight( $now ) ) {
				$in_flight[] = $lane->unfinished->id;
			}
		}
		$sending = $log->by_ids( $in_flight );
		$ended   = $log->last_of_lanes();
		$left    = ( new Undeployed_Log( $log->page ) )->read( $lanes, $ended );
		$leaving = $log->by_ids( self::newest( $left ) );
		$shown   = $view->render( array_merge( $sending, $ended, $leaving ), $labels );
		return new self(
			self::by_environment( $lanes ),
			self::rendered( $sending, $shown ),
			self::rendered( $ended, $shown ),
			$log->pending_reasons( array_values( array_map( static fn( Lane_State $lane ): Lane_Key => $lane->key, $lanes ) ) ),
			$log->reasons_of( $unfinished ),
			$log->sums_since( $now - Run_Log::WEEK_MS ),
			self::looks( $ended, $now ),
			$left,
			$shown,
		);
	}

	/**
	 * Returns what is waiting in a lane of an environment, null when nothing is.
	 */
	public function lane( string $id, Lane $which ): ?Lane_State {
		foreach ( $this->lanes[ $id ] ?? array() as $lane ) {
			if ( $lane->key->lane === $which->value ) {
				return $lane;
			}
		}
		return null;
	}

	/**
	 * Returns what is waiting on the whole site.
	 *
	 * @return list<Lane_State>
	 */
	public function all_lanes(): array {
		return array_merge( ...array_values( $this->lanes ) );
	}

	/**
	 * Returns what is being sent in a lane of an environment.
	 *
	 * @return list<Run>
	 */
	public function sending( string $id, Lane $which ): array {
		return self::of_lane( $this->sending[ $id ] ?? array(), $which );
	}

	/**
	 * Returns the newest run of a lane of an environment that ended and was not canceled.
	 *
	 * @return Run|null
	 */
	public function last( string $id, Lane $which ): ?array {
		return self::of_lane( $this->ended[ $id ] ?? array(), $which )[0] ?? null;
	}

	/**
	 * Returns what failed and canceled runs of a lane have left behind: what is not on the site, and in no run either.
	 *
	 * @param  bool            $is_pending Whether a run is pending there, which counts what it takes along as its own.
	 * @return Undeployed|null
	 */
	public function undeployed( string $id, Lane $which, bool $is_pending ): ?array {
		if ( array() !== $this->sending( $id, $which ) ) {
			return null;
		}
		$left = $this->left[ Lane_Key::of( get_current_blog_id(), $id, $which )->id() ] ?? array();
		$left = array_values( array_filter( $left, static fn( array $one ): bool => ! $is_pending || ! $one['waits'] ) );
		return ( new Undeployed_Changes( $this->runs ) )->of( $which->value, $left );
	}

	/**
	 * Keeps the runs of a lane.
	 *
	 * @param  list<Run> $runs
	 * @return list<Run>
	 */
	private static function of_lane( array $runs, Lane $lane ): array {
		return array_values( array_filter( $runs, static fn( array $run ): bool => $lane->value === $run['lane'] ) );
	}

	/**
	 * Returns the runs that tell who left which changes behind.
	 *
	 * @param  array<string, list<Left>> $left Newest first, by lane.
	 * @return list<int>
	 */
	private static function newest( array $left ): array {
		return array_merge( array(), ...array_map( static fn( array $runs ): array => array_column( array_slice( $runs, 0, self::MOST_TOLD ), 'run' ), array_values( $left ) ) );
	}

	/**
	 * Returns the stored reasons of what is waiting in a lane, newest first.
	 *
	 * @param  bool         $all Whether those of an unfinished run are among them.
	 * @return list<string>
	 */
	public function reasons( Lane_State $lane, bool $all ): array {
		$begun = null !== $lane->unfinished && $all ? $this->begun[ $lane->unfinished->id ] ?? array() : array();
		return array_merge( $this->pending[ $lane->key->id() ] ?? array(), $begun );
	}

	/**
	 * Returns when the next look at what became of a run is due, in milliseconds; null when nothing is followed.
	 */
	public function next_check_at( string $id ): ?int {
		return $this->looks[ $id ] ?? null;
	}

	/**
	 * Finds the next look of each environment. What was sent before the newest is not worth an open page's while.
	 *
	 * @param  list<object&\stdClass> $rows Newest of each lane.
	 * @return array<string, int>
	 */
	private static function looks( array $rows, int $now ): array {
		$looks = array();
		foreach ( $rows as $row ) {
			$at = Check_Interval::of_row( $row, $now );
			if ( null !== $at ) {
				$looks[ (string) $row->environment_id ] = min( $looks[ (string) $row->environment_id ] ?? $at, $at );
			}
		}
		return $looks;
	}

	/**
	 * Returns what seven days of builds came to.
	 *
	 * @return array{changes: int, runs: int}
	 */
	public function week( string $id ): array {
		return $this->weeks[ $id ] ?? array(
			'changes' => 0,
			'runs'    => 0,
		);
	}

	/**
	 * Orders lanes by environment.
	 *
	 * @param  array<string, Lane_State>       $lanes Lanes of the site.
	 * @return array<string, list<Lane_State>>
	 */
	private static function by_environment( array $lanes ): array {
		$ordered = array();
		foreach ( $lanes as $lane ) {
			$ordered[ $lane->key->environment_id ][] = $lane;
		}
		return $ordered;
	}

	/**
	 * Orders runs by environment.
	 *
	 * @param  list<object&\stdClass>   $rows  Rows of the log.
	 * @param  array<int, Run>          $shown The same, rendered, by id.
	 * @return array<string, list<Run>>
	 */
	private static function rendered( array $rows, array $shown ): array {
		$ordered = array();
		foreach ( $rows as $row ) {
			$ordered[ (string) $row->environment_id ][] = $shown[ (int) $row->id ];
		}
		return $ordered;
	}
}
