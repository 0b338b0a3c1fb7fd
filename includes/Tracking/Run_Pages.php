<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Queue\Tables;
use HeadlessDeploy\Read_Failed;
use WP_Post;

/**
 * Finds the pages by which a run can be judged: those of the posts that changed last.
 */
final class Run_Pages {
	private const MOST_PAGES = 3;
	private const MAX_ROWS   = 5;

	/**
	 * By how much the noting of a save may be later than the time that WordPress gives it.
	 */
	private const SLOW_SAVE_SECONDS = 10;

	/**
	 * Returns the pages of a run, that of the newest change first.
	 *
	 * @param  object&\stdClass   $row
	 * @param  Environment        $environment Knows the front end.
	 * @throws Read_Failed        When the database refused, or did not respond.
	 * @return list<Tracked_Page>
	 */
	public function of( object $row, Environment $environment ): array {
		$pages = array();
		$seen  = array();
		foreach ( '' === $environment->front_end_url ? array() : $this->reasons( $row ) as $reason ) {
			$id = (int) ( $reason['id'] ?? 0 );
			if ( Change::POST !== ( $reason['type'] ?? '' ) || $id <= 0 || isset( $seen[ $id ] ) ) {
				continue;
			}
			$seen[ $id ] = true;
			$page        = $this->page( $id, $reason, untrailingslashit( $environment->front_end_url ) );
			if ( null !== $page ) {
				$pages[] = $page;
			}
			if ( count( $pages ) >= self::MOST_PAGES ) {
				break;
			}
		}
		return $pages;
	}

	/**
	 * Makes the page of a reason, null where nothing can be told by it.
	 *
	 * @param array<mixed> $reason As it was stored.
	 * @param string       $base   Address of the front end, without a slash at its end.
	 */
	private function page( int $id, array $reason, string $base ): ?Tracked_Page {
		$event = is_string( $reason['event'] ?? null ) ? $reason['event'] : '';
		if ( in_array( $event, Post_Page::VANISHING, true ) ) {
			$path = is_string( $reason['path'] ?? null ) ? $reason['path'] : '';
			return '' === $path ? null : new Tracked_Page( $id, $base . $path, Tracked_Page::GONE, 0 );
		}
		$post = Database::checked( static fn() => get_post( $id ) );
		if ( ! $post instanceof WP_Post || ! is_post_publicly_viewable( $post ) ) {
			return null;
		}
		$path = Post_Page::path( $post );
		return '' === $path ? null : new Tracked_Page( $id, $base . $path, Tracked_Page::LIVE, $this->wanted( $event, $reason, $post ) );
	}

	/**
	 * Returns from which time on a mark proves a change: that which the save has given the post, where it has given it one;
	 * a change of nothing but meta or terms leaves it as it was.
	 *
	 * @param array<mixed> $reason As it was stored.
	 * @param WP_Post      $post   As it is now.
	 */
	private function wanted( string $event, array $reason, WP_Post $post ): int {
		$noted = intdiv( (int) ( $reason['at'] ?? 0 ), 1000 );
		$mark  = (int) ( $reason['mark'] ?? 0 );
		if ( Change::PUBLISHED === $event ) {
			// A scheduled post keeps the time of its last edit; what was not there before is new all the same.
			return 0 === $mark ? (int) strtotime( $post->post_modified_gmt . ' UTC' ) : $mark;
		}
		return abs( $noted - $mark ) <= self::SLOW_SAVE_SECONDS ? $mark : $noted;
	}

	/**
	 * Returns the newest reasons of a run. One that failed at the call has left its changes to the next run.
	 *
	 * @param  object&\stdClass   $row
	 * @return list<array<mixed>>
	 */
	private function reasons( object $row ): array {
		global $wpdb;
		$of_run = 'failed' === $row->status ? 'previous_run_id = %d AND run_id = 0' : 'run_id = %d';
		$rows   = Database::column(
			(string) $wpdb->prepare( 'SELECT reasons FROM ' . Tables::changes() . " WHERE $of_run AND reasons <> '[]' ORDER BY id DESC LIMIT %d", (int) $row->id, self::MAX_ROWS ),
		);
		$lists = array_map( static fn( ?string $json ): mixed => json_decode( (string) $json, true ), $rows );
		return array_values( array_filter( array_merge( ...array_map( array_values( ... ), array_filter( $lists, is_array( ... ) ) ) ), is_array( ... ) ) );
	}
}
