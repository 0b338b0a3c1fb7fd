<?php
/**
 * What the status is made of.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Deliveries\Delivery_Log;
use HeadlessDeploy\Deliveries\Delivery_View;
use HeadlessDeploy\Outcomes\Pace;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Queue_Store;

/**
 * Holds all that was read for one status of the current site, ordered by environment. It is read in a handful of
 * queries, whatever the number of environments.
 *
 * @phpstan-import-type Delivery from Delivery_View
 */
final class Status_Facts {
	/**
	 * Takes what was read.
	 *
	 * @param array<string, list<Lane_State>>               $lanes   What is waiting, by environment.
	 * @param array<string, list<Delivery>>                 $sending What is being sent, by environment.
	 * @param array<string, list<Delivery>>                 $ended   Last ended delivery of each lane, newest first, by environment.
	 * @param array<string, list<string>>                   $pending Stored reasons of pending rows, by lane.
	 * @param array<int, list<string>>                      $begun   Stored reasons of unfinished deliveries, by delivery.
	 * @param array<string, array{changes: int, runs: int}> $weeks   Sums of seven days, by environment.
	 * @param array<string, int>                            $looks   When the next look at what became of a run is due, by environment.
	 */
	private function __construct(
		private readonly array $lanes,
		private readonly array $sending,
		private readonly array $ended,
		private readonly array $pending,
		private readonly array $begun,
		private readonly array $weeks,
		private readonly array $looks,
	) {}

	/**
	 * Reads.
	 *
	 * @param Queue_Store   $store The queue.
	 * @param Delivery_Log  $log   What was sent.
	 * @param Delivery_View $view  Renders it.
	 * @param int           $now   Milliseconds.
	 */
	public static function read( Queue_Store $store, Delivery_Log $log, Delivery_View $view, int $now ): self {
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
		$shown   = $view->render( array_merge( $sending, $ended ) );
		return new self(
			self::by_environment( $lanes ),
			self::rendered( $sending, $shown ),
			self::rendered( $ended, $shown ),
			$log->pending_reasons( array_values( array_map( static fn( Lane_State $lane ): Lane_Key => $lane->key, $lanes ) ) ),
			$log->reasons_of( $unfinished ),
			$log->sums_since( $now - Delivery_Log::WEEK_MS ),
			self::looks( $ended, $now ),
		);
	}

	/**
	 * Returns what is waiting for an environment.
	 *
	 * @param string $id Environment.
	 *
	 * @return list<Lane_State>
	 */
	public function lanes( string $id ): array {
		return $this->lanes[ $id ] ?? array();
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
	 * Returns what is being sent for an environment.
	 *
	 * @param string $id Environment.
	 *
	 * @return list<Delivery>
	 */
	public function sending( string $id ): array {
		return $this->sending[ $id ] ?? array();
	}

	/**
	 * Returns the last ended delivery of each lane of an environment, newest first.
	 *
	 * @param string $id Environment.
	 *
	 * @return list<Delivery>
	 */
	public function ended( string $id ): array {
		return $this->ended[ $id ] ?? array();
	}

	/**
	 * Returns the stored reasons of what is waiting in a lane, newest first.
	 *
	 * @param Lane_State $lane Lane.
	 * @param bool       $all  Whether those of an unfinished delivery are among them.
	 *
	 * @return list<string>
	 */
	public function reasons( Lane_State $lane, bool $all ): array {
		$begun = null !== $lane->unfinished && $all ? $this->begun[ $lane->unfinished->id ] ?? array() : array();
		return array_merge( $this->pending[ $lane->key->id() ] ?? array(), $begun );
	}

	/**
	 * Returns when the next look at what became of a run is due, in milliseconds; null when nothing is followed.
	 *
	 * @param string $id Environment.
	 */
	public function look_at( string $id ): ?int {
		return $this->looks[ $id ] ?? null;
	}

	/**
	 * Finds the next look of each environment. What was sent before the newest is not worth an open page's while.
	 *
	 * @param list<object&\stdClass> $rows Newest of each lane.
	 * @param int                    $now  Milliseconds.
	 *
	 * @return array<string, int>
	 */
	private static function looks( array $rows, int $now ): array {
		$looks = array();
		foreach ( $rows as $row ) {
			$at = Pace::of_row( $row, $now );
			if ( null !== $at ) {
				$looks[ (string) $row->environment_id ] = min( $looks[ (string) $row->environment_id ] ?? $at, $at );
			}
		}
		return $looks;
	}

	/**
	 * Returns what seven days of builds came to.
	 *
	 * @param string $id Environment.
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
	 * @param array<string, Lane_State> $lanes Lanes of the site.
	 *
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
	 * Orders deliveries by environment.
	 *
	 * @param list<object&\stdClass> $rows  Rows of the log.
	 * @param array<int, Delivery>   $shown The same, rendered, by id.
	 *
	 * @return array<string, list<Delivery>>
	 */
	private static function rendered( array $rows, array $shown ): array {
		$ordered = array();
		foreach ( $rows as $row ) {
			$ordered[ (string) $row->environment_id ][] = $shown[ (int) $row->id ];
		}
		return $ordered;
	}
}
