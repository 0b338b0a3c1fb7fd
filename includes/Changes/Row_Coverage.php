<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Database;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Read_Failed;

/**
 * What the rows of the table of changes cover since some time: which posts they name in which environment, and when a
 * refresh renewed all pages. Reads the primary database, because a replica may lack the newest rows.
 */
final class Row_Coverage {
	/**
	 * Posts store their time in whole seconds.
	 */
	private const SECOND_MS = 1_000;

	/**
	 * How much later than the save the row of an unnamed post may be written: a row of many changes names the newest only.
	 */
	private const SLOW_ROW_MS = 60_000;

	/**
	 * A request writes a row at least every five seconds. A post that was saved up to this long after a row may be of the
	 * same request.
	 */
	private const REQUEST_MS = 10_000;

	private const PAGE      = 500;
	private const MAX_PAGES = 20;

	/**
	 * When a row last named each post, by environment, post and mark.
	 *
	 * @var array<string, array<int, array<int, int>>>
	 */
	private array $named = array();

	/**
	 * When a refresh of all pages was last recorded, by environment.
	 *
	 * @var array<string, int>
	 */
	private array $all = array();

	/**
	 * Whether the rows of each time name all of their changes, by environment and lane. The row of a refresh names more than
	 * that of a build.
	 *
	 * @var array<string, array<int, array<string, bool>>>
	 */
	private array $is_complete = array();

	/**
	 * Times of the rows that do not name all of their changes, oldest first, by environment; filled when it is needed.
	 *
	 * @var array<string, list<int>>
	 */
	private array $incomplete = array();

	/**
	 * Seconds in which rows were written, in milliseconds, oldest first.
	 *
	 * @var list<int>
	 */
	private array $seconds = array();

	/**
	 * Until when all rows were read, in milliseconds.
	 */
	private int $until = PHP_INT_MAX;

	/**
	 * @throws Read_Failed
	 */
	public static function since( int $from ): self {
		$coverage = new self();
		$at       = $from - self::REQUEST_MS;
		$id       = 0;
		for ( $page = 1; $page <= self::MAX_PAGES; $page++ ) {
			$rows = self::page( $at, $id );
			array_map( $coverage->add( ... ), $rows );
			if ( count( $rows ) < self::PAGE ) {
				return $coverage;
			}
			$last = $rows[ count( $rows ) - 1 ];
			$at   = (int) $last->recorded_at;
			$id   = (int) $last->id;
		}
		$coverage->until = $at;
		return $coverage;
	}

	/**
	 * Tells whether the rows after this save were read.
	 */
	public function reaches( int $saved_at ): bool {
		return $saved_at <= $this->until - self::SLOW_ROW_MS;
	}

	/**
	 * Tells whether a row of an environment names a post since its save. A row whose mark is later names an earlier save, by a
	 * web server whose clock is ahead.
	 */
	public function names( string $environment_id, int $post_id, int $saved_at ): bool {
		foreach ( $this->named[ $environment_id ][ $post_id ] ?? array() as $mark => $at ) {
			if ( $at >= $saved_at - self::SECOND_MS && $mark * self::SECOND_MS <= $saved_at ) {
				return true;
			}
		}
		$this->incomplete[ $environment_id ] ??= array_keys( array_filter(
			$this->is_complete[ $environment_id ] ?? array(),
			static fn( array $lanes ): bool => ! in_array( true, $lanes, true ),
		) );
		return self::has_between( $this->incomplete[ $environment_id ], $saved_at - self::SECOND_MS, $saved_at + self::SLOW_ROW_MS );
	}

	/**
	 * Tells whether a refresh since a save tells an environment of it.
	 */
	public function is_refreshed( string $environment_id, int $post_id, int $saved_at ): bool {
		return $this->names( $environment_id, $post_id, $saved_at ) || ( $this->all[ $environment_id ] ?? 0 ) >= $saved_at - self::SECOND_MS;
	}

	/**
	 * @return list<string> Environments whose rows name a post since its save.
	 */
	public function environments_with( int $post_id, int $saved_at ): array {
		$all = array_map( strval( ... ), array_keys( $this->is_complete ) );
		return array_values( array_filter( $all, fn( string $id ): bool => $this->names( $id, $post_id, $saved_at ) ) );
	}

	/**
	 * Tells whether a request wrote a row right before a save.
	 */
	public function is_after_row( int $saved_at ): bool {
		return self::has_between( $this->seconds, $saved_at - self::REQUEST_MS, $saved_at );
	}

	/**
	 * Tells whether a list has a time between two others, by a binary search: there are up to 10,000 rows and 5,000 posts.
	 *
	 * @param list<int> $times Oldest first.
	 */
	private static function has_between( array $times, int $from, int $to ): bool {
		$low  = 0;
		$high = count( $times );
		while ( $low < $high ) {
			$middle = intdiv( $low + $high, 2 );
			if ( $times[ $middle ] < $from ) {
				$low = $middle + 1;
			} else {
				$high = $middle;
			}
		}
		return ( $times[ $low ] ?? PHP_INT_MAX ) <= $to;
	}

	/**
	 * @throws Read_Failed
	 * @return list<object&\stdClass>
	 */
	private static function page( int $at, int $id ): array {
		global $wpdb;
		$statement = (string) $wpdb->prepare(
			"SELECT id, environment_id, lane, changes, manual, recorded_at FROM {$wpdb->headless_deploy_changes}
			WHERE blog_id = %d AND recorded_at >= %d AND (recorded_at > %d OR id > %d) ORDER BY recorded_at, id LIMIT %d",
			get_current_blog_id(),
			$at,
			$at,
			$id,
			self::PAGE,
		);
		return Database::rows( Database::texts_from_primary( $statement, $wpdb->headless_deploy_changes, 'reasons' ) );
	}

	/**
	 * @param object&\stdClass $row
	 */
	private function add( object $row ): void {
		$reasons     = Stored_Reason::list_of( (string) $row->reasons );
		$environment = (string) $row->environment_id;
		$at          = (int) $row->recorded_at;
		$is_manual   = 1 === (int) $row->manual;
		$is_complete = (int) $row->changes <= count( $reasons );
		foreach ( $reasons as $reason ) {
			if ( Change::POST === $reason->type ) {
				$this->named[ $environment ][ $reason->id ][ $reason->mark ] = $at;
			}
		}
		$is_all = $is_manual || ! $is_complete || in_array( true, array_column( $reasons, 'all' ), true );
		if ( Lane::Refresh->value === $row->lane && $is_all ) {
			$this->all[ $environment ] = $at;
		}
		if ( ! $is_manual ) {
			$this->seconds[] = intdiv( $at, self::SECOND_MS ) * self::SECOND_MS;

			$this->is_complete[ $environment ][ $at ][ (string) $row->lane ] = $is_complete
				&& ( $this->is_complete[ $environment ][ $at ][ (string) $row->lane ] ?? true );
		}
	}
}
