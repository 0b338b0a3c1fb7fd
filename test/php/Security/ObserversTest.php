<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use CurlHandle;
use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Client;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Sensitive_Value;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Faults\Fault_Server;
use HeadlessDeploy\Tests\Http\Client_Test_Case;
use LogicException;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_Error;

/**
 * Simulates a plugin that logs everything: each hook of a connection and of a call, with the arguments of all functions
 * on the stack, dumped in every way that PHP offers. None contains the token.
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

	#[DataProvider( 'faults' )]
	public function test_no_hook_shows_the_token_in_arguments_in_objects_or_on_the_stack( string $fault ): void {
		$environments = new Environments( new Encryption( '' ), new System_Clock(), null, $this->hosts() );
		$input        = Environment_Input::from_body( array( 'webhookUrl' => self::$server->webhook_url( $fault, self::TOKEN ) ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$environment = $environments->create( $input );
		$this->assertInstanceOf( Environment::class, $environment );
		$this->allow_http( 'http://127.0.0.1:' . self::$server->port );
		$this->observe();
		( new Client( $environments, new Calls( new System_Clock(), $this->resolve( array() ), $this->hosts(), 1_000 ) ) )->prepare( $environment->id, Action::Rebuild, 1 )->send( $environment );
		remove_all_actions( 'all' );
		$this->assertCount( 1, $this->handles );
		foreach ( $this->handles as $handle ) {
			$this->search( curl_getinfo( $handle ) );
		}
		$this->assertStringContainsString( 'requests-requests.before_request', $this->seen );
		$this->assertStringContainsString( 'webhook:rebuild', $this->seen, 'The observer has seen the request.' );
		$this->assert_not_seen( self::TOKEN );
	}

	public static function faults(): iterable {
		foreach ( array( '200 with an operation', '403 that echoes the token', '200 that echoes the token', '307', 'nothing at all', 'silence', 'a body that is badly zipped' ) as $fault ) {
			yield $fault => array( $fault );
		}
	}

	public function test_storing_shows_the_token_to_no_hook_on_any_version_of_php(): void {
		$environments = new Environments( new Encryption( '' ), new System_Clock(), null, $this->hosts() );
		$input        = Environment_Input::from_body( array( 'webhookUrl' => self::$server->webhook_url( '200 with an operation', self::TOKEN ), 'label' => 'x' ) );
		add_action( 'all', $this->search_plugin_frames( ... ), 10, 10 );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$environments->create( $input );
		$this->search( array( print_r( $input, true ) ) );
		$environments->webhook( 'x', Action::Rebuild );
		remove_all_actions( 'all' );
		$this->assertStringContainsString( Encryption::KEY_OPTION, $this->seen, 'The observer has seen the queries.' );
		$this->assert_not_seen( self::TOKEN );
	}

	#[DataProvider( 'refused' )]
	public function test_a_refused_paste_shows_the_token_to_no_translation_on_any_version_of_php( array $body, string $code ): void {
		add_action( 'all', $this->search_plugin_frames( ... ), 10, 10 );
		$environments = new Environments( new Encryption( '' ), new System_Clock(), null, $this->hosts() );
		$input        = Environment_Input::from_body( $body );
		$refused      = $input instanceof WP_Error ? $input : $environments->create( $input );
		remove_all_actions( 'all' );
		$this->assert_error( $code, $refused );
		$this->assertStringContainsString( 'gettext', $this->seen, 'The observer has seen the translation.' );
		$this->assert_not_seen( self::TOKEN );
	}

	public static function refused(): array {
		$url   = 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=' . self::TOKEN;
		$plain = 'https://hosting.example/hook/' . self::TOKEN;
		return array(
			'a token with a wrong letter'        => array( array( 'webhookUrl' => "$url%20" ), 'headless_deploy_token_invalid' ),
			'a token that is masked'             => array( array( 'webhookUrl' => "{$url}•" ), 'headless_deploy_token_masked' ),
			'a blank in the URL'                 => array( array( 'webhookUrl' => "$url x" ), 'headless_deploy_url_invalid' ),
			'an unknown action'                  => array( array( 'webhookUrl' => str_replace( ':rebuild', ':bake', $url ) ), 'headless_deploy_action_unknown' ),
			'a URL without encryption'           => array( array( 'webhookUrl' => str_replace( 'https', 'http', $url ) ), 'headless_deploy_url_not_https' ),
			'a token instead of the password'    => array( array( 'webhookUrl' => 'https://user:' . self::TOKEN . '@hosting.example/' ), 'headless_deploy_url_has_credentials' ),
			'the URL of another action'          => array( array( 'webhookUrls' => array( Action::PurgeCache->value => $url ) ), 'headless_deploy_action_mismatch' ),
			'URLs that do not belong together'   => array( array( 'webhookUrl' => $url, 'webhookUrls' => array( Action::PurgeCache->value => $plain ) ), 'headless_deploy_urls_differ' ),
			'a label without letters'            => array( array( 'webhookUrl' => $url, 'label' => ' ' ), 'headless_deploy_label_missing' ),
			'a header that may not be sent'      => array( array( 'webhookUrl' => $plain, 'headers' => array( 'Host' => self::TOKEN ) ), 'headless_deploy_header_forbidden' ),
			'a header with a line break'         => array( array( 'webhookUrl' => $plain, 'headers' => array( 'X-Key' => self::TOKEN . "\n" ) ), 'headless_deploy_header_value_invalid' ),
			'a body that is too long'            => array( array( 'webhookUrl' => $plain, 'body' => str_repeat( self::TOKEN, 1_000 ) ), 'headless_deploy_body_too_long' ),
			'headers for a host that takes none' => array( array( 'webhookUrl' => $url, 'headers' => array( 'X-Key' => self::TOKEN ) ), 'headless_deploy_extras_not_offered' ),
		);
	}

	public function test_a_dump_of_all_hooks_shows_no_key(): void {
		$key = 'a key that only wp-config.php knows';
		$this->assertStringNotContainsString( $key, print_r( new Environments( new Encryption( $key ), new System_Clock() ), true ) );
		$secrets = new Encryption( '' );
		$secrets->seal( 'anything' );
		$this->assertStringNotContainsString( (string) base64_decode( (string) ( (array) get_option( Encryption::KEY_OPTION ) )['key'], true ), print_r( $secrets, true ) );
	}

	public function test_a_hidden_value_cannot_be_serialized(): void {
		$this->expectException( LogicException::class );
		serialize( Sensitive_Value::of( 'secret' ) );
	}

	public function test_a_plugin_cannot_disable_checks_or_set_callbacks_on_the_curl_handle(): void {
		$log = (string) tempnam( sys_get_temp_dir(), 'headless-deploy-verbose' );
		$out = fopen( $log, 'w' );
		$this->assertIsResource( $out );
		$watch = function ( CurlHandle $handle, mixed ...$values ): int {
			$this->search( array( curl_getinfo( $handle ), $values ) );
			return is_string( $values[0] ) ? strlen( $values[0] ) : 0;
		};
		add_action(
			'http_api_curl',
			function ( CurlHandle $handle ) use ( $out, $watch ): void {
				curl_setopt_array( $handle, array( CURLOPT_VERBOSE => true, CURLOPT_STDERR => $out, CURLOPT_SSL_VERIFYPEER => false, CURLOPT_SSL_VERIFYHOST => 0 ) );
				curl_setopt( $handle, CURLINFO_HEADER_OUT, true );
				curl_setopt_array( $handle, array( CURLOPT_NOPROGRESS => false, CURLOPT_PROGRESSFUNCTION => $watch, CURLOPT_HEADERFUNCTION => $watch, CURLOPT_WRITEFUNCTION => $watch ) );
				foreach ( array( 'CURLOPT_XFERINFOFUNCTION', 'CURLOPT_PREREQFUNCTION' ) as $option ) {
					if ( defined( $option ) ) {
						curl_setopt( $handle, constant( $option ), $watch );
					}
				}
				$this->handles[] = $handle;
			},
		);
		$this->allow_http( 'http://127.0.0.1:' . self::$server->port );
		$this->call_url( self::$server->webhook_url( '200 with an operation', self::TOKEN ), $this->hosts(), $this->resolve( array() ) );
		fclose( $out );
		$this->assertCount( 1, $this->handles );
		$this->search( array( (string) file_get_contents( $log ), curl_getinfo( $this->handles[0] ) ) );
		unlink( $log );
		$this->assert_not_seen( self::TOKEN );
	}

	private function hosts(): Local_Hosts {
		return new Local_Hosts( '127.0.0.1:' . self::$server->port, 'local' );
	}
}
