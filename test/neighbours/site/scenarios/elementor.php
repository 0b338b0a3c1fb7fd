<?php

declare( strict_types=1 );

/**
 * The ways in which Elementor saves: the elements of a page, as its editor does by AJAX, and global styles.
 */
return array(
	'prepare' => static function (): void {
		$document = \Elementor\Plugin::$instance->documents->get( 2 );
		$document->set_is_built_with_elementor( true );
		$document->save( array( 'elements' => array( array( 'id' => 'f1f2f3f', 'elType' => 'container', 'settings' => array(), 'elements' => array() ) ), 'settings' => array( 'post_status' => 'publish' ) ) );
	},
	'build a page' => static function (): array {
		$document = \Elementor\Plugin::$instance->documents->get( 2 );
		$document->set_is_built_with_elementor( true );
		$document->save(
			array(
				'elements' => array(
					array(
						'id'       => 'a1b2c3d',
						'elType'   => 'container',
						'settings' => array(),
						'elements' => array( array( 'id' => 'e4f5a6b', 'elType' => 'widget', 'widgetType' => 'heading', 'settings' => array( 'title' => 'He said "é"' ), 'elements' => array() ) ),
					),
				),
				'settings' => array( 'post_status' => 'publish' ),
			),
		);
		return array( 'updated post 2' );
	},
	'clear the caches of all pages' => static function (): array {
		\Elementor\Plugin::$instance->files_manager->clear_cache();
		return array();
	},
	'change a global color' => static function (): array {
		$kit = \Elementor\Plugin::$instance->kits_manager->get_active_kit();
		$kit->save( array( 'settings' => array( 'custom_css' => 'a { color: red; }', 'body_background_color' => '#ff0000' ) + (array) $kit->get_data( 'settings' ) ) );
		return array( 'changed option elementor_active_kit', 'updated post ' . $kit->get_main_id() );
	},
	// Elementor also keeps the title in its global styles, which are a post.
	'change the title of the site' => static function (): array {
		update_option( 'blogname', 'Title ' . wp_rand() );
		return array( 'changed option blogname', 'changed option elementor_active_kit', 'updated post ' . get_option( 'elementor_active_kit' ) );
	},
);
