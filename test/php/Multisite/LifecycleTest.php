<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Admin\Dismissals;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Installation;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Schedules\Next_Run_Store;

final class LifecycleTest extends Network_Test_Case {
	public function test_a_new_site_works_at_once(): void {
		$site = $this->add_site( '/new/' );
		$this->connect_on( $site );
		$this->on_site( $site, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		$this->restart();
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertSame( array( "site-$site rebuild" ), $this->caller->calls );
	}

	public function test_deleting_a_site_deletes_only_its_rows(): void {
		global $wpdb;
		$this->connect_on( 2, 3 );
		wp_set_current_user( 1 );
		foreach ( array( 2, 3 ) as $site ) {
			$this->on_site( $site, fn() => $this->rest( 'POST', self::API . "/environments/site-$site/runs", array( 'action' => 'rebuild' ) ) );
			$this->on_site( $site, fn(): int => $this->post() );
			( new Next_Run_Store() )->add( $site, 'nightly', 1 );
		}
		do_action( 'shutdown' );
		require_once ABSPATH . 'wp-admin/includes/ms.php';
		wp_delete_site( 3 );
		foreach ( Schema::tables() as $table ) {
			$this->assertSame( array( '2' ), array_values( array_unique( $wpdb->get_col( "SELECT blog_id FROM $table" ) ) ), $table );
		}
	}

	public function test_deleting_a_site_deletes_its_dismissed_notices(): void {
		$this->put_aside( 2, 3 );
		wp_delete_site( 3 );
		$this->assertNotFalse( $this->on_site( 2, static fn(): mixed => get_user_option( Dismissals::META, 1 ) ) );
		$this->assertSame( array(), $this->users_meta( '%3_headless%' ) );
	}

	public function test_activation_for_the_network_sets_one_event_on_the_main_site(): void {
		wp_clear_scheduled_hook( Wake_Up::RECURRING_EVENT );
		$this->on_site( 2, static fn() => ( new Installation( new Wake_Up(), new Routing() ) )->activate( true ) );
		$this->assertSame( array( 1 ), $this->sites_with_event() );
	}

	public function test_a_visit_of_wp_admin_sets_no_second_event(): void {
		foreach ( array( 2, 3 ) as $site ) {
			$this->on_site( $site, static fn() => ( new Installation( new Wake_Up(), new Routing() ) )->repair() );
		}
		$this->assertSame( array( 1 ), $this->sites_with_event() );
	}

	public function test_deactivation_for_the_network_clears_every_sites_events(): void {
		foreach ( array( 2, 3 ) as $site ) {
			$this->on_site( $site, static fn() => ( new Wake_Up() )->set_first( time() * 1000 ) );
			$this->on_site( $site, static fn() => ( new Wake_Up() )->ensure_recurring( time() * 1000 ) );
		}
		do_action( 'deactivate_' . plugin_basename( \HeadlessDeploy\PLUGIN_FILE ), true );
		$this->assertSame( array(), $this->sites_with_event() );
		foreach ( array( 1, 2, 3 ) as $site ) {
			$this->assertStringNotContainsString( 'headless', $this->on_site( $site, static fn(): string => (string) wp_json_encode( _get_cron_array() ) ) );
		}
	}

	public function test_uninstall_leaves_nothing_on_any_site(): void {
		global $wpdb;
		$this->connect_on( 1, 2, 3 );
		foreach ( array( 1, 2, 3 ) as $site ) {
			$this->on_site( $site, fn(): int => $this->post() );
			$this->on_site( $site, static fn() => get_role( 'author' )?->add_cap( 'headless_deploy_manage' ) );
		}
		do_action( 'shutdown' );
		do_action( Wake_Up::RECURRING_EVENT );
		update_site_option( 'headless_deploy_test', 1 );
		$this->put_aside( 1, 2, 3 );
		$this->stop_plugin();
		Installation::uninstall();
		$this->assertCount( 4, Schema::missing() );
		foreach ( array( 1, 2, 3 ) as $site ) {
			$options = $this->on_site( $site, static fn(): array => $wpdb->get_results( "SELECT option_name, option_value FROM {$wpdb->options} WHERE option_name LIKE '%headless%' OR option_value LIKE '%headless%'", ARRAY_A ) );
			$this->assertDoesNotMatchRegularExpression( '/headless[_-]deploy/', (string) wp_json_encode( $options ), "Site $site." );
		}
		$this->assertSame( array(), $wpdb->get_col( "SELECT meta_key FROM {$wpdb->sitemeta} WHERE meta_key LIKE '%headless%'" ) );
		$this->assertSame( array(), $wpdb->get_col( "SELECT meta_key FROM {$wpdb->usermeta} WHERE meta_key LIKE '%headless%'" ) );
	}

	public function test_creates_a_missing_table_for_all_sites(): void {
		Schema::drop();
		$this->connect_on( 2 );
		$this->on_site( 2, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$this->assertSame( array(), Schema::missing() );
		$this->assertSame( array( '2 site-2 1 pending' ), $this->recorded() );
	}

	private function put_aside( int ...$sites ): void {
		wp_set_current_user( 1 );
		foreach ( $sites as $site ) {
			$this->on_site( $site, static fn() => Dismissals::remember( 'token', md5( '' ) ) );
		}
		$this->assertCount( count( $sites ), $this->users_meta( '%headless%' ) );
	}

	/**
	 * @return list<string>
	 */
	private function users_meta( string $pattern ): array {
		global $wpdb;
		return $wpdb->get_col( $wpdb->prepare( "SELECT meta_key FROM {$wpdb->usermeta} WHERE meta_key LIKE %s", $pattern ) );
	}

	/**
	 * @return list<int>
	 */
	private function sites_with_event(): array {
		return array_values( array_filter( array( 1, 2, 3 ), fn( int $site ): bool => false !== $this->on_site( $site, static fn(): int|false => wp_next_scheduled( Wake_Up::RECURRING_EVENT ) ) ) );
	}
}
