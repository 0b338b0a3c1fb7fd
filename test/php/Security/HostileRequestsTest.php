<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use HeadlessDeploy\Action;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Sends values of every wrong type in every field, parameter and header of every route: no answer is a 500, and nothing
 * is sent or saved. PHPUnit fails on each notice.
 */
final class HostileRequestsTest extends Rest_Queue_Test_Case {
	private const WEBHOOK = 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e9/webhooks/webhook:rebuild?token=' . self::TOKEN;

	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
	}

	/**
	 * JSON values that are invalid in almost every field.
	 */
	public static function values(): array {
		$values = array(
			'null'           => 'null',
			'true'           => 'true',
			'false'          => 'false',
			'zero'           => '0',
			'negative'       => '-1',
			'huge'           => '1e400',
			'long number'    => '99999999999999999999999999',
			'fraction'       => '0.5',
			'empty text'     => '""',
			'blanks'         => '" \t\n "',
			'zero byte'      => '"a\u0000b"',
			'half surrogate' => '"\ud800"',
			'right to left'  => '"\u202Egnp.exe"',
			'emoji'          => '"\ud83d\udc69\u200d\ud83d\ude80"',
			'markup'         => '"</script><img src=x onerror=alert(1)>\"\'"',
			'quote'          => '"x\' OR 1=1; -- "',
			'placeholder'    => '"%s%d%1$s%%"',
			'long text'      => '"' . str_repeat( 'x', 10_000 ) . '"',
			'empty list'     => '[]',
			'list'           => '["rebuild",["x"]]',
			'empty object'   => '{}',
			'object'         => '{"__proto__":{"a":1},"0":"x"}',
			'deep'           => str_repeat( '[', 400 ) . str_repeat( ']', 400 ),
		);
		return array_map( static fn( string $json ): array => array( $json ), $values );
	}

	#[DataProvider( 'values' )]
	public function test_a_wrong_value_is_refused_in_every_field( string $value ): void {
		$bodies = array( $value );
		foreach ( array( 'label', 'webhookUrl', 'webhookUrls', 'frontEndUrl', 'automation', 'action', 'leaving', 'id', 'lane', 'environment' ) as $field ) {
			$bodies[] = "{\"$field\":$value}";
		}
		foreach ( array( 'rebuild', 'purgeCache' ) as $action ) {
			$bodies[] = "{\"webhookUrls\":{\"$action\":$value}}";
		}
		foreach ( array( 'policy', 'quietPeriodSeconds', 'maximumWaitSeconds', 'hold' ) as $field ) {
			$bodies[] = "{\"automation\":{\"$field\":$value},\"webhookUrl\":\"" . self::WEBHOOK . '"}';
		}
		$bodies[] = "{\"automation\":{\"policy\":{\"content\":$value}}}";
		foreach ( $this->routes_with_body() as list( $method, $route ) ) {
			foreach ( $bodies as $body ) {
				$this->assert_survived( $this->send( $method, $route, $body ), "$method $route $body" );
			}
		}
	}

	public function test_the_lane_of_the_path_is_the_one_that_is_canceled(): void {
		$this->add_changes( 1, Action::Rebuild );
		$this->add_changes( 1, Action::PurgeCache );
		$response = $this->send( 'POST', '/environments/production/pending/cache/cancel', '', array( 'lane' => 'build', 'id' => 'staging' ) );
		$this->assertSame( 200, $response->get_status() );
		$this->assertSame( 'cache', $response->get_data()['run']['lane'] );
	}

	public function test_invalid_headers_are_no_server_error(): void {
		foreach ( array( '', '*', '"', '""', 'W/', 'W/"x"', '"a", "b"', "\0", str_repeat( '"x",', 5_000 ), '"' . $this->environment->etag ) as $tag ) {
			$put = $this->send( 'PUT', '/settings/environments/production', '{"label":"x"}', array(), array( 'If-Match' => $tag ) );
			$this->assertContains( $put->get_status(), array( 200, 412 ), "If-Match: $tag" );
			$this->assertContains( $this->send( 'GET', '/status', '', array(), array( 'If-None-Match' => $tag ) )->get_status(), array( 200, 304 ) );
		}
	}

	public function test_a_body_of_megabytes_is_refused(): void {
		$body = (string) wp_json_encode( array( 'label' => str_repeat( 'x', 5_000_000 ) ) );
		$this->assertSame( 400, $this->send( 'PUT', '/settings/environments/production', $body )->get_status() );
		$this->assertSame( 'Production', get_option( 'headless_deploy_environments' )['environments']['production']['label'] );
	}

	private function routes_with_body(): array {
		return array(
			array( 'POST', '/settings/environments' ),
			array( 'PUT', '/settings/environments/production' ),
			array( 'DELETE', '/settings/environments/nowhere' ),
			array( 'POST', '/environments/production/runs' ),
			array( 'POST', '/environments/production/pending/build/now' ),
			array( 'POST', '/environments/production/pending/build/cancel' ),
			array( 'POST', '/dispatch' ),
			array( 'POST', '/runs/1/retry' ),
		);
	}

	/**
	 * @param string                $body    Body as it is.
	 * @param array<string, mixed>  $query
	 * @param array<string, string> $headers
	 */
	private function send( string $method, string $route, string $body, array $query = array(), array $headers = array() ): WP_REST_Response {
		$request = new WP_REST_Request( $method, self::API . $route );
		$request->set_header( 'Content-Type', 'application/json' );
		foreach ( $headers as $name => $value ) {
			$request->set_header( $name, $value );
		}
		$request->set_body( $body );
		$request->set_query_params( $query );
		return rest_do_request( $request );
	}

	private function assert_survived( WP_REST_Response $response, string $what ): void {
		$this->assertLessThan( 500, $response->get_status(), substr( $what, 0, 300 ) );
		$this->assertStringNotContainsString( self::TOKEN, (string) wp_json_encode( $response->get_data() ) );
	}
}
