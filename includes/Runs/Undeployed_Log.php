<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Database;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Page_Query;
use HeadlessDeploy\Queue\Run_Record;

/**
 * Finds the runs with undeployed changes: failed and canceled runs until a later run includes their changes, and runs whose
 * build failed until a later build succeeds.
 *
 * @phpstan-import-type Row from Run_Log
 */
final class Undeployed_Log {
	/**
	 * @param Page_Query|null $page Data that a page of WordPress has read already; null reads the database.
	 */
	public function __construct( private readonly ?Page_Query $page = null ) {}

	/**
	 * One query if a lane has such changes, one more if a build failed.
	 *
	 * @param  array<string, Lane_State>           $lanes What is waiting, by `Lane_Key::id()`.
	 * @param  list<Run_Record>                    $ended As `Run_Log::last_of_lanes()` returns them.
	 * @return array<string, list<Undeployed_Run>> By `Lane_Key::id()`, newest first.
	 */
	public function read( array $lanes, array $ended ): array {
		$undeployed = array();
		foreach ( null === $this->page ? $this->rows( $lanes, $ended ) : $this->page->undeployed() as $row ) {
			$status                                                                = $row->run_status ?? $row->status;
			$undeployed[ "{$row->blog_id}/{$row->environment_id}/{$row->lane}" ][] = new Undeployed_Run(
				(int) $row->run,
				(int) $row->changes,
				'canceled' === $status,
				'accepted' !== $status,
				(string) ( $row->run_user ?? '' ),
			);
		}
		foreach ( $undeployed as &$runs ) {
			usort( $runs, static fn( Undeployed_Run $one, Undeployed_Run $other ): int => $other->run <=> $one->run );
		}
		return $undeployed;
	}

	/**
	 * Returns the changes of each failed or canceled run that no other run includes.
	 *
	 * @param  array<string, Lane_State> $lanes
	 * @return list<Row>
	 */
	private function unassigned( array $lanes ): array {
		global $wpdb;
		$found = array();
		foreach ( $lanes as $lane ) {
			foreach ( $lane->undeployed_runs as $run => $changes ) {
				$found[ $run ] = array(
					'blog_id'        => $lane->key->blog_id,
					'environment_id' => $lane->key->environment_id,
					'lane'           => $lane->key->lane->value,
					'run'            => $run,
					'changes'        => $changes,
				);
			}
		}
		if ( array() === $found ) {
			return array();
		}
		$runs   = implode( ', ', array_keys( $found ) );
		$status = array_column( Database::rows( "SELECT id, status FROM {$wpdb->headless_deploy_runs} WHERE id IN ($runs)" ), 'status', 'id' );
		return array_map(
			static fn( array $row ): object => (object) ( $row + array( 'status' => $status[ $row['run'] ] ?? null ) ),
			array_values( $found ),
		);
	}

	/**
	 * Selects the failed builds of each lane since its last successful build. The status is a range of one: otherwise the
	 * optimizer may read all accepted runs of the site to find the newest of each lane.
	 */
	public static function builds_sql( int $blog_id ): string {
		global $wpdb;
		return (string) $wpdb->prepare(
			'SELECT d.blog_id, d.environment_id, d.lane, d.id AS run, d.status, d.changes'
			. " FROM (SELECT blog_id, environment_id, lane, MAX(id) AS id FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND status >= 'accepted' AND status <= 'accepted' GROUP BY status, blog_id, environment_id, lane) newest"
			. " JOIN {$wpdb->headless_deploy_runs} n ON n.id = newest.id AND n.tracked_status = 'failed'"
			. " JOIN {$wpdb->headless_deploy_runs} d ON d.status = 'accepted' AND d.blog_id = newest.blog_id AND d.environment_id = newest.environment_id AND d.lane = newest.lane"
			. " WHERE d.tracked_status = 'failed' AND d.replaced_by = '' AND d.changes > 0 AND d.id > COALESCE((SELECT id FROM {$wpdb->headless_deploy_runs}"
			. " WHERE status = 'accepted' AND blog_id = newest.blog_id AND environment_id = newest.environment_id AND lane = newest.lane AND tracked_status <> 'failed' ORDER BY id DESC LIMIT 1), 0)",
			$blog_id,
		);
	}

	/**
	 * @param  array<string, Lane_State> $lanes What is waiting, by `Lane_Key::id()`.
	 * @param  list<Run_Record>          $ended As `Run_Log::last_of_lanes()` returns them.
	 * @return list<Row>
	 */
	private function rows( array $lanes, array $ended ): array {
		$has_failed = array() !== array_filter( $ended, static fn( Run_Record $run ): bool => $run->is_failed() );
		return array(
			...$this->unassigned( $lanes ),
			...( $has_failed ? Database::rows( self::builds_sql( get_current_blog_id() ) ) : array() ),
		);
	}
}
