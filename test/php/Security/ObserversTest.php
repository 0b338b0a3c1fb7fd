<?php
/**
 * Tests of what other plugins observe.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use CurlHandle;
use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Hidden;
use HeadlessDeploy\Environments\Local_Hosts;
use HeadlessDeploy\Environments\Secrets;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Faults\Fault_Server;
use HeadlessDeploy\Tests\Webhooks\Client_Test_Case;
use HeadlessDeploy\Webhooks\Client;
use LogicException;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WpOrg\Requests\Transport\Fsockopen;

/**
 * Plays a plugin that logs everything: each hook of a connection and of a call, with the arguments of all functions
 * that are running, dumped in every way that PHP offers. The token is in none of it.
 */
#[Group( 'processes' )]
final class ObserversTest extends Client_Test_Case {
	use Observes_Everything;

	private static Fault_Server $server;

	public static function setUpBeforeClass(): void {
		self::$server = new Fault_Server();
	}

	public static function tearDownAfterClass(): void {
		self::$server->stop();
	}

	#[DataProvider( 'transports' )]
	public function test_no_hook_shows_the_token_in_arguments_in_objects_or_on_the_stack( bool $with_curl, string $fault ): void {
		$environments = new Environments( new Secrets( '' ), new System_Clock(), null, $this->hosts() );
		$input        = Environment_Input::from_body( array( 'webhookUrl' => self::$server->webhook_url( $fault, self::TOKEN ) ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$environment = $environments->create( $input );
		$this->assertInstanceOf( Environment::class, $environment );
		$this->allow_http( 'http://127.0.0.1:' . self::$server->port );
		if ( ! $with_curl ) {
			add_action( 'requests-requests.before_request', static fn( mixed $url, mixed $headers, mixed $data, mixed $type, array &$options ) => $options['transport'] = Fsockopen::class, 10, 5 );
		}
		$this->observe();
		( new Client( $environments, new System_Clock(), $this->resolve( array() ), $this->hosts(), 1_000 ) )->call( $environment, Action::Rebuild );
		remove_all_actions( 'all' );
		$this->assertCount( $with_curl ? 1 : 0, $this->handles );
		foreach ( $this->handles as $handle ) {
			$this->look( curl_getinfo( $handle ) );
		}
		$this->assertStringContainsString( 'requests-requests.before_request', $this->seen );
		$this->assertStringContainsString( 'webhook:rebuild', $this->seen, 'The observer has seen the request.' );
		$this->assert_not_seen( self::TOKEN );
	}

	/**
	 * @return iterable<string, array{bool, string}>
	 */
	public static function transports(): iterable {
		foreach ( array( '200 with an operation', '403 that echoes the token', '200 that echoes the token', 'nothing at all', 'silence', 'a body that is badly zipped' ) as $fault ) {
			yield "cURL, $fault" => array( true, $fault );
			yield "without cURL, $fault" => array( false, $fault );
		}
	}

	public function test_pasting_shows_the_token_to_no_translation_and_no_option_filter(): void {
		if ( PHP_VERSION_ID < 80200 ) {
			$this->markTestSkipped( 'PHP 8.1 has no way to keep an argument out of a stack trace.' );
		}
		add_action( 'all', $this->look_at_our_frames( ... ), 10, 10 );
		$environments = new Environments( new Secrets( '' ), new System_Clock(), null, $this->hosts() );
		foreach ( array( '', '-', '%20' ) as $damage ) {
			$input = Environment_Input::from_body( array( 'webhookUrl' => self::$server->webhook_url( '200 with an operation', self::TOKEN . $damage ), 'label' => 'x' ) );
			if ( $input instanceof Environment_Input ) {
				$environments->create( $input );
				$this->look( array( print_r( $input, true ) ) );
			}
		}
		$environments->webhook( 'x', Action::Rebuild );
		remove_all_actions( 'all' );
		$this->assertNotSame( '', $this->seen );
		$this->assert_not_seen( self::TOKEN );
	}

	public function test_a_dump_of_all_hooks_shows_no_key(): void {
		$key = 'a key that only wp-config.php knows';
		$this->assertStringNotContainsString( $key, print_r( new Environments( new Secrets( $key ), new System_Clock() ), true ) );
		$secrets = new Secrets( '' );
		$secrets->seal( 'anything' );
		$this->assertStringNotContainsString( (string) base64_decode( (string) ( (array) get_option( Secrets::KEY_OPTION ) )['key'], true ), print_r( $secrets, true ) );
	}

	public function test_a_hidden_value_cannot_be_serialized(): void {
		$this->expectException( LogicException::class );
		serialize( Hidden::of( 'secret' ) );
	}

	public function test_a_plugin_that_switches_checks_off_in_the_handle_does_not_reach_the_call(): void {
		$log = (string) tempnam( sys_get_temp_dir(), 'headless-deploy-verbose' );
		$out = fopen( $log, 'w' );
		$this->assertIsResource( $out );
		add_action(
			'http_api_curl',
			function ( CurlHandle $handle ) use ( $out ): void {
				curl_setopt_array( $handle, array( CURLOPT_VERBOSE => true, CURLOPT_STDERR => $out, CURLOPT_SSL_VERIFYPEER => false, CURLOPT_SSL_VERIFYHOST => 0 ) );
				curl_setopt( $handle, CURLINFO_HEADER_OUT, true );
				$this->handles[] = $handle;
			},
		);
		$this->allow_http( 'http://127.0.0.1:' . self::$server->port );
		$this->call_url( self::$server->webhook_url( '200 with an operation', self::TOKEN ), $this->hosts(), $this->resolve( array() ) );
		fclose( $out );
		$this->assertCount( 1, $this->handles );
		$this->look( array( (string) file_get_contents( $log ), curl_getinfo( $this->handles[0] ) ) );
		unlink( $log );
		$this->assert_not_seen( self::TOKEN );
	}

	/**
	 * Permits the server.
	 */
	private function hosts(): Local_Hosts {
		return new Local_Hosts( '127.0.0.1:' . self::$server->port, 'local' );
	}
}
