<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\Environments\Environment_Schema;
use HeadlessDeploy\Environments\Site_Fingerprint;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Status\Status_Schema;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class PausesControllerTest extends Wp_Test_Case {
	private const API      = '/headless-deploy/v1';
	private const SETTINGS = self::API . '/settings/environments/production/';
	private const WORK     = self::API . '/environments/production/';

	protected function setUp(): void {
		parent::setUp();
		$this->connect( automation: array( 'quietPeriodSeconds' => 60 ) );
		$this->start_plugin();
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	public function test_pausing_and_resuming_return_the_whole_environment(): void {
		$paused = $this->rest( 'POST', self::SETTINGS . 'pause' );
		$this->assertSame( array( 200, 'person' ), array( $paused->get_status(), $paused->get_data()['paused']['reason'] ) );
		$this->assertSame( 'no-store', $paused->get_headers()['Cache-Control'] );
		$this->assertTrue( rest_validate_value_from_schema( $paused->get_data(), Environment_Schema::decided_settings()->to_array(), 'environment' ) );
		$this->assertSame( array_diff_key( $paused->get_data(), array( 'message' => '' ) ), $this->rest( 'GET', self::API . '/settings' )->get_data()['environments'][0] );
		$this->assertSame( 'paused', $this->rest( 'GET', self::API . '/status' )->get_data()['environments'][0]['status'] );
		$this->assertSame( $paused->get_data(), $this->rest( 'POST', self::SETTINGS . 'pause' )->get_data(), 'A second time changes nothing.' );
		$resumed = $this->rest( 'POST', self::SETTINGS . 'resume' );
		$this->assertSame( array( 200, null ), array( $resumed->get_status(), $resumed->get_data()['paused'] ) );
	}

	public function test_schedules_a_wake_up_when_an_environment_can_send_again(): void {
		foreach ( array( array( self::SETTINGS . 'pause', self::SETTINGS . 'resume' ), array( self::WORK . 'hold', self::WORK . 'release' ), array( self::SETTINGS . 'confirm-copy', self::SETTINGS . 'confirm-move' ) ) as list( $stop, $go ) ) {
			$this->post();
			do_action( 'shutdown' );
			$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ), $stop );
			$this->assertSame( 200, $this->rest( 'POST', $stop )->get_status() );
			$this->assertFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ), "$stop: no run is due." );
			$this->assertSame( 200, $this->rest( 'POST', $go )->get_status() );
			$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ), $go );
		}
		$this->assertSame( array(), $this->http_log, 'No route sends anything itself.' );
	}

	public function test_an_editor_holds_and_releases_and_sees_no_webhook(): void {
		wp_set_current_user( $this->user( 'editor' ) );
		$held = $this->rest( 'POST', self::WORK . 'hold' );
		$this->assertSame( array( 200, true ), array( $held->get_status(), $held->get_data()['automation']['hold'] ) );
		$this->assertTrue( rest_validate_value_from_schema( $held->get_data(), Environment_Schema::held_view()->to_array(), 'environment' ) );
		$this->assertStringNotContainsString( 'hosting.example', (string) wp_json_encode( $held->get_data() ) );
		$this->assertFalse( $this->rest( 'POST', self::WORK . 'release' )->get_data()['automation']['hold'] );
		$this->assertSame( 403, $this->rest( 'POST', self::SETTINGS . 'pause' )->get_status() );
	}

	public function test_a_copy_is_reported_until_a_user_confirms(): void {
		$stored = get_option( Stored_Environments::OPTION );

		$stored['environments']['production']['fingerprints'] = array( Site_Fingerprint::of( 'https://www.acme.example' ) );
		update_option( Stored_Environments::OPTION, $stored, false );
		$this->assert_copy( false );
		$refused = $this->rest( 'POST', self::SETTINGS . 'resume' );
		$this->assertSame( array( 409, 'headless_deploy_copy' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
		$this->rest( 'POST', self::SETTINGS . 'confirm-copy' );
		$this->assert_copy( true );
		$this->rest( 'POST', self::SETTINGS . 'confirm-move' );
		foreach ( array( '/settings', '/status', '/environments' ) as $route ) {
			$this->assertNull( $this->rest( 'GET', self::API . $route )->get_data()['environments'][0]['paused'], $route );
		}
	}

	#[DataProvider( 'settings_routes' )]
	public function test_answers_a_stale_etag_with_412_and_the_current_resource( string $act ): void {
		$refused = $this->rest( 'POST', self::SETTINGS . $act, array(), array( 'If-Match' => '"older"' ) );
		$this->assertSame( array( 412, 'headless_deploy_edit_conflict' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
		$fresh = $refused->get_data()['data']['environment'];
		$this->assertNull( $fresh['paused'] );
		$this->assertSame( 200, $this->rest( 'POST', self::SETTINGS . $act, array(), array( 'If-Match' => '"' . $fresh['etag'] . '"' ) )->get_status() );
	}

	public static function settings_routes(): iterable {
		foreach ( array( 'pause', 'resume', 'confirm-copy', 'confirm-move' ) as $act ) {
			yield $act => array( $act );
		}
	}

	private function assert_copy( bool $confirmed ): void {
		foreach ( array( '/settings', '/status', '/environments' ) as $route ) {
			$environment = $this->rest( 'GET', self::API . $route )->get_data()['environments'][0];
			$this->assertSame( array( 'copy', array( 'confirmed' => $confirmed ) ), array( $environment['paused']['reason'], $environment['paused']['copy'] ), $route );
			$this->assertSame( $confirmed, null !== $environment['paused']['since'], $route );
		}
		$this->assertTrue( rest_validate_value_from_schema( $this->rest( 'GET', self::API . '/status' )->get_data(), Status_Schema::status()->to_array(), 'status' ) );
	}
}
