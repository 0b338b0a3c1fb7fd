<?php

declare( strict_types=1 );

/**
 * The ways in which WPForms saves: forms as posts of a hidden type.
 */
return array(
	'add and change a form' => static function (): array {
		$id = wpforms()->obj( 'form' )->add( 'Contact' );
		wpforms()->obj( 'form' )->update( $id, array( 'id' => $id, 'fields' => array( array( 'id' => 1, 'type' => 'text', 'label' => 'Name' ) ), 'settings' => array( 'form_title' => 'Write to us' ) ) );
		return array();
	},
);
