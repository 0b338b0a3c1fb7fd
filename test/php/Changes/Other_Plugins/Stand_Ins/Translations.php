<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Saves the translations of a post with it, as Polylang and WPML do: shared fields are copied, all others stay.
 */
final class Translations implements Stand_In {
	/**
	 * @var array<int, int> The translation of each post.
	 */
	private array $siblings = array();

	private bool $is_synchronizing = false;

	public function load(): void {
		add_action( 'save_post', $this->synchronize( ... ), 10, 2 );
	}

	public function save( int $post_id ): array {
		$sibling        = (int) wp_insert_post( array( 'post_title' => 'Bonjour', 'post_status' => 'publish' ) );
		$this->siblings = array( $post_id => $sibling );
		wp_update_post( array( 'ID' => $post_id, 'post_title' => 'Good morning' ) );
		wp_update_post( array( 'ID' => $post_id, 'comment_status' => 'closed' ) );
		return array( "published $sibling", "updated $sibling kept=1", "updated $post_id kept=1" );
	}

	private function synchronize( int $post_id, \WP_Post $post ): void {
		$sibling = $this->siblings[ $post_id ] ?? 0;
		if ( 0 === $sibling || $this->is_synchronizing ) {
			return;
		}
		$this->is_synchronizing = true;
		wp_update_post( array( 'ID' => $sibling, 'comment_status' => $post->comment_status, 'menu_order' => $post->menu_order ) );
		$this->is_synchronizing = false;
	}
}
