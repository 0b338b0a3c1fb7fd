<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Network;
use WP_Post;

/**
 * Records the saves of public posts in which no listener saw a difference, for refreshes only. The modified time of the post
 * is part of responses, and a second save repairs what the first one lost.
 */
final class Saved_Posts implements Marking_Listener {
	/**
	 * Post type and details of each saved post, by site and ID.
	 *
	 * @var array<int, array<int, array{string, array{path?: string, mark?: int, kept?: true}}>>
	 */
	private array $saved = array();

	public function __construct( private readonly Change_Recorder $changes ) {}

	public function hook(): void {
		// After the listeners that compare the post.
		add_action(
			'wp_after_insert_post',
			fn( mixed $id, mixed $post = null, mixed $update = true, mixed $before = null ) => $this->on_saved( $post, $before ),
			PHP_INT_MAX,
			4,
		);
		add_action(
			'attachment_updated',
			fn( mixed $id, mixed $post = null, mixed $before = null ) => $this->on_saved( $post, $before ),
			PHP_INT_MAX,
			3,
		);
	}

	private function on_saved( mixed $post, mixed $before = null ): void {
		if ( ! $post instanceof WP_Post ) {
			return;
		}
		unset( $this->saved[ get_current_blog_id() ][ $post->ID ] );
		$is_recorded = $this->changes->take_recorded_post( $post->ID );
		// A post that no listener records may be new all the same, for example the first menu of a theme.
		$kept = $before instanceof WP_Post && Post_Evaluation::is_visible( $before ) ? Previous_State::KEPT : array();
		if ( ! $is_recorded && self::is_watched( $post->post_type ) && Post_Evaluation::is_visible( $post ) ) {
			$this->saved[ get_current_blog_id() ][ $post->ID ] = array(
				$post->post_type,
				Post_Page::evidence( Change::SAVED, null, $post ) + $kept,
			);
		}
	}

	public function record_marked(): void {
		$saved       = array_filter( $this->saved );
		$this->saved = array();
		Network::on_sites( $saved, $this->record( ... ) );
	}

	/**
	 * @param array<int, array{string, array{path?: string, mark?: int, kept?: true}}> $saved
	 */
	private function record( array $saved ): void {
		foreach ( $saved as $id => list( $type, $details ) ) {
			// Meta or terms that were written after the save are a difference.
			if ( ! $this->changes->take_recorded_post( $id ) ) {
				$this->changes->record( (string) Watched_Types::source_of( $type ), Change::SAVED, Change::POST, $id, $type, '', $details, true );
			}
		}
	}

	/**
	 * An item of a menu has no address and shows no time, and its menu is recorded.
	 */
	private static function is_watched( string $type ): bool {
		return 'nav_menu_item' !== $type && null !== Watched_Types::source_of( $type );
	}
}
