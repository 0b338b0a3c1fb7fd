<?php
/**
 * Changes of posts and pages.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Triggers;

use WP_Post;

/**
 * Notices what visitors could notice: a post of a public type was published, updated, unpublished, trashed or deleted.
 */
final class Content_Listener {
	public const SOURCE = 'content';

	private const POSTS_A_BATCH = 100;

	/**
	 * What a visitor can see of a post. `post_modified` moves on every save, also on one that changes nothing.
	 */
	private const SEEN_FIELDS = array(
		'post_author',
		'post_date',
		'post_date_gmt',
		'post_content',
		'post_title',
		'post_excerpt',
		'post_status',
		'comment_status',
		'ping_status',
		'post_password',
		'post_name',
		'post_content_filtered',
		'post_parent',
		'menu_order',
		'post_type',
		'post_mime_type',
	);

	/**
	 * Takes what it works with.
	 *
	 * @param Policy           $policy    What is watched.
	 * @param Touched_Posts    $touched   Whose meta or terms changed.
	 * @param Change_Collector $collector Notes changes.
	 */
	public function __construct(
		private readonly Policy $policy,
		private readonly Touched_Posts $touched,
		private readonly Change_Collector $collector,
	) {}

	/**
	 * Judges a post that was saved. Hooked to `wp_after_insert_post`, the one hook that has the values before and
	 * after in every way of saving.
	 *
	 * @param int          $post_id Post.
	 * @param WP_Post      $after   As it is now.
	 * @param bool         $update  Unused.
	 * @param WP_Post|null $before  As it was, null for a new post.
	 */
	public function on_saved( int $post_id, WP_Post $after, bool $update, ?WP_Post $before ): void {
		$is_touched = $this->touched->take( $post_id );
		$event      = $this->event( $before, $after, $is_touched );
		if ( null !== $event ) {
			$this->note( $event, $after );
		}
	}

	/**
	 * Notes a public post that was deleted without going through the trash. Hooked to `deleted_post`, which other
	 * plugins fire too, with less than core hands over.
	 *
	 * @param mixed $post_id Post.
	 * @param mixed $post    As it was.
	 */
	public function on_deleted( mixed $post_id, mixed $post = null ): void {
		$this->touched->take( is_numeric( $post_id ) ? (int) $post_id : 0 );
		if ( $post instanceof WP_Post && $this->is_public( $post ) ) {
			$this->note( Change::DELETED, $post );
		}
	}

	/**
	 * Judges the posts of which nothing but meta or terms was written, for example by the classic editor's featured
	 * image, whose later save then changes nothing. Hooked to `shutdown`, before the last flush.
	 */
	public function on_end(): void {
		foreach ( $this->touched->take_all() as $blog_id => $post_ids ) {
			if ( ! $this->is_work() ) {
				continue;
			}
			$is_other = get_current_blog_id() !== $blog_id;
			if ( $is_other ) {
				switch_to_blog( $blog_id );
			}
			array_map( $this->judge_touched( ... ), array_chunk( $post_ids, self::POSTS_A_BATCH ) );
			if ( $is_other ) {
				restore_current_blog();
			}
		}
	}

	/**
	 * Tells whether somebody works here. A visitor who reads is counted by some plugins in the meta of what was read,
	 * and the host reads everything while it builds: that must not ask for the next build.
	 */
	private function is_work(): bool {
		if ( wp_doing_cron() || ( defined( 'WP_CLI' ) && constant( 'WP_CLI' ) ) ) {
			return true;
		}
		$method   = is_string( $_SERVER['REQUEST_METHOD'] ?? null ) ? strtoupper( $_SERVER['REQUEST_METHOD'] ) : '';
		$is_write = ! in_array( $method, array( '', 'GET', 'HEAD', 'OPTIONS' ), true );
		return is_user_logged_in() && ( is_admin() || $is_write );
	}

	/**
	 * Notes those of some posts that visitors can see.
	 *
	 * @param list<int> $post_ids Posts of the current site whose meta or terms changed.
	 */
	private function judge_touched( array $post_ids ): void {
		_prime_post_caches( $post_ids, false, false );
		foreach ( $post_ids as $post_id ) {
			$post = get_post( $post_id );
			if ( $post instanceof WP_Post && $this->is_public( $post ) ) {
				$this->note( Change::UPDATED, $post );
			}
		}
	}

	/**
	 * Names what happened, null when no visitor could notice it.
	 *
	 * @param WP_Post|null $before     As it was.
	 * @param WP_Post      $after      As it is.
	 * @param bool         $is_touched Whether its meta or terms changed.
	 */
	private function event( ?WP_Post $before, WP_Post $after, bool $is_touched ): ?string {
		$was_public = null !== $before && $this->is_public( $before );
		if ( ! $this->is_public( $after ) ) {
			if ( ! $was_public ) {
				return null;
			}
			return 'trash' === $after->post_status ? Change::TRASHED : Change::UNPUBLISHED;
		}
		if ( null === $before || ! $was_public ) {
			return Change::PUBLISHED;
		}
		return $is_touched || $this->differ( $before, $after ) ? Change::UPDATED : null;
	}

	/**
	 * Tells whether any field that a visitor can see differs.
	 *
	 * @param WP_Post $before As it was.
	 * @param WP_Post $after  As it is.
	 */
	private function differ( WP_Post $before, WP_Post $after ): bool {
		foreach ( self::SEEN_FIELDS as $field ) {
			if ( (string) $before->$field !== (string) $after->$field ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Tells whether visitors can see a post of this status and type. A post that is given another type comes or goes.
	 *
	 * @param WP_Post $post Post.
	 */
	private function is_public( WP_Post $post ): bool {
		return is_post_status_viewable( $post->post_status ) && $this->policy->watches( $post->post_type );
	}

	/**
	 * Hands a change on.
	 *
	 * @param string  $event A constant of Change.
	 * @param WP_Post $post  Post.
	 */
	private function note( string $event, WP_Post $post ): void {
		$change = new Change( self::SOURCE, $event, $post->ID, $post->post_type, get_current_user_id() );
		$this->collector->add( $change, $this->policy->wishes( $change->source ) );
	}
}
