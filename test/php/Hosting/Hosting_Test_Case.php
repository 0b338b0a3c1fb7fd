<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Hosting;

use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;

/**
 * An administrator of a site with API credentials, and a host that answers what a test says.
 */
abstract class Hosting_Test_Case extends Rest_Queue_Test_Case {
	protected const HOSTING  = self::API . '/hosting';
	protected const API_URL  = 'https://hosting.example';
	protected const PASSWORD = 'a-password-that-is-secret-1234';

	/**
	 * Answers of the host by method and path; the host lacks all other routes.
	 *
	 * @var array<string, array<string, mixed>>
	 */
	protected array $host = array();

	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
		$this->enter_credentials();
		$this->mock_http(
			self::API_URL,
			fn( array $args, string $url ): array => $this->host[ $args['method'] . ' ' . substr( strtok( $url, '?' ), strlen( self::API_URL ) ) ] ?? $this->answer( 404, '{"message":"Not Found"}' ),
		);
	}

	protected function enter_credentials( string $api_url = self::API_URL ): void {
		$entered = $this->rest( 'PUT', self::API . '/settings/credentials', array( 'apiUrl' => $api_url, 'user' => 'api-user', 'password' => self::PASSWORD ) );
		$this->assertSame( 200, $entered->get_status(), (string) wp_json_encode( $entered->get_data() ) );
	}

	/**
	 * @param string $request Method and path of the host.
	 */
	protected function host_answers( string $request, int $status, mixed $json = null ): void {
		$this->host[ $request ] = $this->answer( $status, null === $json ? '' : (string) wp_json_encode( $json ) );
	}

	/**
	 * Lets the host be the local platform with the account `acme`.
	 */
	protected function use_local_platform(): void {
		$this->host_answers( 'GET /_local/session', 200, array( 'accounts' => array( array( 'name' => 'acme', 'id' => 'u-u-i-d', 'role' => 'read' ) ), 'maxUploadBytes' => 1000 ) );
		$this->host_answers( 'GET /_local/installs', 200, array( 'installs' => array( array( 'name' => 'blog', 'accountName' => 'acme', 'url' => home_url( '/' ), 'id' => 'x' ) ) ) );
	}

	/**
	 * @return list<string> Methods and paths, with their queries.
	 */
	protected function asked(): array {
		return array_map( static fn( array $one ): string => $one['method'] . ' ' . substr( $one['url'], strlen( self::API_URL ) ), $this->http_log );
	}
}
