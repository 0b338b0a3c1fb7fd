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
 * Records posts of public types that were published, updated, unpublished, trashed or deleted.
 *
 * @phpstan-import-type Details from Change
 */
final class Content_Listener implements Listener {
	public const SOURCE = 'content';

	private const POSTS_A_BATCH = 100;

	private readonly Post_Evaluation $evaluation;

	/**
	 * Event and post type of written posts, by site and ID, until WordPress fires the hook after the save. It never does
	 * when a plugin ends the request in between, for example with a redirect, or when the REST API rejects a meta value
	 * after it has written the post.
	 *
	 * @var array<int, array<int, array{string, string}>>
	 */
	private array $started = array();

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
		private readonly Modified_Posts $modified,
		private readonly Evaluated_Posts $evaluated,
	) {
		$this->evaluation = new Post_Evaluation( $this->policy->watches( ... ) );
	}

	public function hook(): void {
		add_action( 'transition_post_status', $this->on_written( ... ), PHP_INT_MIN, 3 );
		// The only hook that passes the values before and after for every kind of save.
		add_action( 'wp_after_insert_post', $this->on_saved( ... ), 10, 4 );
		add_action( 'deleted_post', $this->on_deleted( ... ), 10, 2 );
		add_action( 'shutdown', $this->on_end( ... ), self::END_PRIORITY );
	}

	/**
	 * Remembers a written post until its save is complete. Other plugins fire this hook too.
	 */
	private function on_written( mixed $after, mixed $before, mixed $post ): void {
		if ( ! $post instanceof WP_Post || ! is_string( $after ) || ! is_string( $before ) || ! $this->policy->watches( $post->post_type ) ) {
			return;
		}
		$was_public = is_post_status_viewable( $before );
		if ( is_post_status_viewable( $after ) ) {
			$this->started[ get_current_blog_id() ][ $post->ID ] = array( $was_public ? Change::UPDATED : Change::PUBLISHED, $post->post_type );
		} elseif ( $was_public ) {
			$this->started[ get_current_blog_id() ][ $post->ID ] = array( 'trash' === $after ? Change::TRASHED : Change::UNPUBLISHED, $post->post_type );
		}
	}

	private function on_saved( int $post_id, WP_Post $after, bool $update, ?WP_Post $before ): void {
		unset( $this->started[ get_current_blog_id() ][ $post_id ] );
		if ( ! $this->changes->is_source_used( self::SOURCE ) || ! $this->is_content( $before, $after ) ) {
			return;
		}
		$event = $this->evaluation->event( $before, $after, $this->modified->take( $post_id ) );
		$terms = $this->modified->take_terms( $post_id );
		$this->evaluated->remember( $after, $event, $this->evaluation->is_public( $after ) );
		if ( null !== $event ) {
			$previous = $update && null === $before ? Previous_State::UNKNOWN : Previous_State::of_save( $event, $before, $after, $terms );
			$counts   = $this->policy->counts( $after->post_type ) || ( null !== $before && $this->policy->counts( $before->post_type ) );
			$this->record( $event, $post_id, $after->post_type, Post_Page::evidence( $event, $before, $after ) + $previous + self::move( $event, $before, $after ), $counts );
		}
	}

	/**
	 * Returns what the log says beyond the event: the new slug of a page, or that it was in the Trash.
	 *
	 * @param  string  $event A constant of Change.
	 * @return Details
	 */
	private static function move( string $event, ?WP_Post $before, WP_Post $after ): array {
		return match ( true ) {
			null === $before                                                                                   => array(),
			Change::UPDATED === $event && '' !== $after->post_name && $before->post_name !== $after->post_name => array( 'slug' => Change::one_line( urldecode( $after->post_name ) ) ),
			Change::PUBLISHED === $event && 'trash' === $before->post_status                                   => array( 'restored' => 1 ),
			default                                                                                            => array(),
		};
	}

	/**
	 * Records a public post that was deleted without the trash. Other plugins fire this hook too, with fewer arguments
	 * than WordPress.
	 */
	private function on_deleted( mixed $post_id, mixed $post = null ): void {
		if ( $post instanceof WP_Post && $this->policy->watches( $post->post_type ) ) {
			unset( $this->started[ get_current_blog_id() ][ $post->ID ] );
			$this->modified->take( $post->ID );
			if ( $this->evaluation->is_public( $post ) && $this->changes->is_source_used( self::SOURCE ) ) {
				$previous = Previous_State::of_deleted( $post, $this->modified->take_terms( $post->ID ) );
				$this->record( Change::DELETED, $post->ID, $post->post_type, Post_Page::evidence( Change::DELETED, $post, $post ) + $previous );
			}
		}
	}

	/**
	 * Records interrupted saves, and posts of which only meta or terms were written, for example the featured image in
	 * the classic editor.
	 */
	private function on_end(): void {
		$started       = array_filter( $this->started );
		$this->started = array();
		Network::on_sites( $started, $this->record_started( ... ) );
		$modified = $this->modified->take_all();
		if ( array() !== $modified && ! Request_Type::is_anonymous_read() ) {
			Network::on_sites( $modified, $this->record_modified( ... ) );
		}
		$this->modified->forget_terms();
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
	 * Records the public ones of the modified posts. Posts that this request saved need no query: an import writes
	 * terms and meta after each post. The others are read in batches.
	 *
	 * @param array<int, string> $keys Meta key that was written last, empty for terms, by post of the current site.
	 */
	private function record_modified( array $keys ): void {
		if ( ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$others = array();
		foreach ( $keys as $id => $key ) {
			$type = $this->evaluated->public_type( $id );
			if ( null === $type ) {
				$others[ $id ] = $key;
			} elseif ( '' !== $type ) {
				$event = $this->evaluated->event( $id );
				$this->record( '' === $event ? Change::UPDATED : $event, $id, $type, Previous_State::of_terms( $type, $this->modified->take_terms( $id ) ) );
			}
		}
		array_map( $this->record_unread( ... ), array_chunk( $others, self::POSTS_A_BATCH, true ) );
	}

	/**
	 * Reads posts that this request did not save, and records the public ones with the meta key, so that the log shows
	 * what triggers frequent builds.
	 *
	 * @param array<int, string> $keys As record_modified() takes them.
	 */
	private function record_unread( array $keys ): void {
		_prime_post_caches( array_keys( $keys ), false, false );
		foreach ( $keys as $id => $key ) {
			$post = get_post( $id );
			if ( $post instanceof WP_Post && $this->evaluation->is_public( $post ) ) {
				$meta  = '' === $key ? array() : array( 'meta' => Change::one_line( $key ) );
				$terms = Previous_State::of_terms( $post->post_type, $this->modified->take_terms( $post->ID ) );
				$this->record( Change::UPDATED, $post->ID, $post->post_type, $meta + ( array() !== $meta && wp_doing_cron() ? array( 'cron' => 1 ) : array() ) + $terms );
			}
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
		$this->changes->record( self::SOURCE, $event, Change::POST, $post_id, $type, '', $details, ! ( $counts ?? $this->policy->counts( $type ) ) );
	}
}
