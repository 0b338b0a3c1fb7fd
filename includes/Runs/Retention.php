<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Database;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Refresh\Pruned_Changes;

/**
 * Deletes ended runs on all sites of a network that are older than 90 days or not among the newest 1,000 of their
 * environment. Runs whose changes are not deployed yet are kept.
 */
final class Retention {
	public const DAYS                = 90;
	public const MAX_PER_ENVIRONMENT = 1000;

	private const BATCH       = 500;
	private const MAX_BATCHES = 10;
	private const DAY_MS      = 86_400_000;
	private const HOUR_MS     = 3_600_000;
	private const DELETABLE   = "d.status IN ('accepted', 'failed', 'canceled', 'observed')";

	/**
	 * Deletes up to a limit; the next call deletes the rest.
	 *
	 * @param int|null $site The site whose log is shortened, null for those of all sites.
	 */
	public function sweep( int $now, int $max_runs = self::MAX_PER_ENVIRONMENT, ?int $site = null ): void {
		global $wpdb;
		$of_site = null === $site ? '' : (string) $wpdb->prepare( ' AND d.blog_id = %d', $site );
		$this->delete_all( (string) $wpdb->prepare( 'd.created_at < %d', $now - self::DAYS * self::DAY_MS ) . $of_site );
		foreach ( $this->grown_environments( $now ) as $row ) {
			if ( null !== $site && $site !== (int) $row->blog_id ) {
				continue;
			}
			$kept = $this->oldest_kept( (int) $row->blog_id, $row->environment_id, $max_runs );
			if ( 0 !== $kept ) {
				$this->delete_all( (string) $wpdb->prepare(
					'd.blog_id = %d AND d.environment_id = %s AND d.id < %d',
					(int) $row->blog_id,
					$row->environment_id,
					$kept,
				) );
			}
		}
	}

	/**
	 * Only environments with a run of the last hour can have too many since the last call. Counting the runs of all
	 * environments would read the whole index each time.
	 *
	 * @return list<object&\stdClass>
	 */
	private function grown_environments( int $now ): array {
		global $wpdb;
		return Queue_Reader::rows(
			(string) $wpdb->prepare(
				"SELECT DISTINCT blog_id, environment_id FROM {$wpdb->headless_deploy_runs} WHERE created_at >= %d",
				$now - self::HOUR_MS,
			),
		);
	}

	/**
	 * @return int 0 when there are fewer.
	 */
	private function oldest_kept( int $blog_id, string $environment_id, int $max_runs ): int {
		global $wpdb;
		$rows = Queue_Reader::rows(
			(string) $wpdb->prepare(
				"SELECT id FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND environment_id = %s ORDER BY id DESC LIMIT 1 OFFSET %d",
				$blog_id,
				$environment_id,
				$max_runs - 1,
			),
		);
		return (int) ( $rows[0]->id ?? 0 );
	}

	/**
	 * Deletes the rows of changes first: without their run they would never be deleted.
	 *
	 * @param string $condition SQL condition of the entries.
	 */
	private function delete_all( string $condition ): void {
		global $wpdb;
		for ( $batch = 1; $batch <= self::MAX_BATCHES; $batch++ ) {
			$rows = Queue_Reader::rows(
				"SELECT d.id FROM {$wpdb->headless_deploy_runs} d WHERE " . self::DELETABLE . " AND $condition"
				. " AND NOT EXISTS (SELECT 1 FROM {$wpdb->headless_deploy_changes} c WHERE c.previous_run_id = d.id AND c.run_id = 0) ORDER BY d.id LIMIT " . self::BATCH,
			);
			$ids = array_map( intval( ... ), array_column( $rows, 'id' ) );
			if ( array() === $ids ) {
				return;
			}
			$list = implode( ', ', $ids );
			if (
				! $this->remember_newest( $list )
				|| false === Database::write( "DELETE FROM {$wpdb->headless_deploy_changes} WHERE run_id IN ($list)" )
			) {
				return;
			}
			Database::write( "DELETE FROM {$wpdb->headless_deploy_runs} WHERE id IN ($list)" );
		}
	}

	/**
	 * Tells the change feed which rows are missing.
	 *
	 * @param string $runs Their ids, separated by commas.
	 */
	private function remember_newest( string $runs ): bool {
		global $wpdb;
		$newest = (int) Database::value( "SELECT MAX(id) FROM {$wpdb->headless_deploy_changes} WHERE run_id IN ($runs)" );
		return 0 === $newest || ( new Pruned_Changes() )->raise( $newest );
	}
}
