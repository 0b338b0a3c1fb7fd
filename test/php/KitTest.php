<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

final class KitTest extends Wp_Test_Case {
	public function test_wp_admin_loads_no_emoji_script_whenever_core_adds_its_hook(): void {
		remove_all_actions( 'admin_init' );
		remove_action( 'admin_print_scripts', 'print_emoji_detection_script' );
		require dirname( __DIR__, 2 ) . '/src/dev-kit/wordpress/offline.php';
		// Core adds it when wp-admin is loaded, after the plugins.
		add_action( 'admin_print_scripts', 'print_emoji_detection_script' );
		do_action( 'admin_init' );
		$this->assertFalse( has_action( 'admin_print_scripts', 'print_emoji_detection_script' ) );
		$this->assertFalse( has_action( 'wp_head', 'print_emoji_detection_script' ) );
	}
}
