<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Saves a page by AJAX, as Elementor and Beaver Builder do: the elements as JSON in meta, the text in the content, both also in a
 * revision, and caches in private meta.
 */
final class Page_Builder implements Stand_In {
	public function load(): void {
		add_action( 'wp', static fn( \WP_Query $query ) => array_map( self::cache( ... ), array_column( $query->posts, 'ID' ) ) );
	}

	public function save( int $post_id ): array {
		add_filter( 'wp_doing_ajax', '__return_true' );
		$elements = (string) wp_json_encode( array( array( 'elType' => 'widget', 'settings' => array( 'text' => 'He said "é\\"' ) ) ) );
		$revision = (int) _wp_put_post_revision( $post_id );
		foreach ( array( $revision, $post_id ) as $id ) {
			update_metadata( 'post', $id, '_elementor_data', wp_slash( $elements ) );
			update_metadata( 'post', $id, '_elementor_edit_mode', 'builder' );
		}
		wp_update_post( array( 'ID' => $post_id, 'post_content' => '<p>He said "é\\"</p>' ) );
		delete_post_meta( $post_id, '_elementor_css' );
		self::cache( $post_id );
		remove_filter( 'wp_doing_ajax', '__return_true' );
		return array( "updated $post_id kept=1 meta=_elementor_edit_mode" );
	}

	private static function cache( int $post_id ): void {
		update_post_meta( $post_id, '_elementor_css', array( 'time' => wp_generate_uuid4() ) );
		update_post_meta( $post_id, '_elementor_page_assets', array( 'styles' => array( wp_generate_uuid4() ) ) );
	}
}
