<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Changes\Primary_Posts;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Read_Failed;
use WP_Post;

/**
 * Finds the pages that can prove a run: those of the posts that changed last.
 */
final class Run_Pages {
	private const MAX_PAGES = 3;
	private const MAX_ROWS  = 5;

	/**
	 * How much later than `post_modified_gmt` a change may be recorded.
	 */
	private const SLOW_SAVE_SECONDS = 10;

	/**
	 * @throws Read_Failed
	 * @return list<Tracked_Page> That of the newest change first.
	 */
	public function of( Run_Record $run, Environment $environment ): array {
		$pages = array();
		$seen  = array();
		foreach ( '' === $environment->front_end_url ? array() : $this->reasons( $run ) as $reason ) {
			if ( Change::POST !== $reason->type || $reason->id <= 0 || isset( $seen[ $reason->id ] ) ) {
				continue;
			}
			$seen[ $reason->id ] = true;
			$page                = $this->page( $reason, untrailingslashit( $environment->front_end_url ) );
			if ( null !== $page ) {
				$pages[] = $page;
			}
			if ( count( $pages ) >= self::MAX_PAGES ) {
				break;
			}
		}
		return $pages;
	}

	/**
	 * @param  string            $base URL of the front end, without a trailing slash.
	 * @return Tracked_Page|null Null when the change has no page.
	 */
	private function page( Stored_Reason $reason, string $base ): ?Tracked_Page {
		if ( in_array( $reason->event, Post_Page::REMOVAL_EVENTS, true ) ) {
			return '' === $reason->path ? null : new Tracked_Page( $reason->id, $base . $reason->path, Tracked_Page::GONE, 0 );
		}
		$post = Primary_Posts::read( array( $reason->id ) )[ $reason->id ] ?? null;
		// Front ends show files within other pages.
		if ( null === $post || 'attachment' === $post->post_type || ! is_post_publicly_viewable( $post ) ) {
			return null;
		}
		$path = Post_Page::path( $post );
		return '' === $path ? null : new Tracked_Page( $reason->id, $base . $path, Tracked_Page::LIVE, $this->oldest_mark( $reason, $post ) );
	}

	/**
	 * Returns the oldest mark that proves a change: the modified time that the save gave the post. A change of only meta or
	 * terms does not move that time.
	 */
	private function oldest_mark( Stored_Reason $reason, WP_Post $post ): int {
		$recorded = intdiv( $reason->at, 1000 );
		$mark     = $reason->mark;
		if ( Change::PUBLISHED === $reason->event ) {
			// A scheduled post keeps the time of its last edit.
			return 0 === $mark ? (int) strtotime( $post->post_modified_gmt . ' UTC' ) : $mark;
		}
		return abs( $recorded - $mark ) <= self::SLOW_SAVE_SECONDS ? $mark : $recorded;
	}

	/**
	 * Returns the newest reasons of a run. The changes of a run whose call failed are pending again.
	 *
	 * @return list<Stored_Reason>
	 */
	private function reasons( Run_Record $run ): array {
		global $wpdb;
		$of_run = $run->is_call_failed()
			? $wpdb->prepare( 'previous_run_id = %d AND run_id = 0', $run->id )
			: $wpdb->prepare( 'run_id = %d', $run->id );
		$rows = Database::column(
			"SELECT reasons FROM {$wpdb->headless_deploy_changes} WHERE $of_run AND reasons <> '[]' ORDER BY id DESC LIMIT " . self::MAX_ROWS,
		);
		return array_merge( ...array_map( static fn( ?string $json ): array => Stored_Reason::list_of( (string) $json ), $rows ) );
	}
}
