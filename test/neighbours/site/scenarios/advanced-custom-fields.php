<?php

declare( strict_types=1 );

/**
 * The ways in which Advanced Custom Fields saves: groups of fields, fields of posts and of an options page.
 */
return array(
	'prepare' => static function (): void {
		acf_import_field_group(
			array(
				'key'          => 'group_prepared',
				'title'        => 'Details',
				'fields'       => array( array( 'key' => 'field_prepared', 'name' => 'prepared', 'label' => 'Prepared', 'type' => 'text', 'show_in_rest' => 1 ) ),
				'location'     => array( array( array( 'param' => 'post_type', 'operator' => '==', 'value' => 'post' ) ) ),
				'show_in_rest' => 1,
			),
		);
		update_field( 'field_prepared', 'Value', 1 );
	},
	'add a group of fields' => static function (): array {
		acf_import_field_group(
			array(
				'key'      => 'group_neighbours',
				'title'    => 'Details',
				'fields'   => array( array( 'key' => 'field_subtitle', 'name' => 'subtitle', 'label' => 'Subtitle', 'type' => 'text' ) ),
				'location' => array( array( array( 'param' => 'post_type', 'operator' => '==', 'value' => 'post' ) ) ),
			),
		);
		return array();
	},
	'fill a field of a post' => static function (): array {
		update_field( 'field_subtitle', 'New', 1 );
		return array( 'updated post 1' );
	},
	'save a field without a change' => static function (): array {
		update_field( 'field_subtitle', 'New', 1 );
		return array();
	},
	'fill a form of fields' => static function (): array {
		acf_save_post( 1, array( 'field_subtitle' => 'From a form' ) );
		return array( 'updated post 1' );
	},
);
