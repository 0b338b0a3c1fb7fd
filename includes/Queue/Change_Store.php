<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Database;

/**
 * Writes the table of changes. Rows are only added, so no process can overwrite the row of another. Every write under a
 * lease has the condition that the lease is still held.
 *
 * The statements work on MariaDB, MySQL and the SQLite integration: no LEAST, GREATEST or IF, which are limited to 32
 * bits in the SQLite integration, and no column is read that the same statement assigns.
 */
final class Change_Store {
	/**
	 * The columns of an INSERT, in the order of `values()`.
	 */
	public const COLUMNS = 'blog_id, environment_id, lane, action, recorded_at, changes, reasons, manual, cause, user_id';

	/**
	 * Keeps an INSERT below `max_allowed_packet`, which may be 1 MB.
	 */
	private const MAX_INSERT_BYTES = 480_000;

	/**
	 * @param int $attached_at_once Rows that one statement adds to a run: a second of the database's work, far less than a lease.
	 */
	public function __construct( public readonly int $attached_at_once = 50_000 ) {}

	/**
	 * Inserts rows. If only some could be written, the caller inserts all again: a duplicate is sent, a lost change is not.
	 *
	 * @param  non-empty-list<New_Change> $rows
	 * @return int                        Id of the first row, 0 when the database refused.
	 */
	public function insert( array $rows ): int {
		return $this->write( self::inserts( $rows ) );
	}

	/**
	 * @param  non-empty-list<string> $inserts Of `inserts()`.
	 * @return int                    Id of the first row, 0 when the database refused.
	 */
	public function write( array $inserts ): int {
		global $wpdb;
		$first = 0;
		foreach ( $inserts as $insert ) {
			if ( ! ( Database::write( $insert ) > 0 ) ) {
				return 0;
			}
			$first = 0 === $first ? max( 1, (int) $wpdb->insert_id ) : $first;
		}
		return $first;
	}

	/**
	 * Returns the statements that insert rows: one, unless many environments have long reasons.
	 *
	 * @param  non-empty-list<New_Change> $rows
	 * @return non-empty-list<string>
	 */
	public static function inserts( array $rows ): array {
		global $wpdb;
		$insert = static fn( array $values ): string => "INSERT INTO {$wpdb->headless_deploy_changes} (" . self::COLUMNS . ') VALUES ('
			. implode( '), (', $values ) . ')';
		return array_map( $insert, self::statements( array_map( self::values( ... ), $rows ) ) );
	}

	public static function values( New_Change $row ): string {
		global $wpdb;
		return (string) $wpdb->prepare(
			'%d, %s, %s, %s, %d, %d, %s, %d, %s, %d',
			$row->key->blog_id,
			$row->key->environment_id,
			$row->key->lane->value,
			$row->action->value,
			$row->recorded_at,
			$row->changes,
			Database::json( $row->reasons ),
			$row->is_manual ? 1 : 0,
			$row->cause->value,
			$row->user_id,
		);
	}

	/**
	 * @param  int      $after Only rows with a higher id.
	 * @param  int|null $last  Only rows up to this id.
	 * @return bool     False when the write failed.
	 */
	public function attach( Lease $lease, int $run_id, int $after = 0, ?int $last = null ): bool {
		global $wpdb;
		$ids = ( 0 === $after ? '' : $wpdb->prepare( ' AND id > %d', $after ) )
			. ( null === $last ? '' : $wpdb->prepare( ' AND id <= %d', $last ) );
		return false !== Database::write_with_retry(
			$wpdb->prepare( "UPDATE {$wpdb->headless_deploy_changes} SET run_id = %d WHERE run_id = 0 AND ", $run_id )
			. $lease->key->condition() . $ids . ' AND ' . $lease->condition(),
		);
	}

	/**
	 * Removes the changes from a run that failed: they stay listed as undeployed until a later run covers them. A manual
	 * run is not repeated.
	 *
	 * @return bool False when the write failed.
	 */
	public function detach( Lease $lease, int $run_id ): bool {
		global $wpdb;
		return false !== Database::write_with_retry(
			$wpdb->prepare( "UPDATE {$wpdb->headless_deploy_changes} SET run_id = 0, previous_run_id = %d WHERE run_id = %d AND manual = 0 AND ", $run_id, $run_id )
			. $lease->condition(),
		);
	}

	/**
	 * Moves the changes of a failed refresh to the lane of a stronger action, where they are due at once. They keep their
	 * action: a row with the action `refresh` in another lane comes from a failed refresh.
	 *
	 * @param  string $condition SQL condition that this process may do so.
	 * @return bool   False when the write failed.
	 */
	public function replace( int $run_id, Action $stronger, string $condition ): bool {
		global $wpdb;
		return false !== Database::write_with_retry(
			$wpdb->prepare(
				"UPDATE {$wpdb->headless_deploy_changes} SET run_id = 0, previous_run_id = 0, lane = %s WHERE run_id = %d AND action = 'refresh' AND manual = 0 AND ",
				$stronger->lane()->value,
				$run_id,
			) . $condition,
		);
	}

	/**
	 * Removes the changes from a run that a user cancels, like `detach()`. Changes of an earlier failed or canceled run keep
	 * that run, unless this run included them.
	 *
	 * @param  int  $seen Only new rows up to this id: those that the user saw.
	 * @return bool False when the write failed.
	 */
	public function cancel( Lease $lease, int $run_id, int $seen ): bool {
		global $wpdb;
		$held = $lease->key->condition() . ' AND ' . $lease->condition();
		return false !== Database::write_with_retry(
			$wpdb->prepare(
				"UPDATE {$wpdb->headless_deploy_changes} SET run_id = 0, previous_run_id = %d WHERE run_id IN (0, %d) AND manual = 0 AND (run_id = %d OR (previous_run_id = 0 AND id <= %d)) AND ",
				$run_id,
				$run_id,
				$run_id,
				$seen,
			) . $held,
		) && false !== Database::write_with_retry(
			$wpdb->prepare( "UPDATE {$wpdb->headless_deploy_changes} SET run_id = %d WHERE run_id = 0 AND manual = 1 AND id <= %d AND ", $run_id, $seen ) . $held,
		);
	}

	/**
	 * @return int|false How many rows; false when the write failed.
	 */
	public function restore_canceled( Lease $lease ): int|false {
		global $wpdb;
		return Database::write_with_retry(
			"UPDATE {$wpdb->headless_deploy_changes} SET previous_run_id = 0 WHERE run_id = 0"
			. " AND previous_run_id IN (SELECT id FROM {$wpdb->headless_deploy_runs} WHERE "
				. $lease->key->condition()
				. " AND status = 'canceled') AND "
			. $lease->key->condition() . ' AND ' . $lease->condition(),
		);
	}

	/**
	 * Makes changes pending that were canceled because their environment was removed. Like an INSERT it needs no lease: the
	 * rows belong to runs that have ended, or to a canceled run that was never completed.
	 *
	 * @param  string    $error_code Code of those runs.
	 * @return int|false How many rows; false when the write failed.
	 */
	public function restore_removed( int $blog_id, string $environment_id, string $error_code ): int|false {
		global $wpdb;
		return Database::write_with_retry(
			(string) $wpdb->prepare(
				"UPDATE {$wpdb->headless_deploy_changes} SET run_id = 0 WHERE blog_id = %d AND environment_id = %s AND manual = 0"
				. " AND run_id IN (SELECT id FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND environment_id = %s AND status = 'canceled' AND (error_code = %s OR finished_at = 0))",
				$blog_id,
				$environment_id,
				$blog_id,
				$environment_id,
				$error_code,
			),
		);
	}

	/**
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
}
