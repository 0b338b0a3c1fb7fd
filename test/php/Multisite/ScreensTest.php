<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Admin\Admin_Bar;
use HeadlessDeploy\Admin\Boot_Data;
use HeadlessDeploy\Admin\Current_Status;
use HeadlessDeploy\Admin\Database_Problems;
use HeadlessDeploy\Admin\Dismissals;
use HeadlessDeploy\Admin\Notices;
use HeadlessDeploy\Admin\Problems;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Services;
use HeadlessDeploy\System_Clock;
use WP_Admin_Bar;

final class ScreensTest extends Network_Test_Case {
	private Routing $routing;
	private Current_Status $status;

	protected function setUp(): void {
		parent::setUp();
		$this->restart_status();
		wp_set_current_user( 1 );
	}

	public function test_the_admin_bar_belongs_to_the_current_site(): void {
		$this->connect_on( 2, 3 );
		$this->assertSame( array( 'Site 2', 'Site 3', '', 'Site 2' ), array( $this->bar( 2 ), $this->bar( 3 ), $this->bar( 1 ), $this->bar( 2 ) ) );
	}

	public function test_the_admin_bar_links_to_the_site_of_its_environment(): void {
		$this->connect_on( 2, 3 );
		foreach ( array( 2, 3 ) as $site ) {
			$nodes = $this->nodes( $site );
			$this->assertStringStartsWith( get_admin_url( $site ), $nodes["headless-deploy-rebuild-site-$site"]->href );
		}
	}

	public function test_the_script_data_contain_nothing_of_another_site(): void {
		$this->connect_on( 2, 3 );
		$this->bar( 2 );
		$boot = $this->on_site( 3, fn(): string => ( new Boot_Data( new Policy( $this->routing ), new System_Clock(), $this->status ) )->script( false ) );
		$this->assertStringContainsString( '"site-3"', $boot );
		$this->assertStringNotContainsString( 'site-2', $boot );
		$this->assertStringNotContainsString( '/second/', $boot );
	}

	public function test_a_user_of_one_site_sees_nothing_on_another(): void {
		$this->connect_on( 2, 3 );
		wp_set_current_user( $this->on_site( 2, fn(): int => $this->user( 'editor' ) ) );
		$this->assertSame( array( 'Site 2', '' ), array( $this->bar( 2 ), $this->bar( 3 ) ) );
	}

	public function test_a_notice_belongs_to_its_site_and_is_dismissed_only_there(): void {
		$this->connect_on( 2, 3 );
		foreach ( array( 2, 3 ) as $site ) {
			$this->on_site( $site, fn() => ( new Environments( new Encryption(), $this->clock ) )->pause( "site-$site", Pause_Reason::Token, $this->clock->now + 3_600_000 ) );
		}
		$this->assertStringContainsString( 'Site 2', $this->notices( 2 ) );
		$this->assertStringNotContainsString( 'Site 3', $this->notices( 2 ) );
		$this->assertSame( '', $this->notices( 1 ) );
		$this->on_site( 2, fn() => Dismissals::remember( 'token', ( new Problems( $this->status ) )->all()[0]['signature'] ) );
		$this->assertSame( '', $this->notices( 2 ) );
		$this->assertStringContainsString( 'Site 3', $this->notices( 3 ) );
	}

	public function test_reports_lost_changes_on_the_site_that_lost_them(): void {
		$this->connect_on( 2, 3 );
		$log = (string) ini_set( 'error_log', '/dev/null' );
		$this->on_site( 2, fn() => ( new Write_Failure() )->remember( 1, $this->clock->now, 'No space left' ) );
		ini_set( 'error_log', $log );
		$this->assertStringContainsString( 'The database rejected', $this->notices( 2, 'edit-post' ) );
		$this->assertSame( '', $this->notices( 3, 'edit-post' ) );
	}

	public function test_a_new_site_has_an_admin_bar_menu_when_connected_and_a_deleted_one_has_none(): void {
		$site = $this->add_site( '/fresh/' );
		$this->assertSame( '', $this->bar( $site ) );
		$this->on_site( $site, fn() => $this->connect( 'Fresh' ) );
		$this->restart_status();
		$this->assertSame( 'Fresh', $this->bar( $site ) );
		wp_delete_site( $site );
		$this->assertSame( '', $this->bar( 1 ) );
	}

	private function restart_status(): void {
		$this->routing = new Routing();
		$this->status  = new Current_Status( $this->routing, fn() => ( new Services( $this->clock ) )->status() );
	}

	/**
	 * @return array<string, object>
	 */
	private function nodes( int $site ): array {
		require_once ABSPATH . WPINC . '/class-wp-admin-bar.php';
		$bar = new WP_Admin_Bar();
		$this->on_site( $site, fn() => ( new Admin_Bar( $this->status, $this->clock ) )->add( $bar ) );
		return $bar->get_nodes() ?? array();
	}

	private function bar( int $site ): string {
		$nodes = $this->nodes( $site );
		$title = (string) ( $nodes['headless-deploy']->title ?? '' );
		return 1 === preg_match( '/"ab-label">([^·<]+) ·/u', $title, $found ) ? $found[1] : '';
	}

	private function notices( int $site, string $screen = 'dashboard' ): string {
		set_current_screen( $screen );
		ob_start();
		$this->on_site( $site, fn() => ( new Notices( new Problems( $this->status ), new Database_Problems( new Write_Failure(), new Missing_Tables() ) ) )->print_notices() );
		return (string) ob_get_clean();
	}
}
