<?php
/**
 * Tests of the outgoing call against a server that misbehaves.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Webhooks;

use HeadlessDeploy\Environments\Local_Hosts;
use HeadlessDeploy\Webhooks\Answer;
use PHPUnit\Framework\Attributes\DataProvider;
use WpOrg\Requests\Transport\Fsockopen;

/**
 * Proves by real requests that no service can hold up, flood or trick the plugin, and that its token stays unseen.
 */
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
	public function test_a_fault_ends_in_time_with_its_own_code( string $fault, int $status, string $code, bool $with_curl = true ): void {
		if ( ! $with_curl ) {
			$this->use_fsockopen();
		}
		$started = microtime( true );
		$answer  = $this->call_fault( $fault );
		$this->assertLessThan( 3.0, microtime( true ) - $started );
		$this->assertSame( array( $status, $code ), array( $answer->http_status, $answer->error_code ) );
		$this->assertCount( 1, self::$server->take_requests(), 'It is called once, whatever it answers.' );
		$this->assertLessThanOrEqual( 2048, strlen( $answer->excerpt ) );
	}

	/**
	 * @return iterable<string, array{0: string, 1: int, 2: string, 3?: bool}>
	 */
	public static function faults(): iterable {
		yield 'none' => array( 'fine', 200, '' );
		yield 'an empty success' => array( 'none', 204, '' );
		yield 'a zipped answer' => array( 'zipped', 200, '' );
		yield 'a web page' => array( 'page', 200, Answer::WARNING );
		yield 'a redirect is not followed' => array( 'redirect', 307, 'headless_deploy_webhook_moved' );
		yield 'a refused token' => array( 'refused', 403, 'headless_deploy_token_refused' );
		yield 'a server error' => array( 'broken', 500, 'headless_deploy_service_error' );
		yield 'it hangs' => array( 'hang', 0, 'headless_deploy_timeout' );
		yield 'it hangs behind the headers' => array( 'stall', 0, 'headless_deploy_timeout' );
		yield 'it drips' => array( 'drip', 0, 'headless_deploy_timeout' );
		yield 'an endless success' => array( 'endless', 200, '' );
		yield 'an endless refusal' => array( 'endless-refusal', 403, 'headless_deploy_token_refused' );
		yield 'a body over the limit' => array( 'long', 200, '' );
		yield 'a body that breaks off' => array( 'cut', 0, 'headless_deploy_connection_failed' );
		yield 'a body that is badly zipped' => array( 'badly-zipped', 0, 'headless_deploy_connection_failed' );
		yield 'garbage' => array( 'garbage', 0, 'headless_deploy_connection_failed' );
		yield 'closed at once' => array( 'empty', 0, 'headless_deploy_connection_failed' );
		yield 'none, without cURL' => array( 'fine', 200, '', false );
		yield 'a redirect, without cURL' => array( 'redirect', 307, 'headless_deploy_webhook_moved', false );
		yield 'it hangs, without cURL' => array( 'hang', 0, 'headless_deploy_timeout', false );
		yield 'it drips, without cURL' => array( 'drip', 0, 'headless_deploy_timeout', false );
		yield 'an endless body, without cURL' => array( 'endless', 0, 'headless_deploy_answer_too_large', false );
		yield 'garbage, without cURL' => array( 'garbage', 0, 'headless_deploy_connection_failed', false );
	}

	public function test_it_posts_nothing_but_the_token_in_the_address(): void {
		$this->call_fault( 'fine' );
		list( $request )        = self::$server->take_requests();
		list( $headers, $body ) = explode( "\r\n\r\n", $request, 2 );
		$this->assertStringStartsWith( 'POST /wh/v1/accounts/acme/apps/fine/environments/e1/webhooks/webhook:rebuild?token=' . self::TOKEN . ' HTTP/1.1', $headers );
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

	#[DataProvider( 'transports' )]
	public function test_no_hook_of_other_plugins_sees_the_token( bool $with_curl, string $fault ): void {
		if ( ! $with_curl ) {
			$this->use_fsockopen();
		}
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

	/**
	 * @return iterable<string, array{bool, string}>
	 */
	public static function transports(): iterable {
		yield 'cURL' => array( true, 'fine' );
		yield 'cURL, the token echoed' => array( true, 'echo' );
		yield 'cURL, the token echoed in chunks' => array( true, 'echo-chunked' );
		yield 'cURL, the token in a redirect' => array( true, 'redirect' );
		yield 'cURL, hanging' => array( true, 'hang' );
		yield 'fsockopen' => array( false, 'fine' );
		yield 'fsockopen, hanging' => array( false, 'hang' );
	}

	public function test_echoes_are_redacted_without_curl_too(): void {
		$this->use_fsockopen();
		$seen = '';
		add_filter(
			'http_response',
			static function ( array $response ) use ( &$seen ): array {
				$seen .= print_r( $response, true );
				return $response;
			},
		);
		foreach ( array( 'echo', 'echo-chunked', 'refused' ) as $fault ) {
			$answer = $this->call_fault( $fault );
			$this->assertStringContainsString( '••••', $answer->service_message );
			$this->assertStringNotContainsString( rtrim( self::TOKEN, '=' ), serialize( $answer ) . $seen );
		}
	}

	/**
	 * Calls the webhook that meets a fault.
	 *
	 * @param string $fault Of fault-server.php.
	 */
	private function call_fault( string $fault ): Answer {
		return $this->call_url( self::$server->webhook_url( $fault, self::TOKEN ), new Local_Hosts( '127.0.0.1:' . self::$server->port, 'local' ), $this->resolve( array() ) );
	}

	/**
	 * Makes WordPress use its transport for servers without cURL, as a plugin could.
	 */
	private function use_fsockopen(): void {
		add_action(
			'requests-requests.before_request',
			static function ( mixed $url, mixed $headers, mixed $data, mixed $type, array &$options ): void {
				$options['transport'] = Fsockopen::class;
			},
			10,
			5,
		);
	}

	/**
	 * Lists the hooks by which plugins observe requests; that the raw answer of a server without cURL is seen before
	 * its chunks are joined is known.
	 *
	 * @return list<string>
	 */
	private static function observed_hooks(): array {
		$hooks = array( 'http_request_args', 'pre_http_request', 'http_api_debug', 'http_response', 'http_api_curl', 'https_ssl_verify', 'http_request_timeout', 'http_headers_useragent', 'http_request_host_is_external', 'http_allowed_safe_ports' );
		foreach ( array( 'requests.before_request', 'requests.before_parse', 'requests.before_redirect_check', 'requests.after_request', 'requests.failed', 'request.progress', 'curl.before_request', 'curl.before_send', 'curl.after_send', 'curl.after_request', 'fsockopen.before_request', 'fsockopen.remote_socket', 'fsockopen.remote_host_path', 'fsockopen.after_headers', 'fsockopen.before_send', 'fsockopen.after_send', 'fsockopen.after_request' ) as $hook ) {
			$hooks[] = "requests-$hook";
		}
		return $hooks;
	}
}
