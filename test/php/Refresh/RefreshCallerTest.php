<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Hosting\Site_Connection;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Queue\Attempts;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Leases;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Retry_Policy;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Refresh\Accepted_Sequence;
use HeadlessDeploy\Refresh\Refresh_Caller;
use HeadlessDeploy\Refresh\Refresh_Request;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Standard_Webhook;
use HeadlessDeploy\Tests\Http\Mirror_Server;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\Group;

/**
 * Sends over a real connection to a server that records each request.
 */
#[Group( 'processes' )]
final class RefreshCallerTest extends Wp_Test_Case {
	private const SECRET = 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=';

	private static Mirror_Server $server;

	private Manual_Clock $clock;
	private Environments $environments;
	private Fake_Caller $hosts;

	public static function setUpBeforeClass(): void {
		self::$server = new Mirror_Server();
	}

	public static function tearDownAfterClass(): void {
		self::$server->stop();
	}

	protected function setUp(): void {
		parent::setUp();
		$this->clock        = new Manual_Clock();
		$this->hosts        = new Fake_Caller();
		$this->environments = new Environments( new Encryption( '' ), $this->clock, null, $this->local_hosts(), may_customize: static fn(): bool => true );
		$this->allow_http( self::$server->origin );
		self::$server->take_requests();
	}

	public function test_sends_a_signed_request_with_the_tags_of_the_run(): void {
		$post     = $this->post();
		$response = $this->send( $this->connected(), array( self::reason( $post ) ) );
		$this->assertTrue( $response->is_accepted(), $response->error_code );
		list( $headers, $body ) = $this->take_requests()[0];
		$this->assertSame( array( 'run-7', 'application/json' ), array( $headers['webhook-id'], $headers['content-type'] ) );
		$this->assertTrue( Standard_Webhook::verify( array( self::SECRET ), 'run-7', $headers['webhook-timestamp'], $body, $headers['webhook-signature'], $this->clock->now_ms() ) );
		$sent = json_decode( $body, true )['data'];
		$this->assert_fields( array( 'site' => home_url(), 'environment' => 'production', 'run' => 7, 'scope' => 'some', 'since' => null ), $sent );
		$this->assertContains( "post-$post", $sent['tags'] );
		$this->assertStringNotContainsString( get_post( $post )->post_title ?? '', $body );
	}

	public function test_names_the_sequence_that_the_front_end_accepted_last(): void {
		$environment = $this->connected();
		$first       = $this->sequence_after( $environment, 7 );
		$this->assertSame( array( null, $first ), $this->last_sequences );
		$second = $this->sequence_after( $environment, 8 );
		$this->assertSame( array( $first, $second ), $this->last_sequences );
	}

	public function test_a_late_answer_to_an_earlier_request_does_not_lower_the_accepted_sequence(): void {
		$environment = $this->connected();
		$first       = $this->sequence_after( $environment, 7 );
		$second      = $this->sequence_after( $environment, 8 );
		$lane        = Lane_Key::of( get_current_blog_id(), $environment->id, Lane::Refresh );
		( new Accepted_Sequence() )->write( $lane, $first );
		$this->assertSame( $second, ( new Accepted_Sequence() )->read( $lane ) );
	}

	public function test_a_request_that_failed_does_not_count_as_accepted(): void {
		$this->mock_http( 'https://www.example.test/', $this->answer( 500 ) );
		$environment = $this->connected( 'https://www.example.test/refresh' );
		$this->assertSame( 'headless_deploy_refresh_error', $this->send( $environment, array( self::reason( 1 ) ) )->error_code );
		$this->sequence_after( $this->connected(), 8 );
		$this->assertNull( $this->last_sequences[0] );
	}

	public function test_a_front_end_without_the_secret_is_named_with_its_variable(): void {
		$answer = json_decode( (string) file_get_contents( dirname( __DIR__, 2 ) . '/contract/refresh-answers.json' ), true )['secretMissing'];
		$this->mock_http( 'https://www.example.test/', $this->answer( $answer['status'], (string) wp_json_encode( $answer['body'] ) ) );
		$response = $this->send( $this->connected( 'https://www.example.test/refresh' ), array( self::reason( 1 ) ) );
		$this->assertSame( 'headless_deploy_refresh_variable_missing', $response->error_code );
		$this->assertStringContainsString( Site_Connection::REFRESH_SECRET_VARIABLE, Errors::message( $response->error_code ) );
		$decision = ( new Retry_Policy( static fn(): float => 0.5 ) )->decide( $response, Attempts::from_json( '[]' ), 0, false, 0 );
		$this->assertSame( array( Run_Status::Retrying, 10_000 ), array( $decision->status, $decision->not_before ), 'The front end may be being deployed with the secret.' );
	}

	public function test_divides_many_paths_into_requests_with_their_own_ids(): void {
		$reasons = array();
		for ( $number = 1; $number <= 60; $number++ ) {
			$reasons[] = self::reason( 1_000_000 + $number )->with( event: 'deleted', path: '/' . str_repeat( "removed-$number-", 40 ) . '/' );
		}
		$this->send( $this->connected(), $reasons );
		$requests = $this->take_requests();
		$this->assertGreaterThan( 1, count( $requests ) );
		foreach ( $requests as $index => list( $headers, $body ) ) {
			$this->assertSame( 'run-7-' . ( $index + 1 ), $headers['webhook-id'] );
			$this->assertLessThan( 20_000, strlen( $body ) );
		}
	}

	public function test_signs_with_both_secrets_after_a_rotation(): void {
		$environment = $this->connected();
		$rotated     = $this->environments->generate_refresh_secret( $environment->id );
		$this->assertIsArray( $rotated );
		$this->assertSame( array( $rotated['secret'], self::SECRET ), $this->environments->refresh_secrets( $environment->id ) );
		$this->send( $rotated['environment'], array( self::reason( 1 ) ) );
		$this->assertCount( 2, explode( ' ', $this->take_requests()[0][0]['webhook-signature'] ) );
	}

	public function test_purges_the_cache_after_the_refresh_where_the_environment_says_so(): void {
		$environment = $this->connected( null, array( 'refreshPurge' => true ) );
		$this->send( $environment, array( self::reason( 1 ) ) );
		$this->assertSame( array( 'production purgeCache' ), $this->hosts->calls );
		$this->hosts->break_down();
		$this->assertSame( 'headless_deploy_service_error', $this->send( $environment, array( self::reason( 1 ) ) )->error_code, 'A failed purge fails the run.' );
	}

	public function test_a_web_page_is_not_an_answer_of_a_refresh_route(): void {
		$response = $this->send( $this->connected( self::$server->origin . '/page-not-found' ), array( self::reason( 1 ) ) );
		$this->assertSame( array( 'headless_deploy_refresh_not_found', false ), array( $response->error_code, $response->is_accepted() ) );
	}

	public function test_other_actions_go_to_the_host(): void {
		$this->caller()->prepare( 'production', Action::Rebuild, 7 )->send( $this->connected() );
		$this->assertSame( array( array( 'production rebuild' ), array() ), array( $this->hosts->calls, $this->take_requests() ) );
	}

	/**
	 * `since` and `sequence` of the last request.
	 *
	 * @var array{int|null, int}
	 */
	private array $last_sequences;

	private function sequence_after( Environment $environment, int $run_id ): int {
		$this->send( $environment, array( self::reason( 1 ) ), $run_id );
		$data                 = json_decode( $this->take_requests()[0][1], true )['data'];
		$this->last_sequences = array( $data['since'], $data['sequence'] );
		return $data['sequence'];
	}

	/**
	 * @param list<Stored_Reason> $reasons
	 */
	private function send( Environment $environment, array $reasons, int $run_id = 7 ): Response {
		global $wpdb;
		$key = Lane_Key::of( get_current_blog_id(), $environment->id, Lane::Refresh );
		( new Leases( $this->clock ) )->with_lease( $key, static fn() => null );
		$id = ( new Change_Store() )->insert( array( new New_Change( $key, Action::Refresh, $this->clock->now_ms(), count( $reasons ), $reasons ) ) );
		$wpdb->update( $wpdb->headless_deploy_changes, array( 'run_id' => $run_id ), array( 'id' => $id ) );
		return $this->caller()->prepare( $environment->id, Action::Refresh, $run_id )->send( $environment );
	}

	private function caller(): Refresh_Caller {
		$request = new Refresh_Request( $this->environments, new Calls( $this->clock, static fn(): array => array(), $this->local_hosts(), 5_000 ), $this->clock );
		return new Refresh_Caller( $this->hosts, $request->send( ... ), $this->clock );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	private function connected( ?string $url = null, array $fields = array() ): Environment {
		$input = Environment_Input::from_body( $fields + array(
			'label'         => 'Production',
			'webhookUrl'    => self::$server->origin . '/hooks/aB3dE5gH7jK9mN1pQ3sT5vW7',
			'webhookUrls'   => array( 'purgeCache' => self::$server->origin . '/hooks/purge-E5gH7jK9mN1pQ3s' ),
			'refreshUrl'    => self::$server->origin . '/refresh',
			'refreshSecret' => self::SECRET,
		) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		delete_option( 'headless_deploy_environments' );
		$created = $this->environments->create( $input );
		$this->assertInstanceOf( Environment::class, $created, is_wp_error( $created ) ? $created->get_error_message() : '' );
		return null === $url ? $created : $created->with( refresh: $created->refresh?->with( url: $url ) );
	}

	private function local_hosts(): Local_Hosts {
		return new Local_Hosts( str_replace( 'http://', '', self::$server->origin ), 'local' );
	}

	/**
	 * @return list<array{array<string, string>, string}> Headers by lower-case name, and body.
	 */
	private function take_requests(): array {
		return array_map(
			static function ( string $request ): array {
				list( $head, $body ) = explode( "\r\n\r\n", $request, 2 );
				$headers             = array();
				foreach ( array_slice( explode( "\r\n", $head ), 1 ) as $line ) {
					list( $name, $value )           = explode( ': ', $line, 2 ) + array( '', '' );
					$headers[ strtolower( $name ) ] = $value;
				}
				return array( $headers, $body );
			},
			self::$server->take_requests(),
		);
	}

	private static function reason( int $post ): Stored_Reason {
		return new Stored_Reason( 'published', 'post', 'post', $post, 1, 1 );
	}
}
