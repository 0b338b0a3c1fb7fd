<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use Closure;
use HeadlessDeploy\Read_Failed;

/**
 * Sums up the pending rows of lanes by the failed or canceled run that they belonged to, 0 for new ones. Of a lane with more
 * than `Change_Count::MAX` rows it reads the newest, the first and the manual ones, which the index `by_kind` gives without the
 * rows between: the status and a dispatch cost the same with a million. The sender, which has the lease, reads all.
 */
final class Pending_Rows {
	public const COLUMNS = array(
		'blog_id', 'environment_id', 'lane', 'run', 'oldest', 'newest', 'changes', 'manual_at', 'cause', 'user_id',
		'new_rows', 'undeployed', 'clean', 'replaces_refresh', 'last_row_id', 'row_count',
	);

	private const ORDER = ' ORDER BY blog_id, environment_id, lane';
	private const LIMIT = ' LIMIT ' . Change_Count::MORE;

	/**
	 * Reads the lanes with pending rows: the first rows in the order of the index, and if there are more, the whole lane in
	 * which they end and the rows of the lanes that follow.
	 *
	 * @param  int|null                                                          $blog_id Null for the whole network.
	 * @param  Closure(string $statement, string $order): list<object&\stdClass> $read
	 * @throws Read_Failed
	 * @return list<object&\stdClass>
	 */
	public static function of_lanes( ?int $blog_id, Closure $read ): array {
		$found = array();
		$last  = null;
		do {
			$rows = $read( self::sum_sql( self::first_sql( $blog_id, $last ) ), self::ORDER );
			$last = array_sum( array_column( $rows, 'row_count' ) ) > Change_Count::MAX ? end( $rows ) : false;
			if ( false !== $last ) {
				$lane = self::condition( $last );
				$rows = array_filter( $rows, static fn( object $row ): bool => self::condition( $row ) !== $lane );
				$rows = array( ...$rows, ...$read( self::sum_sql( self::lane_sql( $lane ) ), '' ) );
			}
			array_push( $found, ...$rows );
		} while ( false !== $last );
		return $found;
	}

	public static function of_lane_sql( Lane_Key $key ): string {
		return self::sum_sql( self::lane_sql( $key->condition() ) );
	}

	/**
	 * Sums up all rows of a lane, whatever their number.
	 */
	public static function all_of_lane_sql( Lane_Key $key ): string {
		return self::sum_sql( self::rows_sql( $key->condition() ) );
	}

	/**
	 * Adds up the sums of each lane.
	 *
	 * @param  list<object&\stdClass>          $rows      With the columns COLUMNS.
	 * @param  bool                            $is_capped Whether changes are counted up to `Change_Count::MAX`.
	 * @return array<string, object&\stdClass> With `undeployed_runs`, the changes by run; by `Lane_Key::id()`.
	 */
	public static function by_lane( array $rows, bool $is_capped ): array {
		$lanes = array();
		foreach ( $rows as $row ) {
			$id   = "$row->blog_id/$row->environment_id/$row->lane";
			$lane = $lanes[ $id ] ?? null;
			if ( null === $lane ) {
				$lane = (object) ( array( 'undeployed_runs' => array() ) + (array) $row );
			} else {
				self::add( $lane, $row );
			}
			if ( (int) $row->run > 0 && (int) $row->changes > 0 ) {
				$lane->undeployed_runs[ (int) $row->run ] = (int) $row->changes;
			}
			$lanes[ $id ] = $lane;
		}
		return $is_capped ? array_map( self::capped( ... ), $lanes ) : $lanes;
	}

	/**
	 * @param object&\stdClass $lane
	 * @param object&\stdClass $row
	 */
	private static function add( object $lane, object $row ): void {
		foreach ( array( 'changes', 'new_rows', 'undeployed', 'row_count' ) as $column ) {
			$lane->$column = (int) $lane->$column + (int) $row->$column;
		}
		foreach ( array( 'newest', 'clean', 'replaces_refresh', 'last_row_id' ) as $column ) {
			$lane->$column = null === $row->$column ? $lane->$column : max( (int) $row->$column, (int) $lane->$column );
		}
		// Only the rows without a run have these.
		foreach ( array( 'oldest', 'manual_at', 'cause', 'user_id' ) as $column ) {
			$lane->$column ??= $row->$column;
		}
	}

	/**
	 * Rows without changes may be among those that were read.
	 *
	 * @param  object&\stdClass $lane
	 * @return object&\stdClass
	 */
	private static function capped( object $lane ): object {
		$is_full = (int) $lane->row_count > Change_Count::MAX;
		foreach ( array( 'changes', 'undeployed' ) as $column ) {
			$lane->$column = $is_full && (int) $lane->$column > 0 ? Change_Count::MORE : Change_Count::capped( (int) $lane->$column );
		}
		return $lane;
	}

	/**
	 * Selects the sums of rows. The cause is that of the newest manual row.
	 *
	 * @param string $rows Statement with the columns of `rows_sql()`.
	 */
	private static function sum_sql( string $rows ): string {
		global $wpdb;
		return "SELECT s.blog_id, s.environment_id, s.lane, s.run, s.oldest, s.newest, s.changes, s.manual_at, m.cause, m.user_id, s.new_rows, s.undeployed, s.clean, s.replaces_refresh, s.last_row_id, s.row_count
			FROM (SELECT blog_id, environment_id, lane, previous_run_id AS run,
				MIN(CASE WHEN previous_run_id = 0 THEN recorded_at END) AS oldest,
				MAX(CASE WHEN previous_run_id = 0 THEN recorded_at END) AS newest,
				SUM(counted * changes) AS changes,
				MAX(CASE WHEN manual = 1 THEN recorded_at END) AS manual_at,
				MAX(CASE WHEN manual = 1 THEN id END) AS manual_row_id,
				SUM(CASE WHEN previous_run_id = 0 THEN counted ELSE 0 END) AS new_rows,
				SUM(CASE WHEN previous_run_id = 0 THEN 0 ELSE counted * changes END) AS undeployed,
				MAX(CASE WHEN action = 'cleanRebuild' THEN 1 ELSE 0 END) AS clean,
				MAX(CASE WHEN action = 'refresh' AND lane <> 'refresh' AND previous_run_id = 0 THEN 1 ELSE 0 END) AS replaces_refresh,
				MAX(id) AS last_row_id, SUM(counted) AS row_count
				FROM ($rows) r GROUP BY blog_id, environment_id, lane, previous_run_id
			) s LEFT JOIN {$wpdb->headless_deploy_changes} m ON m.id = s.manual_row_id";
	}

	/**
	 * @param string $condition SQL.
	 * @param int    $counted   0 for rows that are counted elsewhere.
	 */
	private static function rows_sql( string $condition, int $counted = 1 ): string {
		global $wpdb;
		return "SELECT id, blog_id, environment_id, lane, previous_run_id, recorded_at, changes, manual, action, $counted AS counted
			FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0 AND $condition";
	}

	/**
	 * @param (object&\stdClass)|null $after Row of the lane after which to begin.
	 */
	private static function first_sql( ?int $blog_id, ?object $after ): string {
		global $wpdb;
		$condition = null === $blog_id ? '1 = 1' : (string) $wpdb->prepare( 'blog_id = %d', $blog_id );
		if ( null !== $after ) {
			$condition .= $wpdb->prepare(
				' AND (blog_id > %d OR (blog_id = %d AND environment_id > %s) OR (blog_id = %d AND environment_id = %s AND lane > %s))',
				$after->blog_id,
				$after->blog_id,
				$after->environment_id,
				$after->blog_id,
				$after->environment_id,
				$after->lane,
			);
		}
		return self::rows_sql( $condition ) . self::ORDER . self::LIMIT;
	}

	/**
	 * @param string $lane SQL condition.
	 */
	private static function lane_sql( string $lane ): string {
		$new   = "$lane AND manual = 0 AND previous_run_id = 0 ORDER BY id";
		$parts = array(
			self::rows_sql( "$lane AND manual = 1 ORDER BY id DESC" ) . self::LIMIT,
			self::rows_sql( "$new DESC" ) . self::LIMIT,
			self::rows_sql( "$lane AND manual = 0 AND previous_run_id > 0 ORDER BY previous_run_id DESC" ) . self::LIMIT,
			self::rows_sql( $new, 0 ) . ' LIMIT 1',
		);
		return implode( ' UNION ALL ', array_map( static fn( string $part ): string => "SELECT * FROM ($part) p", $parts ) );
	}

	/**
	 * @param object&\stdClass $row
	 */
	private static function condition( object $row ): string {
		global $wpdb;
		return (string) $wpdb->prepare( 'blog_id = %d AND environment_id = %s AND lane = %s', $row->blog_id, $row->environment_id, $row->lane );
	}
}
