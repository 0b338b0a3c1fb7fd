<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use stdClass;
use WP_Theme;

final class ThemeListenerTest extends Changes_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		// Core would ask wordpress.org for further updates.
		remove_all_actions( 'upgrader_process_complete' );
	}

	public function test_records_a_new_theme_with_its_name(): void {
		$this->watch( 'theme' );
		do_action( 'switch_theme', 'Twenty Something', new WP_Theme( 'twentysomething', WP_CONTENT_DIR . '/themes' ), wp_get_theme() );
		$this->assertSame( array( 'Theme switched to “Twenty Something”' ), $this->recorded() );
	}

	public function test_records_a_theme_switch_by_core(): void {
		$this->watch( 'theme' );
		switch_theme( get_stylesheet() );
		$this->assertContains( 'Theme switched to “' . wp_get_theme()->get( 'Name' ) . '”', $this->recorded() );
	}

	public function test_records_updates_of_the_active_theme_only(): void {
		$this->watch( 'theme' );
		$name = (string) wp_get_theme()->get( 'Name' );
		do_action( 'upgrader_process_complete', new stdClass(), array( 'action' => 'update', 'type' => 'theme', 'themes' => array( 'another' ) ) );
		do_action( 'upgrader_process_complete', new stdClass(), array( 'action' => 'update', 'type' => 'plugin', 'plugins' => array( get_stylesheet() ) ) );
		do_action( 'upgrader_process_complete', new stdClass() );
		$this->assertSame( array(), $this->recorded() );
		foreach ( array( array( 'themes' => array( 'another', get_stylesheet() ) ), array( 'theme' => get_stylesheet() ) ) as $what ) {
			$this->forget();
			do_action( 'upgrader_process_complete', new stdClass(), array( 'action' => 'update', 'type' => 'theme' ) + $what );
			$this->assertSame( array( "Theme “{$name}” updated" ), $this->recorded() );
		}
	}

	public function test_records_an_uploaded_version_of_the_active_theme(): void {
		$this->watch( 'theme' );
		$upgrader = new stdClass();
		foreach ( array( 'another', get_stylesheet() ) as $folder ) {
			$upgrader->result = array( 'destination_name' => $folder );
			do_action( 'upgrader_process_complete', $upgrader, array( 'action' => 'install', 'type' => 'theme' ) );
		}
		$this->assertCount( 1, $this->recorded() );
	}

	public function test_records_changed_theme_settings(): void {
		$this->watch( 'theme' );
		set_theme_mod( 'custom_logo', 7 );
		$this->assertSame( array( 'Theme settings changed' ), $this->recorded() );
		$this->forget();
		set_theme_mod( 'custom_logo', 7 );
		$this->assertSame( array(), $this->recorded() );
		set_theme_mod( 'custom_logo', 8 );
		$this->assertSame( array( 'Theme settings changed' ), $this->recorded() );
		$this->forget();
		remove_theme_mods();
		$this->assertSame( array( 'Theme settings changed' ), $this->recorded() );
	}

	public function test_ignores_internal_theme_settings_of_wordpress(): void {
		$this->watch( 'theme' );
		set_theme_mod( 'sidebars_widgets', array( 'time' => 1 ) );
		set_theme_mod( 'nav_menu_locations', array( 'primary' => 7 ) );
		update_option( 'theme_mods_another', array( 'custom_logo' => 7 ) );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_ignores_theme_settings_that_change_during_a_reading_request(): void {
		$this->watch( 'theme' );
		unset( $GLOBALS['current_screen'] );
		wp_set_current_user( 0 );
		set_theme_mod( 'migrated', 1 );
		$this->assertSame( array(), $this->recorded() );
	}
}
