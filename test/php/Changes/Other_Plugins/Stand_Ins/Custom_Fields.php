<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Saves fields after WordPress has saved the post, as Advanced Custom Fields, Pods and Meta Box do: two keys for each field, of
 * which one names the field.
 */
final class Custom_Fields implements Stand_In {
	public function load(): void {
		add_action( 'save_post', $this->write( ... ) );
		add_action( 'wp_after_insert_post', $this->write( ... ), 20 );
		add_action( 'rest_after_insert_post', static fn( \WP_Post $post ) => update_post_meta( $post->ID, 'from_rest', '1' ) );
	}

	public function save( int $post_id ): array {
		$_POST['stand_in_fields'] = array( 'subtitle' => 'New', 'gallery' => array( '4', '5' ) );
		wp_update_post( array( 'ID' => $post_id ) );
		$_POST = array();
		return array( "updated $post_id kept=1 meta=_gallery" );
	}

	private function write( int $post_id ): void {
		foreach ( (array) ( $_POST['stand_in_fields'] ?? array() ) as $name => $value ) {
			update_post_meta( $post_id, (string) $name, $value );
			update_post_meta( $post_id, "_$name", "field_$name" );
		}
	}
}
