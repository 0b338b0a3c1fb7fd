<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\CLI\Environment_Fields;
use HeadlessDeploy\CLI\Option;
use HeadlessDeploy\Environments\Configured_Environments;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environment_Schema;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use WP_REST_Response;

/**
 * What follows from the field `note` that NewFieldTest adds to an environment, in a process of its own.
 */
final class New_Field extends Wp_Test_Case {
	private const SETTINGS = '/headless-deploy/v1/settings';
	private const NOTE     = 'Ask the web team first';

	public function test_it_is_validated_stored_in_one_option_and_shown(): void {
		$this->connect();
		$this->start_plugin();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( '', $this->rest( 'GET', self::SETTINGS )->get_data()['environments'][0]['note'] );
		$refused = $this->put( array( 'note' => str_repeat( 'x', 41 ) ) );
		$this->assertSame( array( 400, array( 'note' ) ), array( $refused->get_status(), array_keys( $refused->get_data()['data']['params'] ) ) );
		$this->assertSame( self::NOTE, $this->put( array( 'note' => self::NOTE ) )->get_data()['note'] );
		$this->assertSame( self::NOTE, $this->rest( 'GET', '/headless-deploy/v1/environments' )->get_data()['environments'][0]['note'] );
		$holders = array_filter( Stored_Environments::OPTIONS, static fn( string $option ): bool => str_contains( serialize( get_option( $option ) ), self::NOTE ) );
		$this->assertSame( array( Stored_Environments::OPTION ), array_values( $holders ) );
	}

	public function test_a_constant_sets_and_locks_it(): void {
		$this->connect();
		$configured   = new Configured_Environments( new Local_Hosts(), array( 'production' => array( 'note' => self::NOTE ) ) );
		$environments = new Environments( new Encryption(), new System_Clock(), new Routing( $configured ), configured: $configured );
		$environment  = $environments->get( 'production' );
		$this->assertInstanceOf( Environment::class, $environment );
		$this->assertSame( array( self::NOTE, array( 'note' ) ), array( $environment->to_array()['note'], $environment->locked_fields ) );
		$input = Environment_Input::from_body( array( 'note' => 'Another' ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$this->assert_error( 'headless_deploy_field_locked', $environments->update( 'production', $input ) );
	}

	public function test_commands_set_and_show_it(): void {
		$this->assertContains( '[--note=<note>]', array_column( Option::of_fields( Environment_Schema::plain_input() ), 'syntax' ) );
		$this->assertSame( '', Environment_Fields::row( $this->connect() )['note'] );
	}

	public function test_a_secret_is_no_option_of_a_command(): void {
		$this->assertSame( array( 'label', 'note', 'frontEndUrl', 'refreshUrl', 'refreshPurge' ), array_keys( Environment_Schema::plain_input() ) );
	}

	private function put( array $body ): WP_REST_Response {
		return $this->rest( 'PUT', self::SETTINGS . '/environments/production', $body, array( 'If-Match' => '*' ) );
	}
}
