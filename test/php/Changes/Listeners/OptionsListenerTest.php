<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

final class OptionsListenerTest extends Changes_Test_Case {
	public function test_records_the_site_title_with_its_label(): void {
		$this->watch( 'options' );
		update_option( 'blogname', 'Other' );
		$this->assertSame( array( 'Site title changed' ), $this->recorded() );
	}

	public function test_ignores_the_same_value_of_another_type(): void {
		update_option( 'page_on_front', '5' );
		$this->watch( 'options' );
		update_option( 'blogname', get_option( 'blogname' ) );
		update_option( 'page_on_front', 5 );
		// Whether core takes these for a change depends on what the database reports.
		do_action( 'updated_option', 'page_on_front', '5', 5 );
		do_action( 'updated_option', 'site_icon', '', false );
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->rows() );
		delete_option( 'WPLANG' );
		$this->forget();
		update_option( 'WPLANG', '' );
		$this->assertSame( array(), $this->recorded(), 'A form that is saved unchanged stores empty values.' );
	}

	public function test_records_an_option_that_is_added_or_deleted(): void {
		$this->watch( 'options' );
		update_option( 'site_logo', 7 );
		$this->assertSame( array( 'Site logo changed' ), $this->recorded() );
		$this->forget();
		delete_option( 'site_logo' );
		$this->assertSame( array( 'Site logo changed' ), $this->recorded() );
	}

	public function test_records_a_sticky_post(): void {
		$id = $this->post();
		$this->watch( 'options' );
		stick_post( $id );
		$this->assertSame( array( 'Sticky posts changed' ), $this->recorded() );
	}

	public function test_ignores_options_that_are_not_chosen(): void {
		$this->watch( 'options' );
		update_option( 'my_counter', '7' );
		update_option( 'default_ping_status', 'closed' );
		set_transient( 'x', 'y' );
		wp_schedule_single_event( time() + 60, 'something' );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_ignores_an_option_that_changes_during_a_reading_request(): void {
		$this->watch( 'options' );
		unset( $GLOBALS['current_screen'] );
		wp_set_current_user( 0 );
		update_option( 'blogname', 'Other' );
		$this->assertSame( array(), $this->recorded() );
		add_filter( 'wp_doing_cron', '__return_true' );
		update_option( 'blogname', 'Third' );
		$this->assertSame( array( 'Site title changed' ), $this->recorded() );
	}
}
