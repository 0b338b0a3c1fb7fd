<?php

declare( strict_types=1 );

/**
 * The ways in which Pods saves: a content type with fields, and its items.
 */
return array(
	'prepare' => static function (): void {
		pods_api()->save_pod( array( 'name' => 'book', 'label' => 'Books', 'type' => 'post_type', 'storage' => 'meta', 'public' => 1 ) );
		pods_api()->save_field( array( 'pod' => 'book', 'name' => 'isbn', 'label' => 'ISBN', 'type' => 'text' ) );
	},
	'add a field to a content type' => static function (): array {
		pods_api()->save_field( array( 'pod' => 'book', 'name' => 'pages', 'label' => 'Pages', 'type' => 'number' ) );
		return array();
	},
	'add an item' => static function (): array {
		$id = (int) pods( 'book' )->add( array( 'post_title' => 'Novel', 'post_status' => 'publish', 'isbn' => '1' ) );
		update_option( 'neighbours_book', $id );
		return array( "published post $id" );
	},
	'change a field of an item' => static function (): array {
		$id = (int) get_option( 'neighbours_book' );
		pods( 'book', $id )->save( 'isbn', '2' );
		return array( "updated post $id" );
	},
);
