<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Action;
use HeadlessDeploy\Database;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Read_Failed;

/**
 * Reads and writes the columns `tracked_status`, `tracked_at`, `next_check_at` and `tracking` of runs, which the queue does
 * not write. A process claims a run by compare-and-swap on `next_check_at`, so only one checks it at a time.
 */
final class Tracking_Store {
	public const STOPPED = -1;

	private const CLAIM_MS = 30_000;
	private const MAX_RUNS = 10;

	/**
	 * @throws Read_Failed
	 * @return list<Run_Record>
	 */
	public function due( int $now ): array {
		global $wpdb;
		$rows = Database::rows(
			$wpdb->prepare( "SELECT * FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND ", get_current_blog_id() )
			. $this->tracked_condition( $now ) . $wpdb->prepare( ' AND (next_check_at <= %d OR next_check_at > %d) ORDER BY id DESC LIMIT %d', $now, Check_Interval::horizon( $now ), self::MAX_RUNS ),
		);
		return array_map( Run_Record::from_row( ... ), $rows );
	}

	/**
	 * @throws Read_Failed
	 */
	public function next_at( int $now ): ?int {
		global $wpdb;
		$next = Database::value(
			$wpdb->prepare(
				"SELECT MIN(CASE WHEN next_check_at = 0 AND action = 'refresh' THEN finished_at WHEN next_check_at = 0 THEN finished_at + %d ELSE next_check_at END) FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND ",
				Check_Interval::FIRST_MS,
				get_current_blog_id(),
			)
			. $this->tracked_condition( $now ),
		);
		return null === $next ? null : (int) $next;
	}

	/**
	 * @throws Read_Failed
	 */
	public function count( int $now ): int {
		global $wpdb;
		return (int) Database::value(
			$wpdb->prepare( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND ", get_current_blog_id() )
			. $this->tracked_condition( $now ),
		);
	}

	/**
	 * Finds the sites with a run whose check is due. The index has the runs without a check by their time, so that those of the
	 * past are not read; a check that is due since then is found by a dispatch of its own site alone.
	 *
	 * @throws Read_Failed
	 * @return list<int>
	 */
	public function sites_due( int $now ): array {
		global $wpdb;
		$oldest = $now - Check_Interval::GRACE_MS;
		$is_due = $this->tracked_condition( $now ) . $wpdb->prepare(
			' AND (next_check_at = 0 OR (next_check_at > %d AND next_check_at <= %d) OR next_check_at > %d)',
			$oldest,
			$now,
			Check_Interval::horizon( $now ),
		);
		return array_map( intval( ... ), Database::column( "SELECT DISTINCT blog_id FROM {$wpdb->headless_deploy_runs} WHERE $is_due" ) );
	}

	/**
	 * Tells whether a later run of the lane was sent or is being sent. Any later run takes the changes of a run whose call
	 * failed, even if it fails too.
	 *
	 * @throws Read_Failed
	 */
	public function has_later( Run_Record $run ): bool {
		global $wpdb;
		return null !== Database::value(
			"SELECT id FROM {$wpdb->headless_deploy_runs} WHERE " . $run->key->condition()
			. " AND status IN ('sending', 'retrying', 'accepted'" . ( $run->is_call_failed() ? ", 'failed'" : '' ) . ')'
			. $wpdb->prepare( ' AND id > %d LIMIT 1', $run->id ),
		);
	}

	/**
	 * @return int The claim for `write()`, 0 when another process has it.
	 */
	public function claim( Run_Record $run, int $now ): int {
		$until = $now + self::CLAIM_MS;
		return $this->set( $run, $run->next_check_at, 'next_check_at = %d', $until ) ? $until : 0;
	}

	/**
	 * @param  int             $next_check_at When the first check is due, or STOPPED.
	 * @return Run_Record|null The run with the first check; null when another process has begun.
	 */
	public function begin( Run_Record $run, Tracking_Record $record, int $next_check_at ): ?Run_Record {
		$is_set = $this->set( $run, 0, 'next_check_at = %d, tracking = %s', $next_check_at, $record->json() );
		return $is_set ? $run->with( next_check_at: $next_check_at, tracking: $record->json() ) : null;
	}

	public function stop( Run_Record $run ): void {
		$this->set( $run, $run->next_check_at, "next_check_at = %d, tracked_status = CASE WHEN tracked_status = 'building' THEN '' ELSE tracked_status END", self::STOPPED );
	}

	/**
	 * Stores the result of a check, if this process still has the claim.
	 *
	 * @param int $tracked_at    Since when the status is known, in milliseconds; 0 for no status.
	 * @param int $next_check_at When the next check is due, or STOPPED.
	 */
	public function write(
		Run_Record $run,
		int $claim,
		?Run_Status $status,
		int $tracked_at,
		int $next_check_at,
		Tracking_Record $record,
	): void {
		$this->set( $run, $claim, 'tracked_status = %s, tracked_at = %d, next_check_at = %d, tracking = %s', $status->value ?? '', $tracked_at, $next_check_at, $record->json() );
	}

	/**
	 * Stores what is known during a check, and keeps the claim.
	 */
	public function keep( Run_Record $run, int $claim, Tracking_Record $record ): bool {
		return $this->set( $run, $claim, 'tracking = %s', $record->json() );
	}

	/**
	 * Stores that pages still show the old content after a refresh, or after the purge that replaced one, and moves the
	 * changes to the lane of a stronger action. They are moved first: if the process ends in between, they are still sent.
	 */
	public function replace( Run_Record $run, int $claim, int $now, Action $stronger, Tracking_Record $record ): void {
		global $wpdb;
		$has_claim = $wpdb->prepare(
			"EXISTS (SELECT 1 FROM {$wpdb->headless_deploy_runs} WHERE id = %d AND next_check_at = %d)",
			$run->id,
			$claim,
		);
		if ( ( new Change_Store() )->replace( $run->id, $stronger, (string) $has_claim ) ) {
			$this->set(
				$run,
				$claim,
				'tracked_status = %s, tracked_at = %d, next_check_at = %d, replaced_by = %s, tracking = %s',
				Run_Status::Failed->value,
				$now,
				self::STOPPED,
				$stronger->value,
				$record->json(),
			);
		}
	}

	/**
	 * Tells whether a run includes changes of a refresh that failed.
	 *
	 * @throws Read_Failed
	 */
	public function replaces_refresh( Run_Record $run ): bool {
		global $wpdb;
		return null !== Database::value( (string) $wpdb->prepare( "SELECT 1 FROM {$wpdb->headless_deploy_changes} WHERE run_id = %d AND action = 'refresh' AND manual = 0 LIMIT 1", $run->id ) );
	}

	/**
	 * Stores that a run whose call failed is live after all: the host had received the call, or a user started a build there.
	 * Changes that no later run has taken belong to the run again. They are moved after the status is stored, so they stay
	 * listed if the process ends in between.
	 *
	 * @param int $tracked_at Since when the status is known, in milliseconds.
	 */
	public function repair( Run_Record $run, int $claim, ?Run_Status $status, int $tracked_at, Tracking_Record $record ): void {
		global $wpdb;
		$is_stored = $this->set(
			$run,
			$claim,
			"status = 'accepted', error_code = '', tracked_status = %s, tracked_at = %d, next_check_at = %d, tracking = %s",
			$status->value ?? '',
			$tracked_at,
			self::STOPPED,
			$record->json(),
		);
		if ( $is_stored ) {
			Database::write( (string) $wpdb->prepare(
				"UPDATE {$wpdb->headless_deploy_changes} SET run_id = %d WHERE previous_run_id = %d AND run_id = 0",
				$run->id,
				$run->id,
			) );
		}
	}

	/**
	 * @param int    $next_check_at The stored value that the write is conditional on.
	 * @param string $assignments   SQL with placeholders.
	 */
	private function set( Run_Record $run, int $next_check_at, string $assignments, string|int ...$values ): bool {
		global $wpdb;
		$set   = $wpdb->prepare( $assignments, $values ); // phpcs:ignore WordPress.DB.PreparedSQL.NotPrepared -- A constant of this class.
		$where = $wpdb->prepare( " WHERE id = %d AND next_check_at = %d AND status IN ('accepted', 'failed', 'observed')", $run->id, $next_check_at );
		return 1 === Database::write( "UPDATE {$wpdb->headless_deploy_runs} SET $set$where" );
	}

	private function tracked_condition( int $now ): string {
		global $wpdb;
		return (string) $wpdb->prepare( "status IN ('accepted', 'failed', 'observed') AND next_check_at >= 0 AND finished_at > %d", $now - Check_Interval::GRACE_MS );
	}

	/**
	 * Tells whether reads of WordPress still return a post as it was before, so that a front end that renders its page stores the
	 * previous content again. Compares a read that a replica may answer with one that the primary database answers. Unknown where
	 * wpdb sends all reads of this request to the primary already (HyperDB, LudicrousDB).
	 *
	 * @throws Read_Failed
	 */
	public static function replica_hides( int $post_id ): bool {
		global $wpdb;
		$statement = (string) $wpdb->prepare( "SELECT post_status, post_modified_gmt FROM {$wpdb->posts} WHERE ID = %d", $post_id );
		$answered  = (array) Database::row( $statement );
		return (array) Database::row( Database::from_primary( $statement ) ) !== $answered;
	}
}
