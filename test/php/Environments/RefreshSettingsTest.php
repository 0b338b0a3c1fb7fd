<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Configured_Environments;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;

final class RefreshSettingsTest extends Wp_Test_Case {
	private const SECRET = 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=';
	private const URL    = 'https://www.example.test/api/refresh';

	/**
	 * @return iterable<string, array{string, string}>
	 */
	public static function refused_urls(): iterable {
		yield 'a query' => array( self::URL . '?secret=x', 'headless_deploy_refresh_url_invalid' );
		yield 'an empty query' => array( self::URL . '?', 'headless_deploy_refresh_url_invalid' );
		yield 'an empty fragment' => array( self::URL . '#', 'headless_deploy_refresh_url_invalid' );
		yield 'a fragment' => array( self::URL . '#top', 'headless_deploy_refresh_url_invalid' );
		yield 'a password' => array( 'https://user:pass@www.example.test/', 'headless_deploy_url_has_credentials' );
		yield 'no encryption' => array( 'http://www.example.test/', 'headless_deploy_url_not_https' );
		yield 'a private address' => array( 'https://10.0.0.1/', 'headless_deploy_url_private' );
		yield 'no URL' => array( 'refresh', 'headless_deploy_url_invalid' );
	}

	#[DataProvider( 'refused_urls' )]
	public function test_refuses_a_url_that_may_not_be_called_or_may_hold_a_secret( string $url, string $code ): void {
		$this->connect();
		$refused = $this->update( array( 'refreshUrl' => $url ) );
		$this->assertInstanceOf( WP_Error::class, $refused );
		$this->assertSame( array( $code, array( 'refreshUrl' ) ), array( $refused->get_error_code(), array_keys( $refused->get_error_data()['params'] ) ) );
	}

	public function test_refuses_a_secret_in_another_format(): void {
		$refused = Environment_Input::from_body( array( 'refreshSecret' => 'whsec_c2hvcnQ=' ) );
		$this->assertSame( 'headless_deploy_refresh_secret_invalid', is_wp_error( $refused ) ? $refused->get_error_code() : '' );
	}

	public function test_offers_a_refresh_only_with_a_url_and_a_secret(): void {
		$this->connect();
		$this->assertFalse( $this->updated( array( 'refreshUrl' => self::URL ) )->offers( Action::Refresh ) );
		$this->assertTrue( $this->updated( array( 'refreshSecret' => self::SECRET ) )->offers( Action::Refresh ) );
		$removed = $this->updated( array( 'refreshUrl' => '' ) );
		$this->assertSame( array( false, null, array() ), array( $removed->offers( Action::Refresh ), $removed->refresh, $this->environments()->refresh_secrets( 'production' ) ) );
	}

	public function test_a_policy_of_refresh_falls_back_to_the_weakest_action_of_the_host(): void {
		$this->connect( 'Production', array( 'policy' => array( 'content' => 'refresh' ) ) );
		$routing = new Routing();
		$this->assertSame( array( Action::PurgeCache, false ), array( $routing->offered( 'production', Action::Refresh ), $routing->has_refresh() ) );
		$this->updated( array( 'refreshUrl' => self::URL, 'refreshSecret' => self::SECRET ) );
		$routing = new Routing();
		$this->assertSame( array( Action::Refresh, true ), array( $routing->offered( 'production', Action::Refresh ), $routing->has_refresh() ) );
	}

	public function test_a_lost_key_ends_refreshes_but_does_not_pause_the_environment(): void {
		$this->connect();
		$this->updated( array( 'refreshUrl' => self::URL, 'refreshSecret' => self::SECRET ) );
		$stored = get_option( 'headless_deploy_environments' );
		$this->assertIsArray( $stored );
		$stored['environments']['production']['refresh']['secret'] = ( new Encryption( 'another key of more than 32 characters' ) )->seal( self::SECRET );
		update_option( 'headless_deploy_environments', $stored );
		$environment = $this->environments()->get( 'production' );
		$this->assertInstanceOf( Environment::class, $environment );
		$this->assertSame( array( false, null ), array( $environment->offers( Action::Refresh ), $environment->paused ) );
	}

	public function test_only_an_operator_of_a_network_may_choose_the_host_of_refresh_requests(): void {
		$this->connect();
		$input = Environment_Input::from_body( array( 'refreshUrl' => self::URL ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$refused = ( new Environments( new Encryption(), new System_Clock(), may_customize: static fn(): bool => false ) )->update( 'production', $input );
		$this->assertSame( 'headless_deploy_super_admin_only', is_wp_error( $refused ) ? $refused->get_error_code() : '' );
	}

	public function test_reads_the_target_from_wp_config(): void {
		$entry = array(
			'webhookUrl'    => 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=' . self::TOKEN,
			'refreshUrl'    => self::URL,
			'refreshSecret' => self::SECRET,
			'refreshPurge'  => true,
		);
		$configured   = new Configured_Environments( new Local_Hosts(), array( 'production' => $entry ) );
		$environments = new Environments( new Encryption(), new System_Clock(), new Routing( $configured ), configured: $configured );
		$environment  = $environments->get( 'production' );
		$this->assertInstanceOf( Environment::class, $environment );
		$this->assertSame( array( self::URL, true, true ), array( $environment->refresh?->url, $environment->refresh?->purge, $environment->offers( Action::Refresh ) ) );
		$this->assertSame( array( self::SECRET ), $environments->refresh_secrets( 'production' ) );
		$this->assertStringNotContainsString( substr( self::SECRET, 6 ), (string) wp_json_encode( get_option( 'headless_deploy_environments' ) ) );
		$refused = $environments->generate_refresh_secret( 'production' );
		$this->assertSame( 'headless_deploy_field_locked', is_wp_error( $refused ) ? $refused->get_error_code() : '' );
	}

	public function test_a_refresh_url_of_wp_config_that_is_gone_is_remembered_until_it_is_saved_again(): void {
		$entry = array(
			'webhookUrl'    => 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=' . self::TOKEN,
			'refreshUrl'    => self::URL,
			'refreshSecret' => self::SECRET,
		);
		$configured   = new Configured_Environments( new Local_Hosts(), array( 'production' => $entry ) );
		$environments = new Environments( new Encryption(), new System_Clock(), new Routing( $configured ), configured: $configured, may_customize: static fn(): bool => true );
		$environments->stop_refresh( 'production', 'https://www.example.test/another' );
		$this->assertTrue( $environments->get( 'production' )?->offers( Action::Refresh ), 'The response to an earlier URL does not count.' );
		$environments->stop_refresh( 'production', self::URL );
		$this->assertFalse( $environments->get( 'production' )?->offers( Action::Refresh ) );
		$input = Environment_Input::from_body( array( 'refreshUrl' => self::URL ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$this->assertInstanceOf( Environment::class, $environments->update( 'production', $input ) );
		$this->assertTrue( $environments->get( 'production' )?->offers( Action::Refresh ) );
	}

	private function environments(): Environments {
		return new Environments( new Encryption(), new System_Clock(), may_customize: static fn(): bool => true );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	private function update( array $fields ): Environment|WP_Error {
		$input = Environment_Input::from_body( $fields );
		return is_wp_error( $input ) ? $input : $this->environments()->update( 'production', $input );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	private function updated( array $fields ): Environment {
		$environment = $this->update( $fields );
		$this->assertInstanceOf( Environment::class, $environment, is_wp_error( $environment ) ? $environment->get_error_message() : '' );
		return $environment;
	}
}
