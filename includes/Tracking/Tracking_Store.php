<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Database;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Tables;

/**
 * Reads and writes what is followed: the columns `tracked_status`, `tracked_at`, `next_check_at` and `tracking` of runs, which the
 * queue does not touch. `next_check_at` is when it is time to look, 0 before anybody has, and -1 when it is over. Whoever looks
 * moves it first, by compare-and-swap, so that one looks at a time.
 *
 * @phpstan-type Row object&\stdClass
 */
final class Tracking_Store {
	public const STOPPED = -1;

	private const CLAIM_MS = 30_000;
	private const MAX_RUNS = 10;

	/**
	 * Finds the runs of the current site that it is time to look at, newest first.
	 *
	 * @return list<Row>
	 */
	public function due( int $now ): array {
		global $wpdb;
		return Database::rows(
			$wpdb->prepare( 'SELECT * FROM ' . Tables::runs() . ' WHERE blog_id = %d AND ', get_current_blog_id() )
			. $this->tracked_condition( $now ) . $wpdb->prepare( ' AND (next_check_at <= %d OR next_check_at > %d) ORDER BY id DESC LIMIT %d', $now, Check_Interval::horizon( $now ), self::MAX_RUNS ),
		);
	}

	/**
	 * Returns when it is time to look next on the current site, null when nothing is followed.
	 */
	public function next_at( int $now ): ?int {
		global $wpdb;
		$next = Database::value(
			$wpdb->prepare( 'SELECT MIN(CASE WHEN next_check_at = 0 THEN finished_at + %d ELSE next_check_at END) FROM ' . Tables::runs() . ' WHERE blog_id = %d AND ', Check_Interval::FIRST_MS, get_current_blog_id() )
			. $this->tracked_condition( $now ),
		);
		return null === $next ? null : (int) $next;
	}

	/**
	 * Counts the runs of the current site that are followed.
	 */
	public function count( int $now ): int {
		global $wpdb;
		return (int) Database::value( $wpdb->prepare( 'SELECT COUNT(*) FROM ' . Tables::runs() . ' WHERE blog_id = %d AND ', get_current_blog_id() ) . $this->tracked_condition( $now ) );
	}

	/**
	 * Finds the sites of the network with a run that it is time to look at.
	 *
	 * @return list<int>
	 */
	public function sites_due( int $now ): array {
		global $wpdb;
		return array_map( intval( ... ), Database::column( 'SELECT DISTINCT blog_id FROM ' . Tables::runs() . ' WHERE ' . $this->tracked_condition( $now ) . $wpdb->prepare( ' AND next_check_at <= %d', $now ) ) );
	}

	/**
	 * Tells whether a later run of the same lane was sent, or is being sent. The changes of a run that failed at the call
	 * go with the next run, whatever comes of it.
	 *
	 * @param Row $row Row of the log.
	 */
	public function has_later( object $row ): bool {
		$states = 'failed' === $row->status ? "'sending', 'retrying', 'accepted', 'failed'" : "'sending', 'retrying', 'accepted'";
		return null !== Database::value(
			$GLOBALS['wpdb']->prepare(
				'SELECT id FROM ' . Tables::runs() . " WHERE blog_id = %d AND environment_id = %s AND lane = %s AND status IN ($states) AND id > %d LIMIT 1",
				(int) $row->blog_id,
				$row->environment_id,
				$row->lane,
				(int) $row->id,
			),
		);
	}

	/**
	 * Takes a run to look at, unless somebody else was faster.
	 *
	 * @param  Row $row Row of the log.
	 * @return int What `write()` wants, 0 when somebody else has it.
	 */
	public function claim( object $row, int $now ): int {
		$until = $now + self::CLAIM_MS;
		return $this->set( $row, (int) $row->next_check_at, 'next_check_at = %d', $until ) ? $until : 0;
	}

	/**
	 * Begins to follow a run, or decides not to.
	 *
	 * @param Row $row           Row of the log that nobody has looked at.
	 * @param int $next_check_at When it is time to look, or STOPPED.
	 */
	public function begin( object $row, Tracking_Record $record, int $next_check_at ): void {
		$this->set( $row, 0, 'next_check_at = %d, tracking = %s', $next_check_at, $record->json() );
	}

	/**
	 * Ends the following of a run that nothing more can be learnt of.
	 *
	 * @param Row $row Row of the log.
	 */
	public function stop( object $row ): void {
		$this->set( $row, (int) $row->next_check_at, "next_check_at = %d, tracked_status = CASE WHEN tracked_status = 'building' THEN '' ELSE tracked_status END", self::STOPPED );
	}

	/**
	 * Writes what a look came to, if it is still the one that claimed the run.
	 *
	 * @param Row $row           Row of the log.
	 * @param int $claim         As `claim()` returned it.
	 * @param int $tracked_at    Since when, in milliseconds; 0 when nothing is known.
	 * @param int $next_check_at When it is time to look next, or STOPPED.
	 */
	public function write( object $row, int $claim, ?Run_Status $status, int $tracked_at, int $next_check_at, Tracking_Record $record ): void {
		$this->set( $row, $claim, 'tracked_status = %s, tracked_at = %d, next_check_at = %d, tracking = %s', $status->value ?? '', $tracked_at, $next_check_at, $record->json() );
	}

	/**
	 * Writes that the site shows a run that failed at the call: the host took it all the same, or a build was started at the
	 * host. Its changes, which no later run has taken, belong to it again. They are moved after the state, so that a process
	 * that dies in between leaves them listed.
	 *
	 * @param Row $row        Row of the log.
	 * @param int $claim      As `claim()` returned it.
	 * @param int $tracked_at Since when, in milliseconds.
	 */
	public function repair( object $row, int $claim, ?Run_Status $status, int $tracked_at, Tracking_Record $record ): void {
		global $wpdb;
		if ( $this->set( $row, $claim, "status = 'accepted', error_code = '', tracked_status = %s, tracked_at = %d, next_check_at = %d, tracking = %s", $status->value ?? '', $tracked_at, self::STOPPED, $record->json() ) ) {
			$wpdb->query( $wpdb->prepare( 'UPDATE ' . Tables::changes() . ' SET run_id = %d WHERE previous_run_id = %d AND run_id = 0', (int) $row->id, (int) $row->id ) );
		}
	}

	/**
	 * Alters a row whose time to look is what it was.
	 *
	 * @param Row    $row         Row of the log.
	 * @param string $assignments What is set, with placeholders.
	 */
	private function set( object $row, int $next_check_at, string $assignments, string|int ...$values ): bool {
		global $wpdb;
		array_push( $values, (int) $row->id, $next_check_at );
		return 1 === $wpdb->query( $wpdb->prepare( 'UPDATE ' . Tables::runs() . " SET $assignments WHERE id = %d AND next_check_at = %d AND status IN ('accepted', 'failed')", $values ) );
	}

	/**
	 * Returns the condition that a run is followed.
	 */
	private function tracked_condition( int $now ): string {
		global $wpdb;
		return (string) $wpdb->prepare( "status IN ('accepted', 'failed') AND next_check_at >= 0 AND finished_at > %d", $now - Check_Interval::GRACE_MS );
	}
}
