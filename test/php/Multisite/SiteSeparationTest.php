<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Environments\Site_Fingerprint;
use HeadlessDeploy\Environments\Stored_Environments;

final class SiteSeparationTest extends Network_Test_Case {
	public function test_each_site_has_its_own_status_and_runs(): void {
		$this->connect_on( 2, 3 );
		foreach ( array( 2, 3 ) as $site ) {
			$this->on_site( $site, fn(): int => $this->post( array( 'post_title' => "Of site $site" ) ) );
		}
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		wp_set_current_user( 1 );
		$this->on_site( 2, fn() => $this->rest( 'POST', self::API . '/dispatch' ) );
		$this->assertSame( array( 'site-2 rebuild' ), $this->caller->calls, 'A page of site 2 sends what is of site 2.' );
		$log    = $this->on_site( 3, fn(): array => $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'] );
		$status = $this->on_site( 3, fn(): array => $this->rest( 'GET', self::API . '/status' )->get_data()['environments'] );
		$this->assertSame( array(), $log );
		$this->assertSame( array( 'site-3' ), array_column( $status, 'id' ) );
		$this->assertSame( 'pending', $status[0]['status'] );
		$this->assertStringNotContainsString( 'site 2', (string) wp_json_encode( $status ) );
	}

	public function test_cannot_read_a_run_of_another_site_by_its_id(): void {
		$this->connect_on( 2, 3 );
		$this->caller->refuse();
		wp_set_current_user( 1 );
		$run = $this->on_site( 2, fn() => $this->rest( 'POST', self::API . '/environments/site-2/runs', array( 'action' => 'rebuild' ) ) );
		$id  = $run->get_data()['run']['id'];
		foreach ( array( array( 'GET', "/runs/$id" ), array( 'POST', "/runs/$id/retry" ), array( 'POST', '/environments/site-2/pending/build/cancel' ) ) as list( $method, $route ) ) {
			$this->assertSame( 404, $this->on_site( 3, fn(): int => $this->rest( $method, self::API . $route )->get_status() ), $route );
		}
	}

	public function test_an_administrator_of_one_site_has_no_rights_on_another(): void {
		$this->connect_on( 2, 3 );
		$user = $this->on_site( 2, fn(): int => $this->user( 'administrator' ) );
		wp_set_current_user( $user );
		$this->assertSame( 200, $this->on_site( 2, fn(): int => $this->rest( 'GET', self::API . '/settings' )->get_status() ) );
		foreach ( array( 1, 3 ) as $site ) {
			$this->assertSame( 403, $this->on_site( $site, fn(): int => $this->rest( 'GET', self::API . '/settings' )->get_status() ) );
			$this->assertSame( 403, $this->on_site( $site, fn(): int => $this->rest( 'POST', self::API . '/dispatch' )->get_status() ) );
		}
	}

	public function test_a_plugin_that_filters_the_address_of_a_site_makes_no_copy(): void {
		$environment = $this->connect_on( 2 )[2];
		add_filter( 'home_url', static fn(): string => 'https://de.example.org' );
		add_filter( 'option_home', static fn(): string => 'https://de.example.org', 99 );
		$this->assertTrue( $this->on_site( 2, static fn(): bool => Site_Fingerprint::allows( $environment ) ) );
		$this->assertFalse( $this->on_site( 3, static fn(): bool => Site_Fingerprint::allows( $environment ) ) );
	}

	public function test_headers_and_bodies_are_for_super_admins(): void {
		$body = array(
			'webhookUrl' => 'https://ci.example/hooks/build?key=0123456789abcdef',
			'headers'    => array( 'X-Key' => 'secret' ),
			'body'       => '{"ref":"main"}',
		);
		wp_set_current_user( $this->on_site( 2, fn(): int => $this->user( 'administrator' ) ) );
		$refused = $this->on_site( 2, fn() => $this->rest( 'POST', self::API . '/settings/environments', $body ) );
		$this->assertSame( array( 403, 'headless_deploy_super_admin_only' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
		$this->assertFalse( $this->on_site( 2, static fn(): mixed => get_option( Stored_Environments::OPTION ) ) );
		wp_set_current_user( 1 );
		$made = $this->on_site( 2, fn() => $this->rest( 'POST', self::API . '/settings/environments', $body ) );
		$this->assertSame( 201, $made->get_status(), (string) wp_json_encode( $made->get_data() ) );
		$this->assertStringNotContainsString( 'secret', (string) wp_json_encode( $made->get_data() ) );
	}

	public function test_an_administrator_cannot_add_headers_to_what_a_super_admin_has_connected(): void {
		wp_set_current_user( 1 );
		$this->on_site( 2, fn() => $this->rest( 'POST', self::API . '/settings/environments', array( 'label' => 'CI', 'webhookUrl' => 'https://ci.example/hooks/build?key=0123456789abcdef' ) ) );
		wp_set_current_user( $this->on_site( 2, fn(): int => $this->user( 'administrator' ) ) );
		foreach ( array( array( 'headers' => array( 'X-Key' => 'mine' ) ), array( 'body' => 'mine' ), array( 'webhookUrl' => 'https://other.example/hooks?key=0123456789abcdef' ) ) as $change ) {
			$answer = $this->on_site( 2, fn() => $this->rest( 'PUT', self::API . '/settings/environments/ci', $change ) );
			$this->assertSame( 403, $answer->get_status(), (string) wp_json_encode( array( $change, $answer->get_data() ) ) );
		}
	}

	public function test_a_copied_site_sends_nothing_and_its_original_does(): void {
		$this->connect_on( 2 );
		$stored = $this->on_site( 2, static fn(): mixed => get_option( Stored_Environments::OPTION ) );
		$this->on_site( 3, static fn(): bool => update_option( Stored_Environments::OPTION, $stored, false ) );
		$routing = $this->on_site( 2, static fn(): mixed => get_option( 'headless_deploy_routing' ) );
		$this->on_site( 3, static fn(): bool => update_option( 'headless_deploy_routing', $routing ) );
		$this->restart();
		foreach ( array( 2, 3 ) as $site ) {
			$this->on_site( $site, fn(): int => $this->post() );
		}
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		$this->restart();
		do_action( 'headless_deploy_scheduler' );
		$this->assertSame( array( 'site-2 rebuild' ), $this->caller->calls );
		$this->assertSame( array( '2 site-2 1 sent', '3 site-2 1 pending' ), $this->recorded() );
	}
}
