<?php

declare( strict_types=1 );

/**
 * The ways in which WPForms saves: forms as posts of a hidden type.
 */
return array(
	'prepare' => static function (): void {
		$id = wpforms()->obj( 'form' )->add( 'On a page' );
		wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Form', 'post_status' => 'publish', 'post_content' => "[wpforms id=\"$id\"]" ) );
	},
	'add and change a form' => static function (): array {
		$id = wpforms()->obj( 'form' )->add( 'Contact' );
		wpforms()->obj( 'form' )->update( $id, array( 'id' => $id, 'fields' => array( array( 'id' => 1, 'type' => 'text', 'label' => 'Name' ) ), 'settings' => array( 'form_title' => 'Write to us' ) ) );
		return array();
	},
);
