<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Site_Health;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Standard_Webhook;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;
use WP_REST_Request;

/**
 * The request to this site itself is answered by WordPress's REST server, as a guest gets it.
 */
final class FeedCheckTest extends Health_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$input = Environment_Input::from_body( array( 'refreshUrl' => 'https://www.acme.example/api/refresh', 'refreshSecret' => Standard_Webhook::generate_secret() ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$this->assertInstanceOf( Environment::class, ( new Environments( new Encryption(), $this->clock ) )->update( $this->environment->id, $input ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->mock_http( rest_url(), $this->answer_of_wordpress( ... ) );
	}

	public function test_a_feed_that_a_guest_can_reach_is_good(): void {
		$result = $this->check();
		$this->assertSame( array( 'good', 'Front ends can read the change feed' ), array( $result['status'], $result['label'] ) );
		$this->assertCount( 1, $this->http_log );
		$this->assertStringContainsString( 'environment=production', (string) $this->http_log[0]['url'] );
	}

	public function test_names_what_to_do_when_a_plugin_closes_the_rest_api_to_guests(): void {
		// As the plugin “Disable REST API” does it.
		add_filter( 'rest_authentication_errors', static fn( mixed $access ): mixed => is_user_logged_in() ? $access : new WP_Error( 'rest_cannot_access', 'DRA: Only authenticated users can access the <b>REST API</b>.', array( 'status' => 401 ) ) );
		$result = $this->check();
		$this->assertSame( array( 'recommended', 'Front ends cannot read the change feed' ), array( $result['status'], $result['label'] ) );
		$this->assertStringContainsString( 'HTTP 401: DRA: Only authenticated users can access the REST API.', $result['description'] );
		$this->assertStringContainsString( 'Allow the route headless-deploy/v1/changes for them in the settings of that plugin.', $result['description'] );
	}

	/**
	 * @param array{int, string} $answer
	 */
	#[DataProvider( 'answers_of_others' )]
	public function test_says_that_another_service_answered( array $answer ): void {
		$this->mock_http( rest_url(), $this->answer( ...$answer ) );
		$result = $this->check();
		$this->assertSame( 'recommended', $result['status'] );
		$this->assertStringContainsString( "not from WordPress (HTTP {$answer[0]})", $result['description'] );
		$this->assertStringContainsString( 'Allow requests to ' . rest_url( 'headless-deploy/v1/changes' ), html_entity_decode( $result['description'] ) );
	}

	public static function answers_of_others(): iterable {
		yield 'a firewall' => array( array( 403, '<html><body>Forbidden</body></html>' ) );
		yield 'a password' => array( array( 401, '' ) );
		yield 'a redirect' => array( array( 302, '' ) );
		yield 'JSON of another service' => array( array( 403, '{"error":"forbidden"}' ) );
	}

	public function test_a_site_that_cannot_reach_itself_says_so(): void {
		$this->mock_http( rest_url(), new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect' ) );
		$result = $this->check();
		$this->assertSame( array( 'recommended', 'The change feed could not be tested' ), array( $result['status'], $result['label'] ) );
		$this->assertStringContainsString( 'cURL error 7', $result['description'] );
	}

	public function test_a_copy_asks_nothing(): void {
		$this->make_copy();
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertSame( 'good', $this->check()['status'] );
		$this->assertSame( array(), $this->http_log );
	}

	public function test_is_absent_without_a_refresh_url(): void {
		$input = Environment_Input::from_body( array( 'refreshUrl' => '' ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		( new Environments( new Encryption(), $this->clock ) )->update( $this->environment->id, $input );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertArrayNotHasKey( 'headless_deploy_change_feed', $this->plugin_tests( 'async' ) );
	}

	/**
	 * @return array<string, mixed>
	 */
	private function check(): array {
		$request = WP_REST_Request::from_url( (string) $this->plugin_tests( 'async' )['headless_deploy_change_feed']['test'] );
		$this->assertInstanceOf( WP_REST_Request::class, $request );
		$answer = rest_do_request( $request );
		$this->assertSame( 200, $answer->get_status(), (string) wp_json_encode( $answer->get_data() ) );
		$result = $this->well_formed( (array) $answer->get_data() );
		$this->assertSame( 'headless_deploy_change_feed', $result['test'] );
		return $result;
	}

	/**
	 * Answers a request to the REST API as WordPress does to a guest.
	 *
	 * @param  array<string, mixed> $arguments
	 * @return array<string, mixed>
	 */
	private function answer_of_wordpress( array $arguments = array(), string $url = '' ): array {
		$user = get_current_user_id();
		wp_set_current_user( 0 );
		$request = new WP_REST_Request( 'GET', '/headless-deploy/v1/changes' );
		$request->set_param( 'environment', $this->environment->id );
		$closed   = apply_filters( 'rest_authentication_errors', null );
		$response = is_wp_error( $closed ) ? rest_convert_error_to_response( $closed ) : rest_do_request( $request );
		wp_set_current_user( $user );
		return $this->answer( $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
	}
}
