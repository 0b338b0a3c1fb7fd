<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Read_Failed;

/**
 * Reads what is waiting, in three queries whatever the number of lanes.
 */
final class Queue_Reader {
	/**
	 * Takes the clock that the ends of leases are told by.
	 */
	public function __construct( private readonly Clock $clock ) {}

	/**
	 * Runs a statement. Tables that turn out to be lost are made again, and then there is nothing in them.
	 *
	 * @throws Read_Failed            When the database refused, or did not respond.
	 * @return list<object&\stdClass>
	 */
	public static function rows( string $statement ): array {
		try {
			return Database::rows( $statement );
		} catch ( Read_Failed $failure ) {
			return ( new Missing_Tables() )->repair() ? Database::rows( $statement ) : throw $failure;
		}
	}

	/**
	 * Reads one lane for the process that holds its lease. The statements end in FOR UPDATE, which proxies send to the
	 * primary, and lock the row of the lease alone: a locking read leaves the tables of its subqueries unlocked, so that no
	 * save has to wait (https://dev.mysql.com/doc/refman/8.0/en/innodb-locking-reads.html).
	 *
	 * @throws Read_Failed     When the database refused, or did not respond.
	 * @return Lane_State|null Null when the lease was lost.
	 */
	public function leased_lane( Lease $lease ): ?Lane_State {
		$key        = $lease->key;
		$unfinished = self::rows( self::select_under_lease( $lease, $this->unfinished_sql( $key->blog_id, $key ) ) )[0] ?? null;
		$pending    = null === $unfinished ? null : self::rows( self::select_under_lease( $lease, $this->pending_sql( $key->blog_id, $key ) ) )[0] ?? null;
		if ( null === $unfinished || null === $pending ) {
			return null;
		}
		return $this->state( $key, null === $pending->last_row_id ? null : $pending, null === $unfinished->id ? null : $unfinished, 0 );
	}

	/**
	 * Makes a statement that reads the primary, and answers no row when the lease is not held any more. Where it is held and
	 * the statement finds nothing, the row is all NULL.
	 *
	 * @param string $statement SELECT of one row, without a semicolon.
	 */
	public static function select_under_lease( Lease $lease, string $statement ): string {
		global $wpdb;
		$mine = $wpdb->prepare( 'l.blog_id = %d AND l.environment_id = %s AND l.lane = %s AND l.lease = %s', $lease->key->blog_id, $lease->key->environment_id, $lease->key->lane, $lease->id );
		return 'SELECT found.* FROM ' . Tables::lanes() . " l LEFT JOIN ($statement) found ON 1 = 1 WHERE $mine FOR UPDATE";
	}

	/**
	 * Reads what is waiting: the unfinished first, then the pending, so that what is refused in between is not
	 * taken for gone.
	 *
	 * @param  int|null                  $blog_id      Only this site, null for the whole network.
	 * @param  bool                      $from_primary Whether a replica must not answer.
	 * @throws Read_Failed               When the database refused, or did not respond.
	 * @return array<string, Lane_State>
	 */
	public function read( ?int $blog_id, ?Lane_Key $only = null, bool $from_primary = false ): array {
		// As in held(), the subquery is not locked.
		$rows       = static fn( string $statement ): array => self::rows( $from_primary ? "SELECT found.* FROM ($statement) found FOR UPDATE" : $statement );
		$unfinished = $rows( $this->unfinished_sql( $blog_id, $only ) );
		$pending    = $rows( $this->pending_sql( $blog_id, $only ) );
		$leases     = array() === $unfinished && array() === $pending ? array() : $rows( $this->leases_sql( $blog_id, $only ) );
		return $this->states( $unfinished, $pending, $leases );
	}

	/**
	 * Puts the rows of all lanes together.
	 *
	 * @param  list<object&\stdClass>    $unfinished Rows of unfinished runs.
	 * @param  list<object&\stdClass>    $pending    Sums of pending rows.
	 * @param  list<object&\stdClass>    $leases
	 * @return array<string, Lane_State>
	 */
	public function states( array $unfinished, array $pending, array $leases ): array {
		$keys = array();
		foreach ( array_merge( $unfinished, $pending ) as $row ) {
			$lane = Lane::tryFrom( $row->lane );
			if ( null !== $lane ) {
				$key                = Lane_Key::of( (int) $row->blog_id, $row->environment_id, $lane );
				$keys[ $key->id() ] = $key;
			}
		}
		$leases     = $this->by_lane( $leases );
		$unfinished = $this->by_lane( $unfinished );
		$pending    = $this->by_lane( $pending );
		$states     = array();
		foreach ( $keys as $id => $key ) {
			$states[ $id ] = $this->state( $key, $pending[ $id ] ?? null, $unfinished[ $id ] ?? null, $this->ends_at( $leases[ $id ] ?? null ) );
		}
		return $states;
	}

	/**
	 * Puts a lane's rows together.
	 *
	 * @param (object&\stdClass)|null $pending     Sum of its pending rows.
	 * @param (object&\stdClass)|null $unfinished
	 * @param int                     $lease_until When its lease ends.
	 */
	private function state( Lane_Key $key, ?object $pending, ?object $unfinished, int $lease_until ): Lane_State {
		$begun = null === $unfinished ? null : $this->unfinished_run( $unfinished );
		if ( null === $pending ) {
			return new Lane_State( $key, action: $begun->action ?? Action::Rebuild, unfinished: $begun, lease_until: $lease_until );
		}
		return new Lane_State(
			$key,
			null === $pending->oldest ? null : (int) $pending->oldest,
			null === $pending->newest ? null : (int) $pending->newest,
			(int) $pending->changes,
			null === $pending->manual_at ? null : (int) $pending->manual_at,
			(int) $pending->new_rows,
			(int) $pending->undeployed,
			(int) $pending->last_row_id,
			$key->strongest( 1 === (int) $pending->clean ),
			$pending->cause ?? Cause::AUTOMATIC,
			(int) $pending->user_id,
			$begun,
			$lease_until,
		);
	}

	/**
	 * Reads an unfinished run's row.
	 *
	 * @param object&\stdClass $row
	 */
	private function unfinished_run( object $row ): Unfinished_Run {
		return new Unfinished_Run(
			(int) $row->id,
			'retrying' === $row->status,
			(int) $row->not_before,
			1 === (int) $row->manual,
			Action::tryFrom( $row->action ) ?? Action::Rebuild,
			(int) $row->changes,
			Attempts::from_json( $row->attempts ),
			(int) $row->created_at,
			$row->error_code,
			(int) $row->http_status,
			$row->cause ?? Cause::AUTOMATIC,
			(int) $row->user_id,
		);
	}

	/**
	 * Returns when a lease ends by this server's clock; what the database says goes by that of the database.
	 *
	 * @param (object&\stdClass)|null $lease Row of the lease, null when nobody holds one.
	 */
	private function ends_at( ?object $lease ): int {
		return null === $lease ? 0 : $this->clock->now_ms() + (int) $lease->lease_until - (int) $lease->database_now;
	}

	/**
	 * Adds up the pending rows of each lane.
	 */
	private function pending_sql( ?int $blog_id, ?Lane_Key $only ): string {
		return 'SELECT blog_id, environment_id, lane,
				MIN(CASE WHEN previous_run_id = 0 THEN recorded_at END) AS oldest,
				MAX(CASE WHEN previous_run_id = 0 THEN recorded_at END) AS newest,
				SUM(changes) AS changes,
				MAX(CASE WHEN manual = 1 THEN recorded_at END) AS manual_at,
				MAX(CASE WHEN manual = 1 THEN cause END) AS cause,
				MAX(CASE WHEN manual = 1 THEN user_id ELSE 0 END) AS user_id,
				SUM(CASE WHEN previous_run_id = 0 THEN 1 ELSE 0 END) AS new_rows,
				SUM(CASE WHEN previous_run_id = 0 THEN 0 ELSE changes END) AS undeployed,
				MAX(CASE WHEN action = \'cleanRebuild\' THEN 1 ELSE 0 END) AS clean,
				MAX(id) AS last_row_id
			FROM ' . Tables::changes() . ' WHERE run_id = 0' . $this->where( '', $blog_id, $only )
			. ' GROUP BY blog_id, environment_id, lane';
	}

	/**
	 * Reads the unfinished runs, at most one of each lane.
	 */
	public function unfinished_sql( ?int $blog_id, ?Lane_Key $only ): string {
		return 'SELECT d.id, d.blog_id, d.environment_id, d.lane, d.status, d.not_before, d.action, d.attempts, d.created_at, d.error_code, d.http_status,
				COALESCE(SUM(c.changes), 0) AS changes, MAX(c.manual) AS manual,
				MAX(CASE WHEN c.manual = 1 THEN c.cause END) AS cause, MAX(CASE WHEN c.manual = 1 THEN c.user_id ELSE 0 END) AS user_id
			FROM ' . Tables::runs() . ' d LEFT JOIN ' . Tables::changes() . " c ON c.run_id = d.id
			WHERE d.status IN ('sending', 'retrying')" . $this->where( 'd.', $blog_id, $only )
			. ' GROUP BY d.id, d.blog_id, d.environment_id, d.lane, d.status, d.not_before, d.action, d.attempts, d.created_at, d.error_code, d.http_status';
	}

	/**
	 * Reads who holds a lane.
	 */
	public function leases_sql( ?int $blog_id, ?Lane_Key $only ): string {
		return "SELECT blog_id, environment_id, lane, lease_until, {$this->clock->sql_now_ms()} AS database_now FROM " . Tables::lanes() . ' WHERE lease IS NOT NULL' . $this->where( '', $blog_id, $only );
	}

	/**
	 * Narrows a statement.
	 *
	 * @param string $alias Table's alias with its point, or empty.
	 */
	private function where( string $alias, ?int $blog_id, ?Lane_Key $only ): string {
		global $wpdb;
		if ( null !== $only ) {
			return (string) $wpdb->prepare( " AND {$alias}blog_id = %d AND {$alias}environment_id = %s AND {$alias}lane = %s", $only->blog_id, $only->environment_id, $only->lane );
		}
		return null === $blog_id ? '' : (string) $wpdb->prepare( " AND {$alias}blog_id = %d", $blog_id );
	}

	/**
	 * Orders rows by lane.
	 *
	 * @param  list<object&\stdClass>          $rows Rows with the three parts of the key.
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
