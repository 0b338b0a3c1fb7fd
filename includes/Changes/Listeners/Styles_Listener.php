<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use WP_Post;

/**
 * Records changes of the global styles and the additional CSS. WordPress stores each in a post, and creates an empty
 * post of global styles when they are first viewed.
 */
final class Styles_Listener implements Listener {
	public const SOURCE = 'styles';

	private const GLOBAL_STYLES = 'wp_global_styles';
	private const TYPES         = array( self::GLOBAL_STYLES, 'custom_css' );

	/**
	 * Keys of every post of global styles, also of an empty one.
	 */
	private const NO_STYLES = array( 'version', 'isGlobalStylesUserThemeJSON' );

	public function __construct(
		private readonly Change_Recorder $changes,
		private readonly Modified_Posts $modified,
	) {}

	public function hook(): void {
		add_action( 'wp_after_insert_post', $this->on_saved( ... ), 10, 4 );
		add_action( 'deleted_post', $this->on_deleted( ... ), 10, 2 );
	}

	private function on_saved( mixed $id, mixed $after = null, mixed $update = null, mixed $before = null ): void {
		if (
			! $after instanceof WP_Post
			|| ! in_array( $after->post_type, self::TYPES, true )
			|| ! $this->changes->is_source_used( self::SOURCE )
		) {
			return;
		}
		$this->modified->take( $after->ID );
		if ( $this->styles( $before instanceof WP_Post ? $before : null ) !== $this->styles( $after ) ) {
			$this->record( $after );
		}
	}

	private function on_deleted( mixed $post_id, mixed $post = null ): void {
		if (
			$post instanceof WP_Post
			&& in_array( $post->post_type, self::TYPES, true )
			&& array() !== $this->styles( $post )
			&& $this->changes->is_source_used( self::SOURCE )
		) {
			$this->record( $post );
		}
	}

	/**
	 * Returns the visible styles of a post; none while it is not published.
	 *
	 * @return array<mixed>
	 */
	private function styles( ?WP_Post $post ): array {
		if ( null === $post || '' === trim( $post->post_content ) || ! is_post_status_viewable( $post->post_status ) ) {
			return array();
		}
		$decoded = self::GLOBAL_STYLES === $post->post_type ? json_decode( $post->post_content, true ) : null;
		return is_array( $decoded ) ? array_diff_key( $decoded, array_flip( self::NO_STYLES ) ) : array( $post->post_content );
	}

	/**
	 * All styles count as one object.
	 */
	private function record( WP_Post $post ): void {
		$this->changes->record( self::SOURCE, Change::CHANGED, Change::STYLES, 0, $post->post_type );
	}
}
