<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Tests\Security\Roles_Matrix_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_REST_Response;

/**
 * Tests every route on the main site of a network, with users whose role is on another site, and with super admins.
 */
final class NetworkRolesTest extends Roles_Matrix_Test_Case {
	private const ANOTHER_SITE = 2;

	/**
	 * What only super admins may do, by the code of the refusal: the webhook is of a host that the plugin does not know.
	 */
	private const SUPER_ADMINS_ONLY = array(
		'GET /site-health/change-feed'     => 'headless_deploy_forbidden',
		'GET /site-health/hosts'           => 'headless_deploy_forbidden',
		'PUT /settings/credentials'        => 'headless_deploy_credentials_super_admin',
		'DELETE /settings/credentials'     => 'headless_deploy_credentials_super_admin',
		'POST /settings/credentials/check' => 'headless_deploy_credentials_super_admin',
		'GET /hosting/uploads'             => 'headless_deploy_hosting_super_admin',
		'POST /hosting/uploads'            => 'headless_deploy_hosting_super_admin',
		'GET /hosting/uploads/{id}'        => 'headless_deploy_hosting_super_admin',
		'PUT /hosting/uploads/{id}'        => 'headless_deploy_hosting_super_admin',
		'POST /hosting/uploads/{id}/send'  => 'headless_deploy_hosting_super_admin',
		'DELETE /hosting/uploads/{id}'     => 'headless_deploy_hosting_super_admin',
		'GET /hosting/account'             => 'headless_deploy_hosting_super_admin',
		'POST /hosting/connect'            => 'headless_deploy_hosting_super_admin',
		'POST /hosting/reconnect'          => 'headless_deploy_hosting_super_admin',
		'POST /hosting/refresh-secret'     => 'headless_deploy_hosting_super_admin',
		'PATCH /hosting/{path}'            => 'headless_deploy_hosting_super_admin',
		'DELETE /hosting/{path}'           => 'headless_deploy_hosting_super_admin',
		'GET /hosting/{path}'              => 'headless_deploy_hosting_super_admin',
		'POST /hosting/{path}'             => 'headless_deploy_hosting_super_admin',
		'POST /settings/environments'      => 'headless_deploy_super_admin_only',
		'PUT /settings/environments/{id}'  => 'headless_deploy_super_admin_only',
	);

	protected function setUp(): void {
		if ( ! is_multisite() ) {
			$this->markTestSkipped( 'This takes a network: vendor/bin/phpunit -c test/php/multisite.xml.dist' );
		}
		parent::setUp();
	}

	public static function routes(): iterable {
		foreach ( array_keys( self::ROUTES ) as $route ) {
			yield $route => array( $route );
		}
	}

	#[DataProvider( 'routes' )]
	public function test_a_route_refuses_users_whose_role_is_on_another_site( string $route ): void {
		$is_public     = in_array( self::ROUTES[ $route ][0], array( 'signature', 'public' ), true );
		$administrator = $this->user_of_another_site( 'administrator' );
		$with_two      = $this->user_of_another_site( 'administrator' );
		add_user_to_blog( get_main_site_id(), $with_two, 'subscriber' );
		$users = array(
			'an administrator of another site'                                 => $administrator,
			'an administrator of another site who is a subscriber of this one' => $with_two,
			'a member of no site'                                              => $this->user_of_another_site( '' ),
		);
		foreach ( $users as $name => $user ) {
			$response = $this->request( $route, $user );
			$this->assertSame( $is_public ? 400 : 403, $response->get_status(), "$route as $name" );
			$this->assertSame( $is_public ? 'rest_missing_callback_param' : 'headless_deploy_forbidden', $response->get_data()['code'], "$route as $name" );
		}
	}

	#[DataProvider( 'routes' )]
	public function test_a_route_lets_administrators_of_the_site_do_nothing_that_concerns_the_network( string $route ): void {
		$this->prepare( $route );
		$response = $this->request( $route, $this->user( 'administrator' ) );
		$refusal  = self::SUPER_ADMINS_ONLY[ $route ] ?? null;
		$this->assertSame( null === $refusal ? self::ROUTES[ $route ][1] : 403, $response->get_status(), $route );
		$this->assertSame( $refusal, null === $refusal ? null : $response->get_data()['code'], $route );
	}

	#[DataProvider( 'routes' )]
	public function test_a_route_admits_super_admins_who_are_no_members_of_the_site( string $route ): void {
		$this->prepare( $route );
		remove_user_from_blog( 1, get_main_site_id() );
		$response = $this->request( $route, 1 );
		$this->assertSame( self::ROUTES[ $route ][1], $response->get_status(), $route . ': ' . wp_json_encode( $response->get_data() ) );
	}

	private function prepare( string $route ): void {
		$this->add_changes();
		if ( str_ends_with( $route, '/undo' ) ) {
			$this->dispatcher->cancel( $this->key(), 1 );
		}
	}

	private function request( string $route, int $user ): WP_REST_Response {
		$response = $this->send_as( $route, $user, isset( self::ROUTES[ $route ][2] ) ? (string) wp_json_encode( self::ROUTES[ $route ][2] ) : '' );
		$this->assert_sound( $response, $route );
		return $response;
	}

	/**
	 * @param string $role Empty for none.
	 */
	private function user_of_another_site( string $role ): int {
		$id = self::add_user( 'subscriber' );
		remove_user_from_blog( $id, get_main_site_id() );
		if ( '' !== $role ) {
			add_user_to_blog( self::ANOTHER_SITE, $id, $role );
		}
		return $id;
	}
}
