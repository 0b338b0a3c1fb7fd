<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Keeps an index of all posts in its own table, as WooCommerce and Yoast SEO do: written while a post is saved, read again at
 * the end of the request, and completed by visits.
 */
final class Lookup_Table implements Stand_In {
	/**
	 * @var array<int, true>
	 */
	private array $outdated = array();

	public function load(): void {
		global $wpdb;
		$wpdb->query( "CREATE TABLE {$wpdb->prefix}stand_in_lookup (post_id BIGINT NOT NULL, title VARCHAR(200) NOT NULL)" );
		add_action( 'save_post', $this->mark( ... ) );
		add_action( 'updated_post_meta', fn( int $meta_id, int $post_id ) => $this->mark( $post_id ), 10, 2 );
		add_action( 'set_object_terms', $this->mark( ... ) );
		add_action( 'delete_post', $this->mark( ... ) );
		add_action( 'wp', fn( \WP_Query $query ) => array_map( $this->mark( ... ), array_column( $query->posts, 'ID' ) ) );
		add_action( 'shutdown', $this->write( ... ), 1, 0 );
	}

	public function save( int $post_id ): array {
		wp_update_post( array( 'ID' => $post_id, 'post_title' => 'Indexed', 'meta_input' => array( 'price' => '7' ) ) );
		$this->write();
		return array( "updated $post_id kept=1 meta=price" );
	}

	private function mark( int $post_id ): void {
		$this->outdated[ $post_id ] = true;
	}

	private function write(): void {
		global $wpdb;
		foreach ( array_keys( $this->outdated ) as $post_id ) {
			$wpdb->delete( $wpdb->prefix . 'stand_in_lookup', array( 'post_id' => $post_id ) );
			$wpdb->insert( $wpdb->prefix . 'stand_in_lookup', array( 'post_id' => $post_id, 'title' => get_the_title( $post_id ) ) );
		}
		$this->outdated = array();
	}
}
