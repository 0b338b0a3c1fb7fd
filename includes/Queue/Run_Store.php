<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Database;

/**
 * Writes the table of runs for the sender. Every write has the condition that the lease is still held and that the run has
 * not ended, so a sender that lost its lease writes nothing.
 */
final class Run_Store {
	private const UNFINISHED = "status IN ('sending', 'retrying')";

	public function __construct( private readonly Change_Store $changes = new Change_Store() ) {}

	/**
	 * @return int Id of the new run, 0 when the lease was lost or the lane has an unfinished run.
	 */
	public function start( Lease $lease, Lane_State $lane ): int {
		return $this->insert( $lease, Run_Status::Sending, $lane->action, $lane->cause, $lane->user_id, $lane->changes );
	}

	/**
	 * Adds the run that records a cancellation. `cancel()` or `delete_canceled()` completes it.
	 *
	 * @return int Its id, 0 when the lease was lost.
	 */
	public function start_canceled( Lease $lease, Action $action, int $user_id ): int {
		return $this->insert( $lease, Run_Status::Canceled, $action, Cause::Manual, $user_id, 0 );
	}

	/**
	 * @param  Attempts $attempts Including an attempt that crashed.
	 * @return bool     False when the lease was lost, or the database refuses to write: then nothing may be sent.
	 */
	public function resume( Lease $lease, int $run_id, Action $action, Attempts $attempts ): bool {
		return $this->update(
			$lease,
			$run_id,
			self::UNFINISHED,
			"status = 'sending', postponed = 0, action = %s, attempts = %s",
			$action->value,
			$attempts->json(),
		);
	}

	/**
	 * @return bool False when the lease was lost.
	 */
	public function accept( Lease $lease, int $run_id, Attempt_Result $result ): bool {
		return $this->write_result( $lease, $run_id, Run_Status::Accepted, $result, 0, $result->now );
	}

	/**
	 * Stores that the run is retried. It keeps its rows, and later changes join it.
	 *
	 * @param  int  $not_before When it may be retried, in milliseconds.
	 * @return bool False when the lease was lost.
	 */
	public function retry( Lease $lease, int $run_id, Attempt_Result $result, int $not_before ): bool {
		return $this->write_result( $lease, $run_id, Run_Status::Retrying, $result, $not_before, 0 );
	}

	/**
	 * Stores that no call was made: the next dispatch continues the run, and counts no attempt that crashed.
	 */
	public function postpone( Lease $lease, int $run_id ): void {
		$this->update( $lease, $run_id, "status = 'sending'", 'postponed = %d', 1 );
	}

	/**
	 * Stores that the run failed. Its changes are detached first: if the process ends in between, they are still sent.
	 *
	 * @return bool False when the lease was lost.
	 */
	public function fail( Lease $lease, int $run_id, Attempt_Result $result ): bool {
		return $this->changes->detach( $lease, $run_id ) && $this->write_result( $lease, $run_id, Run_Status::Failed, $result, 0, $result->now );
	}

	/**
	 * Stores that a run failed and that a stronger action includes its changes. They are moved first: if the process ends in
	 * between, they are still sent.
	 *
	 * @return bool False when the lease was lost.
	 */
	public function replace( Lease $lease, int $run_id, Attempt_Result $result, Action $stronger ): bool {
		return $this->changes->replace( $run_id, $stronger, $lease->condition() ) && $this->changes->detach( $lease, $run_id )
			&& $this->write_result( $lease, $run_id, Run_Status::Failed, $result, 0, $result->now, $stronger );
	}

	/**
	 * Stores that a run ends unsent. Its changes are counted again, because an unfinished run had some before.
	 *
	 * @param string $error_code Code of `Errors`; empty when a user canceled.
	 */
	public function cancel( Lease $lease, int $run_id, int $user_id, int $now, Cause $cause = Cause::Manual, string $error_code = '' ): void {
		global $wpdb;
		$changes = $wpdb->prepare(
			"(SELECT COALESCE(SUM(changes), 0) FROM {$wpdb->headless_deploy_changes} WHERE run_id IN (0, %d) AND (run_id = %d OR previous_run_id = %d) AND ",
			$run_id,
			$run_id,
			$run_id,
		) . $lease->key->condition() . ')';
		$this->update(
			$lease,
			$run_id,
			'(' . self::UNFINISHED . " OR (status = 'canceled' AND finished_at = 0))",
			"status = 'canceled', cause = %s, user_id = %d, error_code = %s, finished_at = %d, changes = $changes",
			$cause->value,
			$user_id,
			$error_code,
			$now,
		);
	}

	/**
	 * Ends a run without rows. The condition is part of the statement, because a read may be outdated.
	 */
	public function end_empty( Lease $lease, int $run_id, int $now ): void {
		global $wpdb;
		$is_empty = (string) $wpdb->prepare( " AND NOT EXISTS (SELECT 1 FROM {$wpdb->headless_deploy_changes} WHERE run_id = %d)", $run_id );
		$this->update( $lease, $run_id, self::UNFINISHED . $is_empty, "status = 'canceled', cause = %s, finished_at = %d, changes = 0", Cause::Automatic->value, $now );
	}

	public function delete_canceled( Lease $lease, int $run_id ): void {
		global $wpdb;
		Database::write_with_retry(
			$wpdb->prepare(
				"DELETE FROM {$wpdb->headless_deploy_runs} WHERE id = %d AND status = 'canceled' AND finished_at = 0"
				. " AND NOT EXISTS (SELECT 1 FROM {$wpdb->headless_deploy_changes} WHERE run_id = %d OR previous_run_id = %d) AND ",
				$run_id,
				$run_id,
				$run_id,
			) . $lease->condition(),
		);
	}

	/**
	 * The user is stored only while a row of the run names them: `Privacy\Personal_Rows` may have erased them.
	 */
	private function write_result(
		Lease $lease,
		int $run_id,
		Run_Status $status,
		Attempt_Result $result,
		int $not_before,
		int $finished_at,
		?Action $stronger = null,
	): bool {
		global $wpdb;
		return $this->update(
			$lease,
			$run_id,
			"status = 'sending'",
			"status = %s, action = %s, changes = %d, cause = %s, user_id = (SELECT COALESCE(MAX(user_id), 0) FROM {$wpdb->headless_deploy_changes} WHERE run_id = %d AND {$lease->key->condition()} AND manual = 1 AND user_id = %d),"
				. ' attempts = %s, http_status = %d, error_code = %s, service_message = %s, excerpt = %s, operation = %s, not_before = %d, finished_at = %d, replaced_by = %s',
			$status->value,
			$result->covered->action->value,
			$result->covered->changes,
			$result->covered->cause->value,
			$run_id,
			$result->covered->user_id,
			$result->attempts->json(),
			$result->response->http_status,
			$result->response->error_code,
			Database::json( $result->response->service_message ),
			Database::json( $result->response->excerpt ),
			Database::json( $result->response->operation ),
			$not_before,
			$finished_at,
			$stronger->value ?? '',
		);
	}

	private function insert( Lease $lease, Run_Status $status, Action $action, Cause $cause, int $user_id, int $changes ): int {
		global $wpdb;
		$written = Database::write(
			(string) $wpdb->prepare(
				"INSERT INTO {$wpdb->headless_deploy_runs} (blog_id, environment_id, lane, action, cause, user_id, changes, status, attempts, service_message, excerpt, operation, created_at)"
				. " SELECT l.blog_id, l.environment_id, l.lane, %s, %s, %d, %d, %s, '[]', '\"\"', '\"\"', '\"\"', %d FROM {$wpdb->headless_deploy_lanes} l LEFT JOIN {$wpdb->headless_deploy_runs} u"
				. " ON u.blog_id = l.blog_id AND u.environment_id = l.environment_id AND u.lane = l.lane AND u.status IN ('sending', 'retrying')"
				. ' WHERE l.blog_id = %d AND l.environment_id = %s AND l.lane = %s AND l.lease = %s AND u.id IS NULL',
				$action->value,
				$cause->value,
				$user_id,
				$changes,
				$status->value,
				$lease->taken_at,
				$lease->key->blog_id,
				$lease->key->environment_id,
				$lease->key->lane->value,
				$lease->id,
			),
		);
		return 1 === $written ? (int) $wpdb->insert_id : 0;
	}

	/**
	 * @param  string $condition   SQL condition of the run, without placeholders.
	 * @param  string $assignments SQL with placeholders.
	 * @return bool   Whether it was changed.
	 */
	private function update( Lease $lease, int $run_id, string $condition, string $assignments, string|int ...$values ): bool {
		global $wpdb;
		// phpcs:ignore WordPress.DB.PreparedSQL.NotPrepared -- A constant of this class, or a condition that is prepared already.
		$set = $wpdb->prepare( $assignments, $values );
		return 1 === Database::write_with_retry(
			"UPDATE {$wpdb->headless_deploy_runs} SET $set"
			. $wpdb->prepare( ' WHERE id = %d AND ', $run_id )
			. "$condition AND {$lease->condition()}",
		);
	}
}
