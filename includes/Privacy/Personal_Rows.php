<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Privacy;

use HeadlessDeploy\Database;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Read_Failed;

/**
 * Finds and erases a user in the rows of the current site: in `user_id` of both tables and in the reasons of a change.
 *
 * Rows of changes are otherwise never updated except for their run. Erasing changes nothing that the queue reads (lane,
 * action, count, manual, run), so it is safe at any moment of a send. It updates one row at a time, only while its
 * reasons are still those that were read. A sender writes the user of a run only while the run's rows still name them,
 * so an erased user cannot come back.
 */
final class Personal_Rows {
	/**
	 * Returns the ID of a user, 0 when no user has this email address. The plugin stores only IDs of users.
	 */
	public static function user_id( string $email ): int {
		$user = get_user_by( 'email', $email );
		return false === $user ? 0 : $user->ID;
	}

	/**
	 * @throws Read_Failed
	 * @return list<object&\stdClass>
	 */
	public function runs( int $user_id, int $limit, int $skipped = 0 ): array {
		global $wpdb;
		return Database::rows(
			(string) $wpdb->prepare(
				"SELECT id, environment_id, action, cause, status, tracked_status, created_at FROM {$wpdb->headless_deploy_runs}
				WHERE blog_id = %d AND user_id = %d ORDER BY id LIMIT %d OFFSET %d",
				get_current_blog_id(),
				$user_id,
				$limit,
				$skipped,
			),
		);
	}

	/**
	 * @throws Read_Failed
	 * @return list<object&\stdClass>
	 */
	public function changes( int $user_id, int $limit, int $skipped = 0 ): array {
		global $wpdb;
		// Quotes in names are escaped, so this text occurs only at the key of a reason.
		$named = static fn( string $member ): string => '%' . $wpdb->esc_like( "\"$member" ) . '%';
		return Database::rows(
			(string) $wpdb->prepare(
				"SELECT id, environment_id, action, recorded_at, reasons, manual, user_id FROM {$wpdb->headless_deploy_changes}
				WHERE blog_id = %d AND (user_id = %d OR reasons LIKE %s OR reasons LIKE %s OR reasons LIKE %s)
				ORDER BY id LIMIT %d OFFSET %d",
				get_current_blog_id(),
				$user_id,
				$named( "user\":$user_id," ),
				$named( "author\":$user_id," ),
				$named( "author\":$user_id}" ),
				$limit,
				$skipped,
			),
		);
	}

	/**
	 * @param  list<object&\stdClass> $rows As `changes()` found them.
	 * @return int                    How many rows were altered.
	 */
	public function erase_in_changes( array $rows, int $user_id ): int {
		global $wpdb;
		$altered = 0;
		foreach ( $rows as $row ) {
			$altered += (int) $wpdb->query(
				$wpdb->prepare(
					"UPDATE {$wpdb->headless_deploy_changes} SET user_id = %d, reasons = %s WHERE id = %d AND reasons = %s",
					$user_id === (int) $row->user_id ? 0 : (int) $row->user_id,
					$this->without_user( $row->reasons, $user_id ),
					(int) $row->id,
					$row->reasons,
				),
			);
		}
		return $altered;
	}

	/**
	 * @param  list<object&\stdClass> $rows As `runs()` found them.
	 * @return int                    How many were altered.
	 */
	public function erase_in_runs( array $rows, int $user_id ): int {
		global $wpdb;
		$ids = implode( ', ', array_map( static fn( object $row ): int => (int) $row->id, $rows ) );
		return '' === $ids ? 0 : (int) $wpdb->query(
			// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- integers.
			$wpdb->prepare( "UPDATE {$wpdb->headless_deploy_runs} SET user_id = 0 WHERE id IN ($ids) AND user_id = %d", $user_id ),
		);
	}

	private function without_user( string $json, int $user_id ): string {
		$reasons = array_map(
			static fn( Stored_Reason $reason ): Stored_Reason => $reason->with(
				user: $user_id === $reason->user ? 0 : $reason->user,
				author: $user_id === $reason->author ? 0 : $reason->author,
				// Without the previous author, a refresh cannot name the author's pages, so it renews all.
				all: $reason->all || $user_id === $reason->author,
			),
			Stored_Reason::list_of( $json ),
		);
		return Database::json( $reasons );
	}
}
