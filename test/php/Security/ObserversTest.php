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
use HeadlessDeploy\Tests\Webhooks\Client_Test_Case;
use HeadlessDeploy\Tests\Webhooks\Fault_Server;
use HeadlessDeploy\Webhooks\Client;
use LogicException;
use PHPUnit\Framework\Attributes\DataProvider;
use WpOrg\Requests\Transport\Fsockopen;

/**
 * Plays a plugin that logs everything: each hook of a connection and of a call, with the arguments of all functions
 * that are running, dumped in every way that PHP offers. The token is in none of it.
 */
final class ObserversTest extends Client_Test_Case {
	/**
	 * What was observed, as text.
	 */
	private string $seen = '';

	/**
	 * Handles of cURL that were shown to plugins.
	 *
	 * @var list<CurlHandle>
	 */
	private array $handles = array();

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
		add_action( 'requests-requests.before_request', $this->look_at_options( ... ), PHP_INT_MAX, 5 );
		add_action( 'http_api_curl', $this->keep_handle( ... ) );
		add_action( 'all', $this->look_at_everything( ... ), 10, 10 );
		( new Client( $environments, new System_Clock(), $this->resolve( array() ), $this->hosts(), 1_000 ) )->call( $environment, Action::Rebuild );
		remove_all_actions( 'all' );
		$this->assertCount( $with_curl ? 1 : 0, $this->handles );
		foreach ( $this->handles as $handle ) {
			$this->look( curl_getinfo( $handle ) );
		}
		$this->assertStringContainsString( 'requests-requests.before_request', $this->seen );
		$this->assertStringContainsString( 'webhook:rebuild', $this->seen, 'The observer has seen the request.' );
		$this->assert_clean();
	}

	/**
	 * @return iterable<string, array{bool, string}>
	 */
	public static function transports(): iterable {
		foreach ( array( 'fine', 'refused', 'echo', 'empty', 'hang', 'badly-zipped' ) as $fault ) {
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
			$input = Environment_Input::from_body( array( 'webhookUrl' => self::$server->webhook_url( 'fine', self::TOKEN . $damage ), 'label' => 'x' ) );
			if ( $input instanceof Environment_Input ) {
				$environments->create( $input );
				$this->look( array( print_r( $input, true ) ) );
			}
		}
		$environments->webhook( 'x', Action::Rebuild );
		remove_all_actions( 'all' );
		$this->assertNotSame( '', $this->seen );
		$this->assert_clean();
	}

	public function test_a_dump_of_all_hooks_shows_no_key(): void {
		$key = 'a key that only wp-config.php knows';
		$this->assertStringNotContainsString( $key, print_r( new Environments( new Secrets( $key ), new System_Clock() ), true ) );
		$secrets = new Secrets( '' );
		$secrets->seal( 'anything' );
		$this->assertStringNotContainsString( (string) base64_decode( (string) get_option( Secrets::KEY_OPTION ), true ), print_r( $secrets, true ) );
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
		$this->call_url( self::$server->webhook_url( 'fine', self::TOKEN ), $this->hosts(), $this->resolve( array() ) );
		fclose( $out );
		$this->assertCount( 1, $this->handles );
		$this->look( array( (string) file_get_contents( $log ), curl_getinfo( $this->handles[0] ) ) );
		unlink( $log );
		$this->assert_clean();
	}

	/**
	 * Looks at the options of a request, after everybody else.
	 *
	 * @param mixed        $url     Address.
	 * @param mixed        $headers Headers.
	 * @param mixed        $data    Body.
	 * @param mixed        $type    Method.
	 * @param array<mixed> $options Options, by reference.
	 */
	private function look_at_options( mixed $url, mixed $headers, mixed $data, mixed $type, array &$options ): void {
		$this->look( array( $url, $headers, $data, $type, $options ) );
	}

	/**
	 * Keeps a handle until after the call.
	 *
	 * @param CurlHandle $handle The handle.
	 */
	private function keep_handle( CurlHandle $handle ): void {
		$this->handles[] = $handle;
		$this->look( curl_getinfo( $handle ) );
	}

	/**
	 * Looks at a hook, and at the stack with all arguments and objects.
	 *
	 * @param mixed ...$values Name of the hook, arguments.
	 */
	private function look_at_everything( mixed ...$values ): void {
		$this->look( $values );
		foreach ( debug_backtrace( DEBUG_BACKTRACE_PROVIDE_OBJECT ) as $frame ) {
			if ( str_starts_with( $frame['class'] ?? '', 'PHPUnit\\' ) ) {
				break;
			}
			$this->look( array( $frame['args'] ?? array(), $frame['object'] ?? null ) );
		}
		foreach ( $this->handles as $handle ) {
			$this->look( curl_getinfo( $handle ) );
		}
	}

	/**
	 * Looks at a hook, and at the arguments of our own functions on the stack, as texts and arrays.
	 *
	 * @param mixed ...$values Name of the hook, arguments.
	 */
	private function look_at_our_frames( mixed ...$values ): void {
		$this->look( array_filter( $values, is_scalar( ... ) ) );
		foreach ( debug_backtrace() as $frame ) {
			if ( str_starts_with( $frame['class'] ?? '', 'HeadlessDeploy\\' ) && ! str_starts_with( $frame['class'] ?? '', 'HeadlessDeploy\\Tests\\' ) ) {
				$this->look( array_filter( $frame['args'] ?? array(), static fn( mixed $argument ): bool => ! is_object( $argument ) ) );
				$this->look( array( print_r( array_filter( $frame['args'] ?? array(), is_object( ... ) ), true ) ) );
			}
		}
	}

	/**
	 * Writes down all texts in a value, private properties of our objects and of the HTTP library included.
	 *
	 * @param mixed $value Anything.
	 * @param int   $depth How deep to look.
	 */
	private function look( mixed $value, int $depth = 8 ): void {
		if ( is_string( $value ) ) {
			$this->seen .= strlen( $value ) < 100_000 ? "$value\n" : '';
		} elseif ( is_array( $value ) && $depth > 0 ) {
			foreach ( $value as $key => $part ) {
				$this->look( $key );
				$this->look( $part, $depth - 1 );
			}
		} elseif ( is_object( $value ) && $depth > 0 && 1 === preg_match( '/^(HeadlessDeploy\\\\(?!Tests)|WpOrg\\\\|WP_HTTP)/', $value::class ) ) {
			$this->look( (array) $value, $depth - 1 );
		}
	}

	/**
	 * Permits the server.
	 */
	private function hosts(): Local_Hosts {
		return new Local_Hosts( '127.0.0.1:' . self::$server->port, 'local' );
	}

	/**
	 * Fails where any form of the token was seen.
	 */
	private function assert_clean(): void {
		foreach ( array( rtrim( self::TOKEN, '=' ), substr( base64_encode( self::TOKEN ), 4, 24 ) ) as $form ) {
			$at = strpos( $this->seen, $form );
			$this->assertFalse( $at, false === $at ? '' : 'The token is in: …' . substr( $this->seen, max( 0, $at - 600 ), 700 ) );
		}
	}
}
