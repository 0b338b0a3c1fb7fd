<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Action;
use HeadlessDeploy\Database;
use HeadlessDeploy\Hosting\Build;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Read_Failed;

/**
 * Writes the rows of observed builds. A unique index (`host_build`) keeps two processes from recording a build twice.
 *
 * @phpstan-type Facts array{tracked_status: string, tracked_at: int, next_check_at: int, tracking: string, created_at: int}
 */
final class Observed_Build_Store {
	private const MAX_RUNS = 30;

	/**
	 * @throws Read_Failed
	 * @return list<Run_Record> The newest runs of the build lane, newest first.
	 */
	public function newest_of( string $environment_id ): array {
		global $wpdb;
		$rows = Database::rows(
			(string) $wpdb->prepare(
				"SELECT * FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND environment_id = %s AND lane = %s ORDER BY id DESC LIMIT %d",
				get_current_blog_id(),
				$environment_id,
				Lane::Build->value,
				self::MAX_RUNS,
			),
		);
		return array_map( Run_Record::from_row( ... ), $rows );
	}

	/**
	 * Tells whether there may be earlier runs.
	 *
	 * @param list<Run_Record> $runs As `newest_of()` returns them.
	 * @phpstan-assert-if-true non-empty-list<Run_Record> $runs
	 */
	public function is_full( array $runs ): bool {
		return self::MAX_RUNS === count( $runs );
	}

	/**
	 * @param Facts $facts
	 */
	public function add( string $environment_id, Build $build, array $facts ): void {
		global $wpdb;
		Database::write(
			(string) $wpdb->prepare(
				"INSERT IGNORE INTO {$wpdb->headless_deploy_runs} (blog_id, environment_id, lane, action, cause, status, host_build, attempts, service_message, excerpt, operation,"
				. " tracked_status, tracked_at, next_check_at, tracking, created_at, finished_at) VALUES (%d, %s, %s, %s, %s, %s, %s, '[]', '\"\"', '\"\"', %s, %s, %d, %d, %s, %d, %d)",
				get_current_blog_id(),
				$environment_id,
				Lane::Build->value,
				( 'cleanRebuild' === $build->trigger ? Action::CleanRebuild : Action::Rebuild )->value,
				Cause::Host->value,
				Run_Status::OBSERVED,
				md5( $build->name ),
				Database::json( $build->operation ),
				$facts['tracked_status'],
				$facts['tracked_at'],
				$facts['next_check_at'],
				$facts['tracking'],
				$facts['created_at'],
				$facts['created_at'],
			),
		);
	}

	/**
	 * @param Run_Record $run   As it was read: another process may have updated it since then.
	 * @param Facts      $facts
	 */
	public function update( Run_Record $run, array $facts ): void {
		global $wpdb;
		$this->set( $run, (string) $wpdb->prepare( 'tracked_status = %s, tracked_at = %d, next_check_at = %d, tracking = %s', $facts['tracked_status'], $facts['tracked_at'], $facts['next_check_at'], $facts['tracking'] ) );
	}

	/**
	 * Ends the tracking of a build that the host does not list any more.
	 */
	public function stop( Run_Record $run ): void {
		$this->set( $run, "tracked_status = '', next_check_at = " . Tracking_Store::STOPPED );
	}

	/**
	 * @param string $assignments SQL.
	 */
	private function set( Run_Record $run, string $assignments ): void {
		global $wpdb;
		Database::write(
			"UPDATE {$wpdb->headless_deploy_runs} SET $assignments" . $wpdb->prepare(
				' WHERE id = %d AND status = %s AND next_check_at = %d',
				$run->id,
				Run_Status::OBSERVED,
				$run->next_check_at,
			),
		);
	}
}
