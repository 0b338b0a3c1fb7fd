<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Refresh\Refresh_Request;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Faults\Fault_Server;
use HeadlessDeploy\Tests\Faults\Wire;
use HeadlessDeploy\Tests\Http\Client_Test_Case;
use HeadlessDeploy\Tests\Http\Mirror_Server;
use HeadlessDeploy\Tests\Security\Observes_Everything;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Sends refresh requests to front ends that misbehave, and while plugins watch.
 */
#[Group( 'processes' )]
final class HostileFrontEndTest extends Client_Test_Case {
	use Observes_Everything;

	private const SECRET = 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=';
	private const MAX_MS = 1_000;

	private static Fault_Server $faults;
	private static Mirror_Server $mirror;

	public static function setUpBeforeClass(): void {
		self::$faults = new Fault_Server();
		self::$mirror = new Mirror_Server();
	}

	public static function tearDownAfterClass(): void {
		self::$faults->stop();
		self::$mirror->stop();
	}

	#[DataProvider( 'faults' )]
	public function test_a_fault_ends_in_time_and_is_not_repeated( string $fault, string $code ): void {
		self::$faults->take_requests();
		$origin = 'http://127.0.0.1:' . self::$faults->port;
		$this->allow_http( $origin );
		$started  = microtime( true );
		$response = $this->send( "$origin/wh/v1/accounts/acme/apps/" . Wire::slug( $fault ) . '/refresh', array( 'run-7-1' => '{}', 'run-7-2' => '{}' ), $origin );
		$this->assertLessThan( 3.0, microtime( true ) - $started );
		$this->assertSame( $code, $response->error_code );
		$this->assertCount( '' === $code ? 2 : 1, self::$faults->take_requests( 1 ), 'The second part follows only an accepted one, and no redirect is followed.' );
		$this->assertLessThanOrEqual( 2048, strlen( $response->excerpt ) );
	}

	public static function faults(): iterable {
		yield 'a redirect' => array( '308', 'headless_deploy_refresh_not_found' );
		yield 'a redirect to a private address' => array( '302 to a private address', 'headless_deploy_refresh_not_found' );
		yield 'silence' => array( 'silence', 'headless_deploy_refresh_timeout' );
		yield 'a slow body' => array( 'a slow drip in the body', 'headless_deploy_refresh_timeout' );
		yield 'slow headers' => array( 'a slow drip in the headers', 'headless_deploy_refresh_timeout' );
		yield 'endless headers' => array( 'headers without end', 'headless_deploy_refresh_answer_too_large' );
		yield 'an endless body' => array( '200 with an endless body', '' );
		yield 'a refusal with an endless body' => array( '403 with an endless body', 'headless_deploy_refresh_refused' );
	}

	public function test_a_response_that_contains_the_secret_is_redacted(): void {
		$forms = array( self::SECRET, substr( self::SECRET, 6 ), rawurlencode( self::SECRET ), base64_encode( self::SECRET ) );
		$this->mock_http( 'https://www.example.test/', $this->answer( 500, (string) wp_json_encode( array( 'message' => implode( ' ', $forms ), 'more' => $forms ) ) ) );
		$response = $this->send( 'https://www.example.test/refresh', array( 'run-7' => '{}' ), 'https://www.example.test', array( '93.184.215.14' ) );
		$this->assertSame( 'headless_deploy_refresh_error', $response->error_code );
		$this->search( array( $response->excerpt, $response->service_message, $response->operation ) );
		$this->assert_not_seen( self::SECRET, substr( self::SECRET, 6 ) );
		$this->assertStringContainsString( '••••', $response->excerpt . $response->service_message );
	}

	public function test_neither_a_hook_nor_the_excerpt_shows_the_secret_or_the_signature(): void {
		$this->allow_http( self::$mirror->origin );
		$this->observe();
		$run = 7;
		do {
			// Each request is that of a new environment, and no two may use one webhook.
			delete_option( Stored_Environments::OPTION );
			$response = $this->send( self::$mirror->origin . '/refresh', array( "run-$run" => '{"type":"ping"}' ), self::$mirror->origin );
			$this->assertSame( '', $response->error_code );
			$this->assertSame( 1, preg_match( '/^webhook-signature: v1,(\S+)\r$/m', self::$mirror->take_requests()[0] ?? '', $signature ) );
			++$run;
			// The front end divides what it echoes at slashes: no redaction finds the parts of a signature.
		} while ( str_contains( $signature[1], '/' ) );
		remove_all_actions( 'all' );
		$this->search( array( $response->excerpt, serialize( get_option( Stored_Environments::OPTION ) ) ) );
		$this->assertStringContainsString( self::$mirror->origin, $this->seen, 'The observer has seen the request.' );
		$this->assert_not_seen( self::SECRET, substr( self::SECRET, 6 ), (string) base64_decode( substr( self::SECRET, 6 ), true ), $signature[1], rtrim( $signature[1], '=' ) );
		$this->assertStringContainsString( 'webhook-signature: ••••', $response->excerpt, 'The front end has echoed the request.' );
	}

	/**
	 * @param non-empty-array<string, string> $requests  Body, by id.
	 * @param list<string>                    $addresses
	 */
	private function send( string $url, array $requests, string $origin, array $addresses = array() ): Response {
		$local_hosts  = new Local_Hosts( str_replace( array( 'http://', 'https://' ), '', $origin ), 'local' );
		$environments = new Environments( new Encryption( '' ), new System_Clock(), null, $local_hosts );
		$input        = Environment_Input::from_body( array( 'webhookUrl' => self::PUBLIC_URL . '?token=' . self::TOKEN, 'refreshUrl' => $url, 'refreshSecret' => self::SECRET ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$environment = $environments->create( $input );
		$this->assertInstanceOf( Environment::class, $environment, is_wp_error( $environment ) ? $environment->get_error_message() : '' );
		return ( new Refresh_Request( $environments, new Calls( new System_Clock(), $this->resolve( $addresses ), $local_hosts, self::MAX_MS ), new System_Clock() ) )->send( $environment, $requests );
	}
}
