<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\Changes\General\General_Controller;
use HeadlessDeploy\Environments\Environment_Schema;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Runs\Run_Schema;
use HeadlessDeploy\Schedules\Schedule;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class LastSavedTest extends Wp_Test_Case {
	private const SETTINGS = '/headless-deploy/v1/settings';
	private const NIGHTLY  = array( 'label' => 'Nightly', 'environment' => 'production', 'action' => 'rebuild', 'frequency' => 'daily', 'time' => '03:00' );

	private int $maria;

	protected function setUp(): void {
		parent::setUp();
		$this->connect();
		$this->start_plugin();
		$this->maria = $this->user( 'administrator' );
		wp_set_current_user( $this->maria );
		$this->rest( 'POST', self::SETTINGS . '/schedules', self::NIGHTLY );
	}

	/**
	 * @param array<string, mixed> $body
	 * @param array<string, mixed> $late_input Body of the second save.
	 */
	#[DataProvider( 'resources' )]
	public function test_a_conflict_names_the_user_and_the_time_of_the_first_save( string $name, string $route, array $body, array $late_input ): void {
		$seen = $this->of( $name )['etag'];
		$this->assertSame( 200, $this->rest( 'PUT', self::SETTINGS . $route, $body, array( 'If-Match' => $seen ) )->get_status() );
		wp_set_current_user( $this->user( 'administrator' ) );
		$refused = $this->rest( 'PUT', self::SETTINGS . $route, $late_input, array( 'If-Match' => $seen ) );
		$this->assertSame( 412, $refused->get_status() );
		$fresh = $refused->get_data()['data'][ $name ];
		$this->assertSame( array( 'id' => $this->maria, 'name' => get_userdata( $this->maria )->display_name ?? '' ), $fresh['lastSaved']['by'] );
		$this->assertMatchesRegularExpression( '/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/', $fresh['lastSaved']['at'] );
		$schemas = array(
			'environment' => Environment_Schema::settings(),
			'general'     => General_Controller::schema(),
			'schedule'    => Schedule::schema( Run_Schema::run() ),
		);
		$this->assertTrue( rest_validate_value_from_schema( $fresh, $schemas[ $name ]->to_array(), $name ) );
	}

	#[DataProvider( 'resources' )]
	public function test_names_neither_the_system_nor_a_deleted_user( string $name, string $route, array $body ): void {
		$this->assertSame( 200, $this->rest( 'PUT', self::SETTINGS . $route, $body )->get_status() );
		$this->assertNotNull( $this->of( $name )['lastSaved'] );
		$deleted_user = $this->user( 'administrator' );
		wp_set_current_user( $deleted_user );
		$this->rest( 'PUT', self::SETTINGS . $route, 'general' === $name ? array( 'postTypes' => array( 'page', 'post' ) ) : $body + array( 'label' => 'Other' ) );
		$this->assertSame( $deleted_user, $this->of( $name )['lastSaved']['by']['id'] ?? 0 );
		require_once ABSPATH . 'wp-admin/includes/user.php';
		wp_set_current_user( $this->maria );
		wp_delete_user( $deleted_user );
		$this->assertNull( $this->of( $name )['lastSaved'] );
	}

	public static function resources(): iterable {
		yield 'an environment' => array( 'environment', '/environments/production', array( 'frontEndUrl' => 'https://a.example' ), array( 'label' => 'Late' ) );
		yield 'the general settings' => array( 'general', '/general', array( 'postTypes' => array( 'page' ) ), array( 'postTypes' => array( 'post' ) ) );
		yield 'a schedule' => array( 'schedule', '/schedules/nightly', array( 'time' => '04:00' ), array( 'time' => '05:00' ) );
	}

	public function test_a_change_without_a_user_names_no_user(): void {
		$this->rest( 'PUT', self::SETTINGS . '/environments/production', array( 'label' => 'Mine' ) );
		wp_set_current_user( 0 );
		( new Environments( new Encryption(), new System_Clock() ) )->pause( 'production', Pause_Reason::Token );
		wp_set_current_user( $this->maria );
		$this->assertSame( $this->maria, $this->of( 'environment' )['lastSaved']['by']['id'], 'What a machine notes is no saving.' );
		wp_set_current_user( 0 );
		( new Environments( new Encryption(), new System_Clock() ) )->pause( 'production', Pause_Reason::Person );
		wp_set_current_user( $this->maria );
		$environment = $this->of( 'environment' );
		$this->assertSame( array( null, null ), array( $environment['lastSaved'], $environment['paused']['by'] ), 'A command without --user.' );
	}

	public function test_a_pause_names_its_user_to_all_who_can_view(): void {
		$this->rest( 'POST', self::SETTINGS . '/environments/production/pause' );
		wp_set_current_user( $this->user( 'author' ) );
		foreach ( array( '/environments', '/status' ) as $route ) {
			$environment = $this->rest( 'GET', '/headless-deploy/v1' . $route )->get_data()['environments'][0];
			$this->assertSame( $this->maria, $environment['paused']['by']['id'], $route );
			$this->assertArrayNotHasKey( 'lastSaved', $environment, $route );
		}
		$this->assertSame( 403, $this->rest( 'GET', self::SETTINGS )->get_status() );
	}

	public function test_autoloaded_options_name_no_user(): void {
		$this->rest( 'PUT', self::SETTINGS . '/general', array( 'postTypes' => array( 'page' ) ) );
		$this->rest( 'PUT', self::SETTINGS . '/environments/production', array( 'label' => 'Mine' ) );
		$this->assertStringNotContainsString( 'saved', strtolower( serialize( get_option( Routing::OPTION ) ) ) );
		$this->assertArrayNotHasKey( Stored_Environments::OPTION, wp_load_alloptions() );
	}

	public function test_a_row_edited_by_hand_names_no_user(): void {
		foreach ( array( null, 'x', array( 'user' => 3 ), array( 'user' => 0, 'at' => 1 ), array( 'user' => -1, 'at' => 1 ), array( 'user' => 'x', 'at' => 1 ) ) as $stored ) {
			$this->assertNull( Stored_Value::read( Last_Saved::stored(), $stored ) );
		}
	}

	private function of( string $name ): array {
		$settings = $this->rest( 'GET', self::SETTINGS )->get_data();
		return match ( $name ) {
			'environment' => $settings['environments'][0],
			'general'     => $settings['general'],
			default       => $settings['schedules'][0],
		};
	}
}
