<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Refresh\Pruned_Changes;
use HeadlessDeploy\System_Clock;

/**
 * Deletes ended runs on all sites of a network that are older than 90 days or not among the newest 1,000 of their
 * environment. Runs whose changes are not deployed yet are kept.
 *
 * One event deletes in small steps until its time is over and checks a few environments, so its cost does not grow with
 * the network. The next event continues with the environment that follows.
 */
final class Retention {
	public const DAYS                = 90;
	public const MAX_PER_ENVIRONMENT = 1000;

	/**
	 * Stores the environment that was checked last: `{site, environment}`; not autoloaded.
	 */
	public const OPTION = 'headless_deploy_retention';

	/**
	 * To find the oldest run that is kept, the database counts up to 1,000 entries of an index.
	 */
	public const ENVIRONMENTS_PER_EVENT = 10;

	private const MAX_MS         = 10_000;
	private const CHANGES_OF_RUN = 20;
	private const DAY_MS         = 86_400_000;
	private const FIRST          = array( 0, '' );
	private const DELETABLE      = array( 'accepted', 'failed', 'canceled', 'observed' );

	/**
	 * When the last step may start, by the monotonic clock.
	 */
	private int $latest_start = PHP_INT_MAX;

	/**
	 * @param int $step How many runs one step deletes. For 200 values or more the optimizer guesses how many rows they have
	 *                  (`eq_range_index_dive_limit`), and may read the whole index.
	 */
	public function __construct(
		private readonly Clock $clock = new System_Clock(),
		private readonly int $step = 100,
	) {}

	/**
	 * @param  int|null    $site The site whose log is shortened, null for those of all sites.
	 * @throws Read_Failed
	 */
	public function sweep( int $now, int $max_runs = self::MAX_PER_ENVIRONMENT, ?int $site = null ): void {
		global $wpdb;
		$this->latest_start = $this->clock->monotonic_ms() + self::MAX_MS;
		$of_site            = null === $site ? '' : (string) $wpdb->prepare( ' AND d.blog_id = %d', $site );
		$is_complete        = $this->delete_all(
			(string) $wpdb->prepare( 'd.created_at < %d', $now - self::DAYS * self::DAY_MS ) . $of_site,
			'created_at',
		);
		if ( ! $is_complete ) {
			return;
		}
		$row    = new Option_Row( self::OPTION );
		$raw    = $row->read();
		$stored = Option_Row::parse( $raw );
		$last   = is_int( $stored['site'] ?? null ) && is_string( $stored['environment'] ?? null )
			? array( $stored['site'], $stored['environment'] )
			: self::FIRST;
		$next = $this->shorten_logs( $last, $max_runs, $site );
		if ( $next !== $last ) {
			$row->swap(
				$raw,
				array(
					'site'        => $next[0],
					'environment' => $next[1],
				),
			);
		}
	}

	/**
	 * @param  array{int, string} $last Site and environment that were checked last.
	 * @throws Read_Failed
	 * @return array{int, string} The last environment whose log is short enough now; FIRST after the last of all.
	 */
	private function shorten_logs( array $last, int $max_runs, ?int $site ): array {
		global $wpdb;
		for ( $checked = 0; $checked < self::ENVIRONMENTS_PER_EVENT; $checked++ ) {
			$row = $this->environment_after( $last, $site );
			if ( null === $row ) {
				return self::FIRST;
			}
			$blog_id        = (int) $row->blog_id;
			$environment_id = (string) $row->environment_id;
			$kept           = $this->oldest_kept( $blog_id, $environment_id, $max_runs );
			$condition      = (string) $wpdb->prepare( 'd.blog_id = %d AND d.environment_id = %s AND d.id < %d', $blog_id, $environment_id, $kept );
			if ( 0 !== $kept && ! $this->delete_all( $condition, 'id' ) ) {
				return $last;
			}
			$last = array( $blog_id, $environment_id );
		}
		return $last;
	}

	/**
	 * Reads one entry of the index `by_environment`.
	 *
	 * @param  array{int, string}      $last
	 * @throws Read_Failed
	 * @return (object&\stdClass)|null
	 */
	private function environment_after( array $last, ?int $site ): ?object {
		global $wpdb;
		$condition = null === $site
			? $wpdb->prepare( '(blog_id = %d AND environment_id > %s) OR blog_id > %d', $last[0], $last[1], $last[0] )
			: $wpdb->prepare( 'blog_id = %d AND environment_id > %s', $site, $last[1] );
		return Queue_Reader::rows(
			"SELECT blog_id, environment_id FROM {$wpdb->headless_deploy_runs} WHERE $condition ORDER BY blog_id, environment_id LIMIT 1",
		)[0] ?? null;
	}

	/**
	 * @throws Read_Failed
	 * @return int         0 when there are fewer.
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
	 * @param  string            $condition SQL condition of the runs.
	 * @param  'created_at'|'id' $column    Last column of the index that finds them, so that no step sorts the runs of later steps.
	 * @throws Read_Failed
	 * @return bool              False when the time is over or a write failed: there may be more.
	 */
	private function delete_all( string $condition, string $column ): bool {
		global $wpdb;
		$last = 0;
		$kept = array( 0 );
		while ( ! $this->is_late() ) {
			// A replica that lags would return the runs of the last step again.
			$rows = Queue_Reader::rows( Database::from_primary(
				"SELECT d.id, d.created_at, d.status FROM {$wpdb->headless_deploy_runs} d WHERE $condition AND d.$column >= $last"
				. ' AND d.id NOT IN (' . implode( ', ', $kept ) . ") ORDER BY d.$column LIMIT {$this->step}",
			) );
			if ( array() === $rows ) {
				return true;
			}
			$last    = (int) max( array_column( $rows, $column ) );
			$deleted = $this->deletable( $rows );
			$kept    = array( ...$kept, ...array_diff( self::ids( $rows ), $deleted ) );
			$list    = implode( ', ', $deleted );
			if ( '' !== $list && ! ( $this->delete_changes( $list ) && false !== Database::write( "DELETE FROM {$wpdb->headless_deploy_runs} WHERE id IN ($list)" ) ) ) {
				return false;
			}
		}
		return false;
	}

	/**
	 * A statement of its own with few values: as a subquery, the database reads all pending changes of the network for it.
	 *
	 * @param  non-empty-list<object&\stdClass> $rows
	 * @throws Read_Failed
	 * @return list<int>
	 */
	private function deletable( array $rows ): array {
		global $wpdb;
		$ended = self::ids( array_filter( $rows, static fn( object $row ): bool => in_array( $row->status, self::DELETABLE, true ) ) );
		if ( array() === $ended ) {
			return array();
		}
		$pending = Database::column( Database::from_primary(
			"SELECT DISTINCT previous_run_id FROM {$wpdb->headless_deploy_changes} WHERE previous_run_id IN (" . implode( ', ', $ended ) . ') AND run_id = 0',
		) );
		return array_values( array_diff( $ended, array_map( intval( ... ), $pending ) ) );
	}

	/**
	 * @param  array<object&\stdClass> $rows
	 * @return list<int>
	 */
	private static function ids( array $rows ): array {
		return array_map( intval( ... ), array_column( $rows, 'id' ) );
	}

	/**
	 * Deletes the changes of runs, and tells the change feed which rows are missing. One run may have a million of them,
	 * so a step deletes a limited number.
	 *
	 * @param  string      $runs Their ids, separated by commas.
	 * @throws Read_Failed
	 * @return bool        Whether none is left.
	 */
	private function delete_changes( string $runs ): bool {
		global $wpdb;
		$limit = self::CHANGES_OF_RUN * $this->step;
		do {
			$ids = array_map(
				intval( ... ),
				Database::column( Database::from_primary(
					"SELECT id FROM {$wpdb->headless_deploy_changes} WHERE run_id IN ($runs) LIMIT $limit",
				) ),
			);
			if ( array() === $ids ) {
				return true;
			}
			$list = implode( ', ', $ids );
			if (
				! ( new Pruned_Changes() )->raise( max( $ids ) )
				|| false === Database::write( "DELETE FROM {$wpdb->headless_deploy_changes} WHERE id IN ($list)" )
			) {
				return false;
			}
			$is_last = count( $ids ) < $limit;
		} while ( ! $is_last && ! $this->is_late() );
		return $is_last;
	}

	private function is_late(): bool {
		return $this->clock->monotonic_ms() >= $this->latest_start;
	}
}
