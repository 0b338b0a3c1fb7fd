<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Network;
use HeadlessDeploy\Untyped;
use WP_Post;

/**
 * Records posts whose cache was cleared although WordPress did not save them: WordPress and other plugins do that after SQL of
 * their own. What the SQL changed is not known, so that it starts nothing but refreshes. Posts that a deleted user leaves to
 * another one have another author, which is a change.
 *
 * @phpstan-import-type Details from Change
 */
final class Cleaned_Posts implements Marking_Listener {
	/**
	 * What a refresh needs of the post before. WordPress reads a post without `filter` again.
	 */
	private const FIELDS = array( 'ID', 'filter', ...Previous_State::OF_LISTS );

	/**
	 * Cleared posts by site and ID, as they were loaded before; null for one that was not.
	 *
	 * @var array<int, array<int, WP_Post|null>>
	 */
	private array $cleared = array();

	/**
	 * Cleared posts that WordPress read only when it cleared them, after the SQL, by site and ID.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $unloaded = array();

	/**
	 * Posts that were cleared or saved before in this request, so that WordPress reads them again with what is known of them.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $known = array();

	/**
	 * Authors that lost posts, by site and post.
	 *
	 * @var array<int, array<int, int>>
	 */
	private array $authors = array();

	/**
	 * @var array<int, array<int, true>>
	 */
	private array $deleted = array();

	/**
	 * Post whose number of comments WordPress stores: comments have changes of their own.
	 */
	private int $counted = 0;

	/**
	 * User who is being deleted, or removed from a site, and leaves posts to another one, 0 for none.
	 */
	private int $leaving = 0;

	private readonly Post_Evaluation $evaluation;

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
	) {
		$this->evaluation = new Post_Evaluation( self::is_watched( ... ) );
	}

	public function hook(): void {
		add_action( 'clean_post_cache', $this->on_cleared( ... ), 10, 2 );
		add_action( 'clean_attachment_cache', $this->mark( ... ), 10, 1 );
		add_filter( 'pre_wp_update_comment_count_now', $this->on_comment_count( ... ), PHP_INT_MAX, 3 );
		// Saves and deletions have listeners.
		add_action( 'wp_after_insert_post', $this->forget( ... ), PHP_INT_MAX, 1 );
		add_action( 'add_attachment', $this->forget( ... ), PHP_INT_MAX, 1 );
		add_action( 'attachment_updated', $this->forget( ... ), PHP_INT_MAX, 1 );
		add_action( 'deleted_post', $this->on_deleted( ... ), PHP_INT_MAX, 1 );
		add_action( 'delete_user', fn( mixed $id, mixed $heir = null ) => $this->on_user( $id, $heir ), 10, 2 );
		add_action( 'remove_user_from_blog', fn( mixed $id, mixed $blog_id = 0, mixed $heir = null ) => $this->on_user( $id, $heir ), 10, 3 );
		add_action( 'clean_user_cache', fn() => $this->on_user( 0, null ), 10, 0 );
	}

	private function on_cleared( mixed $id, mixed $post = null ): void {
		if ( ! $post instanceof WP_Post || ! self::is_watched( $post->post_type ) ) {
			return;
		}
		if ( $this->counted === $post->ID ) {
			$this->counted = 0;
			return;
		}
		$this->mark( $post->ID, $post );
		$blog_id = get_current_blog_id();
		if ( 0 === $this->leaving && ! isset( $this->known[ $blog_id ][ $post->ID ] ) && self::was_read_last( $post->ID ) ) {
			$this->unloaded[ $blog_id ][ $post->ID ] = true;
		}
		$this->known[ $blog_id ][ $post->ID ] = true;
	}

	/**
	 * Tells whether the last query was that of `get_post()`. Then the post was not loaded before, and its state is that after
	 * the SQL.
	 */
	private static function was_read_last( int $id ): bool {
		global $wpdb;
		return 1 === preg_match( "/\\ASELECT \\* FROM `?{$wpdb->posts}`? WHERE ID = $id\\b/", (string) $wpdb->last_query );
	}

	private function mark( mixed $id, ?WP_Post $post = null ): void {
		$blog_id = get_current_blog_id();
		$id      = Untyped::number( $id );
		// The deletion of a page tells that those below it move.
		$is_known = isset( $this->deleted[ $blog_id ][ $id ] ) || ( null !== $post && isset( $this->deleted[ $blog_id ][ $post->post_parent ] ) );
		if ( $id <= 0 || $is_known ) {
			return;
		}
		if ( count( $this->cleared[ $blog_id ] ?? array() ) >= Marked_Objects::MAX ) {
			$this->cleared[ $blog_id ][ Marked_Objects::UNKNOWN ] = null;
			return;
		}
		$this->cleared[ $blog_id ][ $id ] ??= null === $post
			? null
			: new WP_Post( (object) array_intersect_key( get_object_vars( $post ), array_flip( self::FIELDS ) ) );
		if ( $this->leaving > 0 ) {
			$this->authors[ $blog_id ][ $id ] = $this->leaving;
		}
	}

	/**
	 * @return mixed The number, as it came.
	 */
	private function on_comment_count( mixed $number, mixed $before = 0, mixed $post_id = 0 ): mixed {
		$this->counted = Untyped::number( $post_id );
		return $number;
	}

	private function forget( mixed $id ): void {
		if ( is_numeric( $id ) ) {
			$this->known[ get_current_blog_id() ][ (int) $id ] = true;
			unset( $this->cleared[ get_current_blog_id() ][ (int) $id ], $this->unloaded[ get_current_blog_id() ][ (int) $id ] );
		}
	}

	private function on_deleted( mixed $id ): void {
		$this->forget( $id );
		if ( is_numeric( $id ) ) {
			$this->deleted[ get_current_blog_id() ][ (int) $id ] = true;
		}
	}

	private function on_user( mixed $id, mixed $heir = null ): void {
		$this->leaving = Untyped::number( $heir ) > 0 ? Untyped::number( $id ) : 0;
	}

	public function record_marked(): void {
		$cleared       = array_filter( $this->cleared );
		$this->cleared = array();
		if ( ! Request_Type::is_anonymous_read() ) {
			Network::on_sites( $cleared, $this->record_cleared( ... ) );
		}
		$this->authors  = array();
		$this->unloaded = array();
	}

	/**
	 * @param array<int, WP_Post|null> $cleared
	 */
	private function record_cleared( array $cleared ): void {
		$authors = $this->authors[ get_current_blog_id() ] ?? array();
		$cleared = $this->policy->has_refresh() ? $cleared : array_intersect_key( $cleared, $authors );
		if ( array() === $this->policy->environments() ) {
			return;
		}
		if ( ! Marked_Objects::load_posts( array_keys( $cleared ) ) ) {
			$this->changes->record_unknown( Content_Listener::SOURCE, Change::POST, array() === $authors );
			return;
		}
		$missing = array_flip( _get_non_cached_ids( array_keys( $cleared ), 'posts' ) );
		foreach ( $cleared as $id => $before ) {
			$now = isset( $missing[ $id ] ) ? null : get_post( $id );
			if ( $now instanceof WP_Post ) {
				$this->record_post( $before ?? clone $now, $now, $authors[ $id ] ?? 0 );
			} elseif ( null !== $before && $this->evaluation->is_public( $before ) ) {
				$this->record( Change::DELETED, $before, Previous_State::UNKNOWN );
			}
		}
	}

	/**
	 * @param int $author The author whom the post had before, 0 if another one is not known.
	 */
	private function record_post( WP_Post $before, WP_Post $now, int $author ): void {
		if ( $author > 0 ) {
			$before->post_author = (string) $author;
		}
		$is_unknown = isset( $this->unloaded[ get_current_blog_id() ][ $now->ID ] );
		$event      = $this->evaluation->event( $before, $now, true ) ?? (
			$is_unknown && 'auto-draft' !== $now->post_status ? Change::UPDATED : null
		);
		if ( null !== $event ) {
			$details = Post_Page::evidence( $event, $before, $now ) + (
				$is_unknown ? Previous_State::UNKNOWN : Previous_State::of_save( $event, $before, $now, array() )
			);
			unset( $details['kept'] );
			$this->record( $event, $now, $details, $author > 0 && (int) $now->post_author !== $author );
		} elseif ( Previous_State::has_moved( $before, $now ) && Public_Descendants::has( $now ) ) {
			$this->record( Change::UPDATED, $now, Previous_State::of_move( $before, $now ) + Previous_State::KEPT );
		}
	}

	/**
	 * @param string  $event   A constant of Change.
	 * @param Details $details
	 * @param bool    $counts  Whether the policy decides on it.
	 */
	private function record( string $event, WP_Post $post, array $details, bool $counts = false ): void {
		$source = (string) Watched_Types::source_of( $post->post_type );
		$counts = $counts && Content_Listener::SOURCE === $source && $this->policy->counts( $post->post_type );
		$this->changes->record( $source, $event, Change::POST, $post->ID, $post->post_type, '', $details, ! $counts );
	}

	/**
	 * WordPress clears the items of a menu whenever it is saved, and the menu is recorded.
	 */
	private static function is_watched( string $type ): bool {
		return 'nav_menu_item' !== $type && null !== Watched_Types::source_of( $type );
	}
}
