<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use Closure;
use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Finds posts of the current site that were modified right after its last recorded change and that no run covers. A
 * post that was modified earlier is deployed with that change.
 */
final class Unrecorded_Posts {
	/**
	 * A request flushes at least every five seconds. A post that was modified later than this was not part of the
	 * killed request, but for example saved without a difference.
	 */
	private const WINDOW_MS = 10_000;

	private const SECOND_MS = 1_000;
	private const MAX_POSTS = 200;

	/**
	 * Returns when the current site last recorded a change, in milliseconds.
	 *
	 * @throws Read_Failed
	 */
	public function last_recorded_at(): ?int {
		global $wpdb;
		$last = Database::value( (string) $wpdb->prepare(
			"SELECT recorded_at FROM {$wpdb->headless_deploy_changes} WHERE blog_id = %d AND manual = 0 ORDER BY recorded_at DESC LIMIT 1",
			get_current_blog_id(),
		) );
		return null === $last ? null : (int) $last;
	}

	/**
	 * Returns the posts that were modified at that time or shortly after, were not recorded, and are not covered by a
	 * later or pending run.
	 *
	 * @param  int                   $last    When the last change was recorded, in milliseconds.
	 * @param  Closure(string): bool $watches Tells whether changes of a post type are recorded.
	 * @throws Read_Failed
	 * @return array<int, string>    Post type, by id.
	 */
	public function find( int $last, int $now, Closure $watches ): array {
		$rows = $this->rows( $this->floor( $last ), $last );
		$from = max( $this->floor( $last ), $this->floor( $this->covered_until( $rows, $last, $now ) ) );
		$to   = $this->floor( $last + self::WINDOW_MS );
		if ( $from > $to ) {
			return array();
		}
		$recorded   = $this->recorded( $rows );
		$skip_until = $this->is_truncated( $rows ) ? $this->floor( $last ) : 0;
		$found      = array();
		foreach ( $this->modified( $from, $to, $watches ) as $row ) {
			$at = (int) strtotime( $row->post_modified_gmt . ' UTC' ) * self::SECOND_MS;
			if ( ! isset( $recorded[ (int) $row->ID ] ) && $at > $skip_until ) {
				$found[ (int) $row->ID ] = $row->post_type;
			}
		}
		return $found;
	}

	/**
	 * Reads the rows of the last second with a recorded change. Posts store their time in whole seconds.
	 *
	 * @return list<object&\stdClass>
	 */
	private function rows( int $from, int $to ): array {
		global $wpdb;
		return Database::rows(
			(string) $wpdb->prepare(
				"SELECT environment_id, lane, changes, reasons, recorded_at FROM {$wpdb->headless_deploy_changes}
				WHERE blog_id = %d AND manual = 0 AND recorded_at BETWEEN %d AND %d ORDER BY id DESC LIMIT 1000",
				get_current_blog_id(),
				$from,
				$to,
			),
		);
	}

	/**
	 * Returns until when all lanes of the last recorded change are covered by a run that started later or is pending.
	 *
	 * @param list<object&\stdClass> $rows Rows of the last second.
	 */
	private function covered_until( array $rows, int $last, int $now ): int {
		$covered = $now;
		foreach ( $rows as $row ) {
			if ( (int) $row->recorded_at === $last ) {
				$covered = min( $covered, $this->is_pending( $row->environment_id, $row->lane ) ? $now : $this->last_run_started_at( $row->environment_id, $row->lane ) );
			}
		}
		return $covered;
	}

	private function is_pending( string $environment_id, string $lane ): bool {
		global $wpdb;
		return null !== Database::value( (string) $wpdb->prepare(
			"SELECT 1 FROM {$wpdb->headless_deploy_changes}
			WHERE run_id = 0 AND blog_id = %d AND environment_id = %s AND lane = %s AND previous_run_id = 0 LIMIT 1",
			get_current_blog_id(),
			$environment_id,
			$lane,
		) );
	}

	/**
	 * Returns when the last run of a lane started, in milliseconds, 0 for never.
	 */
	private function last_run_started_at( string $environment_id, string $lane ): int {
		global $wpdb;
		return (int) Database::value( (string) $wpdb->prepare(
			"SELECT MAX(created_at) FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND environment_id = %s AND lane = %s AND status <> 'observed'",
			get_current_blog_id(),
			$environment_id,
			$lane,
		) );
	}

	/**
	 * @param  list<object&\stdClass> $rows
	 * @return array<int, true>
	 */
	private function recorded( array $rows ): array {
		$recorded = array();
		foreach ( $rows as $row ) {
			$reasons = json_decode( $row->reasons, true );
			foreach ( is_array( $reasons ) ? $reasons : array() as $reason ) {
				if ( is_array( $reason ) && Change::POST === ( $reason['type'] ?? '' ) && is_numeric( $reason['id'] ?? null ) ) {
					$recorded[ (int) $reason['id'] ] = true;
				}
			}
		}
		return $recorded;
	}

	/**
	 * Tells whether a row has more changes than reasons. Then all posts of its second count as recorded.
	 *
	 * @param list<object&\stdClass> $rows
	 */
	private function is_truncated( array $rows ): bool {
		return array() !== array_filter( $rows, static fn( object $row ): bool => (int) $row->changes > count( (array) json_decode( $row->reasons, true ) ) );
	}

	/**
	 * @param  int                    $from    Milliseconds, a whole second.
	 * @param  int                    $to      Milliseconds, a whole second.
	 * @param  Closure(string): bool  $watches Tells whether changes of a post type are recorded.
	 * @return list<object&\stdClass>
	 */
	private function modified( int $from, int $to, Closure $watches ): array {
		global $wpdb;
		$types    = array_values( array_filter( get_post_types(), $watches ) );
		$statuses = array_values( array_filter( get_post_stati(), is_post_status_viewable( ... ) ) );
		if ( array() === $types || array() === $statuses ) {
			return array();
		}
		$type_list   = implode( ',', array_fill( 0, count( $types ), '%s' ) );
		$status_list = implode( ',', array_fill( 0, count( $statuses ), '%s' ) );
		$times       = array( gmdate( 'Y-m-d H:i:s', intdiv( $from, self::SECOND_MS ) ), gmdate( 'Y-m-d H:i:s', intdiv( $to, self::SECOND_MS ) ) );
		return Database::rows( (string) $wpdb->prepare(
			"SELECT ID, post_type, post_modified_gmt FROM {$wpdb->posts}
			WHERE post_type IN ($type_list) AND post_status IN ($status_list) AND post_modified_gmt BETWEEN %s AND %s
			ORDER BY ID LIMIT %d",
			array( ...$types, ...$statuses, ...$times, self::MAX_POSTS ),
		) );
	}

	private function floor( int $ms ): int {
		return intdiv( $ms, self::SECOND_MS ) * self::SECOND_MS;
	}
}
