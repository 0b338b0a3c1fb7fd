<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Faults;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Client;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Wp_Test_Case;

/**
 * Runs the whole plugin against a faulty service: a post is published, time passes, an open page posts to /dispatch,
 * and the real client calls a real server on loopback.
 */
abstract class Fault_Test_Case extends Wp_Test_Case {
	protected const API = '/headless-deploy/v1';

	private const MAX_CALL_MS  = 1_000;
	private const SLOW_CALL_MS = 15_000;

	protected static Fault_Server $server;

	protected Matrix_Clock $clock;
	protected Environment $environment;

	private int $longest_call_ms = self::SLOW_CALL_MS;

	public static function setUpBeforeClass(): void {
		self::$server = new Fault_Server();
	}

	public static function tearDownAfterClass(): void {
		self::$server->stop();
	}

	protected function setUp(): void {
		parent::setUp();
		$this->clock = new Matrix_Clock();
		self::$server->take_requests();
	}

	/**
	 * @param string               $answer Name of an entry of answers.json.
	 * @param array<string, mixed> $entry
	 */
	protected function connect_to( string $answer, array $entry = array() ): void {
		if ( 'headless_deploy_timeout' === ( $entry['expect']['code'] ?? '' ) ) {
			$this->longest_call_ms = self::MAX_CALL_MS;
		}
		$base         = $this->base( $entry['at'] ?? '' );
		$local_hosts  = new Local_Hosts( (string) preg_replace( '#^https?://#', '', $base ), 'local' );
		$environments = new Environments( new Encryption(), $this->clock, null, $local_hosts );
		$resolver     = $this->resolver( $entry['resolve'] ?? array() );
		if ( str_contains( $base, '127.0.0.1' ) ) {
			$this->allow_http( $base );
		} else {
			// The request must reach the plugin's check of the address.
			remove_all_filters( 'pre_http_request', PHP_INT_MAX );
		}
		$input = Environment_Input::from_body( array( 'webhookUrl' => self::$server->webhook_url( $answer, self::TOKEN, $base ) ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$environment = $environments->create( $input );
		$this->assertInstanceOf( Environment::class, $environment );
		$this->environment = $environment;
		$this->start_plugin( $this->clock, new Client( $environments, new Calls( $this->clock, $resolver, $local_hosts, $this->longest_call_ms ) ) );
	}

	protected function add_change(): void {
		$key = Lane_Key::of( get_current_blog_id(), $this->environment->id, Lane::Build );
		$this->assertGreaterThan( 0, ( new Change_Store() )->insert( array( new New_Change( $key, Action::Rebuild, $this->clock->now, 1, array() ) ) ) );
	}

	protected function publish(): void {
		$requests = count( $this->http_log );
		$this->assertGreaterThan( 0, $this->post( array( 'post_title' => 'Hello ' . wp_rand() ) ) );
		do_action( 'shutdown' );
		$this->assertCount( $requests, $this->http_log, 'Saving makes no request.' );
	}

	protected function dispatch(): array {
		$response = $this->rest( 'POST', self::API . '/dispatch' );
		$this->assertSame( 200, $response->get_status() );
		return $response->get_data()['environments'][0];
	}

	protected function read_status(): array {
		$response = $this->rest( 'GET', self::API . '/status' );
		$this->assertSame( 200, $response->get_status() );
		return $response->get_data()['environments'][0];
	}

	protected function newest_run(): array {
		global $wpdb;
		$row = $wpdb->get_row( "SELECT * FROM {$wpdb->headless_deploy_runs} ORDER BY id DESC LIMIT 1", ARRAY_A );
		$this->assertIsArray( $row, 'A run exists.' );
		return array_map( strval( ... ), $row );
	}

	/**
	 * @param string $at Field `at` of answers.json; empty for the port that answers.
	 */
	private function base( string $at ): string {
		return match ( $at ) {
			'hosting.example'                => 'https://hosting.example',
			'a closed port'                  => 'http://127.0.0.1:' . $this->closed_port(),
			'the port with TLS'              => 'https://127.0.0.1:' . self::$server->tls_port,
			'the port with TLS, by http'     => 'http://127.0.0.1:' . self::$server->tls_port,
			'the port without TLS, by https' => 'https://127.0.0.1:' . self::$server->port,
			'a deaf port'                    => 'http://127.0.0.1:' . self::$server->deaf_port,
			'a deaf port, by https'          => 'https://127.0.0.1:' . self::$server->deaf_port,
			default                          => 'http://127.0.0.1:' . self::$server->port,
		};
	}

	/**
	 * Finds a port without a listener.
	 */
	private function closed_port(): int {
		$socket = stream_socket_server( 'tcp://127.0.0.1:0' );
		$this->assertIsResource( $socket );
		$port = (int) substr( (string) strrchr( (string) stream_socket_get_name( $socket, false ), ':' ), 1 );
		fclose( $socket );
		return $port;
	}

	private function resolver( array $addresses ): Closure {
		return static fn( string $host ): array => $addresses;
	}
}
