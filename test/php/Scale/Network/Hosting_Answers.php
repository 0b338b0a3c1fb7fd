<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use HeadlessDeploy\Tests\Wp_Test_Case;

/**
 * What the host of the large network answers: the local platform with the account `acme`.
 */
final class Hosting_Answers {
	public const URL = 'https://hosting.example';

	private const ENVIRONMENT = 'accounts/acme/apps/shop/environments/e1';

	/**
	 * Returns JSON by method and path; the host answers all other requests with an empty object.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	private static function all(): array {
		return array(
			'GET /_local/session'                             => array( 'accounts' => array( array( 'name' => 'acme', 'id' => 'u-u-i-d', 'role' => 'write' ) ), 'maxUploadBytes' => 1000 ),
			'GET /_local/installs'                            => array( 'installs' => array( array( 'name' => 'blog', 'accountName' => 'acme', 'url' => home_url( '/' ), 'id' => 'x' ) ) ),
			'GET /v1/accounts/acme/apps'                      => array( 'apps' => array() ),
			'GET /v1/' . self::ENVIRONMENT                    => array( 'displayName' => 'Production', 'domains' => array( 'shop.example:8890' ) ),
			'POST /_local/' . self::ENVIRONMENT . '/webhooks' => array( 'rebuild' => self::URL . '/wh/v1/' . self::ENVIRONMENT . '/webhooks/webhook:rebuild?token=' . Wp_Test_Case::TOKEN ),
			'POST /fu/v1/' . self::ENVIRONMENT . ':upload'    => array( 'name' => 'operations/no_build', 'metadata' => array( 'build' => 'builds/no_build' ), 'done' => false ),
		);
	}

	public static function json( string $method, string $url ): string {
		$request = $method . ' ' . substr( (string) strtok( $url, '?' ), strlen( self::URL ) );
		return (string) wp_json_encode( self::all()[ $request ] ?? (object) array() );
	}

	public static function credentials(): Route_Request {
		return new Route_Request( 'PUT', '/settings/credentials', array( 'apiUrl' => self::URL, 'user' => 'api-user', 'password' => 'a-password-that-is-secret-1234' ) );
	}
}
