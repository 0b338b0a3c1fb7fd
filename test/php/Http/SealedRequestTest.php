<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Http;

use HeadlessDeploy\Http\Address_Check;
use HeadlessDeploy\Http\Redactor;
use HeadlessDeploy\Http\Sealed_Request;
use HeadlessDeploy\Http\Sealed_Transport;
use HeadlessDeploy\Http\Transfer_Limit;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use WpOrg\Requests\Response;

final class SealedRequestTest extends Wp_Test_Case {
	private const PUBLIC_URL = 'http://127.0.0.1:8889/hook';
	private const OTHER_URL  = 'https://other.example/hook';
	private const SECRET     = 'a-secret-of-the-hook';

	private Sealed_Request $request;

	protected function setUp(): void {
		parent::setUp();
		$clock         = new Manual_Clock();
		$webhook       = new Webhook( self::PUBLIC_URL . '?token=' . self::SECRET, self::PUBLIC_URL, array( self::SECRET ) );
		$this->request = new Sealed_Request( $webhook, new Address_Check( new Local_Hosts( '127.0.0.1:8889', 'local' ) ), new Transfer_Limit( $clock, 5_000, 1_000 ) );
	}

	public function test_changes_no_request_that_another_plugin_makes_at_the_same_time(): void {
		$arguments = array( 'method' => 'GET', 'timeout' => 60, 'redirection' => 5 );
		$this->assertSame( $arguments, $this->request->enforce( $arguments, self::OTHER_URL ) );
		$this->assertFalse( $this->request->check_address( false, $arguments, self::OTHER_URL ) );
		$this->assertSame( array( 'timeout' => 60 ), $this->sealed( array( 'timeout' => 60 ) ) );
		$enforced = $this->request->enforce( $arguments, self::PUBLIC_URL );
		$this->assertSame( array( 'POST', 5, 0, true ), array( $enforced['method'], $enforced['timeout'], $enforced['redirection'], $enforced['sslverify'] ) );
	}

	public function test_sends_the_secret_once_and_only_after_the_check_of_the_address(): void {
		$this->assertSame( array(), $this->sealed( array() ) );
		$this->assertFalse( $this->request->check_address( false, array(), self::PUBLIC_URL ) );
		$this->assertInstanceOf( Sealed_Transport::class, $this->sealed( array( 'follow_redirects' => true ) )['transport'] ?? null );
		$this->assertSame( array(), $this->sealed( array() ), 'A second request, for example of a redirect.' );
	}

	public function test_a_response_of_another_plugin_stays_and_nothing_is_sent(): void {
		$response = array( 'body' => 'cached' );
		$this->assertSame( $response, $this->request->check_address( $response, array(), self::PUBLIC_URL ) );
		$this->assertSame( array(), $this->sealed( array() ) );
	}

	public function test_a_response_shows_the_secret_nowhere(): void {
		$response       = new Response();
		$response->raw  = 'HTTP/1.1 200 OK ' . self::SECRET;
		$response->body = '{"token":"' . self::SECRET . '"}';

		$response->headers['location']   = '/' . self::SECRET;
		$response->headers['set-cookie'] = 'one=1';
		$response->headers['set-cookie'] = 'two=' . self::SECRET;
		$this->request->redact( $response );
		$shown = array( $response->raw, $response->body, $response->headers->getAll() );
		$this->assertStringNotContainsString( self::SECRET, (string) wp_json_encode( $shown ) );
		$mask = Redactor::MASK;
		$this->assertSame( array( "HTTP/1.1 200 OK $mask", "{\"token\":\"$mask\"}", array( 'location' => array( "/$mask" ), 'set-cookie' => array( 'one=1', "two=$mask" ) ) ), $shown );
	}

	/**
	 * @param  array<string, mixed> $options
	 * @return array<string, mixed>
	 */
	private function sealed( array $options ): array {
		$this->request->seal( self::PUBLIC_URL, array(), array(), 'GET', $options );
		return $options;
	}
}
