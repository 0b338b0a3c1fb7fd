<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use Closure;
use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Network;
use HeadlessDeploy\Untyped;
use WP_Comment;
use WP_Post;

/**
 * Records approved comments of public posts, also reviews and pingbacks: new, edited and removed ones, and their meta.
 *
 * @phpstan-import-type Details from Change
 */
final class Comments_Listener implements Marking_Listener {
	public const SOURCE = 'comments';

	private const APPROVED = '1';

	/**
	 * Notes of the block editor, which visitors never see.
	 */
	private const NOTE = 'note';

	/**
	 * The type that WordPress's lists of comments contain.
	 */
	private const COUNTED_TYPE = 'comment';

	private const VISIBLE_FIELDS = array(
		'comment_author',
		'comment_author_email',
		'comment_author_url',
		'comment_date',
		'comment_content',
		'comment_karma',
		'comment_type',
		'comment_parent',
		'comment_post_ID',
		'user_id',
	);

	/**
	 * Bookkeeping of Akismet.
	 */
	private const IGNORED_META = 'akismet_';

	/**
	 * Approved comments that a save writes with another value, by site, until the save is complete, with whether it moves to
	 * another post.
	 *
	 * @var array<int, array<int, bool>>
	 */
	private array $written = array();

	/**
	 * Comments whose meta was written, by site.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $modified = array();

	/**
	 * Comments whose cache was cleared, by site, with whether a hook of WordPress told why.
	 *
	 * @var array<int, array<int, bool>>
	 */
	private array $cleaned = array();

	/**
	 * The post whose comments were counted last. WordPress clears its cache before the hooks of a comment.
	 */
	private ?WP_Post $counted = null;

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
		private readonly Ignored_Meta $ignored,
	) {}

	public function hook(): void {
		add_action( 'edit_post', $this->on_counted( ... ), 10, 2 );
		add_action( 'wp_insert_comment', $this->on_inserted( ... ), 10, 2 );
		// The only hook that has the final new values while the old ones are still loaded.
		add_filter( 'wp_update_comment_data', $this->on_write( ... ), PHP_INT_MAX, 2 );
		add_action( 'edit_comment', $this->on_edited( ... ), 10, 1 );
		add_action( 'transition_comment_status', $this->on_status( ... ), 10, 3 );
		$meta = new Written_Meta(
			'comment',
			fn( int $id, string $key )          => $this->is_watched( $key ) ? $this->mark( $id ) : null,
			fn( string $key, Closure $objects ) => $this->is_watched( $key ) ? array_map( $this->mark( ... ), $objects() ) : null,
		);
		$meta->hook();
		add_action( 'clean_comment_cache', $this->on_cleaned( ... ), 10, 1 );
	}

	private function on_counted( mixed $post_id, mixed $post = null ): void {
		$this->counted = $post instanceof WP_Post ? $post : null;
	}

	private function on_inserted( mixed $comment_id, mixed $comment = null ): void {
		$this->claim( $comment_id );
		if ( $comment instanceof WP_Comment && self::APPROVED === (string) $comment->comment_approved ) {
			$this->record( Change::PUBLISHED, $comment );
		}
	}

	/**
	 * @param  mixed $before Fields as they are stored, with slashes.
	 * @return mixed What is written, as it came.
	 */
	private function on_write( mixed $data, mixed $before = array() ): mixed {
		if (
			! is_array( $data )
			|| ! is_array( $before )
			|| ! is_numeric( $before['comment_ID'] ?? null )
			|| self::APPROVED !== Untyped::text( $before['comment_approved'] ?? '' )
		) {
			return $data;
		}
		$before  = wp_unslash( $before );
		$blog_id = get_current_blog_id();
		$id      = Untyped::number( $before['comment_ID'] );
		foreach ( self::VISIBLE_FIELDS as $field ) {
			if (
				isset( $data[ $field ] )
				&& ( ! is_scalar( $data[ $field ] ) || (string) $data[ $field ] !== Untyped::text( $before[ $field ] ?? '' ) )
			) {
				$this->written[ $blog_id ][ $id ] = 'comment_post_ID' === $field || ( $this->written[ $blog_id ][ $id ] ?? false );
			}
		}
		return $data;
	}

	/**
	 * Records an edited comment. WordPress fires the hook also for a save without a difference.
	 */
	private function on_edited( mixed $comment_id ): void {
		$this->claim( $comment_id );
		$id       = Untyped::number( $comment_id );
		$is_moved = $this->written[ get_current_blog_id() ][ $id ] ?? null;
		$comment  = null === $is_moved ? null : get_comment( $id );
		unset( $this->written[ get_current_blog_id() ][ $id ] );
		if ( $comment instanceof WP_Comment && self::APPROVED === $comment->comment_approved ) {
			$this->record( Change::UPDATED, $comment, $is_moved ? Previous_State::UNKNOWN : array() );
		}
	}

	/**
	 * @param mixed $after `approved`, `unapproved`, `spam`, `trash` or `delete`.
	 */
	private function on_status( mixed $after, mixed $before = null, mixed $comment = null ): void {
		if ( ! $comment instanceof WP_Comment ) {
			return;
		}
		$this->claim( $comment->comment_ID );
		if ( 'approved' === $after ) {
			$this->record( Change::PUBLISHED, $comment );
		} elseif ( 'approved' === $before ) {
			$this->record( 'delete' === $after ? Change::DELETED : ( 'trash' === $after ? Change::TRASHED : Change::UNPUBLISHED ), $comment );
		}
	}

	private function is_watched( string $key ): bool {
		return ! str_starts_with( $key, self::IGNORED_META ) && ! $this->ignored->has( $key ) && $this->changes->is_source_used( self::SOURCE );
	}

	private function mark( int $comment_id ): void {
		$this->modified[ get_current_blog_id() ][ $comment_id ] = true;
	}

	private function claim( mixed $comment_id ): void {
		if ( is_numeric( $comment_id ) ) {
			$this->cleaned[ get_current_blog_id() ][ (int) $comment_id ] = true;
		}
	}

	private function on_cleaned( mixed $comment_id ): void {
		if ( is_numeric( $comment_id ) ) {
			$this->cleaned[ get_current_blog_id() ][ (int) $comment_id ] ??= false;
		}
	}

	/**
	 * Records comments of which only meta was written, and those that another plugin wrote by SQL.
	 */
	public function record_marked(): void {
		$marked = $this->modified;
		foreach ( $this->cleaned as $blog_id => $comments ) {
			$is_informed        = Network::on_site( $blog_id, $this->policy->has_refresh( ... ) );
			$marked[ $blog_id ] = ( $marked[ $blog_id ] ?? array() ) + (
				$is_informed ? array_filter( $comments, static fn( bool $is_claimed ): bool => ! $is_claimed ) : array()
			);
		}
		$this->modified = $this->cleaned = $this->written = array();
		$this->counted  = null;
		if ( ! Request_Type::is_anonymous_read() ) {
			Network::on_sites( array_filter( $marked ), $this->record_comments( ... ) );
		}
	}

	/**
	 * @param array<int, bool> $comments Whether meta was written, by comment of the current site.
	 */
	private function record_comments( array $comments ): void {
		if ( ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$is_loaded = Marked_Objects::load( array_keys( $comments ), static fn( array $ids ) => _prime_comment_caches( $ids, false ) );
		// `get_comment()` would query each missing comment again.
		$existing = array_filter( array_keys( $comments ), static fn( int $id ): bool => false !== wp_cache_get( $id, 'comment' ) );
		$found    = array_filter(
			$is_loaded ? array_map( get_comment( ... ), $existing ) : array(),
			static fn( mixed $comment ): bool => $comment instanceof WP_Comment,
		);
		$posts = array_map( static fn( WP_Comment $comment ): int => (int) $comment->comment_post_ID, $found );
		if ( ! $is_loaded || ! Marked_Objects::load_posts( array_filter( array_unique( $posts ) ) ) ) {
			$this->changes->record_unknown( self::SOURCE, Change::COMMENT, ! in_array( true, $comments, true ) );
			return;
		}
		foreach ( $found as $comment ) {
			$has_meta = $comments[ (int) $comment->comment_ID ];
			if ( ! $has_meta || self::APPROVED === $comment->comment_approved ) {
				$this->record( Change::UPDATED, $comment, array(), ! $has_meta );
			}
		}
	}

	/**
	 * Records a comment. Visitors do not see one of a post that is not public, but the number of all comments counts it. Other
	 * types are not counted: WooCommerce keeps the notes of an order as its comments.
	 *
	 * @param string  $event   A constant of Change.
	 * @param Details $details
	 */
	private function record( string $event, WP_Comment $comment, array $details = array(), bool $is_for_refresh_only = false ): void {
		if ( self::NOTE === $comment->comment_type || ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$post_id   = (int) $comment->comment_post_ID;
		$post      = $this->counted?->ID === $post_id ? $this->counted : ( $post_id > 0 ? get_post( $post_id ) : null );
		$is_public = $post instanceof WP_Post && self::is_public( $post );
		$type      = '' === $comment->comment_type ? self::COUNTED_TYPE : $comment->comment_type;
		if ( $is_public || ( $post_id > 0 && self::COUNTED_TYPE === $type && $this->policy->has_refresh() ) ) {
			$this->changes->record(
				self::SOURCE,
				$event,
				Change::COMMENT,
				(int) $comment->comment_ID,
				$type,
				'',
				array( 'post' => $post_id ) + $details,
				$is_for_refresh_only || ! $is_public,
			);
		}
	}

	private static function is_public( WP_Post $post ): bool {
		return Post_Evaluation::is_visible( $post ) && null !== Watched_Types::source_of( $post->post_type );
	}
}
