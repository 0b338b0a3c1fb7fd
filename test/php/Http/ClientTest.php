<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Http;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Client;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use PHPUnit\Framework\Attributes\DataProvider;
use RuntimeException;
use WP_Error;

final class ClientTest extends Client_Test_Case {
	public function test_a_status_beyond_http_fits_the_column_of_the_log(): void {
		foreach ( array( 99_999, 65_536, -1 ) as $status ) {
			$this->mock_http( self::PUBLIC_URL, $this->answer( $status ) );
			$answer = $this->call_public();
			$this->assertSame( array( 'headless_deploy_service_error', true ), array( $answer->error_code, $answer->http_status >= 0 && $answer->http_status <= 999 ) );
			delete_option( 'headless_deploy_environments' );
		}
	}

	public static function statuses(): iterable {
		$table = array(
			''                                    => array( 200, 201, 202, 204 ),
			'headless_deploy_webhook_moved'       => array( 301, 302, 307, 308 ),
			'headless_deploy_bad_request'         => array( 400, 405, 415, 422 ),
			'headless_deploy_token_refused'       => array( 401, 403 ),
			'headless_deploy_webhook_not_found'   => array( 404 ),
			'headless_deploy_webhook_gone'        => array( 410 ),
			'headless_deploy_rate_limited'        => array( 429 ),
			'headless_deploy_refused'             => array( 402, 418, 451 ),
			'headless_deploy_no_final_answer'     => array( 100, 103 ),
			'headless_deploy_service_busy'        => array( 408, 409, 425 ),
			'headless_deploy_service_error'       => array( 500, 502, 504 ),
			'headless_deploy_service_unavailable' => array( 503 ),
		);
		foreach ( $table as $code => $statuses ) {
			foreach ( $statuses as $status ) {
				yield (string) $status => array( $status, $code );
			}
		}
	}

	public function test_only_a_known_host_is_said_to_have_a_portal(): void {
		$this->mock_http( 'https://ci.acme.example/', $this->answer( 403 ) );
		$this->mock_http( self::PUBLIC_URL, $this->answer( 403 ) );
		$unknown = $this->call_url( 'https://ci.acme.example/hook', new Local_Hosts( '', 'production' ), $this->resolve( array( '93.184.215.14' ) ) );
		delete_option( 'headless_deploy_environments' );
		$known = $this->call_public();
		$this->assertSame( array( 'headless_deploy_webhook_refused', 'headless_deploy_token_refused' ), array( $unknown->error_code, $known->error_code ) );
		$texts = array_map( static fn( Response $response ): string => Errors::make( $response->error_code )->get_error_message(), array( $unknown, $known ) );
		$this->assertStringNotContainsString( 'portal', $texts[0] );
		$this->assertStringContainsString( 'regenerated in the portal', $texts[1] );
	}

	#[DataProvider( 'errors' )]
	public function test_an_error_of_wordpress_becomes_an_error_code( WP_Error $error, string $code ): void {
		$this->mock_http( self::PUBLIC_URL, $error );
		$answer = $this->call_public();
		$this->assertSame( $code, $answer->error_code );
		$this->assertSame( 0, $answer->http_status );
		$this->assertFalse( $answer->is_accepted() );
	}

	public static function errors(): iterable {
		$table = array(
			'cURL error 6: Could not resolve host: x'                 => 'headless_deploy_dns_failed',
			'fsocket timed out'                                       => 'headless_deploy_timeout',
			'SSL certificate did not match the requested domain name' => 'headless_deploy_tls_failed',
			'Something entirely new'                                  => 'headless_deploy_connection_failed',
		);
		foreach ( $table as $message => $code ) {
			yield $message => array( new WP_Error( 'http_request_failed', $message ), $code );
		}
	}

	#[DataProvider( 'bodies' )]
	public function test_reads_the_message_and_the_operation_of_a_body( string $body, string $message, string $operation ): void {
		$this->mock_http( self::PUBLIC_URL, $this->answer( 200, $body ) );
		$answer = $this->call_public();
		$this->assertSame( array( $message, $operation ), array( $answer->service_message, $answer->operation ) );
		$this->assertTrue( $answer->is_accepted() );
	}

	public static function bodies(): iterable {
		yield 'empty' => array( '', '', '' );
		yield 'null' => array( 'null', '', '' );
		yield 'an empty object' => array( '{}', '', '' );
		yield 'a number' => array( '7', '', '' );
		yield 'no JSON' => array( 'ok', '', '' );
		yield 'an operation' => array( '{"name":"operations/7","done":false}', '', 'operations/7' );
		yield 'a job' => array( '{"job":{"id":"abc"}}', '', 'abc' );
		yield 'a build' => array( '{"result":{"build_uuid":"u-1"}}', '', 'u-1' );
		yield 'a number as id' => array( '{"id":42}', '', '42' );
		yield 'a deploy' => array( '{"deploy":{"id":"dep-1"}}', '', 'dep-1' );
		yield 'a deployment' => array( '{"deployment":{"id":"dpl"}}', '', 'dpl' );
		yield 'a message' => array( '{"message":"Done"}', 'Done', '' );
		yield 'an error with a message' => array( '{"error":{"message":"No"}}', 'No', '' );
		yield 'a detail' => array( '{"detail":"No"}', 'No', '' );
		yield 'a title' => array( '{"title":"No"}', 'No', '' );
		yield 'a list of errors' => array( '{"errors":[{"message":"No"}]}', 'No', '' );
		yield 'words of the wrong type' => array( '{"message":{"a":1},"name":[1],"id":true}', '', '' );
	}

	public function test_accepts_a_web_page_with_a_warning(): void {
		$this->mock_http( self::PUBLIC_URL, $this->answer( 200, '<html>', array( 'content-type' => 'text/html; charset=UTF-8' ) ) );
		$answer = $this->call_public();
		$this->assertTrue( $answer->is_accepted() );
		$this->assertSame( 'headless_deploy_html_answer', $answer->error_code );
	}

	public function test_the_excerpt_is_redacted_cleaned_and_then_shortened(): void {
		$body = str_repeat( 'x', 2030 ) . self::TOKEN . "\0\xff" . str_repeat( 'ü', 5000 );
		$this->mock_http( self::PUBLIC_URL, $this->answer( 500, $body ) );
		$answer = $this->call_public();
		$this->assertLessThanOrEqual( 2048, strlen( $answer->excerpt ) );
		$this->assertStringNotContainsString( substr( self::TOKEN, 0, 8 ), $answer->excerpt );
		$this->assertSame( 1, preg_match( '//u', $answer->excerpt ), 'It is UTF-8.' );
		$this->mock_http( self::PUBLIC_URL, $this->answer( 500, str_repeat( 'ü', 5000 ) ) );
		$this->assertSame( 1, preg_match( '/^ü{1024}$/u', $this->another_call()->excerpt ) );
	}

	public function test_sends_nothing_to_a_private_address(): void {
		remove_all_filters( 'pre_http_request' ); // The check has the last word, behind the one that fails unmocked requests.
		foreach ( array( '127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255' ) as $number => $address ) {
			$answer = 0 === $number ? $this->call_public( array( '93.184.215.14', $address ) ) : $this->another_call( array( $address ) );
			$this->assertSame( 'headless_deploy_private_address', $answer->error_code, $address );
		}
	}

	public function test_other_plugins_cannot_see_the_token_or_weaken_the_checks(): void {
		$seen = array();
		add_filter(
			'http_request_args',
			static function ( array $arguments, string $url ) use ( &$seen ): array {
				$seen[]                           = array( $arguments, $url );
				$arguments['redirection']         = 5;
				$arguments['timeout']             = 300;
				$arguments['sslverify']           = false;
				$arguments['blocking']            = false;
				$arguments['limit_response_size'] = null;
				$arguments['method']              = 'GET';
				return $arguments;
			},
			PHP_INT_MAX,
			2,
		);
		$this->mock_http( self::PUBLIC_URL, $this->answer( 200 ) );
		$this->call_public();
		$this->assertCount( 1, $seen );
		$this->assertSame( self::PUBLIC_URL, $seen[0][1] );
		$this->assertStringNotContainsString( substr( self::TOKEN, 0, 10 ), serialize( $seen ) );
		$sent = $this->http_log[0];
		$this->assertSame( array( 'POST', 0, true, true, 65_536 ), array( $sent['method'], $sent['redirection'], $sent['sslverify'], $sent['blocking'], $sent['limit_response_size'] ) );
		$this->assertLessThanOrEqual( 1.0, $sent['timeout'] );
	}

	public function test_removes_its_hooks_after_the_call(): void {
		$hooks  = array( 'http_request_args', 'pre_http_request', 'requests-requests.before_request', 'requests-requests.before_redirect_check' );
		$before = array_map( $this->count_callbacks( ... ), $hooks );
		$this->mock_http( self::PUBLIC_URL, $this->answer( 200 ) );
		$this->call_public();
		$this->assertSame( $before, array_map( $this->count_callbacks( ... ), $hooks ) );
		$this->mock_http( self::PUBLIC_URL, static fn() => throw new RuntimeException( 'A plugin that fails with ' . self::TOKEN ) );
		try {
			$this->another_call();
			$this->fail( 'The sender catches it, not the client.' );
		} catch ( RuntimeException ) {
			$this->assertSame( $before, array_map( $this->count_callbacks( ... ), $hooks ) );
		}
	}

	public function test_sends_nothing_with_a_lost_key_and_reports_it(): void {
		$this->mock_http( self::PUBLIC_URL, $this->answer( 200 ) );
		$this->call_public();
		update_option( Encryption::KEY_OPTION, base64_encode( random_bytes( 32 ) ), false );
		$this->http_log = array();
		$this->assertSame( 'headless_deploy_key_lost', $this->another_call()->error_code );
		$this->assertSame( array(), $this->http_log );
	}

	/**
	 * Calls the environment again that call_public() has connected.
	 *
	 * @param list<string> $addresses What the host's name leads to.
	 */
	private function another_call( array $addresses = array( '93.184.215.14' ) ): Response {
		$environments = new Environments( new Encryption( '' ), new System_Clock() );
		$environment  = $environments->all()['site'];
		return ( new Client( $environments, new Calls( new System_Clock(), $this->resolve( $addresses ) ) ) )->prepare( $environment->id, Action::Rebuild, 1 )->send( $environment );
	}

	private function count_callbacks( string $hook ): int {
		return array_sum( array_map( count( ... ), $GLOBALS['wp_filter'][ $hook ]->callbacks ?? array() ) );
	}
}
