<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Hosting;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Hosting\Host_Client;
use HeadlessDeploy\Hosting\Host_Response;
use HeadlessDeploy\Hosting\Hosted_Environment;
use HeadlessDeploy\Hosting\Site_Connection;
use HeadlessDeploy\Hosting\Uploads\Upload;
use HeadlessDeploy\Hosting\Uploads\Upload_File;
use HeadlessDeploy\Hosting\Uploads\Upload_Folder;
use HeadlessDeploy\Hosting\Uploads\Upload_Store;
use HeadlessDeploy\Hosting\Uploads\Uploads;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Security\Observes_Everything;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\Group;
use WP_Error;

/**
 * Calls a real server.
 */
#[Group( 'processes' )]
final class HostClientTest extends Wp_Test_Case {
	use Observes_Everything;

	private const PASSWORD   = 'correct-horse-battery-staple';
	private const HOST_TOKEN = 'token-of-the-host-server-0123456789';
	private const MEGABYTE   = 1_048_576;

	/**
	 * @var resource|null
	 */
	private static $process = null;

	/**
	 * @var array<int, resource>
	 */
	private static array $pipes = array();

	private static string $origin = '';

	public static function setUpBeforeClass(): void {
		$process = proc_open( array( PHP_BINARY, __DIR__ . '/host-server.php' ), array( array( 'pipe', 'r' ), array( 'pipe', 'w' ) ), self::$pipes );
		self::assertIsResource( $process );
		self::$process = $process;
		self::$origin  = trim( (string) fgets( self::$pipes[1] ) );
	}

	public static function tearDownAfterClass(): void {
		array_map( fclose( ... ), self::$pipes );
		if ( null !== self::$process ) {
			proc_close( self::$process );
		}
	}

	protected function setUp(): void {
		parent::setUp();
		$this->allow_http( self::$origin );
	}

	public function test_sends_requests_with_the_credentials_and_without_a_type_of_nothing(): void {
		$response = $this->client()->change( $this->credentials(), 'POST', 'v1/x:clearCache' );
		$this->assertInstanceOf( Host_Response::class, $response );
		$this->assertSame( sha1( base64_encode( 'api-user:' . self::PASSWORD ) ), $response->text( 'signIn' ) );
		$empty = $this->request_of( $response );
		$this->assertStringContainsString( 'Authorization: ••••', $empty['head'], 'Plugins see no password, even if the host repeats it.' );
		$this->assertStringNotContainsStringIgnoringCase( 'Content-Type', $empty['head'] );
		$this->assertStringStartsWith( 'POST /v1/x:clearCache ', $empty['head'] );
		$full = $this->request_of( $this->client()->change( $this->credentials(), 'POST', 'v1/x', '{"a":{}}' ) );
		$this->assertSame( array( '{"a":{}}', 1 ), array( $full['start'], substr_count( $full['head'], 'Content-Type: application/json' ) ) );
		$this->assertStringStartsWith( 'GET /v1/y?z=1 ', $this->request_of( $this->client()->get( $this->credentials(), 'v1/y?z=1' ) )['head'] );
	}

	public function test_sends_changes_by_their_methods(): void {
		$patch = $this->request_of( $this->client()->change( $this->credentials(), 'PATCH', 'v1/x', '{"set":[{"key":"A","value":"' . self::HOST_TOKEN . '"}]}', array( self::HOST_TOKEN ) ) );
		$this->assertStringStartsWith( 'PATCH /v1/x ', $patch['head'] );
		$this->assertSame( 1, substr_count( $patch['head'], 'Content-Type: application/json' ) );
		$this->assertSame( '{"set":[{"key":"A","value":"••••"}]}', $patch['start'], 'The value arrived, and is redacted where the host repeats it.' );
		$delete = $this->request_of( $this->client()->change( $this->credentials(), 'DELETE', 'v1/x' ) );
		$this->assertStringStartsWith( 'DELETE /v1/x ', $delete['head'] );
		$this->assertSame( array( '', 0 ), array( $delete['start'], $delete['length'] ) );
		$this->assertStringNotContainsStringIgnoringCase( 'Content-Type', $delete['head'] );
	}

	public function test_follows_no_redirect(): void {
		$this->assert_error( 'headless_deploy_credentials_unclear', $this->client()->get( $this->credentials(), 'v1/regions' ) );
		$this->assertCount( 1, $this->http_log );
	}

	public function test_refuses_a_private_address_that_is_not_permitted(): void {
		$client = new Host_Client( new Calls( new System_Clock(), null, new Local_Hosts( '', 'production' ) ) );
		$this->assert_error( 'headless_deploy_credentials_unreachable', $client->get( $this->credentials(), 'v1/x' ) );
	}

	public function test_streams_a_file_that_is_larger_than_the_memory_it_takes(): void {
		$file = new Upload_File( (string) tempnam( sys_get_temp_dir(), 'headless-deploy-upload' ) );
		$this->write_zip( $file->path, 64 );
		$hash   = hash_file( 'sha256', $file->path );
		$store  = new Upload_Store();
		$upload = Upload::from_array( 'f00', array( 'account' => 'acme', 'app' => 'shop', 'environment' => 'e1', 'fileName' => 'shop.zip', 'size' => $file->size() ) );
		$store->add( $upload );
		$this->assertNull( $file->lock() );
		$received = array();
		add_filter(
			'http_response',
			static function ( array $response ) use ( &$received ): array {
				$received = json_decode( $response['body'], true )['request'];
				return $response;
			},
		);
		$before = memory_get_usage();
		memory_reset_peak_usage();
		$sent = ( new Uploads( $store, new Upload_Folder(), $this->client(), new System_Clock() ) )->deliver( $upload, $file, $this->credentials() );
		$peak = memory_get_peak_usage() - $before;
		$this->assertInstanceOf( Upload::class, $sent );
		$this->assertSame( array( Upload::SENT, 'operations/no_build' ), array( $sent->state(), $sent->to_array()['operation'] ) );
		$this->assertStringStartsWith( 'POST /fu/v1/accounts/acme/apps/shop/environments/e1:upload ', $received['head'] );
		$this->assertStringContainsString( 'Content-Disposition: form-data; name="repository"; filename="shop.zip"', $received['start'] );
		$this->assertStringContainsString( 'Content-Type: application/zip', $received['start'] );
		$this->assertSame( $hash, $received['hash'] );
		$this->assertLessThan( 2 * self::MEGABYTE, $peak );
		$this->assertFileDoesNotExist( $file->path );
	}

	public function test_no_plugin_sees_the_token_of_a_new_webhook(): void {
		$environments = new Environments( new Encryption(), new System_Clock(), null, $this->local_hosts() );
		$this->observe();
		$result = ( new Site_Connection( $this->client(), $environments ) )->connect( $this->credentials(), new Hosted_Environment( 'acme', 'shop', 'e1' ) );
		remove_all_filters( 'all' );
		$this->assertIsArray( $result );
		$this->assertSame( array( 'connected', 'production' ), array( $result['state'], $result['environment'] ) );
		$this->assert_not_seen( self::HOST_TOKEN, self::PASSWORD );
		$webhook = $environments->webhook( 'production', Action::Rebuild );
		$this->assertInstanceOf( Webhook::class, $webhook );
		$this->assertStringContainsString( self::HOST_TOKEN, $webhook->secret_url() );
	}

	public function test_shows_why_the_host_created_no_webhook(): void {
		$error = $this->client()->create_secret( $this->credentials(), '_local/forbidden/webhooks' );
		$this->assert_error( 'headless_deploy_host_error', $error );
		$this->assertInstanceOf( WP_Error::class, $error );
		$this->assertSame( array( 'Your role is read-only.', array( 'status' => 403 ) ), array( $error->get_error_message(), $error->get_error_data() ) );
	}

	private function local_hosts(): Local_Hosts {
		return new Local_Hosts( substr( self::$origin, strlen( 'http://' ) ), 'local' );
	}

	private function client(): Host_Client {
		return new Host_Client( new Calls( new System_Clock(), null, $this->local_hosts() ) );
	}

	private function credentials(): Credentials {
		return new Credentials( self::$origin, 'api-user', self::PASSWORD, false, array(), '', null, null, 'etag' );
	}

	/**
	 * @return array<string, mixed> What the server received.
	 */
	private function request_of( mixed $response ): array {
		$this->assertInstanceOf( Host_Response::class, $response );
		$request = $response->field( 'request' );
		$this->assertIsArray( $request );
		return $request;
	}

	private function write_zip( string $path, int $megabytes ): void {
		$handle = fopen( $path, 'wb' );
		$this->assertIsResource( $handle );
		fwrite( $handle, "PK\x03\x04" );
		for ( $count = 0; $count < $megabytes; $count++ ) {
			fwrite( $handle, random_bytes( self::MEGABYTE ) );
		}
		fwrite( $handle, "PK\x05\x06" );
		fclose( $handle );
	}
}
