<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\System_Clock;

/**
 * Writes and reads the queue. Rows are only ever added, so no writer can overwrite another; and every write under a
 * lease is conditional on that lease (`mine()`), so whoever lost it writes nothing.
 *
 * The statements work on MariaDB, MySQL and the SQLite integration: no LEAST, GREATEST or IF (32 bits there), and no
 * column is read that the same statement assigns.
 */
final class Queue_Store {
	/**
	 * What is written of a change or a press, in the order of `values()`.
	 */
	public const CHANGE_COLUMNS = 'blog_id, environment_id, lane, action, recorded_at, changes, reasons, manual, cause, user_id';

	private const MAX_TRIES = 3;

	/**
	 * Values of one INSERT; names of the table and its columns come on top.
	 */
	private const MAX_INSERT_BYTES = 480_000;

	/**
	 * States that a run may still leave.
	 */
	private const UNFINISHED = "status IN ('sending', 'retrying')";

	/**
	 * @param Clock           $clock Knows the time of the database too.
	 * @param Page_Query|null $page  What a page of WordPress has read already; null reads.
	 */
	public function __construct(
		private readonly Clock $clock = new System_Clock(),
		private readonly ?Page_Query $page = null,
	) {}

	/**
	 * Appends rows: in one statement, unless many environments have long reasons. When only some could be written the
	 * caller tries all again; a change that is noted twice is sent, one that is noted never is lost.
	 *
	 * @param  non-empty-list<New_Change> $rows
	 * @return int                        Id of the first row, 0 when the database refused.
	 */
	public function insert( array $rows ): int {
		global $wpdb;
		$first = 0;
		foreach ( self::statements( array_map( self::values( ... ), $rows ) ) as $values ) {
			$written = $wpdb->query( 'INSERT INTO ' . Tables::changes() . ' (' . self::CHANGE_COLUMNS . ') VALUES (' . implode( '), (', $values ) . ')' );
			if ( count( $values ) !== $written ) {
				return 0;
			}
			$first = 0 === $first ? max( 1, (int) $wpdb->insert_id ) : $first;
		}
		return $first;
	}

	/**
	 * Splits values into as many statements as it takes to keep each below `max_allowed_packet`, which may be 1 MB.
	 *
	 * @param  non-empty-list<string>                 $rows Values of each row.
	 * @return non-empty-list<non-empty-list<string>>
	 */
	private static function statements( array $rows ): array {
		$statements = array();
		$bytes      = self::MAX_INSERT_BYTES;
		foreach ( $rows as $row ) {
			$bytes += strlen( $row ) + strlen( '), (' );
			if ( $bytes > self::MAX_INSERT_BYTES ) {
				$statements[] = array();
				$bytes        = strlen( $row );
			}
			$statements[ array_key_last( $statements ) ][] = $row;
		}
		return $statements;
	}

	/**
	 * Reads what is waiting.
	 *
	 * @param  int|null                  $blog_id      Only this site, null for the whole network.
	 * @param  bool                      $from_primary Whether a replica must not answer.
	 * @throws Read_Failed               When the database refused, or did not respond.
	 * @return array<string, Lane_State> By `Lane_Key::id()`; lanes without anything pending or unfinished are absent.
	 */
	public function read( ?int $blog_id, ?Lane_Key $key = null, bool $from_primary = false ): array {
		return null !== $this->page && null === $key ? $this->page->lanes() : ( new Queue_Reader( $this->clock ) )->read( $blog_id, $key, $from_primary );
	}

	/**
	 * Reads one lane.
	 *
	 * @throws Read_Failed When the database refused, or did not respond.
	 */
	public function lane( Lane_Key $key ): Lane_State {
		return $this->read( $key->blog_id, $key )[ $key->id() ] ?? new Lane_State( $key );
	}

	/**
	 * Reads the lane of a lease, as the primary has it.
	 *
	 * @throws Read_Failed     When the database refused, or did not respond.
	 * @return Lane_State|null Null when the lease was lost.
	 */
	public function leased_lane( Lease $lease ): ?Lane_State {
		return ( new Queue_Reader( $this->clock ) )->leased_lane( $lease );
	}

	/**
	 * Takes a lease, unless another process holds one. One that ends later than any can was taken by a clock that was set
	 * back since, and counts as ended. The clock is that of the database, so that web servers with different clocks agree.
	 */
	public function acquire( Lease $lease ): bool {
		global $wpdb;
		Database::read_from_primary();
		$now = $this->clock->sql_now_ms();
		$wpdb->query(
			$wpdb->prepare(
				'INSERT IGNORE INTO ' . Tables::lanes() . ' (blog_id, environment_id, lane) VALUES (%d, %s, %s)',
				$lease->key->blog_id,
				$lease->key->environment_id,
				$lease->key->lane,
			),
		);
		$written = $wpdb->query(
			$wpdb->prepare( 'UPDATE ' . Tables::lanes() . " SET lease = %s, lease_until = $now + %d WHERE ", $lease->id, Lease::DURATION_MS )
			. $this->lane_condition( $lease->key ) . ' AND ' . self::free_condition( $now ),
		);
		return 1 === $written;
	}

	/**
	 * Returns the condition that nobody holds the lease of a row.
	 *
	 * @param string $now SQL for the time.
	 */
	public static function free_condition( string $now ): string {
		global $wpdb;
		return (string) $wpdb->prepare( "(lease IS NULL OR lease_until <= $now OR lease_until > $now + %d)", 2 * Lease::DURATION_MS );
	}

	/**
	 * Gives a lease back; last of all that is done under it.
	 */
	public function release( Lease $lease ): void {
		global $wpdb;
		$this->query_with_retry(
			$wpdb->prepare(
				'UPDATE ' . Tables::lanes() . ' SET lease = NULL, lease_until = 0 WHERE ' . $this->lane_condition( $lease->key ) . ' AND lease = %s',
				$lease->id,
			),
		);
	}

	/**
	 * Begins a run.
	 *
	 * @return int Its id, 0 when the lease was lost.
	 */
	public function start_run( Lease $lease, Lane_State $lane ): int {
		return $this->insert_run( $lease, Run_Status::Sending, $lane->action, $lane->cause, $lane->user_id, $lane->changes );
	}

	/**
	 * Makes the entry of a cancellation.
	 *
	 * @param  Action $action What is not sent.
	 * @return int    Its id, 0 when the lease was lost.
	 */
	public function start_canceled_run( Lease $lease, Action $action, int $user_id ): int {
		return $this->insert_run( $lease, Run_Status::Canceled, $action, Cause::MANUAL, $user_id, 0 );
	}

	/**
	 * Goes on with a run that had begun.
	 *
	 * @param  Action   $action   What it asks for by now.
	 * @param  Attempts $attempts What has been tried, and always one more than stands there when it crashed.
	 * @return bool     False when the lease was lost, or the database refuses to write: then nothing may be sent either.
	 */
	public function resume( Lease $lease, int $run_id, Action $action, Attempts $attempts ): bool {
		return $this->update_run( $lease, $run_id, self::UNFINISHED, "status = 'sending', action = %s, attempts = %s", $action->value, $attempts->json() );
	}

	/**
	 * Attaches what is pending to a run.
	 *
	 * @param  int|null $seen Only rows up to this id: what a person saw when pressing Cancel.
	 * @return bool     False when the database refused.
	 */
	public function attach( Lease $lease, int $run_id, ?int $seen = null ): bool {
		global $wpdb;
		$up_to    = null === $seen ? '' : $wpdb->prepare( ' AND id <= %d', $seen );
		$attached = $this->query_with_retry(
			$wpdb->prepare( 'UPDATE ' . Tables::changes() . ' SET run_id = %d', $run_id )
			. ' WHERE run_id = 0 AND ' . $this->lane_condition( $lease->key ) . $up_to . ' AND ' . $this->lease_condition( $lease ),
		);
		return false !== $attached;
	}

	/**
	 * Reads what a run carries, as the primary has it.
	 *
	 * @throws Read_Failed          When the database refused, or did not respond.
	 * @return Covered_Changes|null Null when it carries nothing, or the lease was lost.
	 */
	public function covered_changes( Lease $lease, int $run_id ): ?Covered_Changes {
		global $wpdb;
		$sum = "SELECT MAX(id) AS last, SUM(changes) AS changes, MAX(CASE WHEN action = 'cleanRebuild' THEN 1 ELSE 0 END) AS clean,"
			. ' MAX(CASE WHEN manual = 1 THEN id END) AS manual_row_id FROM ' . Tables::changes() . $wpdb->prepare( ' WHERE run_id = %d', $run_id );
		$row = Queue_Reader::rows( Queue_Reader::select_under_lease( $lease, "SELECT total.*, p.cause, p.user_id FROM ($sum) total LEFT JOIN " . Tables::changes() . ' p ON p.id = total.manual_row_id' ) )[0] ?? null;
		if ( null === $row || null === $row->last ) {
			return null;
		}
		return new Covered_Changes( $lease->key->strongest( 1 === (int) $row->clean ), (int) $row->changes, $row->cause ?? Cause::AUTOMATIC, (int) $row->user_id );
	}

	/**
	 * Ends a run that carries nothing. The database decides that by the rows that it has.
	 */
	public function end_empty( Lease $lease, int $run_id, int $now ): void {
		$is_empty = ' AND NOT EXISTS (SELECT 1 FROM ' . Tables::changes() . ' WHERE run_id = ' . $run_id . ')';
		$this->update_run( $lease, $run_id, self::UNFINISHED . $is_empty, "status = 'canceled', cause = %s, finished_at = %d, changes = 0", Cause::AUTOMATIC, $now );
	}

	/**
	 * Takes the entry of a cancellation back, which nothing could be attached to.
	 */
	public function delete_canceled_run( Lease $lease, int $run_id ): void {
		global $wpdb;
		$this->query_with_retry(
			$wpdb->prepare( 'DELETE FROM ' . Tables::runs() . " WHERE id = %d AND status = 'canceled' AND finished_at = 0", $run_id )
			. $wpdb->prepare( ' AND NOT EXISTS (SELECT 1 FROM ' . Tables::changes() . ' WHERE run_id = %d OR previous_run_id = %d) AND ', $run_id, $run_id ) . $this->lease_condition( $lease ),
		);
	}

	/**
	 * Tells whether a press is pending in a lane, as the primary has it: it may have come in during this request's call.
	 *
	 * @throws Read_Failed When the database refused, or did not respond.
	 */
	public function has_pending_manual_run( Lane_Key $key ): bool {
		$press = 'SELECT id FROM ' . Tables::changes() . ' WHERE run_id = 0 AND ' . $this->lane_condition( $key ) . ' AND manual = 1 LIMIT 1';
		// Locks the row of the lane alone, see Queue_Reader::held().
		return null !== Database::value( 'SELECT found.id FROM ' . Tables::lanes() . " l LEFT JOIN ($press) found ON 1 = 1 WHERE " . $this->lane_condition( $key, 'l.' ) . ' FOR UPDATE' );
	}

	/**
	 * Finds the run that a row went out with, 0 while it is pending.
	 *
	 * @param  int         $row_id Row of the list of changes.
	 * @throws Read_Failed When the database refused, or did not respond.
	 */
	public function run_of( int $row_id ): int {
		global $wpdb;
		// FOR UPDATE sends it to the primary: the request that has just sent the row asks.
		return (int) Database::value( (string) $wpdb->prepare( 'SELECT run_id FROM ' . Tables::changes() . ' WHERE id = %d FOR UPDATE', $row_id ) );
	}

	/**
	 * Writes that the service took the run.
	 *
	 * @param  Attempt_Result $outcome What came of the attempt.
	 * @return bool           False when the lease was lost.
	 */
	public function accept( Lease $lease, int $run_id, Attempt_Result $outcome ): bool {
		return $this->write_result( $lease, $run_id, Run_Status::Accepted, $outcome, 0, $outcome->now );
	}

	/**
	 * Writes that the run waits for its next attempt. It keeps its rows; new ones join it then.
	 *
	 * @param  Attempt_Result $outcome    What came of the attempt.
	 * @param  int            $not_before When it may be tried again, in milliseconds.
	 * @return bool           False when the lease was lost.
	 */
	public function retry( Lease $lease, int $run_id, Attempt_Result $outcome, int $not_before ): bool {
		return $this->write_result( $lease, $run_id, Run_Status::Retrying, $outcome, $not_before, 0 );
	}

	/**
	 * Writes that the service refused for good. First its changes are detached and marked: shown, not sent, and
	 * taken along by the next run. A press is used up.
	 *
	 * @param  Attempt_Result $outcome What came of the attempt.
	 * @return bool           False when the lease was lost.
	 */
	public function fail( Lease $lease, int $run_id, Attempt_Result $outcome ): bool {
		global $wpdb;
		$detached = $this->query_with_retry(
			$wpdb->prepare(
				'UPDATE ' . Tables::changes() . ' SET run_id = 0, previous_run_id = %d WHERE run_id = %d AND changes > 0 AND ',
				$run_id,
				$run_id,
			) . $this->lease_condition( $lease ),
		);
		return false !== $detached && $this->write_result( $lease, $run_id, Run_Status::Failed, $outcome, 0, $outcome->now );
	}

	/**
	 * Writes that a run ends unsent; the count is that of the rows, because an unfinished run had some before.
	 *
	 * @param int    $user_id    Who canceled, 0 for nobody.
	 * @param string $cause      A constant of Cause.
	 * @param string $error_code Why, a code of Errors; empty when somebody wanted it so.
	 */
	public function cancel( Lease $lease, int $run_id, int $user_id, int $now, string $cause = Cause::MANUAL, string $error_code = '' ): void {
		$this->update_run(
			$lease,
			$run_id,
			'(' . self::UNFINISHED . " OR (status = 'canceled' AND finished_at = 0))",
			"status = 'canceled', cause = %s, user_id = %d, error_code = %s, finished_at = %d, changes = (SELECT COALESCE(SUM(changes), 0) FROM "
				. Tables::changes() . ' WHERE run_id IN (0, %d) AND (run_id = %d OR previous_run_id = %d) AND ' . $this->lane_condition( $lease->key ) . ')',
			$cause,
			$user_id,
			$error_code,
			$now,
			$run_id,
			$run_id,
			$run_id,
		);
	}

	/**
	 * Writes what came of an attempt.
	 *
	 * @param  Run_Status     $status      Accepted, Retrying or Failed.
	 * @param  Attempt_Result $outcome     What came of the attempt.
	 * @param  int            $not_before  When it may be tried again, 0 when it has ended.
	 * @param  int            $finished_at When it ended, 0 when it has not.
	 * @return bool           False when the lease was lost.
	 */
	private function write_result( Lease $lease, int $run_id, Run_Status $status, Attempt_Result $outcome, int $not_before, int $finished_at ): bool {
		return $this->update_run(
			$lease,
			$run_id,
			"status = 'sending'",
			// Whoever was forgotten since the rows were read (see Privacy\Personal_Rows) must not come back.
			'status = %s, action = %s, changes = %d, cause = %s, user_id = (SELECT COALESCE(MAX(user_id), 0) FROM ' . Tables::changes()
				. ' WHERE run_id = %d AND manual = 1 AND user_id = %d), attempts = %s, http_status = %d, error_code = %s,'
				. ' service_message = %s, excerpt = %s, operation = %s, not_before = %d, finished_at = %d',
			$status->value,
			$outcome->attached->action->value,
			$outcome->attached->changes,
			$outcome->attached->cause,
			$run_id,
			$outcome->attached->user_id,
			$outcome->attempts->json(),
			$outcome->answer->http_status,
			$outcome->answer->error_code,
			Attempt_Result::json( $outcome->answer->service_message ),
			Attempt_Result::json( $outcome->answer->excerpt ),
			Attempt_Result::json( $outcome->answer->operation ),
			$not_before,
			$finished_at,
		);
	}

	/**
	 * Adds a run, if the lease is still held.
	 *
	 * @param  Action $action  What it asks for.
	 * @param  string $cause   A constant of Cause.
	 * @param  int    $user_id Who started it, 0 for nobody.
	 * @param  int    $changes How many changes it covers.
	 * @return int    Its id, 0 when the lease was lost.
	 */
	private function insert_run( Lease $lease, Run_Status $status, Action $action, string $cause, int $user_id, int $changes ): int {
		global $wpdb;
		$columns = 'blog_id, environment_id, lane, action, cause, user_id, changes, status, attempts, service_message, excerpt, operation, created_at';
		$written = $wpdb->query(
			$wpdb->prepare(
				'INSERT INTO ' . Tables::runs() . " ($columns)"
				. " SELECT l.blog_id, l.environment_id, l.lane, %s, %s, %d, %d, %s, '[]', '\"\"', '\"\"', '\"\"', %d FROM " . Tables::lanes() . ' l LEFT JOIN ' . Tables::runs()
				. " u ON u.blog_id = l.blog_id AND u.environment_id = l.environment_id AND u.lane = l.lane AND u.status IN ('sending', 'retrying')"
				. ' WHERE ' . $this->lane_condition( $lease->key, 'l.' ) . ' AND l.lease = %s AND u.id IS NULL',
				$action->value,
				$cause,
				$user_id,
				$changes,
				$status->value,
				$lease->taken_at,
				$lease->id,
			),
		);
		return 1 === $written ? (int) $wpdb->insert_id : 0;
	}

	/**
	 * Alters a run, if the lease is still held and the run is where it is thought to be: what has ended stays.
	 *
	 * @param  string $condition   What must be true of it, in SQL without placeholders.
	 * @param  string $assignments What is set, with placeholders.
	 * @return bool   Whether it was altered.
	 */
	private function update_run( Lease $lease, int $run_id, string $condition, string $assignments, string|int ...$values ): bool {
		global $wpdb;
		$values[] = $run_id;
		$altered  = $this->query_with_retry(
			$wpdb->prepare( 'UPDATE ' . Tables::runs() . " SET $assignments WHERE id = %d AND ", $values ) . $condition . ' AND ' . $this->lease_condition( $lease ),
		);
		return 1 === $altered;
	}

	/**
	 * Runs a statement, and again when the database refuses: a deadlock would cost a second call of the webhook.
	 */
	public function query_with_retry( string $statement ): int|bool {
		global $wpdb;
		for ( $try = 1; $try < self::MAX_TRIES; $try++ ) {
			$altered = $wpdb->query( $statement );
			if ( false !== $altered ) {
				return $altered;
			}
		}
		return $wpdb->query( $statement );
	}

	/**
	 * Returns the condition that a lease is still held.
	 */
	public function lease_condition( Lease $lease ): string {
		global $wpdb;
		return 'EXISTS (SELECT 1 FROM ' . Tables::lanes() . ' WHERE ' . $this->lane_condition( $lease->key ) . $wpdb->prepare( ' AND lease = %s)', $lease->id );
	}

	/**
	 * Returns the condition that a row is of a lane.
	 *
	 * @param string $alias Table's alias with its point, or empty.
	 */
	public function lane_condition( Lane_Key $key, string $alias = '' ): string {
		global $wpdb;
		return (string) $wpdb->prepare( "{$alias}blog_id = %d AND {$alias}environment_id = %s AND {$alias}lane = %s", $key->blog_id, $key->environment_id, $key->lane );
	}

	/**
	 * Returns one row as the values of an INSERT into the columns `CHANGE_COLUMNS`.
	 */
	public static function values( New_Change $row ): string {
		global $wpdb;
		return (string) $wpdb->prepare(
			'%d, %s, %s, %s, %d, %d, %s, %d, %s, %d',
			$row->key->blog_id,
			$row->key->environment_id,
			$row->key->lane,
			$row->action->value,
			$row->recorded_at,
			$row->changes,
			Attempt_Result::json( $row->reasons ),
			$row->is_manual() ? 1 : 0,
			$row->cause,
			$row->user_id,
		);
	}
}
