<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Database;
use WP_Post;

/**
 * Records changes of templates, template parts and synced patterns. No post uses a new pattern yet, and posts contain a
 * copy of an unsynced pattern, so these do not count.
 */
final class Templates_Listener implements Listener {
	public const SOURCE = 'templates';

	private const PATTERN = 'wp_block';
	private const TYPES   = array( 'wp_template', 'wp_template_part', self::PATTERN );

	private readonly Post_Evaluation $evaluation;

	/**
	 * What the last save of each template replaced and stored, as a hash, by site and ID.
	 *
	 * @var array<int, array<int, string>>
	 */
	private array $saved = array();

	public function __construct(
		private readonly Change_Recorder $changes,
		private readonly Modified_Posts $modified,
	) {
		$this->evaluation = new Post_Evaluation( self::is_template_type( ... ) );
	}

	public function hook(): void {
		add_action( 'wp_after_insert_post', $this->on_saved( ... ), 10, 4 );
		add_action( 'deleted_post', $this->on_deleted( ... ), 10, 2 );
	}

	private function on_saved( mixed $id, mixed $after = null, mixed $update = null, mixed $before = null ): void {
		if ( ! $after instanceof WP_Post || ! self::is_template_type( $after->post_type ) || ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$before      = $before instanceof WP_Post ? $before : null;
		$is_modified = $this->modified->take( $after->ID );
		$is_repeated = $this->is_repeated( $before, $after );
		$event       = $is_repeated && ! $is_modified ? null : $this->evaluation->event( $before, $after, $is_modified );
		if ( null === $event ) {
			return;
		}
		// A list of patterns shows also those that no page uses.
		$is_for_refresh_only = self::PATTERN === $after->post_type && ! $this->is_in_use( $before, $after );
		$name                = Change::TRASHED === $event ? $after->post_title : '';
		$this->record( Change::TRASHED === $event ? Change::DELETED : Change::CHANGED, $after, $name, $is_for_refresh_only );
	}

	/**
	 * Tells whether the hook fires for the same save again, as `WP_REST_Templates_Controller` makes it.
	 */
	private function is_repeated( ?WP_Post $before, WP_Post $after ): bool {
		$saved   = md5( Database::json( array( null === $before ? null : get_object_vars( $before ), get_object_vars( $after ) ) ) );
		$earlier = $this->saved[ get_current_blog_id() ][ $after->ID ] ?? '';

		$this->saved[ get_current_blog_id() ][ $after->ID ] = $saved;
		return $saved === $earlier;
	}

	/**
	 * Records a deletion, which resets an edited template of the theme.
	 */
	private function on_deleted( mixed $post_id, mixed $post = null ): void {
		if ( $post instanceof WP_Post && $this->evaluation->is_public( $post ) && $this->changes->is_source_used( self::SOURCE ) ) {
			$this->modified->take( $post->ID );
			$this->record( Change::DELETED, $post, $post->post_title );
		}
	}

	/**
	 * Tells whether a page may use a pattern. Checking whether one does would read all posts.
	 */
	private function is_in_use( ?WP_Post $before, WP_Post $after ): bool {
		return null !== $before
			&& 'auto-draft' !== $before->post_status
			&& 'unsynced' !== get_post_meta( $after->ID, 'wp_pattern_sync_status', true );
	}

	private static function is_template_type( string $type ): bool {
		return in_array( $type, self::TYPES, true );
	}

	/**
	 * @param string $event A constant of Change.
	 */
	private function record( string $event, WP_Post $post, string $name, bool $is_for_refresh_only = false ): void {
		$this->changes->record( self::SOURCE, $event, Change::POST, $post->ID, $post->post_type, $name, array(), $is_for_refresh_only );
	}
}
