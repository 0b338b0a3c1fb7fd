<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use CurlHandle;
use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Configured_Environments;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Client;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Http\Client_Test_Case;
use HeadlessDeploy\Tests\Http\Mirror_Server;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Calls a host that repeats the whole request, for each provider: the request arrives complete, and no hook, answer or
 * database row contains a secret.
 */
#[Group( 'processes' )]
final class ProviderObserversTest extends Client_Test_Case {
	use Observes_Everything;

	private const HOOK  = 'aB3dE5gH7jK9mN1pQ3sT5vW7';
	private const UUID  = '7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2';
	private const LOGIN = 'robot:correct-horse-battery';

	private static Mirror_Server $server;

	public static function setUpBeforeClass(): void {
		self::$server = new Mirror_Server();
	}

	public static function tearDownAfterClass(): void {
		self::$server->stop();
	}

	/**
	 * @param bool                 $is_configured Whether the environment is one of wp-config.php.
	 * @param array<string, mixed> $body          Written fields, the path of the webhook as its URL.
	 * @param list<string>         $secrets       Must not be seen.
	 */
	#[DataProvider( 'calls' )]
	public function test_sends_complete_requests_and_shows_no_secret( bool $is_configured, array $body, Action $action, string $path, array $secrets ): void {
		update_option( 'blogname', 'Tom &amp; Jerry' );
		$body['webhookUrl'] = self::$server->origin . $body['webhookUrl'];
		$environments       = $this->environments( $is_configured ? $body : array() );
		if ( ! $is_configured ) {
			$input = Environment_Input::from_body( $body );
			$this->assertInstanceOf( Environment_Input::class, $input );
			$this->assertInstanceOf( Environment::class, $environments->create( $input ) );
		}
		$answer  = $this->observed_call( $environments, $action );
		$request = self::$server->take_requests()[0] ?? '';
		$this->assertStringStartsWith( "POST $path HTTP/1.1\r\n", $request );
		$this->assert_extras_sent( $request, $body );
		$this->assertSame( '', $answer->error_code );
		$this->assertStringStartsWith( 'operations/', $answer->operation, 'The answer was read whole.' );
		$this->assertStringContainsString( '••••', $answer->excerpt . $answer->service_message );
		$this->search( array( $answer->excerpt, $answer->service_message, $answer->operation, print_r( $environments->all(), true ), serialize( get_option( Stored_Environments::OPTION ) ) ) );
		$this->assertStringContainsString( 'requests-requests.before_request', $this->seen );
		$this->assertStringContainsString( self::$server->origin, $this->seen, 'The observer has seen the request.' );
		$this->assert_not_seen( ...$secrets );
	}

	public static function calls(): iterable {
		foreach ( self::providers() as $name => $call ) {
			yield $name => array( false, ...$call );
			yield "$name, in wp-config.php" => array( true, ...$call );
		}
	}

	/**
	 * @return iterable<string, array{array<string, mixed>, Action, string, list<string>}>
	 */
	private static function providers(): iterable {
		$set   = '/wh/v1/accounts/acme/apps/chunked/environments/e1/webhooks/webhook:';
		$title = 'trigger_title=Headless%20Deploy%3A%20Tom%20%26%20Jerry';
		yield 'WP Engine' => array( array( 'webhookUrl' => $set . 'rebuild?token=' . self::TOKEN ), Action::PurgeCache, $set . 'purgeCache?token=' . self::TOKEN, array( self::TOKEN ) );
		yield 'Vercel' => array( array( 'webhookUrl' => '/v1/integrations/deploy/prj_8a7B6c5D/' . self::HOOK ), Action::Rebuild, '/v1/integrations/deploy/prj_8a7B6c5D/' . self::HOOK, array( self::HOOK ) );
		yield 'Netlify' => array( array( 'webhookUrl' => '/build_hooks/' . self::HOOK ), Action::Rebuild, '/build_hooks/' . self::HOOK . "?$title", array( self::HOOK ) );
		yield 'Netlify, clean' => array( array( 'webhookUrl' => '/build_hooks/' . self::HOOK . '?trigger_branch=main' ), Action::CleanRebuild, '/build_hooks/' . self::HOOK . "?trigger_branch=main&clear_cache=true&$title", array( self::HOOK ) );
		yield 'Cloudflare Pages' => array( array( 'webhookUrl' => '/client/v4/pages/webhooks/deploy_hooks/' . self::UUID ), Action::CleanRebuild, '/client/v4/pages/webhooks/deploy_hooks/' . self::UUID, array( self::UUID ) );
		yield 'Render' => array( array( 'webhookUrl' => '/deploy/srv-abc123?key=' . self::HOOK ), Action::Rebuild, '/deploy/srv-abc123?key=' . self::HOOK, array( self::HOOK ) );
		$generic = '/hooks/' . self::HOOK . '/run?key=' . self::UUID;
		yield 'any address' => array( array( 'webhookUrl' => $generic ), Action::Rebuild, $generic, array( self::HOOK, self::UUID ) );
		yield 'any address in chunks' => array( array( 'webhookUrl' => '/chunked' . $generic ), Action::Rebuild, '/chunked' . $generic, array( self::HOOK, self::UUID ) );
		$headers = array(
			'Authorization' => 'Bearer ' . self::TOKEN,
			'X-Login'       => 'Basic ' . base64_encode( self::LOGIN ),
			'accept'        => 'text/plain',
		);
		$json = (string) wp_json_encode( array( 'ref' => 'main', 'inputs' => array( 'key' => self::UUID, 'words' => 'päss/wörd "quoted"' ) ) );
		yield 'headers and JSON' => array( array( 'webhookUrl' => $generic, 'headers' => $headers, 'body' => $json ), Action::Rebuild, $generic, array( self::HOOK, self::UUID, self::TOKEN, self::LOGIN, 'correct-horse-battery' ) );
		yield 'a form' => array( array( 'webhookUrl' => $generic, 'headers' => array( 'Content-Type' => 'application/x-www-form-urlencoded' ), 'body' => 'ref=main&token=' . self::TOKEN ), Action::Rebuild, $generic, array( self::HOOK, self::TOKEN ) );
	}

	public function test_a_stored_curl_handle_cannot_resend_secrets(): void {
		$body = array( 'webhookUrl' => self::$server->origin . '/hooks/' . self::HOOK, 'headers' => array( 'Authorization' => 'Bearer ' . self::TOKEN ), 'body' => 'token=' . self::UUID );
		$this->observed_call( $this->environments( $body ), Action::Rebuild );
		$this->assertCount( 1, self::$server->take_requests() );
		$ignore = static fn( CurlHandle $handle, string $bytes ): int => strlen( $bytes );
		foreach ( $this->handles as $handle ) {
			curl_setopt_array( $handle, array( CURLOPT_NOPROGRESS => true, CURLOPT_HEADERFUNCTION => $ignore, CURLOPT_WRITEFUNCTION => $ignore ) );
			curl_exec( $handle );
		}
		$again = implode( '', self::$server->take_requests() );
		$this->assertStringStartsWith( 'POST / HTTP/1.1', $again, 'It was sent again, to the public URL.' );
		$this->assertDoesNotMatchRegularExpression( '/' . self::HOOK . '|' . self::TOKEN . '|' . self::UUID . '/', $again );
	}

	public function test_a_plugin_that_adds_headers_does_not_replace_the_configured_ones(): void {
		add_filter( 'http_request_args', static fn( array $arguments ): array => array( 'headers' => array( 'authorization' => 'Bearer other-plugin', 'X-Trace' => 'other-plugin' ), 'body' => 'other-plugin' ) + $arguments );
		$this->observed_call( $this->environments( array( 'webhookUrl' => self::$server->origin . '/hooks/' . self::HOOK, 'headers' => array( 'Authorization' => 'Bearer ' . self::TOKEN ), 'body' => '{}' ) ), Action::Rebuild );
		$request = self::$server->take_requests()[0];
		$this->assertStringContainsString( "\r\nAuthorization: Bearer " . self::TOKEN . "\r\n", $request );
		$this->assertStringContainsString( "\r\nX-Trace: other-plugin\r\n", $request );
		$this->assertStringEndsWith( "\r\n\r\n{}", $request );
		$this->assertStringNotContainsString( 'Bearer other-plugin', $request );
	}

	public function test_a_web_page_is_a_warning_only_at_a_known_host(): void {
		foreach ( array( '/build_hooks/page-' . self::HOOK => Response::WARNING, '/hooks/page-' . self::HOOK => '' ) as $path => $code ) {
			$answer = $this->observed_call( $this->environments( array( 'webhookUrl' => self::$server->origin . $path ) ), Action::Rebuild );
			$this->assertSame( array( $code, true, 200 ), array( $answer->error_code, $answer->is_accepted(), $answer->http_status ), $path );
			delete_option( Stored_Environments::OPTION );
		}
		self::$server->take_requests();
	}

	private function observed_call( Environments $environments, Action $action ): Response {
		$environment = array_values( $environments->all() )[0];
		$this->allow_http( self::$server->origin );
		$this->observe();
		$answer = ( new Client( $environments, new Calls( new System_Clock(), $this->resolve( array() ), $this->hosts(), 5_000 ) ) )->prepare( $environment->id, $action, 1 )->send( $environment );
		remove_all_actions( 'all' );
		foreach ( $this->handles as $handle ) {
			$this->search( curl_getinfo( $handle ) );
		}
		return $answer;
	}

	/**
	 * Asserts that the request has headers and body.
	 *
	 * @param bool                 $is_configured Whether the environment is one of wp-config.php.
	 * @param array<string, mixed> $body
	 */
	private function assert_extras_sent( string $request, array $body ): void {
		foreach ( $body['headers'] ?? array() as $name => $value ) {
			$this->assertSame( 1, preg_match_all( '/^' . preg_quote( $name, '/' ) . ': .*$/mi', $request, $found ), "$name is sent once." );
			$this->assertSame( "$name: $value", trim( $found[0][0] ) );
		}
		$this->assertStringEndsWith( "\r\n\r\n" . ( $body['body'] ?? '' ), $request );
		$this->assertStringContainsString( "\r\nContent-Length: " . strlen( $body['body'] ?? '' ) . "\r\n", $request );
		if ( str_starts_with( $body['body'] ?? '', '{' ) ) {
			$this->assertStringContainsString( "\r\nContent-Type: application/json\r\n", $request );
		}
	}

	private function environments( array $configured = array() ): Environments {
		$entries = new Configured_Environments( $this->hosts(), array() === $configured ? array() : array( 'production' => $configured ) );
		return new Environments( new Encryption( '' ), new System_Clock(), null, $this->hosts(), $entries );
	}

	private function hosts(): Local_Hosts {
		return new Local_Hosts( str_replace( 'http://', '', self::$server->origin ), 'local' );
	}
}
