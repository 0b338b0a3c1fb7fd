<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Abilities;

use HeadlessDeploy\Services;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;

final class AbilitiesTest extends Wp_Test_Case {
	private const ALL = array( 'list-environments', 'status', 'rebuild', 'clean-rebuild', 'purge-cache' );

	private Fake_Caller $caller;

	protected function setUp(): void {
		parent::setUp();
		if ( ! function_exists( 'wp_register_ability' ) ) {
			$this->markTestSkipped( 'This WordPress has no abilities.' );
		}
		$this->caller = new Fake_Caller();
		foreach ( self::ALL as $name ) {
			$this->assertTrue( wp_has_ability( "headless-deploy/$name" ), 'The plugin registers its abilities by a hook.' );
			wp_unregister_ability( "headless-deploy/$name" );
		}
		$GLOBALS['wp_current_filter'][] = 'wp_abilities_api_init';
		( new Services( new System_Clock(), $this->caller ) )->abilities()->register_abilities();
		array_pop( $GLOBALS['wp_current_filter'] );
	}

	public function test_registers_all_abilities_with_descriptions_and_schemas(): void {
		$known = array();
		foreach ( self::ALL as $name ) {
			$ability = wp_get_ability( "headless-deploy/$name" );
			$this->assertNotNull( $ability, $name );
			$this->assertSame( 'headless-deploy', $ability->get_category() );
			$this->assertNotSame( '', $ability->get_description() );
			$this->assertTrue( $ability->get_meta()['public'] );
			$this->assertTrue( $ability->get_meta()['show_in_rest'] );
			$known[ $name ] = implode( ' ', array_keys( array_filter( $ability->get_meta()['annotations'] ) ) );
		}
		$this->assertSame(
			array(
				'list-environments' => 'readonly idempotent',
				'status'            => 'readonly idempotent',
				'rebuild'           => '',
				'clean-rebuild'     => 'destructive',
				'purge-cache'       => 'idempotent',
			),
			$known,
		);
	}

	#[DataProvider( 'roles' )]
	public function test_each_role_can_run_the_abilities_of_its_capabilities( string $role, string $expected ): void {
		$this->connect();
		wp_set_current_user( $this->user( $role ) );
		$permitted = array();
		foreach ( self::ALL as $name ) {
			$result = $this->call( $name );
			if ( ! $result instanceof WP_Error ) {
				$permitted[] = $name;
			} else {
				$this->assertSame( 'ability_invalid_permissions', $result->get_error_code() );
			}
		}
		$this->assertSame( $expected, implode( ' ', $permitted ) );
	}

	public static function roles(): iterable {
		yield 'administrator' => array( 'administrator', implode( ' ', self::ALL ) );
		yield 'editor' => array( 'editor', 'list-environments status rebuild purge-cache' );
		yield 'author' => array( 'author', 'list-environments status' );
		yield 'subscriber' => array( 'subscriber', '' );
	}

	#[DataProvider( 'rest_requests' )]
	public function test_rest_allows_each_role_the_abilities_of_its_capabilities( string $role, string $name, string $method, int $status ): void {
		$this->connect();
		wp_set_current_user( $this->user( $role ) );
		$route    = "/wp-abilities/v1/abilities/headless-deploy/$name";
		$response = $this->rest( $method, "$route/run", 'GET' === $method ? array() : array( 'input' => array( 'environment' => 'production' ) ) );
		$this->assertSame( $status, $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
		if ( 200 !== $status ) {
			$this->assertStringContainsString( 'not allowed', $response->get_data()['message'] );
			$this->assertSame( array(), $this->caller->calls );
			return;
		}
		$known = $this->rest( 'GET', $route )->get_data();
		$this->assertTrue( rest_validate_value_from_schema( $response->get_data(), $known['output_schema'], $name ) );
		$this->assertFalse( $known['output_schema']['additionalProperties'] );
		$this->assertSame( 'GET' === $method, $known['meta']['annotations']['readonly'] );
	}

	public static function rest_requests(): iterable {
		foreach ( self::roles() as $role => list( , $permitted ) ) {
			foreach ( self::ALL as $name ) {
				$method = in_array( $name, array( 'list-environments', 'status' ), true ) ? 'GET' : 'POST';
				yield "$role, $name" => array( $role, $name, $method, in_array( $name, explode( ' ', $permitted ), true ) ? 200 : 403 );
			}
		}
	}

	public function test_abilities_that_start_runs_refuse_get_and_abilities_that_read_take_no_input(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( 'rebuild', 'clean-rebuild', 'purge-cache' ) as $name ) {
			$this->assertSame( 405, $this->rest( 'GET', "/wp-abilities/v1/abilities/headless-deploy/$name/run", array( 'input' => array( 'environment' => 'production' ) ) )->get_status() );
		}
		$this->assertSame( 400, $this->rest( 'GET', '/wp-abilities/v1/abilities/headless-deploy/status/run', array( 'input' => array( 'environment' => 'production' ) ) )->get_status() );
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_explains_over_rest_why_a_run_is_not_sent(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'administrator' ) );
		$route = '/wp-abilities/v1/abilities/headless-deploy/rebuild/run';
		foreach ( array( array( 'environment' => 'nowhere' ), array( 'environment' => '' ), array( 'environment' => 'production', 'force' => true ), null ) as $input ) {
			$response = $this->rest( 'POST', $route, array( 'input' => $input ) );
			$this->assertGreaterThanOrEqual( 400, $response->get_status() );
			$this->assertNotSame( '', $response->get_data()['message'] );
		}
		$this->assertSame( 404, $this->rest( 'POST', $route, array( 'input' => array( 'environment' => 'nowhere' ) ) )->get_status() );
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_sends_a_rebuild_with_cause_ability(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'editor' ) );
		$run = $this->call( 'rebuild' );
		$this->assertIsArray( $run );
		$this->assertSame( 'accepted', $run['status'] );
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
		$status = $this->call( 'status' );
		$this->assertIsArray( $status );
		$this->assertSame( array( $run['run'], 'ability' ), array( $status['environments'][0]['lastRun']['id'], $status['environments'][0]['lastRun']['cause'] ) );
	}

	public function test_explains_a_refusal_by_the_host(): void {
		$this->connect();
		$this->caller->refuse();
		wp_set_current_user( $this->user( 'editor' ) );
		$run = $this->call( 'purge-cache' );
		$this->assertIsArray( $run );
		$this->assertSame( 'failed', $run['status'] );
		$this->assertNotSame( '', $run['message'] );
	}

	public function test_lists_contain_no_secret(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'author' ) );
		$list = $this->call( 'list-environments' );
		$this->assertSame( 'production', $list['environments'][0]['id'] ?? null );
		$this->assertStringNotContainsString( self::TOKEN, (string) wp_json_encode( $list ) );
		$this->assertStringNotContainsString( 'hosting.example', (string) wp_json_encode( $list ) );
	}

	private function call( string $name ): mixed {
		$input = in_array( $name, array( 'list-environments', 'status' ), true ) ? array() : array( 'environment' => 'production' );
		return wp_get_ability( "headless-deploy/$name" )?->execute( $input );
	}
}
