<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Network;
use WP_Post;
use WP_REST_Request;

/**
 * Records files of the media library that were uploaded, edited, replaced or deleted. No page shows a file that was only
 * uploaded, so that an upload is for refreshes only.
 *
 * @phpstan-import-type Details from Change
 */
final class Files_Listener implements Marking_Listener {
	public const SOURCE = 'files';
	public const TYPE   = 'attachment';

	/**
	 * Routes with which an editor completes an upload: it sends the smaller sizes of an image.
	 */
	private const UPLOAD_ROUTES = '#\A/wp/v2/media/(\d+)/(?:sideload|finalize|post-process)\z#';

	private readonly Post_Evaluation $evaluation;

	/**
	 * Files that this request has added and not recorded yet, by site.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $added = array();

	/**
	 * Files whose upload this request is part of, by site.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $uploaded = array();

	public function __construct(
		private readonly Change_Recorder $changes,
		private readonly Written_Posts $written,
		private readonly Modified_Posts $modified,
	) {
		$this->evaluation = new Post_Evaluation( static fn( string $type ): bool => self::TYPE === $type );
	}

	public function hook(): void {
		// WordPress fires `wp_after_insert_post` only for files that the REST API saves.
		add_action( 'add_attachment', $this->on_added( ... ), 10, 1 );
		add_action( 'attachment_updated', $this->on_updated( ... ), 10, 3 );
		add_action( 'deleted_post', $this->on_deleted( ... ), 10, 2 );
		add_filter( 'rest_request_before_callbacks', $this->on_request( ... ), 10, 3 );
	}

	private function on_added( mixed $id ): void {
		if ( is_numeric( $id ) && $this->changes->is_source_used( self::SOURCE ) ) {
			$this->added[ get_current_blog_id() ][ (int) $id ]    = true;
			$this->uploaded[ get_current_blog_id() ][ (int) $id ] = true;
		}
	}

	private function on_updated( mixed $id, mixed $read = null, mixed $before = null ): void {
		if (
			! $read instanceof WP_Post
			|| ! $before instanceof WP_Post
			|| ! $this->changes->is_source_used( self::SOURCE )
			|| isset( $this->added[ get_current_blog_id() ][ $read->ID ] )
		) {
			return;
		}
		$after        = $this->written->take( $before, $read );
		$key          = $this->modified->take_key( $after->ID );
		$is_uncounted = $this->modified->take_uncounted( $after->ID );
		$event        = $this->evaluation->event( $before, $after, null !== $key );
		if ( null !== $event ) {
			$is_counted = ! $is_uncounted || null !== $this->evaluation->event( $before, $after, false );
			$details    = Previous_State::of_save(
				$event,
				$before,
				$after,
				$this->modified->take_terms( $after->ID ),
			) + Modified_Posts::details( $key );
			$this->record( $event, $after->ID, $details, ! $is_counted );
		}
	}

	private function on_deleted( mixed $id, mixed $post = null ): void {
		if ( ! $post instanceof WP_Post || self::TYPE !== $post->post_type || ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$this->modified->take( $post->ID );
		$terms     = $this->modified->take_terms( $post->ID );
		$is_upload = isset( $this->uploaded[ get_current_blog_id() ][ $post->ID ] );
		unset( $this->added[ get_current_blog_id() ][ $post->ID ] );
		if ( $this->evaluation->is_public( $post ) ) {
			$this->record( Change::DELETED, $post->ID, Previous_State::of_deleted( $post, $terms ), $is_upload );
		}
	}

	/**
	 * @return mixed The response, as it came.
	 */
	private function on_request( mixed $response, mixed $handler = null, mixed $request = null ): mixed {
		if ( $request instanceof WP_REST_Request && 1 === preg_match( self::UPLOAD_ROUTES, $request->get_route(), $found ) ) {
			$this->uploaded[ get_current_blog_id() ][ (int) $found[1] ] = true;
		}
		return $response;
	}

	/**
	 * Records a file of which only meta or terms were written, for example its alternative text or an edited image.
	 *
	 * @param Details $details
	 * @param bool    $is_uncounted Whether the change is for refreshes only.
	 */
	public function record_modified( int $id, array $details, bool $is_uncounted ): void {
		if ( $this->changes->is_source_used( self::SOURCE ) && ! isset( $this->added[ get_current_blog_id() ][ $id ] ) ) {
			$this->record( Change::UPDATED, $id, $details, $is_uncounted || isset( $this->uploaded[ get_current_blog_id() ][ $id ] ) );
		}
	}

	/**
	 * Records the uploads, with all that was written of each file.
	 */
	public function record_marked(): void {
		$added       = array_filter( $this->added );
		$this->added = array();
		Network::on_sites(
			$added,
			function ( array $ids ): void {
				foreach ( array_keys( $ids ) as $id ) {
					$this->record( Change::PUBLISHED, $id, array(), true );
				}
			},
		);
	}

	/**
	 * @param string  $event   A constant of Change.
	 * @param Details $details
	 */
	private function record( string $event, int $id, array $details, bool $is_for_refresh_only ): void {
		$this->changes->record( self::SOURCE, $event, Change::POST, $id, self::TYPE, '', $details, $is_for_refresh_only );
	}
}
