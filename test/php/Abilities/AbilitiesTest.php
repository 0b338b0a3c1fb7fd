<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Abilities;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Services;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;
use WP_User;

final class AbilitiesTest extends Wp_Test_Case {
	private const READ  = array( 'list-environments', 'status', 'pending-changes' );
	private const WRITE = array( 'rebuild', 'clean-rebuild', 'purge-cache', 'refresh', 'hold', 'release', 'cancel-pending-run' );
	private const ALL   = array( ...self::READ, ...self::WRITE );

	private Fake_Caller $caller;
	private Services $services;

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
		$this->services                 = new Services( new System_Clock(), $this->caller );
		$this->services->abilities()->register_abilities();
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
				'list-environments'  => 'readonly idempotent',
				'status'             => 'readonly idempotent',
				'pending-changes'    => 'readonly idempotent',
				'rebuild'            => '',
				'clean-rebuild'      => 'destructive',
				'purge-cache'        => 'idempotent',
				'refresh'            => 'idempotent',
				'hold'               => 'idempotent',
				'release'            => 'idempotent',
				'cancel-pending-run' => 'destructive',
			),
			$known,
		);
	}

	#[DataProvider( 'roles' )]
	public function test_each_role_can_run_the_abilities_of_its_capabilities( string $role, string $expected ): void {
		$this->connect_with_refresh();
		wp_set_current_user( $this->user( $role ) );
		$permitted = array();
		foreach ( self::ALL as $name ) {
			$this->prepare( $name );
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
		yield 'editor' => array( 'editor', implode( ' ', array_diff( self::ALL, array( 'clean-rebuild' ) ) ) );
		yield 'author' => array( 'author', implode( ' ', self::READ ) );
		yield 'subscriber' => array( 'subscriber', '' );
	}

	#[DataProvider( 'rest_requests' )]
	public function test_rest_allows_each_role_the_abilities_of_its_capabilities( string $role, string $name, string $method, int $status ): void {
		$this->connect_with_refresh();
		$this->prepare( $name );
		wp_set_current_user( $this->user( $role ) );
		$route    = "/wp-abilities/v1/abilities/headless-deploy/$name";
		$response = $this->rest( $method, "$route/run", 'GET' === $method ? array() : array( 'input' => $this->input( $name ) ) );
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
				$method = in_array( $name, self::READ, true ) ? 'GET' : 'POST';
				yield "$role, $name" => array( $role, $name, $method, in_array( $name, explode( ' ', $permitted ), true ) ? 200 : 403 );
			}
		}
	}

	public function test_abilities_that_change_something_refuse_get_and_abilities_that_read_take_no_input(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( self::WRITE as $name ) {
			$this->assertSame( 405, $this->rest( 'GET', "/wp-abilities/v1/abilities/headless-deploy/$name/run", array( 'input' => $this->input( $name ) ) )->get_status() );
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

	public function test_documents_each_ability_with_its_capability_and_annotations(): void {
		$page = (string) file_get_contents( dirname( __DIR__, 3 ) . '/docs/abilities.md' );
		preg_match_all( '/^\| `headless-deploy\/([a-z-]+)` \|([^|]*)\|([^|]*)\|/m', $page, $rows, PREG_SET_ORDER );
		$documented = array();
		foreach ( $rows as list( , $name, $capability, $annotations ) ) {
			$documented[ $name ] = trim( $annotations );
			if ( 1 === preg_match( '/`(headless_deploy_[a-z_]+)`/', $capability, $found ) ) {
				$this->assert_requires( $name, $found[1] );
			}
		}
		$registered = array();
		foreach ( wp_get_abilities() as $name => $ability ) {
			if ( str_starts_with( $name, 'headless-deploy/' ) ) {
				$registered[ substr( $name, strlen( 'headless-deploy/' ) ) ] = implode( ', ', array_keys( array_filter( $ability->get_meta()['annotations'] ) ) );
			}
		}
		ksort( $registered );
		$this->assertSame( $registered, $documented );
	}

	public function test_refreshes_every_page_and_lists_refresh_only_where_it_is_offered(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( array( 'rebuild', 'cleanRebuild', 'purgeCache' ), $this->call( 'list-environments' )['environments'][0]['actions'] );
		$refused = $this->call( 'refresh' );
		$this->assertSame( 'headless_deploy_action_not_offered', $refused instanceof WP_Error ? $refused->get_error_code() : '' );
		$this->add_refresh();
		$this->assertContains( 'refresh', $this->call( 'list-environments' )['environments'][0]['actions'] );
		$this->assertSame( 'accepted', $this->call( 'refresh' )['status'] );
		$this->assertSame( array( 'production refresh' ), $this->caller->calls );
	}

	public function test_holds_changes_and_stops_holding_them(): void {
		$this->connect();
		$this->record_change();
		wp_set_current_user( $this->user( 'editor' ) );
		foreach ( array( 'hold' => true, 'release' => false ) as $name => $is_held ) {
			foreach ( array( 'first', 'repeated' ) as $time ) {
				$this->assertSame( $is_held, $this->call( $name )['held'], "$name, $time" );
				$this->assertSame( $is_held, $this->services->environments->get( 'production' )?->automation->hold );
			}
		}
		$this->assertSame( array(), $this->caller->calls );
		$this->assertGreaterThan( 0, wp_next_scheduled( Wake_Up::SINGLE_EVENT ), 'Held changes are sent by the next background task.' );
	}

	public function test_lists_pending_changes_and_those_of_canceled_runs(): void {
		$this->connect();
		$this->connect( 'Staging' );
		$this->record_change();
		wp_set_current_user( $this->user( 'author' ) );
		$listed = $this->call( 'pending-changes' );
		$this->assertSame( array( 'production', 'staging' ), array_column( $listed['environments'], 'id' ) );
		$only = wp_get_ability( 'headless-deploy/pending-changes' )?->execute( array( 'environment' => 'production' ) )['environments'];
		$this->assertSame( array( array( 'production' ), array( 'build', 1 ) ), array( array_column( $only, 'id' ), array( $only[0]['pending'][0]['lane'], $only[0]['pending'][0]['changes'] ) ) );
		$unknown = wp_get_ability( 'headless-deploy/pending-changes' )?->execute( array( 'environment' => 'nowhere' ) );
		$this->assertSame( 'headless_deploy_unknown_environment', $unknown instanceof WP_Error ? $unknown->get_error_code() : '' );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( 'canceled', $this->call( 'cancel-pending-run' )['status'] );
		$after = $this->call( 'pending-changes' )['environments'][0];
		$this->assertSame( array( array(), 1 ), array( $after['pending'], $after['undeployed'][0]['canceled'] ) );
	}

	public function test_cancels_with_cause_ability_and_the_message_of_the_panel(): void {
		$this->connect();
		$this->record_change();
		wp_set_current_user( $this->user( 'editor' ) );
		$canceled = $this->call( 'cancel-pending-run' );
		$this->assertSame( 'Canceled: 1 change. The next Rebuild includes these changes.', $canceled['message'] );
		$run = $this->services->run_view()->find( $canceled['run'] );
		$this->assertSame( Run_Status::Canceled, $run?->status );
		$this->assertSame( Cause::Ability, $run?->record->cause );
		$again = $this->call( 'cancel-pending-run' );
		$this->assertSame( 'headless_deploy_nothing_pending', $again instanceof WP_Error ? $again->get_error_code() : '' );
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_an_editor_cannot_cancel_a_pending_clean_rebuild(): void {
		$this->connect();
		$key = Lane_Key::of( get_current_blog_id(), 'production', Lane::Build );
		( new Change_Store() )->insert( array( New_Change::manual( $key, Action::CleanRebuild, ( new System_Clock() )->now_ms(), Cause::Manual, 1 ) ) );
		wp_set_current_user( $this->user( 'editor' ) );
		$refused = $this->call( 'cancel-pending-run' );
		$this->assertSame( 'ability_invalid_permissions', $refused instanceof WP_Error ? $refused->get_error_code() : '' );
		$this->assertTrue( $this->services->queue->lane( $key )->is_pending() );
	}

	public function test_refuses_a_cancellation_in_an_unknown_environment_or_lane(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( 'headless_deploy_unknown_environment' => array( 'environment' => 'nowhere', 'lane' => 'build' ), 'ability_invalid_input' => array( 'environment' => 'production', 'lane' => 'street' ) ) as $code => $input ) {
			$refused = wp_get_ability( 'headless-deploy/cancel-pending-run' )?->execute( $input );
			$this->assertSame( $code, $refused instanceof WP_Error ? $refused->get_error_code() : '' );
		}
	}

	/**
	 * Asserts that one capability is enough, and that all others together are not.
	 */
	private function assert_requires( string $name, string $required ): void {
		foreach ( array( $required => true, 'all others' => false ) as $given => $is_permitted ) {
			$user = new WP_User( $this->user( 'subscriber' ) );
			foreach ( Capabilities::ALL as $capability ) {
				$user->add_cap( $capability, $is_permitted === ( $capability === $required ) );
			}
			wp_set_current_user( $user->ID );
			$this->assertSame( $is_permitted, wp_get_ability( "headless-deploy/$name" )?->check_permissions( $this->input( $name ) ), "$name with $given" );
		}
	}

	/**
	 * Makes a pending run, if the ability needs one.
	 */
	private function prepare( string $name ): void {
		if ( 'cancel-pending-run' === $name ) {
			$this->record_change();
		}
	}

	private function record_change(): void {
		$key = Lane_Key::of( get_current_blog_id(), 'production', Lane::Build );
		( new Change_Store() )->insert( array( new New_Change( $key, Action::Rebuild, ( new System_Clock() )->now_ms(), 1, array() ) ) );
	}

	private function connect_with_refresh(): void {
		$this->connect();
		$this->add_refresh();
	}

	private function add_refresh(): void {
		$input = Environment_Input::from_body( array( 'refreshUrl' => 'https://www.example.test/api/refresh', 'refreshSecret' => 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=' ) );
		$this->assertNotInstanceOf( WP_Error::class, $input );
		$environments = new Environments( new Encryption(), new System_Clock(), may_customize: static fn(): bool => true );
		$this->assertNotInstanceOf( WP_Error::class, $environments->update( 'production', $input ) );
	}

	/**
	 * @return array<string, string>
	 */
	private function input( string $name ): array {
		if ( in_array( $name, self::READ, true ) ) {
			return array();
		}
		return array( 'environment' => 'production' ) + ( 'cancel-pending-run' === $name ? array( 'lane' => 'build' ) : array() );
	}

	private function call( string $name ): mixed {
		return wp_get_ability( "headless-deploy/$name" )?->execute( $this->input( $name ) );
	}
}
