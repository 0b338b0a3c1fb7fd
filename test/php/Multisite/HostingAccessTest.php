<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Hosting\Configured_Credentials;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Secrets\Encryption;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\Attributes\PreserveGlobalState;
use PHPUnit\Framework\Attributes\RunInSeparateProcess;
use WP_Error;

final class HostingAccessTest extends Network_Test_Case {
	private const CREDENTIALS = array(
		'apiUrl'   => 'https://hosting.example',
		'user'     => 'api-user',
		'password' => 'a-password-that-is-secret-1234',
	);

	public function test_administrators_use_the_account_only_on_sites_that_the_credentials_name(): void {
		$administrator = $this->user( 'administrator' );
		wp_set_current_user( $administrator );
		$this->assert_refused( 'headless_deploy_hosting_super_admin', self::CREDENTIALS, null );
		$this->assertInstanceOf( Credentials::class, $this->access( self::CREDENTIALS, 1 ) );
		$this->assertInstanceOf( Credentials::class, $this->on_site( 2, fn(): Credentials|WP_Error => $this->access( self::CREDENTIALS, array( 2, 3 ) ) ) );
		$this->assert_refused( 'headless_deploy_hosting_super_admin', self::CREDENTIALS, array( 2, 3 ) );
		$this->assert_refused( 'headless_deploy_hosting_super_admin', array_diff_key( self::CREDENTIALS, array( 'user' => 1 ) ), 1 );
	}

	public function test_super_admins_use_the_account_of_every_site_that_has_credentials(): void {
		wp_set_current_user( 1 );
		$this->assertInstanceOf( Credentials::class, $this->access( self::CREDENTIALS, null ) );
		$this->on_site( 2, fn() => $this->assert_refused( 'headless_deploy_credentials_missing', self::CREDENTIALS, null ) );
	}

	public function test_a_route_refuses_an_administrator_of_a_site(): void {
		wp_set_current_user( 1 );
		$this->rest( 'PUT', self::API . '/settings/credentials', self::CREDENTIALS );
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( '/hosting/account', '/hosting/v1/regions' ) as $route ) {
			$this->assertSame( 'headless_deploy_hosting_super_admin', $this->rest( 'GET', self::API . $route )->get_data()['code'], $route );
		}
	}

	/**
	 * In a process of its own, because a constant stays defined.
	 */
	#[Group( 'processes' )]
	#[RunInSeparateProcess]
	#[PreserveGlobalState( false )]
	public function test_the_constants_of_wp_config_php_name_sites_and_the_account(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$account = fn( int $site ): mixed => $this->on_site( $site, static fn(): Credentials|WP_Error => ( new Credential_Store( new Encryption() ) )->for_hosting() );
		define( Configured_Credentials::CONSTANTS['apiUrl'], self::CREDENTIALS['apiUrl'] . '/v1/' );
		define( Configured_Credentials::CONSTANTS['user'], ' api-user ' );
		define( Configured_Credentials::CONSTANTS['password'], self::CREDENTIALS['password'] );
		$this->assert_error( 'headless_deploy_hosting_super_admin', $account( 1 ) );
		define( Configured_Credentials::SITES, array( '2' ) );
		$this->assert_error( 'headless_deploy_hosting_super_admin', $account( 1 ) );
		$this->assert_error( 'headless_deploy_hosting_super_admin', $account( 3 ) );
		$found = $account( 2 );
		$this->assertInstanceOf( Credentials::class, $found );
		$this->assertSame( array( 'https://hosting.example', 'api-user' ), array( $found->api_url, $found->user ) );
	}

	private function access( array $values, mixed $sites ): Credentials|WP_Error {
		return ( new Credential_Store( new Encryption(), new Configured_Credentials( $values, $sites ) ) )->for_hosting();
	}

	private function assert_refused( string $code, array $values, mixed $sites ): void {
		$this->assert_error( $code, $this->access( $values, $sites ) );
	}
}
