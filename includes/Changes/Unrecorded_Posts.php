<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use Closure;
use HeadlessDeploy\Database;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Read_Failed;

/**
 * Compares posts of the current site with the rows of the table of changes. Reads the primary database: a replica that
 * lags would show posts as they were.
 *
 * @phpstan-type Saved array{id: int, type: string, status: string, savedAt: int, hasDate: bool}
 */
final class Unrecorded_Posts {
	private const SECOND_MS = 1_000;

	/**
	 * Statuses of rows that are not posts of their own. Files have one of them too.
	 */
	private const IGNORED_STATUSES = array( 'inherit', 'auto-draft' );

	/**
	 * WordPress gives drafts a date when they are published; until then it is zero.
	 */
	private const DRAFTS = array( 'draft', 'pending' );

	/**
	 * How many posts that are not public may be looked up among all rows.
	 */
	private const MAX_LOOKUPS = 50;

	private const MAX_POSTS = 5_000;
	private const MAX_ROWS  = 500;

	/**
	 * @param int $max_runs How many runs of an environment are kept: older changes are deleted with their runs.
	 */
	public function __construct( private readonly int $max_runs ) {}

	/**
	 * Reads the next posts, from the newest id to the oldest. A read by id is bounded, because WordPress has no index of
	 * the times of modification.
	 *
	 * @param  int                     $before Id that the last call returned.
	 * @throws Read_Failed
	 * @return array{list<Saved>, int} The posts, and the id before which the next ones begin; 0 when these are the last.
	 */
	public function read( int $before, int $now ): array {
		global $wpdb;
		$rows = Database::rows( Database::from_primary( (string) $wpdb->prepare(
			"SELECT ID, post_type, post_status, post_modified_gmt, post_date_gmt FROM {$wpdb->posts} WHERE ID < %d ORDER BY ID DESC LIMIT %d",
			$before,
			self::MAX_POSTS,
		) ) );
		$saved = array();
		foreach ( $rows as $row ) {
			if ( ! in_array( $row->post_status, self::IGNORED_STATUSES, true ) ) {
				$saved[] = self::saved( $row, $now );
			}
		}
		return array( $saved, count( $rows ) < self::MAX_POSTS ? 0 : (int) $rows[ count( $rows ) - 1 ]->ID );
	}

	/**
	 * Finds the posts that no row names since their save.
	 *
	 * @param  list<Saved>                            $saved
	 * @param  Closure(Saved): list<string>           $told    Returns the environments with a refresh URL for which this save must
	 *                                                         have a row.
	 * @param  int                                    $lost_at When the database last refused a change, in milliseconds, 0 if never.
	 * @throws Read_Failed
	 * @return array{list<Unrecorded_Post>, int|null} The posts, and the earliest save that could not be compared.
	 */
	public function find( array $saved, Closure $told, Row_Coverage $coverage, int $lost_at ): array {
		$found   = array();
		$hidden  = array();
		$skipped = null;
		foreach ( $saved as $post ) {
			if ( ! $coverage->reaches( $post['savedAt'] ) ) {
				$skipped = min( $skipped ?? PHP_INT_MAX, $post['savedAt'] );
				continue;
			}
			$named = $coverage->environments_with( $post['id'], $post['savedAt'] );
			if ( is_post_status_viewable( $post['status'] ) ) {
				$refreshed = $told( $post );
				$is_known  = array() === $named
					&& ( array() !== $refreshed || $coverage->is_after_row( $post['savedAt'] ) || $post['savedAt'] <= $lost_at );
				$is_missed = array() !== array_filter(
					$refreshed,
					static fn( string $id ): bool => ! $coverage->is_refreshed( $id, $post['id'], $post['savedAt'] ),
				);
				if ( $is_known || $is_missed ) {
					$found[] = new Unrecorded_Post( $post['id'], $post['type'], Change::UPDATED, $post['savedAt'], $is_known );
				}
			} elseif ( array() === $named && ( $post['hasDate'] || ! in_array( $post['status'], self::DRAFTS, true ) ) ) {
				$hidden[ $post['id'] ] = $post;
			}
		}
		// The next walk looks up the rest.
		foreach ( array_slice( $hidden, self::MAX_LOOKUPS, null, true ) as $post ) {
			$skipped = min( $skipped ?? PHP_INT_MAX, $post['savedAt'] );
		}
		return array( array( ...$found, ...$this->removed( array_slice( $hidden, 0, self::MAX_LOOKUPS, true ) ) ), $skipped );
	}

	/**
	 * Returns when the current site last recorded a change, in milliseconds.
	 *
	 * @throws Read_Failed
	 */
	public function last_recorded_at(): ?int {
		global $wpdb;
		$last = Database::value( Database::from_primary( (string) $wpdb->prepare(
			"SELECT recorded_at FROM {$wpdb->headless_deploy_changes} WHERE blog_id = %d AND manual = 0 ORDER BY recorded_at DESC LIMIT 1",
			get_current_blog_id(),
		) ) );
		return null === $last ? null : (int) $last;
	}

	/**
	 * Returns until when the last run of a lane covers all changes: until its start, and without an end while one is pending.
	 *
	 * @throws Read_Failed
	 * @return int         In milliseconds, 0 when there was none.
	 */
	public function covered_until( string $environment_id, Lane $lane ): int {
		return $this->is_pending( $environment_id, $lane ) ? PHP_INT_MAX : $this->last_run_started_at( $environment_id, $lane );
	}

	/**
	 * Returns before which time rows of an environment may have been deleted with their runs, in milliseconds.
	 *
	 * @throws Read_Failed
	 */
	public function kept_since( string $environment_id ): int {
		global $wpdb;
		return (int) Database::value( (string) $wpdb->prepare(
			"SELECT created_at FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND environment_id = %s ORDER BY id DESC LIMIT 1 OFFSET %d",
			get_current_blog_id(),
			$environment_id,
			$this->max_runs - 1,
		) );
	}

	/**
	 * @param  object&\stdClass $row
	 * @return Saved
	 */
	private static function saved( object $row, int $now ): array {
		$date     = (int) strtotime( $row->post_date_gmt . ' UTC' ) * self::SECOND_MS;
		$modified = (int) strtotime( $row->post_modified_gmt . ' UTC' ) * self::SECOND_MS;
		return array(
			'id'     => (int) $row->ID,
			'type'   => (string) $row->post_type,
			'status' => (string) $row->post_status,
			// A scheduled post keeps the time of its last save when it is published.
			'savedAt' => $date <= $now && is_post_status_viewable( $row->post_status ) ? max( $date, $modified ) : $modified,
			'hasDate' => $date > 0,
		);
	}

	/**
	 * Finds the posts that visitors could see before: their last row does not remove them. Posts without a row are known
	 * by what WordPress keeps of a post in the Trash, and by the date of a draft.
	 *
	 * @param  array<int, Saved>     $hidden By id; posts that are not public.
	 * @throws Read_Failed
	 * @return list<Unrecorded_Post>
	 */
	private function removed( array $hidden ): array {
		if ( array() === $hidden ) {
			return array();
		}
		$events  = $this->last_events( array_keys( $hidden ) );
		$trashed = $this->statuses_before_trash( array_keys( array_filter(
			$hidden,
			static fn( array $post ): bool => 'trash' === $post['status'],
		) ) );
		$removed = array();
		foreach ( $hidden as $id => $post ) {
			$event      = $events[ $id ] ?? null;
			$is_trashed = 'trash' === $post['status'];
			$was_public = null !== $event && ! in_array( $event, Post_Page::REMOVAL_EVENTS, true );
			$is_known   = $is_trashed ? is_post_status_viewable( $trashed[ $id ] ?? '' ) : $was_public;
			$is_likely  = null === $event && $post['hasDate'] && in_array( $post['status'], self::DRAFTS, true );
			if ( $is_known || $is_likely ) {
				$removed[] = new Unrecorded_Post(
					$id,
					$post['type'],
					$is_trashed ? Change::TRASHED : Change::UNPUBLISHED,
					$post['savedAt'],
					$is_known,
				);
			}
		}
		return $removed;
	}

	/**
	 * @param  list<int>          $ids
	 * @throws Read_Failed
	 * @return array<int, string> Event of the newest row that names each post.
	 */
	private function last_events( array $ids ): array {
		global $wpdb;
		$patterns = array_map( static fn( int $id ): string => '%"id":' . $id . ',%', $ids );
		$likes    = implode( ' OR ', array_fill( 0, count( $ids ), 'reasons LIKE %s' ) );
		$newest   = (string) $wpdb->prepare(
			// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared,WordPress.DB.PreparedSQLPlaceholders -- $likes holds one placeholder for each pattern.
			"SELECT id FROM {$wpdb->headless_deploy_changes} WHERE blog_id = %d AND recorded_at > 0 AND ($likes) ORDER BY recorded_at DESC LIMIT %d",
			get_current_blog_id(),
			...array( ...$patterns, self::MAX_ROWS ),
		);
		$rows   = Database::rows( Database::texts_from_primary( $newest, $wpdb->headless_deploy_changes, 'reasons' ) );
		$events = array();
		foreach ( $rows as $row ) {
			foreach ( Stored_Reason::list_of( (string) $row->reasons ) as $reason ) {
				if ( Change::POST === $reason->type ) {
					$events[ $reason->id ] ??= $reason->event;
				}
			}
		}
		// With more rows, the others may have been removed already.
		return $events + ( count( $rows ) < self::MAX_ROWS ? array() : array_fill_keys( $ids, Change::UNPUBLISHED ) );
	}

	/**
	 * @param  list<int>          $ids
	 * @throws Read_Failed
	 * @return array<int, string>
	 */
	private function statuses_before_trash( array $ids ): array {
		global $wpdb;
		if ( array() === $ids ) {
			return array();
		}
		$list = implode( ', ', $ids );
		return array_column(
			Database::rows( Database::from_primary(
				"SELECT post_id, meta_value FROM {$wpdb->postmeta} WHERE post_id IN ($list) AND meta_key = '_wp_trash_meta_status'",
			) ),
			'meta_value',
			'post_id',
		);
	}

	private function is_pending( string $environment_id, Lane $lane ): bool {
		global $wpdb;
		return null !== Database::value( Database::from_primary( (string) $wpdb->prepare(
			"SELECT id FROM {$wpdb->headless_deploy_changes}
			WHERE run_id = 0 AND blog_id = %d AND environment_id = %s AND lane = %s AND previous_run_id = 0 LIMIT 1",
			get_current_blog_id(),
			$environment_id,
			$lane->value,
		) ) );
	}

	/**
	 * Returns when the last run of a lane started, in milliseconds, 0 for never.
	 */
	private function last_run_started_at( string $environment_id, Lane $lane ): int {
		global $wpdb;
		return (int) Database::value( Database::from_primary( (string) $wpdb->prepare(
			"SELECT MAX(created_at) AS newest FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND environment_id = %s AND lane = %s AND status <> 'observed'",
			get_current_blog_id(),
			$environment_id,
			$lane->value,
		) ) );
	}
}
