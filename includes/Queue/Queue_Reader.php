<?php
/**
 * The three reads of the queue.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Environments\Lane;

/**
 * Reads what is waiting, in three queries whatever the number of lanes.
 */
final class Queue_Reader {
	/**
	 * Reads what is waiting: the unfinished first, then the pending, so that what is refused in between is not
	 * taken for gone.
	 *
	 * @param int|null      $blog_id Only this site, null for the whole network.
	 * @param Lane_Key|null $only    Only this lane.
	 *
	 * @return array<string, Lane_State>
	 */
	public function read( ?int $blog_id, ?Lane_Key $only = null ): array {
		$unfinished = $this->unfinished( $blog_id, $only );
		$pending    = $this->pending( $blog_id, $only );
		$keys       = array();
		foreach ( array_merge( $unfinished, $pending ) as $row ) {
			$lane = Lane::tryFrom( $row->lane );
			if ( null !== $lane ) {
				$key                = Lane_Key::of( (int) $row->blog_id, $row->environment_id, $lane );
				$keys[ $key->id() ] = $key;
			}
		}
		$leases     = array() === $keys ? array() : $this->by_lane( $this->leases( $blog_id, $only ) );
		$unfinished = $this->by_lane( $unfinished );
		$pending    = $this->by_lane( $pending );
		$states     = array();
		foreach ( $keys as $id => $key ) {
			$states[ $id ] = $this->state( $key, $pending[ $id ] ?? null, $unfinished[ $id ] ?? null, (int) ( $leases[ $id ]->lease_until ?? 0 ) );
		}
		return $states;
	}

	/**
	 * Puts a lane's rows together.
	 *
	 * @param Lane_Key                $key         Lane.
	 * @param (object&\stdClass)|null $pending     Sum of its pending rows.
	 * @param (object&\stdClass)|null $unfinished  Its unfinished delivery.
	 * @param int                     $lease_until When its lease ends.
	 */
	private function state( Lane_Key $key, ?object $pending, ?object $unfinished, int $lease_until ): Lane_State {
		$begun = null === $unfinished ? null : $this->begun( $unfinished );
		if ( null === $pending ) {
			return new Lane_State( $key, action: $begun->action ?? Action::Rebuild, unfinished: $begun, lease_until: $lease_until );
		}
		return new Lane_State(
			$key,
			null === $pending->oldest ? null : (int) $pending->oldest,
			null === $pending->newest ? null : (int) $pending->newest,
			(int) $pending->changes,
			null === $pending->pressed_at ? null : (int) $pending->pressed_at,
			(int) $pending->fresh,
			(int) $pending->failed,
			(int) $pending->seen,
			$this->strongest( $key->lane(), 1 === (int) $pending->clean ),
			$pending->cause ?? Cause::AUTOMATIC,
			(int) $pending->user_id,
			$begun,
			$lease_until,
		);
	}

	/**
	 * Reads an unfinished delivery's row.
	 *
	 * @param object&\stdClass $row The row.
	 */
	private function begun( object $row ): Unfinished {
		return new Unfinished(
			(int) $row->id,
			'retrying' === $row->state,
			(int) $row->not_before,
			1 === (int) $row->pressed,
			Action::tryFrom( $row->action ) ?? Action::Rebuild,
			(int) $row->changes,
			Attempts::from_json( $row->attempts ),
			(int) $row->created_at,
			$row->error_code,
			(int) $row->http_status,
		);
	}

	/**
	 * Returns the strongest action of a lane.
	 *
	 * @param Lane $lane     Lane.
	 * @param bool $is_clean Whether a Clean Rebuild is asked for.
	 */
	private function strongest( Lane $lane, bool $is_clean ): Action {
		if ( Lane::Cache === $lane ) {
			return Action::PurgeCache;
		}
		return $is_clean ? Action::CleanRebuild : Action::Rebuild;
	}

	/**
	 * Adds up the pending rows of each lane.
	 *
	 * @param int|null      $blog_id Only this site.
	 * @param Lane_Key|null $only    Only this lane.
	 *
	 * @return list<object&\stdClass>
	 */
	private function pending( ?int $blog_id, ?Lane_Key $only ): array {
		return $this->rows(
			'SELECT blog_id, environment_id, lane,
				MIN(CASE WHEN failed = 0 THEN noted_at END) AS oldest,
				MAX(CASE WHEN failed = 0 THEN noted_at END) AS newest,
				SUM(changes) AS changes,
				MAX(CASE WHEN pressed = 1 THEN noted_at END) AS pressed_at,
				MAX(CASE WHEN pressed = 1 THEN cause END) AS cause,
				MAX(CASE WHEN pressed = 1 THEN user_id ELSE 0 END) AS user_id,
				SUM(CASE WHEN failed = 0 THEN 1 ELSE 0 END) AS fresh,
				SUM(CASE WHEN failed = 0 THEN 0 ELSE changes END) AS failed,
				MAX(CASE WHEN action = \'cleanRebuild\' THEN 1 ELSE 0 END) AS clean,
				MAX(id) AS seen
			FROM ' . Tables::changes() . ' WHERE delivery_id = 0' . $this->where( '', $blog_id, $only )
			. ' GROUP BY blog_id, environment_id, lane',
		);
	}

	/**
	 * Reads the unfinished deliveries, at most one of each lane.
	 *
	 * @param int|null      $blog_id Only this site.
	 * @param Lane_Key|null $only    Only this lane.
	 *
	 * @return list<object&\stdClass>
	 */
	private function unfinished( ?int $blog_id, ?Lane_Key $only ): array {
		return $this->rows(
			'SELECT d.id, d.blog_id, d.environment_id, d.lane, d.state, d.not_before, d.action, d.attempts, d.created_at, d.error_code, d.http_status,
				COALESCE(SUM(c.changes), 0) AS changes, MAX(c.pressed) AS pressed
			FROM ' . Tables::deliveries() . ' d LEFT JOIN ' . Tables::changes() . " c ON c.delivery_id = d.id
			WHERE d.state IN ('sending', 'retrying')" . $this->where( 'd.', $blog_id, $only )
			. ' GROUP BY d.id, d.blog_id, d.environment_id, d.lane, d.state, d.not_before, d.action, d.attempts, d.created_at, d.error_code, d.http_status',
		);
	}

	/**
	 * Reads who holds a lane.
	 *
	 * @param int|null      $blog_id Only this site.
	 * @param Lane_Key|null $only    Only this lane.
	 *
	 * @return list<object&\stdClass>
	 */
	private function leases( ?int $blog_id, ?Lane_Key $only ): array {
		return $this->rows(
			'SELECT blog_id, environment_id, lane, lease_until FROM ' . Tables::lanes() . ' WHERE lease IS NOT NULL' . $this->where( '', $blog_id, $only ),
		);
	}

	/**
	 * Narrows a statement.
	 *
	 * @param string        $alias   Table's alias with its point, or empty.
	 * @param int|null      $blog_id Only this site.
	 * @param Lane_Key|null $only    Only this lane.
	 */
	private function where( string $alias, ?int $blog_id, ?Lane_Key $only ): string {
		global $wpdb;
		if ( null !== $only ) {
			return (string) $wpdb->prepare( " AND {$alias}blog_id = %d AND {$alias}environment_id = %s AND {$alias}lane = %s", $only->blog_id, $only->environment_id, $only->lane );
		}
		return null === $blog_id ? '' : (string) $wpdb->prepare( " AND {$alias}blog_id = %d", $blog_id );
	}

	/**
	 * Runs a statement. Tables that turn out to be lost are made again; an answer of JSON must hold no printed error.
	 *
	 * @param string $statement Ready to run.
	 *
	 * @return list<object&\stdClass>
	 */
	private function rows( string $statement ): array {
		global $wpdb;
		$was_shown = $wpdb->hide_errors();
		$rows      = $wpdb->get_results( $statement );
		$wpdb->show_errors( $was_shown );
		if ( '' !== $wpdb->last_error ) {
			( new Lost_Tables() )->mend();
		}
		return array_values( (array) $rows );
	}

	/**
	 * Orders rows by lane.
	 *
	 * @param list<object&\stdClass> $rows Rows with the three parts of the key.
	 *
	 * @return array<string, object&\stdClass>
	 */
	private function by_lane( array $rows ): array {
		$by_lane = array();
		foreach ( $rows as $row ) {
			$by_lane[ "{$row->blog_id}/{$row->environment_id}/{$row->lane}" ] = $row;
		}
		return $by_lane;
	}
}
