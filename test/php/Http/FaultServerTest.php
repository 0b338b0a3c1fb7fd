<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Http;

use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Tests\Faults\Fault_Server;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'processes' )]
final class FaultServerTest extends Client_Test_Case {
	private static Fault_Server $server;

	public static function setUpBeforeClass(): void {
		self::$server = new Fault_Server();
	}

	public static function tearDownAfterClass(): void {
		self::$server->stop();
	}

	protected function setUp(): void {
		parent::setUp();
		self::$server->take_requests();
		$this->allow_http( 'http://127.0.0.1:' . self::$server->port );
	}

	#[DataProvider( 'faults' )]
	public function test_a_fault_ends_in_time_with_its_own_code( string $fault, int $status, string $code ): void {
		$started = microtime( true );
		$answer  = $this->call_fault( $fault );
		$this->assertLessThan( 20.0, microtime( true ) - $started );
		$this->assertSame( array( $status, $code ), array( $answer->http_status, $answer->error_code ) );
		$this->assertCount( 1, self::$server->take_requests( 1 ), 'It is called once, whatever it answers.' );
		$this->assertLessThanOrEqual( 2048, strlen( $answer->excerpt ) );
	}

	/**
	 * What the matrix of test/php/Faults shortens: here cURL itself would wait longer than the call may take.
	 */
	public static function faults(): iterable {
		yield 'it hangs' => array( 'silence', 0, 'headless_deploy_timeout' );
		yield 'it drips' => array( 'a slow drip in the body', 0, 'headless_deploy_timeout' );
		yield 'it drips a header' => array( 'a slow drip in the headers', 0, 'headless_deploy_timeout' );
		yield 'endless trailers' => array( 'trailers that never end', 200, '' );
		yield 'an endless success' => array( '200 with an endless body', 200, '' );
	}

	public function test_sends_an_empty_post_with_the_token_in_the_url(): void {
		$this->call_fault( '200 with an operation' );
		list( $request )        = self::$server->take_requests();
		list( $headers, $body ) = explode( "\r\n\r\n", $request, 2 );
		$this->assertStringStartsWith( 'POST /wh/v1/accounts/acme/apps/200-with-an-operation/environments/e1/webhooks/webhook:rebuild?token=' . self::TOKEN . ' HTTP/1.1', $headers );
		$this->assertSame( '', $body );
		$this->assertMatchesRegularExpression( '/^Content-Length: 0\r?$/mi', $headers );
		$this->assertDoesNotMatchRegularExpression( '/^(Cookie|Authorization|Referer):/mi', $headers );
		$this->assertStringNotContainsString( 'example.test', $headers, 'The service is not told which site this is.' );
	}

	public function test_a_closed_port_is_a_failed_connection(): void {
		$closed = stream_socket_server( 'tcp://127.0.0.1:0' );
		$this->assertIsResource( $closed );
		$host = (string) stream_socket_get_name( $closed, false );
		fclose( $closed );
		$this->allow_http( "http://$host" );
		$answer = $this->call_url( "http://$host/wh/v1/accounts/a/apps/b/environments/c/webhooks/webhook:rebuild?token=" . self::TOKEN, new Local_Hosts( $host, 'local' ), $this->resolve( array() ) );
		$this->assertSame( 'headless_deploy_connection_failed', $answer->error_code );
	}

	#[DataProvider( 'redacted_faults' )]
	public function test_no_hook_of_other_plugins_sees_the_token( string $fault ): void {
		$seen = '';
		$spy  = static function ( mixed ...$arguments ) use ( &$seen ): mixed {
			foreach ( $arguments as $argument ) {
				$seen .= $argument instanceof \CurlHandle ? (string) curl_getinfo( $argument, CURLINFO_EFFECTIVE_URL ) : print_r( $argument, true ) . var_export( is_scalar( $argument ) ? $argument : null, true );
			}
			return $arguments[0] ?? null;
		};
		foreach ( self::observed_hooks() as $hook ) {
			add_filter( $hook, $spy, PHP_INT_MAX - 1, 10 );
		}
		$answer = $this->call_fault( $fault );
		$this->assertStringContainsString( 'webhook:rebuild', $seen, 'The spy has seen the request.' );
		foreach ( array( $seen, serialize( $answer ) ) as $text ) {
			$this->assertStringNotContainsString( rtrim( self::TOKEN, '=' ), $text );
			$this->assertStringNotContainsString( substr( base64_encode( self::TOKEN ), 4, 24 ), $text );
		}
		$this->assertStringContainsString( self::TOKEN, self::$server->take_requests()[0] );
	}

	public static function redacted_faults(): iterable {
		yield 'a success' => array( '200 with an operation' );
		yield 'the token echoed' => array( '200 that echoes the token' );
		yield 'the token echoed in chunks' => array( '200 that echoes the token in chunks' );
		yield 'the token in a redirect' => array( '307' );
		yield 'hanging' => array( 'silence' );
	}

	private function call_fault( string $fault ): Response {
		return $this->call_url( self::$server->webhook_url( $fault, self::TOKEN ), new Local_Hosts( '127.0.0.1:' . self::$server->port, 'local' ), $this->resolve( array() ) );
	}

	/**
	 * Lists the hooks by which plugins observe requests.
	 *
	 * @return list<string>
	 */
	private static function observed_hooks(): array {
		$hooks = array( 'http_request_args', 'pre_http_request', 'http_api_debug', 'http_response', 'http_api_curl', 'https_ssl_verify', 'http_request_timeout', 'http_headers_useragent', 'http_request_host_is_external', 'http_allowed_safe_ports' );
		foreach ( array( 'requests.before_request', 'requests.before_parse', 'requests.before_redirect_check', 'requests.after_request', 'requests.failed', 'request.progress', 'curl.before_request', 'curl.before_send', 'curl.after_send', 'curl.after_request' ) as $hook ) {
			$hooks[] = "requests-$hook";
		}
		return $hooks;
	}
}
