<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Keeps forms as posts of a hidden type and entries in a table, as Contact Form 7 and WPForms do. Visitors send entries.
 */
final class Forms implements Stand_In {
	private const TYPE = 'stand_in_form';

	public function load(): void {
		global $wpdb;
		$wpdb->query( "CREATE TABLE {$wpdb->prefix}stand_in_entries (form_id BIGINT NOT NULL, entry TEXT NOT NULL)" );
		register_post_type( self::TYPE, array( 'public' => false, 'show_ui' => true ) );
		add_action( 'wp', fn() => $this->submit( 1 ), 10, 0 );
	}

	public function save( int $post_id ): array {
		$form = (int) wp_insert_post( array( 'post_type' => self::TYPE, 'post_title' => 'Contact', 'post_status' => 'publish' ) );
		update_post_meta( $form, '_form', '[text* your-name]' );
		$this->submit( $form );
		return array();
	}

	private function submit( int $form_id ): void {
		global $wpdb;
		$wpdb->insert( $wpdb->prefix . 'stand_in_entries', array( 'form_id' => $form_id, 'entry' => '{}' ) );
		update_option( 'stand_in_entries_of_today', wp_generate_uuid4() );
	}
}
