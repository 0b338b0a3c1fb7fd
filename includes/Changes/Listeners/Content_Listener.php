<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Network;
use WP_Post;

/**
 * Records posts of public types that were published, updated, unpublished, trashed or deleted, and those that visitors do not
 * see if the addresses of public posts below them changed.
 *
 * @phpstan-import-type Details from Change
 */
final class Content_Listener implements Marking_Listener {
	public const SOURCE = 'content';

	private readonly Post_Evaluation $evaluation;

	/**
	 * Event and post type of written posts, by site and ID, until WordPress fires the hook after the save. It never does
	 * when a plugin ends the request in between, for example with a redirect, or when the REST API rejects a meta value
	 * after it has written the post.
	 *
	 * @var array<int, array<int, array{string, string}>>
	 */
	private array $started = array();

	/**
	 * Posts without others below them that visitors see, by site and ID, while they are deleted.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $childless = array();

	/**
	 * Result of comparing each post that this request saved, by site and ID.
	 *
	 * @var array<int, array<int, array{event: string, type: string}>>
	 */
	private array $compared = array();

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
		private readonly Written_Posts $written,
		private readonly Modified_Posts $modified,
	) {
		$this->evaluation = new Post_Evaluation( $this->policy->watches( ... ) );
	}

	public function hook(): void {
		add_action( 'transition_post_status', $this->on_written( ... ), PHP_INT_MIN, 3 );
		add_action( 'save_post', $this->on_inserted( ... ), PHP_INT_MIN, 3 );
		// The only hook that passes the values before and after for every kind of save.
		add_action( 'wp_after_insert_post', $this->on_saved( ... ), 10, 4 );
		add_action( 'before_delete_post', $this->on_deletion( ... ), 10, 2 );
		add_action( 'deleted_post', $this->on_deleted( ... ), 10, 2 );
	}

	/**
	 * Remembers a written post until its save is complete. Other plugins fire this hook too.
	 */
	private function on_written( mixed $after, mixed $before = null, mixed $post = null ): void {
		if ( ! $post instanceof WP_Post || ! is_string( $after ) || ! is_string( $before ) || ! $this->policy->watches( $post->post_type ) ) {
			return;
		}
		$was_public = is_post_status_viewable( $before );
		if ( is_post_status_viewable( $after ) ) {
			$this->started[ get_current_blog_id() ][ $post->ID ] = array( $was_public ? Change::UPDATED : Change::PUBLISHED, $post->post_type );
		} elseif ( $was_public ) {
			$this->started[ get_current_blog_id() ][ $post->ID ] = array(
				'trash' === $after ? Change::TRASHED : Change::UNPUBLISHED,
				$post->post_type,
			);
		}
	}

	/**
	 * Compares a new post that WordPress did not find after its INSERT, because a database replica is behind. Then no later hook
	 * fires for it.
	 */
	private function on_inserted( mixed $post_id, mixed $post = null, mixed $is_update = true ): void {
		if ( false !== $is_update || ! is_numeric( $post_id ) ) {
			return;
		}
		$read = $post instanceof WP_Post ? $post : null;
		$new  = $this->written->take_new( (int) $post_id, $read );
		if ( null === $read && null !== $new ) {
			$this->on_saved( $new->ID, $new, false, null );
		}
	}

	private function on_saved( mixed $id, mixed $read = null, mixed $update = true, mixed $before = null ): void {
		if ( ! $read instanceof WP_Post ) {
			return;
		}
		$post_id = $read->ID;
		$before  = $before instanceof WP_Post ? $before : null;
		unset( $this->started[ get_current_blog_id() ][ $post_id ] );
		$after = $this->written->take( $before, $read );
		if ( ! $this->changes->is_source_used( self::SOURCE ) || ! $this->is_content( $before, $after ) ) {
			return;
		}
		$meta                                                = $this->modified->take_key( $post_id );
		$is_uncounted                                        = $this->modified->take_uncounted( $post_id );
		$event                                               = $this->evaluation->event( $before, $after, null !== $meta && ! $is_uncounted );
		$terms                                               = $this->modified->take_terms( $post_id );
		$this->compared[ get_current_blog_id() ][ $post_id ] = array(
			// A post that has changed once stays changed when it is saved again.
			'event' => $event ?? $this->compared( $post_id )['event'] ?? '',
			'type'  => $this->evaluation->is_public( $after ) ? $after->post_type : '',
		);
		if ( null !== $event ) {
			$previous = true === $update && null === $before ? Previous_State::UNKNOWN : Previous_State::of_save( $event, $before, $after, $terms );
			$counts   = $this->policy->counts( $after->post_type ) || ( null !== $before && $this->policy->counts( $before->post_type ) );
			$this->record(
				$event,
				$post_id,
				$after->post_type,
				Post_Page::evidence( $event, $before, $after ) + $previous + self::move( $event, $before, $after ) + (
					Change::UPDATED === $event ? Modified_Posts::details( $meta ) : array()
				),
				$counts,
			);
		} elseif ( null !== $meta && $this->evaluation->is_public( $after ) ) {
			$this->record(
				Change::UPDATED,
				$post_id,
				$after->post_type,
				Post_Page::evidence( Change::UPDATED, $before, $after ) + Modified_Posts::details( $meta ) + Previous_State::KEPT,
				false,
			);
		} elseif ( null !== $before && ! $this->evaluation->is_public( $after ) && self::has_moved_public_posts( $before, $after ) ) {
			$this->record(
				Change::UPDATED,
				$post_id,
				$after->post_type,
				Previous_State::of_move( $before, $after ) + Previous_State::KEPT + (
					'trash' === $after->post_status ? array() : self::move( Change::UPDATED, $before, $after )
				),
			);
		}
	}

	/**
	 * Returns the result of comparing a post: the event, empty when no visitor sees a difference, and the type, empty for a post
	 * that is not public. Null for a post that this request did not save.
	 *
	 * @return array{event: string, type: string}|null
	 */
	public function compared( int $post_id ): ?array {
		return $this->compared[ get_current_blog_id() ][ $post_id ] ?? null;
	}

	/**
	 * Returns what the log says beyond the event: the new slug of a page, or that it was in the Trash.
	 *
	 * @param  string  $event A constant of Change.
	 * @return Details
	 */
	private static function move( string $event, ?WP_Post $before, WP_Post $after ): array {
		return match ( true ) {
			null === $before => array(),
			Change::UPDATED === $event
				&& '' !== $after->post_name
				&& $before->post_name !== $after->post_name => array(
					'slug' => Change::one_line( urldecode( $after->post_name ) ),
				),
			Change::PUBLISHED === $event && 'trash' === $before->post_status => array( 'restored' => true ),
			default                                                          => array(),
		};
	}

	/**
	 * Tells whether the addresses of public posts changed with one that visitors do not see. A post that is saved for the first
	 * time has none below it.
	 */
	private static function has_moved_public_posts( WP_Post $before, WP_Post $after ): bool {
		return 'auto-draft' !== $before->post_status && Previous_State::has_moved( $before, $after ) && Public_Descendants::has( $after );
	}

	/**
	 * Records the deletion of a post that visitors do not see and to whose parent public posts move. Of one that they see,
	 * `on_deleted()` needs to know whether there are any.
	 */
	private function on_deletion( mixed $post_id, mixed $post = null ): void {
		if (
			! $post instanceof WP_Post
			|| ! $this->policy->watches( $post->post_type )
			|| ! $this->changes->is_source_used( self::SOURCE )
			|| 'auto-draft' === $post->post_status
		) {
			return;
		}
		$has_children = Public_Descendants::has( $post );
		if ( $has_children && ! $this->evaluation->is_public( $post ) ) {
			$this->record( Change::DELETED, $post->ID, $post->post_type, Previous_State::UNKNOWN );
		} elseif ( ! $has_children ) {
			$this->childless[ get_current_blog_id() ][ $post->ID ] = true;
		}
	}

	/**
	 * Records a public post that was deleted without the trash. Other plugins fire this hook too, with fewer arguments
	 * than WordPress.
	 */
	private function on_deleted( mixed $post_id, mixed $post = null ): void {
		if ( $post instanceof WP_Post && $this->policy->watches( $post->post_type ) ) {
			$has_children = ! isset( $this->childless[ get_current_blog_id() ][ $post->ID ] );
			unset( $this->started[ get_current_blog_id() ][ $post->ID ], $this->childless[ get_current_blog_id() ][ $post->ID ] );
			$this->modified->take( $post->ID );
			if ( $this->evaluation->is_public( $post ) && $this->changes->is_source_used( self::SOURCE ) ) {
				$previous = Previous_State::of_deleted( $post, $this->modified->take_terms( $post->ID ), $has_children );
				$this->record( Change::DELETED, $post->ID, $post->post_type, Post_Page::evidence( Change::DELETED, $post, $post ) + $previous );
			}
		}
	}

	/**
	 * Records interrupted saves.
	 */
	public function record_marked(): void {
		$started       = array_filter( $this->started );
		$this->started = array();
		Network::on_sites( $started, $this->record_started( ... ) );
	}

	/**
	 * @param array<int, array{string, string}> $started Event and post type by ID, of the current site.
	 */
	private function record_started( array $started ): void {
		if ( ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		foreach ( $started as $id => list( $event, $type ) ) {
			$this->modified->take( $id );
			$this->record( $event, $id, $type, Previous_State::UNKNOWN );
		}
	}

	/**
	 * Records a public post of which only meta or terms were written.
	 *
	 * @param string  $event        A constant of Change.
	 * @param Details $details
	 * @param bool    $is_uncounted Whether the change is for refreshes only.
	 */
	public function record_modified( string $event, int $post_id, string $type, array $details, bool $is_uncounted ): void {
		if ( $this->policy->watches( $type ) && $this->changes->is_source_used( self::SOURCE ) ) {
			$this->record( $event, $post_id, $type, $details, $this->policy->counts( $type ) && ! $is_uncounted );
		}
	}

	/**
	 * Tells whether the post type is recorded. A save can change the type of a post.
	 */
	private function is_content( ?WP_Post $before, WP_Post $after ): bool {
		return $this->policy->watches( $after->post_type ) || ( null !== $before && $this->policy->watches( $before->post_type ) );
	}

	/**
	 * @param string    $event   A constant of Change.
	 * @param Details   $details
	 * @param bool|null $counts  Whether the policy decides on it, null where the type says so.
	 */
	private function record( string $event, int $post_id, string $type, array $details = array(), ?bool $counts = null ): void {
		$this->changes->record(
			self::SOURCE,
			$event,
			Change::POST,
			$post_id,
			$type,
			'',
			$details,
			! ( $counts ?? $this->policy->counts( $type ) ),
		);
	}
}
