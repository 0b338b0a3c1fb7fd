<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Refresh\Change_Feed;
use HeadlessDeploy\Refresh\Feed_Controller;
use HeadlessDeploy\Refresh\Replay_Guard;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Secrets\Standard_Webhook;
use HeadlessDeploy\Tests\Contract;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_REST_Response;

#[Group( 'mariadb' )]
final class FeedControllerTest extends Wp_Test_Case {
	private const ROUTE   = '/headless-deploy/v1/changes';
	private const SECRETS = array( 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=', 'whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eA=' );

	private Manual_Clock $clock;

	private int $requests = 0;

	protected function setUp(): void {
		parent::setUp();
		$this->stop_plugin();
		$this->clock = new Manual_Clock();
		$secrets     = static fn( string $id ): array => in_array( $id, array( 'production', 'staging-2' ), true ) ? self::SECRETS : array();
		$controller  = new Feed_Controller( new Change_Feed(), new Replay_Guard(), $secrets, $this->clock );
		add_action( 'rest_api_init', $controller->register_routes( ... ) );
		add_filter( 'rest_dispatch_request', Rest::handle_exceptions( ... ), 10, 4 );
	}

	/**
	 * @param array<string, mixed> $case
	 */
	#[DataProvider( 'signed_requests' )]
	public function test_answers_a_request_that_a_front_end_signed( array $case ): void {
		$this->clock->now = $case['timestamp'] * 1000;
		$response         = $this->request( array_filter( array( 'environment' => $case['environment'], 'since' => $case['since'] ), static fn( mixed $value ): bool => null !== $value ), $case['id'], $case['timestamp'], $case['signature'] );
		$this->assertSame( 200, $response->get_status() );
		$this->assertSame( 'no-store', $response->get_headers()['Cache-Control'] );
		$expected = array( 'site' => 'http://example.test', 'environment' => $case['environment'], 'sequence' => 0, 'since' => $case['since'], 'scope' => 'all', 'tags' => array(), 'paths' => array( 'changed' => array(), 'gone' => array() ) );
		$this->assertSame( $expected, $response->get_data() );
	}

	public static function signed_requests(): iterable {
		yield from Contract::cases( 'refresh-signatures', 'feed' );
	}

	public function test_refuses_without_telling_which_environments_exist(): void {
		$wrong   = array( 'whsec_' . base64_encode( str_repeat( 'x', 32 ) ) );
		$refused = array(
			$this->signed( 'production', $wrong ),
			$this->signed( 'unknown', $wrong ),
			$this->signed( 'unknown', self::SECRETS ),
			$this->request( array( 'environment' => 'production' ), '', 0, '' ),
		);
		foreach ( $refused as $response ) {
			$this->assertSame( $refused[0]->get_data(), $response->get_data() );
			$this->assertSame( array( 401, 'headless_deploy_signature_invalid', 'no-store' ), array( $response->get_status(), $response->get_data()['code'], $response->get_headers()['Cache-Control'] ) );
		}
		$this->assertSame( array(), $this->stored(), 'Only signed requests are remembered.' );
	}

	public function test_a_user_has_no_more_rights_than_a_visitor(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 401, $this->request( array( 'environment' => 'production' ), 'a', intdiv( $this->clock->now, 1000 ), 'v1,x' )->get_status() );
	}

	public function test_accepts_a_request_once_whichever_secret_signed_it(): void {
		$timestamp = intdiv( $this->clock->now, 1000 );
		$send      = fn( array $secrets, string $before = '' ): int => $this->request( array( 'environment' => 'production' ), 'same', $timestamp, $before . Standard_Webhook::sign( $secrets, 'same', $timestamp, 'GET /changes?environment=production' ) )->get_status();
		$this->assertSame( 200, $send( array( self::SECRETS[0] ) ) );
		$this->assertSame( 401, $send( array( self::SECRETS[0] ) ) );
		$this->assertSame( 401, $send( array( self::SECRETS[1] ) ) );
		$this->assertSame( 401, $send( self::SECRETS, 'v1,other ' ) );
		$this->clock->pass( 300_000 );
		( new Replay_Guard() )->forget_old( $this->clock->now );
		$this->assertSame( 401, $send( self::SECRETS ), 'Until its timestamp is too old.' );
		$this->assertCount( 1, $this->stored() );
		$this->clock->pass( 1 );
		( new Replay_Guard() )->forget_old( $this->clock->now );
		$this->assertSame( array(), $this->stored(), 'Then it is forgotten.' );
	}

	public function test_remembers_a_request_as_long_as_its_timestamp_is_accepted(): void {
		foreach ( array( 0, 299, 300 ) as $seconds ) {
			$timestamp = intdiv( $this->clock->now, 1000 );
			$send      = fn( string $id ): int => $this->request( array( 'environment' => 'production' ), $id, $timestamp, Standard_Webhook::sign( self::SECRETS, $id, $timestamp, 'GET /changes?environment=production' ) )->get_status();
			$this->assertSame( 200, $send( "first-$seconds" ) );
			$this->clock->pass( $seconds * 1000 );
			$this->assertSame( 401, $send( "first-$seconds" ), "After $seconds s." );
			$this->assertSame( 200, $send( "second-$seconds" ), "Another request of that age is accepted after $seconds s." );
		}
	}

	public function test_accepts_one_of_two_simultaneous_requests(): void {
		$guard = new Replay_Guard();
		$first = false;
		$this->before_statement(
			'INSERT',
			function () use ( $guard, &$first ): void {
				$first = $guard->accept( 'production', 'message', intdiv( $this->clock->now, 1000 ), $this->clock->now );
			},
		);
		$this->assert_error( 'headless_deploy_signature_invalid', $guard->accept( 'production', 'message', intdiv( $this->clock->now, 1000 ), $this->clock->now ) );
		$this->assertNull( $first );
	}

	public function test_many_requests_at_the_same_time_are_all_accepted(): void {
		$guard = new Replay_Guard();
		$all   = array();
		$this->before_statement(
			'INSERT',
			function () use ( $guard, &$all ): void {
				for ( $number = 1; $number <= 30; $number++ ) {
					$all[] = $guard->accept( 'production', "message $number", intdiv( $this->clock->now, 1000 ), $this->clock->now );
				}
			},
		);
		$this->assertNull( $guard->accept( 'production', 'message', intdiv( $this->clock->now, 1000 ), $this->clock->now ) );
		$this->assertSame( array_fill( 0, 30, null ), $all );
	}

	public function test_a_database_that_refuses_to_write_is_no_replay(): void {
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, 'INSERT' ) ? 'INSERT INTO nowhere VALUES (1)' : $query );
		$response = $this->with_hidden_errors( fn(): WP_REST_Response => $this->signed( 'production', self::SECRETS ) );
		$this->assertSame( array( 503, 'headless_deploy_database_unavailable' ), array( $response->get_status(), $response->get_data()['code'] ) );
	}

	/**
	 * @param array<string, int|string> $params
	 */
	#[DataProvider( 'requests_that_were_not_signed' )]
	public function test_refuses_another_request_than_the_signed_one( string $payload, array $params, string $before = '' ): void {
		$timestamp = intdiv( $this->clock->now, 1000 );
		$signature = $before . Standard_Webhook::sign( self::SECRETS, 'request', $timestamp, $payload );
		$this->assertSame( 401, $this->request( $params, 'request', $timestamp, $signature )->get_status() );
		$this->assertSame( array(), $this->stored() );
	}

	public static function requests_that_were_not_signed(): iterable {
		$params = array( 'environment' => 'production', 'since' => 7 );
		yield 'another environment' => array( 'GET /changes?environment=production&since=7', array( 'environment' => 'staging-2', 'since' => 7 ) );
		yield 'an earlier sequence' => array( 'GET /changes?environment=production&since=7', array( 'environment' => 'production', 'since' => 0 ) );
		yield 'without the signed sequence' => array( 'GET /changes?environment=production&since=7', array( 'environment' => 'production' ) );
		yield 'with a sequence that was not signed' => array( 'GET /changes?environment=production', $params );
		yield 'the parameters in another order' => array( 'GET /changes?since=7&environment=production', $params );
		yield 'the sequence in another form' => array( 'GET /changes?environment=production&since=007', $params );
		yield 'the body of a refresh request' => array( '{"type":"content.changed"}', $params );
		yield 'behind eight signatures' => array( 'GET /changes?environment=production&since=7', $params, str_repeat( 'v1,x ', 8 ) );
		yield 'behind a megabyte' => array( 'GET /changes?environment=production&since=7', $params, str_repeat( 'v1,' . str_repeat( 'A', 1_000 ) . ' ', 1_000 ) );
	}

	public function test_limits_the_requests_of_a_few_minutes_for_each_environment(): void {
		$this->remember( 'production', Replay_Guard::MAX_REQUESTS );
		$response = $this->signed( 'production', self::SECRETS );
		$this->assertSame( array( 429, '60', 'headless_deploy_too_many_requests' ), array( $response->get_status(), $response->get_headers()['Retry-After'], $response->get_data()['code'] ) );
		$this->assertSame( 401, $this->signed( 'production', array() )->get_status() );
		$this->assertSame( 200, $this->signed( 'staging-2', self::SECRETS )->get_status(), 'Another environment has a budget of its own.' );
		$this->clock->pass( 301_000 );
		$this->assertSame( 200, $this->signed( 'production', self::SECRETS )->get_status() );
		$this->assertCount( 2, $this->stored(), 'The old ones of this environment are forgotten.' );
	}

	public function test_an_environment_whose_id_begins_like_another_one_has_a_budget_of_its_own(): void {
		$this->remember( 'staging-2', Replay_Guard::MAX_REQUESTS );
		$this->assertNull( ( new Replay_Guard() )->accept( 'staging', 'message', intdiv( $this->clock->now, 1000 ), $this->clock->now ) );
	}

	public function test_a_thousand_cold_starts_of_a_serverless_front_end_are_answered(): void {
		$this->remember( 'production', 1_000 );
		$this->assertSame( 200, $this->signed( 'production', self::SECRETS )->get_status() );
	}

	public function test_the_requests_are_not_autoloaded(): void {
		$this->signed( 'production', self::SECRETS );
		$this->assertCount( 1, $this->stored() );
		$this->assertSame( array(), array_intersect( $this->stored(), array_keys( wp_load_alloptions( true ) ) ) );
	}

	public function test_refuses_parameters_of_another_form(): void {
		foreach ( array( array(), array( 'environment' => 'Production' ), array( 'environment' => 'production', 'since' => -1 ), array( 'environment' => 'production', 'since' => 'x' ), array( 'environment' => array( 'production' ) ) ) as $params ) {
			$this->assertSame( 400, $this->request( $params, 'a', 1, 'v1,x' )->get_status() );
		}
	}

	public function test_an_unavailable_database_is_no_answer(): void {
		add_filter( 'query', static fn( string $query ): string => str_contains( $query, 'MAX(id)' ) ? 'SELECT nothing FROM nowhere' : $query );
		$response = $this->with_hidden_errors( fn(): WP_REST_Response => $this->signed( 'production', self::SECRETS ) );
		$this->assertSame( array( 503, 'headless_deploy_database_unavailable' ), array( $response->get_status(), $response->get_data()['code'] ) );
	}

	/**
	 * Sends a request that no other has sent.
	 *
	 * @param list<string> $secrets
	 */
	private function signed( string $environment, array $secrets ): WP_REST_Response {
		$id        = 'request-' . ++$this->requests;
		$timestamp = intdiv( $this->clock->now, 1000 );
		return $this->request( array( 'environment' => $environment ), $id, $timestamp, Standard_Webhook::sign( $secrets, $id, $timestamp, "GET /changes?environment=$environment" ) );
	}

	/**
	 * @param array<string, mixed> $params
	 */
	private function request( array $params, string $id, int $timestamp, string $signature ): WP_REST_Response {
		return $this->rest( 'GET', self::ROUTE, $params, array( 'webhook-id' => $id, 'webhook-timestamp' => (string) $timestamp, 'webhook-signature' => $signature ) );
	}

	/**
	 * Stores requests as `Replay_Guard` does, in a few statements.
	 */
	private function remember( string $environment, int $count ): void {
		global $wpdb;
		$timestamp = sprintf( '%012d', intdiv( $this->clock->now, 1000 ) );
		foreach ( array_chunk( range( 1, $count ), 500 ) as $numbers ) {
			$rows = array_map( static fn( int $number ): string => "('" . Replay_Guard::PREFIX . "{$environment}_$number', '$timestamp', 'off')", $numbers );
			$wpdb->query( "INSERT INTO {$wpdb->options} (option_name, option_value, autoload) VALUES " . implode( ', ', $rows ) );
		}
	}

	/**
	 * Returns the names of the options.
	 *
	 * @return list<string>
	 */
	private function stored(): array {
		global $wpdb;
		return array_values( $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( Replay_Guard::PREFIX ) . '%' ) ) );
	}
}
