<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;
use WP_REST_Request;

final class SettingsRolesTest extends Wp_Test_Case {
	private const API   = '/headless-deploy/v1';
	private const ROLES = array( '', 'subscriber', 'author', 'editor', 'administrator' );

	/**
	 * Route × statuses of visitor, subscriber, author, editor, administrator.
	 */
	public static function routes(): array {
		$managers = array( 401, 403, 403, 403 );
		return array(
			'list environments'   => array( 'GET', '/environments', array(), array( 401, 403, 200, 200, 200 ) ),
			'see the settings'    => array( 'GET', '/settings', array(), array( ...$managers, 200 ) ),
			'connect'             => array( 'POST', '/settings/environments', array( 'webhookUrl' => 'x' ), array( ...$managers, 400 ) ),
			'change'              => array( 'PUT', '/settings/environments/production', array( 'label' => 'New' ), array( ...$managers, 200 ) ),
			'change an unknown'   => array( 'PUT', '/settings/environments/unknown', array( 'label' => 'New' ), array( ...$managers, 404 ) ),
			'remove'              => array( 'DELETE', '/settings/environments/production', array(), array( ...$managers, 200 ) ),
			'a malformed address' => array( 'PUT', '/settings/environments/..%2f', array( 'label' => 'New' ), array( 404, 404, 404, 404, 404 ) ),
		);
	}

	/**
	 * @param array<string, mixed> $body
	 * @param list<int>            $statuses
	 */
	#[DataProvider( 'routes' )]
	public function test_route( string $method, string $route, array $body, array $statuses ): void {
		$this->connect();
		$before = get_option( Stored_Environments::OPTION );
		foreach ( self::ROLES as $number => $role ) {
			wp_set_current_user( '' === $role ? 0 : $this->user( $role ) );
			$response = $this->rest( $method, self::API . $route, $body );
			$this->assertSame( $statuses[ $number ], $response->get_status(), "As '$role': " . wp_json_encode( $response->get_data() ) );
			if ( $statuses[ $number ] >= 400 ) {
				$this->assertSame( $before, get_option( Stored_Environments::OPTION ) );
				$this->assertStringNotContainsString( 'hosting.example', (string) wp_json_encode( $response->get_data() ) );
			}
		}
	}

	public function test_every_route_of_ours_asks_for_a_capability(): void {
		wp_set_current_user( $this->user( 'subscriber' ) );
		$asked = 0;
		foreach ( rest_get_server()->get_routes( 'headless-deploy/v1' ) as $route => $handlers ) {
			foreach ( $handlers as $handler ) {
				if ( '/headless-deploy/v1' !== $route && is_array( $handler ) && isset( $handler['callback'] ) ) {
					$this->assertIsCallable( $handler['permission_callback'], $route );
					$request = new WP_REST_Request( 'GET', $route );
					$request->set_query_params( array( 'id' => 'production', 'action' => 'rebuild', 'lane' => 'build' ) );
					$this->assertInstanceOf( WP_Error::class, $handler['permission_callback']( $request ), $route );
					++$asked;
				}
			}
		}
		$this->assertGreaterThan( 10, $asked );
	}
}
