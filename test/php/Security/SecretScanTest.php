<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Tests\Test_Database;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;
use WP_REST_Request;

/**
 * Lets every operation of the plugin fail, and then searches for the token in all that is stored.
 */
final class SecretScanTest extends Wp_Test_Case {
	private const API = '/headless-deploy/v1';
	private const URL = 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild';

	private string $seen = '';

	protected function setUp(): void {
		parent::setUp();
		$this->start_plugin();
		foreach ( array( 'http_request_args', 'pre_http_request', 'http_api_debug', 'http_response', 'query' ) as $hook ) {
			add_filter( $hook, $this->look( ... ), PHP_INT_MAX - 1, 10 );
		}
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	#[DataProvider( 'connections' )]
	public function test_the_token_is_stored_and_shown_nowhere_after_all_operations_failed( array $body ): void {
		$this->paste( $body );
		$this->fail_in_all_ways();
		$this->read_every_route();
		$this->read_everything_that_is_stored();
		$this->assertStringContainsString( 'hosting.example', $this->seen, 'The scan has seen the webhook.' );
		$this->assertStringContainsString( '••••', $this->seen );
		$this->assert_clean( $this->seen );
	}

	public static function connections(): iterable {
		yield 'a webhook set' => array( array( 'webhookUrl' => self::URL . '?token=' . self::TOKEN ) );
		yield 'a plain address' => array( array( 'webhookUrl' => 'https://hosting.example/hooks/' . self::TOKEN . '/run' ) );
		yield 'headers and a body' => array(
			array(
				'webhookUrl' => 'https://hosting.example/hooks/run-the-build',
				'headers'    => array( 'Authorization' => 'Bearer ' . self::TOKEN ),
				'body'       => '{"secret":"' . self::TOKEN . '"}',
			),
		);
	}

	public function test_does_not_repeat_a_refused_url(): void {
		$pastes = array(
			str_replace( 'https', 'http', self::URL ) . '?token=' . self::TOKEN,
			str_replace( 'rebuild', 'nothing', self::URL ) . '?token=' . self::TOKEN,
			'https://me:' . self::TOKEN . '@hosting.example/',
			'https://app.netlify.com/build/' . self::TOKEN,
			'http://hooks.example/build/' . self::TOKEN,
			self::TOKEN,
			self::URL . '?token=' . self::TOKEN . '%20x',
			self::URL . '?token=' . self::TOKEN . str_repeat( 'x', 2048 ),
		);
		foreach ( $pastes as $paste ) {
			$refused = $this->rest( 'POST', self::API . '/settings/environments', array( 'webhookUrl' => $paste ) );
			$this->assertSame( 400, $refused->get_status(), $paste );
			$this->assert_clean( (string) wp_json_encode( $refused->get_data() ) );
		}
		$this->assertFalse( get_option( Stored_Environments::OPTION ) );
	}

	public function test_autoloaded_options_contain_nothing_of_the_webhook(): void {
		$this->paste();
		$ours = array_filter( wp_load_alloptions( true ), static fn( string $name ): bool => str_contains( $name, 'headless_deploy' ), ARRAY_FILTER_USE_KEY );
		$this->assertSame( array( 'headless_deploy_routing' ), array_keys( $ours ) );
		$this->assertDoesNotMatchRegularExpression( '/hosting|token|sealed|1:k/i', serialize( $ours ) );
	}

	private function paste( array $body = array( 'webhookUrl' => self::URL . '?token=' . self::TOKEN ) ): void {
		$created = $this->rest( 'POST', self::API . '/settings/environments', $body + array( 'label' => 'Production' ) );
		$this->assertSame( 201, $created->get_status(), (string) wp_json_encode( $created->get_data() ) );
		$this->look( $created->get_data(), $created->get_headers() );
	}

	/**
	 * Publishes and starts manual runs that fail in all ways; the service repeats the request.
	 */
	private function fail_in_all_ways(): void {
		$token   = self::TOKEN;
		$answers = array(
			$this->answer( 200, (string) wp_json_encode( array( 'name' => "operations/$token" ) ) ),
			$this->answer( 403, "{\"message\":\"no $token\"}", array( 'x-echo' => $token ) ),
			$this->answer( 500, rawurlencode( $token ) . ' ' . base64_encode( "x$token" ) ),
			$this->answer( 301, '', array( 'location' => self::URL . "?token=$token" ) ),
			new WP_Error( 'http_request_failed', "cURL error 7: Failed to connect to ?token=$token" ),
			new WP_Error( 'http_request_failed', "cURL error 28: $token" ),
		);
		foreach ( $answers as $answer ) {
			// What a mock answers is its own words; the scan looks at what the plugin makes of them.
			$this->mock_http( 'https://hosting.example/', $answer );
			$this->post();
			do_action( 'shutdown' );
			foreach ( array( 'rebuild', 'purgeCache' ) as $action ) {
				$run = $this->rest( 'POST', self::API . '/environments/production/runs', array( 'action' => $action ) );
				$this->look( $run->get_data(), $run->get_headers() );
			}
		}
		$this->assertNotSame( array(), $this->http_log );
		$this->post();
		do_action( 'shutdown' );
	}

	private function read_every_route(): void {
		$asked = 0;
		foreach ( array_keys( rest_get_server()->get_routes( 'headless-deploy/v1' ) ) as $route ) {
			foreach ( array( 'GET', 'OPTIONS' ) as $method ) {
				$path     = (string) preg_replace( array( '/\(\?P<id>\[a-z[^)]*\)/', '/\(\?P<id>\\\\d[^)]*\)/' ), array( 'production', '1' ), $route );
				$response = rest_do_request( new WP_REST_Request( $method, $path ) );
				$asked += 200 === $response->get_status() ? 1 : 0;
				$this->look( rest_get_server()->response_to_data( $response, true ), $response->get_headers() );
			}
		}
		$this->assertGreaterThan( 6, $asked );
	}

	private function read_everything_that_is_stored(): void {
		global $wpdb;
		foreach ( $wpdb->get_col( 'SHOW TABLES' ) as $table ) {
			$this->look( $wpdb->get_results( "SELECT * FROM `$table`", ARRAY_A ) );
		}
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::RECURRING_EVENT ) );
		$this->look( _get_cron_array(), @file_get_contents( Test_Database::folder() . '/debug.log' ), $GLOBALS['wp_object_cache']->cache ?? null );
	}

	private function look( mixed ...$values ): mixed {
		if ( ! doing_filter( 'pre_http_request' ) || false === ( $values[0] ?? null ) ) {
			$this->seen .= print_r( $values, true );
		} else {
			$this->seen .= print_r( array_slice( $values, 1 ), true );
		}
		return $values[0] ?? null;
	}

	private function assert_clean( string $text ): void {
		foreach ( array( rtrim( self::TOKEN, '=' ), substr( self::TOKEN, 0, 12 ), substr( base64_encode( 'x' . self::TOKEN ), 4, 20 ), substr( base64_encode( self::TOKEN ), 0, 20 ) ) as $form ) {
			$at = strpos( $text, $form );
			$this->assertFalse( $at, false === $at ? '' : 'The token is in: …' . substr( $text, max( 0, $at - 300 ), 400 ) );
		}
	}
}
