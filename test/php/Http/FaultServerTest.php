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

	private function call_fault( string $fault ): Response {
		return $this->call_url( self::$server->webhook_url( $fault, self::TOKEN ), new Local_Hosts( '127.0.0.1:' . self::$server->port, 'local' ), $this->resolve( array() ) );
	}
}
