<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Standard_Webhook;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\Group;
use WP_Error;

/**
 * Connects an environment with a refresh URL, and sends what its front end requests.
 */
#[Group( 'mariadb' )]
final class ConnectedFrontEndTest extends Wp_Test_Case {
	private Manual_Clock $clock;
	private Environments $environments;

	protected function setUp(): void {
		parent::setUp();
		$this->clock        = new Manual_Clock();
		$this->environments = new Environments( new Encryption(), $this->clock, may_customize: static fn(): bool => true );
		$this->connect();
	}

	public function test_the_feed_accepts_the_secret_of_the_environment_and_for_seven_days_the_previous_one(): void {
		$this->set_refresh_url( 'https://www.example.test/api/refresh' );
		$first  = $this->new_secret();
		$second = $this->new_secret();
		$this->start_plugin( $this->clock, new Fake_Caller() );
		$this->assertSame( array( 200, 200 ), array( $this->ask( $first ), $this->ask( $second ) ) );
		$this->clock->pass( 7 * 86_400_000 );
		$this->assertSame( array( 401, 200 ), array( $this->ask( $first ), $this->ask( $second ) ) );
		$this->set_refresh_url( '' );
		$this->start_plugin( $this->clock, new Fake_Caller() );
		$this->assertSame( 401, $this->ask( $second ), 'Without a refresh URL.' );
	}

	public function test_the_secret_of_another_environment_is_refused_like_one_of_an_environment_that_does_not_exist(): void {
		$this->set_refresh_url( 'https://www.example.test/api/refresh' );
		$this->new_secret();
		$other = Environment_Input::from_body( array( 'label' => 'Staging', 'webhookUrl' => 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e2/webhooks/webhook:rebuild?token=' . self::TOKEN, 'refreshUrl' => 'https://staging.example.test/refresh' ) );
		$this->assertInstanceOf( Environment_Input::class, $other );
		$this->assertNotInstanceOf( WP_Error::class, $this->environments->create( $other ) );
		$generated = $this->environments->generate_refresh_secret( 'staging' );
		$this->assertIsArray( $generated );
		$this->start_plugin( $this->clock, new Fake_Caller() );
		$this->assertSame( 200, $this->request( $generated['secret'], null, 'staging' )->get_status() );
		$answers = array();
		foreach ( array( 'production', 'unknown' ) as $environment ) {
			$queries = $this->queries( function () use ( $generated, $environment, &$answer ): void {
				$answer = $this->request( $generated['secret'], null, $environment );
			} );
			$answers[] = array( $answer->get_status(), $answer->get_data(), count( $queries ) );
		}
		$this->assertSame( 401, $answers[0][0] );
		$this->assertSame( $answers[0], $answers[1] );
	}

	public function test_a_change_reaches_the_feed_in_the_request_after_its_save(): void {
		$this->set_refresh_url( 'https://www.example.test/api/refresh' );
		$secret = $this->new_secret();
		$this->start_plugin( $this->clock, new Fake_Caller() );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->post();
		do_action( 'shutdown' );
		$since = $this->answer_to( $secret )['sequence'];
		$this->clock->pass( 120_000 );
		$id = $this->post( array( 'post_name' => 'second' ) );
		do_action( 'shutdown' );
		$answer = $this->answer_to( $secret, $since );
		$this->assertSame( 'some', $answer['scope'] );
		$this->assertContains( "post-$id", $answer['tags'] );
		$this->assertContains( '/second/', $answer['paths']['changed'] );
		$this->assertGreaterThan( $since, $answer['sequence'] );
	}

	public function test_responses_have_tags_only_while_an_environment_has_a_refresh_url(): void {
		add_filter( 'wp_rest_server_class', static fn(): string => Recording_Server::class );
		remove_filter( 'rest_pre_serve_request', 'rest_send_cors_headers' );
		$this->assertArrayNotHasKey( 'Cache-Groups', $this->served_headers() );
		$this->set_refresh_url( 'https://www.example.test/api/refresh' );
		$this->new_secret();
		$this->assertStringContainsString( '"post-list"', $this->served_headers()['Cache-Groups'] );
	}

	private function set_refresh_url( string $url ): void {
		$input = Environment_Input::from_body( array( 'refreshUrl' => $url ) );
		$this->assertNotInstanceOf( WP_Error::class, $input );
		$this->assertNotInstanceOf( WP_Error::class, $this->environments->update( 'production', $input ) );
	}

	private function new_secret(): string {
		$generated = $this->environments->generate_refresh_secret( 'production' );
		$this->assertIsArray( $generated );
		return $generated['secret'];
	}

	private function ask( string $secret, ?int $since = null ): int {
		return $this->request( $secret, $since )->get_status();
	}

	/**
	 * @return array<string, mixed>
	 */
	private function answer_to( string $secret, ?int $since = null ): array {
		return $this->request( $secret, $since )->get_data();
	}

	private function request( string $secret, ?int $since, string $environment = 'production' ): \WP_REST_Response {
		wp_set_current_user( 0 );
		$id        = wp_generate_uuid4();
		$timestamp = intdiv( $this->clock->now, 1000 );
		$params    = array( 'environment' => $environment ) + ( null === $since ? array() : array( 'since' => $since ) );
		$payload   = 'GET /changes?' . http_build_query( $params );
		$headers   = array( 'webhook-id' => $id, 'webhook-timestamp' => (string) $timestamp, 'webhook-signature' => Standard_Webhook::sign( array( $secret ), $id, $timestamp, $payload ) );
		return $this->rest( 'GET', '/headless-deploy/v1/changes', $params, $headers );
	}

	/**
	 * @return array<string, string>
	 */
	private function served_headers(): array {
		$this->start_plugin( $this->clock, new Fake_Caller() );
		$server = rest_get_server();
		$this->assertInstanceOf( Recording_Server::class, $server );
		ob_start();
		$server->serve_request( '/wp/v2/posts' );
		ob_end_clean();
		return $server->sent;
	}
}
