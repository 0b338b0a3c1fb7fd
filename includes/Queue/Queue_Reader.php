<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Lease_Columns;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\System_Clock;

/**
 * Reads the lanes, in three queries whatever their number.
 */
final class Queue_Reader {
	public function __construct( private readonly Clock $clock = new System_Clock() ) {}

	/**
	 * Runs a SELECT statement. Missing tables are created, and are empty then.
	 *
	 * @throws Read_Failed
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
	 * Reads the lanes with pending rows or an unfinished run.
	 *
	 * @param  int|null                  $blog_id      Only this site, null for the whole network.
	 * @param  bool                      $from_primary Whether a replica must not answer.
	 * @throws Read_Failed
	 * @return array<string, Lane_State> By `Lane_Key::id()`.
	 */
	public function lanes( ?int $blog_id, bool $from_primary = false ): array {
		return $this->read( $blog_id, null, $from_primary );
	}

	/**
	 * Reads a lane from the primary, for code that decides what to do with it.
	 *
	 * @throws Read_Failed
	 */
	public function lane( Lane_Key $key ): Lane_State {
		return $this->read( $key->blog_id, $key, true )[ $key->id() ] ?? new Lane_State( $key );
	}

	/**
	 * Reads the lane of a lease from the primary.
	 *
	 * @throws Read_Failed
	 * @return Lane_State|null Null when the lease was lost.
	 */
	public function leased_lane( Lease $lease ): ?Lane_State {
		$key        = $lease->key;
		$unfinished = self::rows( self::select_under_lease( $lease, $this->unfinished_sql( $key->blog_id, $key ) ) )[0] ?? null;
		$pending    = null === $unfinished ? array() : self::rows( self::select_under_lease( $lease, Pending_Rows::all_of_lane_sql( $key ) ) );
		if ( null === $unfinished || array() === $pending ) {
			return null;
		}
		$rows = array_values( array_filter( $pending, static fn( object $row ): bool => null !== $row->last_row_id ) );
		$sum  = Pending_Rows::by_lane( $rows, false )[ $key->id() ] ?? null;
		return $this->state( $key, $sum, null === $unfinished->id ? null : $unfinished, 0 );
	}

	/**
	 * Returns the id of a pending row of a lane.
	 *
	 * @param  int         $position 1 for the first row with a higher id than `$after`.
	 * @throws Read_Failed
	 * @return int|null    Null when the lane has fewer.
	 */
	public function pending_row( Lane_Key $key, int $position, int $after = 0 ): ?int {
		global $wpdb;
		$id = Database::value(
			"SELECT found.id FROM (SELECT id FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0 AND " . $key->condition()
			. $wpdb->prepare( ' AND id > %d ORDER BY id LIMIT 1 OFFSET %d) found FOR UPDATE', $after, $position - 1 ),
		);
		return null === $id ? null : (int) $id;
	}

	/**
	 * Sums up the rows of a run on the primary.
	 *
	 * @throws Read_Failed
	 * @return Covered_Changes|null Null when the run has no rows, or the lease was lost.
	 */
	public function covered_changes( Lease $lease, int $run_id ): ?Covered_Changes {
		global $wpdb;
		$sum = $wpdb->prepare(
			"SELECT MAX(id) AS last, SUM(changes) AS changes,
				MAX(CASE WHEN action = 'cleanRebuild' THEN 1 ELSE 0 END) AS clean,
				MAX(CASE WHEN action = 'refresh' AND lane <> 'refresh' THEN 1 ELSE 0 END) AS replaces_refresh,
				MAX(CASE WHEN manual = 1 THEN id END) AS manual_row_id
			FROM {$wpdb->headless_deploy_changes}
			WHERE run_id = %d",
			$run_id,
		);
		$row = self::rows( self::select_under_lease(
			$lease,
			"SELECT total.*, p.cause, p.user_id FROM ($sum) total LEFT JOIN {$wpdb->headless_deploy_changes} p ON p.id = total.manual_row_id",
		) )[0] ?? null;
		if ( null === $row || null === $row->last ) {
			return null;
		}
		return new Covered_Changes(
			$lease->key->strongest( 1 === (int) $row->clean ),
			(int) $row->changes,
			Cause::from_stored( $row->cause ),
			(int) $row->user_id,
			1 === (int) $row->replaces_refresh,
		);
	}

	/**
	 * Tells whether a manual run is pending in a lane. The primary answers: it may have been added during this request's call.
	 *
	 * @throws Read_Failed
	 */
	public function has_pending_manual_run( Lane_Key $key ): bool {
		global $wpdb;
		$found = "SELECT id FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0 AND " . $key->condition() . ' AND manual = 1 LIMIT 1';
		// Locks only the row of the lane, see select_under_lease().
		return null !== Database::value(
			"SELECT found.id FROM {$wpdb->headless_deploy_lanes} l LEFT JOIN ($found) found ON 1 = 1 WHERE {$key->condition( 'l.' )} FOR UPDATE",
		);
	}

	/**
	 * Finds the run of a row of changes, 0 while the row is pending.
	 *
	 * @throws Read_Failed
	 */
	public function run_of( int $row_id ): int {
		global $wpdb;
		// FOR UPDATE sends the statement to the primary: this request may have just sent the row.
		return (int) Database::value( (string) $wpdb->prepare(
			"SELECT run_id FROM {$wpdb->headless_deploy_changes} WHERE id = %d FOR UPDATE",
			$row_id,
		) );
	}

	/**
	 * @param  list<object&\stdClass>    $unfinished As `unfinished_sql()` selects them.
	 * @param  list<object&\stdClass>    $pending    As `Pending_Rows` selects them.
	 * @param  list<object&\stdClass>    $leases     As `leases_sql()` selects them.
	 * @return array<string, Lane_State> By `Lane_Key::id()`.
	 */
	public function states( array $unfinished, array $pending, array $leases ): array {
		$keys = array();
		foreach ( array_merge( $unfinished, $pending ) as $row ) {
			// A newer version may have further lanes.
			if ( null !== Lane::tryFrom( $row->lane ) ) {
				$key                = Lane_Key::of_row( $row );
				$keys[ $key->id() ] = $key;
			}
		}
		$leases     = $this->by_lane( $leases );
		$unfinished = $this->by_lane( $unfinished );
		$pending    = Pending_Rows::by_lane( $pending, true );
		$states     = array();
		foreach ( $keys as $id => $key ) {
			$states[ $id ] = $this->state( $key, $pending[ $id ] ?? null, $unfinished[ $id ] ?? null, $this->ends_at( $leases[ $id ] ?? null ) );
		}
		return $states;
	}

	/**
	 * Selects the unfinished runs, at most one of each lane. Their changes are counted up to `Change_Count::MAX`.
	 */
	public function unfinished_sql( ?int $blog_id, ?Lane_Key $key = null ): string {
		global $wpdb;
		$where  = "WHERE d.status IN ('sending', 'retrying')" . $this->conditions( 'd.', $blog_id, $key );
		$of_run = "FROM {$wpdb->headless_deploy_changes} c WHERE c.run_id = d.id";
		$offset = Change_Count::MAX;
		$more   = Change_Count::MORE;
		return "SELECT d.id, d.blog_id, d.environment_id, d.lane, d.status, d.postponed, d.not_before, d.action, d.attempts,
				d.created_at, d.error_code, d.http_status, d.changes AS sent_changes,
				CASE WHEN (SELECT 1 $of_run LIMIT 1 OFFSET $offset) = 1 THEN $more ELSE (SELECT COALESCE(SUM(c.changes), 0) $of_run) END AS changes,
				m.manual, m.cause, COALESCE(m.user_id, 0) AS user_id
			FROM {$wpdb->headless_deploy_runs} d LEFT JOIN {$wpdb->headless_deploy_changes} m ON m.id = (
				SELECT MAX(c.id) $of_run AND c.blog_id = d.blog_id AND c.environment_id = d.environment_id AND c.lane = d.lane AND c.manual = 1
			) $where";
	}

	public function leases_sql( ?int $blog_id, ?Lane_Key $key = null ): string {
		global $wpdb;
		return 'SELECT blog_id, environment_id, lane, ' . Lease_Columns::select( $this->clock ) . "
			FROM {$wpdb->headless_deploy_lanes} WHERE lease IS NOT NULL" . $this->conditions( '', $blog_id, $key );
	}

	/**
	 * Makes a statement that reads from the primary and returns no row when the lease is lost. While the lease is held and
	 * the statement finds nothing, it returns one row, all NULL. Proxies send FOR UPDATE to the primary. It locks only the lease's row,
	 * because a locking read leaves the tables of its subqueries unlocked, so no save has to wait
	 * (https://dev.mysql.com/doc/refman/8.0/en/innodb-locking-reads.html).
	 *
	 * @param string $statement SELECT without a semicolon.
	 */
	private static function select_under_lease( Lease $lease, string $statement ): string {
		global $wpdb;
		$lane_condition = $lease->key->condition( 'l.' ) . $wpdb->prepare( ' AND l.lease = %s', $lease->id );
		return "SELECT found.* FROM {$wpdb->headless_deploy_lanes} l LEFT JOIN ($statement) found ON 1 = 1 WHERE $lane_condition FOR UPDATE";
	}

	/**
	 * Reads the unfinished runs before the pending rows: a run that fails in between is then still listed.
	 *
	 * @throws Read_Failed
	 * @return array<string, Lane_State>
	 */
	private function read( ?int $blog_id, ?Lane_Key $key, bool $from_primary ): array {
		if ( $from_primary ) {
			Database::read_from_primary();
		}
		// The subquery is not locked, see select_under_lease().
		$rows = static fn( string $statement, string $order = '' ): array => self::rows(
			$from_primary ? "SELECT found.* FROM ($statement) found$order FOR UPDATE" : $statement . $order,
		);
		$unfinished = $rows( $this->unfinished_sql( $blog_id, $key ) );
		$pending    = null === $key ? Pending_Rows::of_lanes( $blog_id, $rows ) : $rows( Pending_Rows::of_lane_sql( $key ) );
		$leases     = array() === $unfinished && array() === $pending ? array() : $rows( $this->leases_sql( $blog_id, $key ) );
		return $this->states( $unfinished, $pending, $leases );
	}

	/**
	 * @param (object&\stdClass)|null $pending
	 * @param (object&\stdClass)|null $unfinished
	 */
	private function state( Lane_Key $key, ?object $pending, ?object $unfinished, int $lease_until ): Lane_State {
		$run = null === $unfinished ? null : Unfinished_Run::from_row( $unfinished );
		if ( null === $pending ) {
			return new Lane_State( $key, action: $run->action ?? $key->strongest( false ), unfinished: $run, lease_until: $lease_until );
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
			Cause::from_stored( $pending->cause ),
			(int) $pending->user_id,
			$run,
			$lease_until,
			1 === (int) $pending->replaces_refresh,
			$pending->undeployed_runs,
		);
	}

	/**
	 * @param (object&\stdClass)|null $lease
	 */
	private function ends_at( ?object $lease ): int {
		return null === $lease ? 0 : Lease_Columns::ends_at( $lease, $this->clock );
	}

	private function conditions( string $alias, ?int $blog_id, ?Lane_Key $key ): string {
		global $wpdb;
		if ( null !== $key ) {
			return ' AND ' . $key->condition( $alias );
		}
		return null === $blog_id ? '' : " AND {$alias}" . $wpdb->prepare( 'blog_id = %d', $blog_id );
	}

	/**
	 * @param  list<object&\stdClass>          $rows With the columns of a lane.
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
