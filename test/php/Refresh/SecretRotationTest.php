<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environment_View;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Refresh_Target;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Refresh\Refresh_Request;
use HeadlessDeploy\Refresh\Refresh_Test;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Rotates the refresh secret of a real front end, which verifies signatures with code of its own.
 */
#[Group( 'processes' )]
final class SecretRotationTest extends Wp_Test_Case {
	private const DAY_MS = 86_400_000;

	private static Front_End_Server $front_end;

	private Manual_Clock $clock;
	private Environments $environments;
	private Refresh_Test $test;

	/**
	 * The secrets that were generated, the first one first.
	 *
	 * @var list<string>
	 */
	private array $secrets = array();

	public static function setUpBeforeClass(): void {
		self::$front_end = new Front_End_Server();
	}

	public static function tearDownAfterClass(): void {
		self::$front_end->stop();
	}

	protected function setUp(): void {
		parent::setUp();
		$local_hosts        = new Local_Hosts( str_replace( 'http://', '', self::$front_end->origin ), 'local' );
		$this->clock        = new Manual_Clock();
		$this->environments = new Environments( new Encryption( '' ), $this->clock, null, $local_hosts, may_customize: static fn(): bool => true );
		$this->test         = new Refresh_Test( new Refresh_Request( $this->environments, new Calls( $this->clock, static fn(): array => array(), $local_hosts, 5_000 ), $this->clock ), $this->environments, $this->clock );
		$this->allow_http( self::$front_end->origin );
		$this->connect();
		$input = Environment_Input::from_body( array( 'refreshUrl' => self::$front_end->origin . '/api/refresh' ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$this->assertInstanceOf( Environment::class, $this->environments->update( 'production', $input ) );
		$this->rotate();
		self::$front_end->know( $this->secrets[0] );
	}

	public function test_the_first_secret_is_tested_with_one_request(): void {
		$this->assert_result( 'success', 'The front end accepted the test request in' );
		$this->assertSame( array( 1 ), self::$front_end->signatures() );
		$this->assertFalse( $this->view()['isSecretUnused'] );
	}

	/**
	 * @param list<int> $known Numbers of the secrets that the front end knows: 1 is the new one.
	 */
	#[DataProvider( 'front_ends' )]
	public function test_says_which_of_two_secrets_the_front_end_knows( array $known, string $severity, string $message, bool $is_ended ): void {
		$this->rotate();
		$this->assertTrue( $this->view()['isSecretUnused'], 'From the start.' );
		self::$front_end->know( ...array_map( fn( int $number ): string => $this->secrets[ $number ], $known ) );
		$this->assert_result( $severity, $message );
		$this->assertSame( array( 1, 1 ), self::$front_end->signatures(), 'Each request is signed with one secret alone.' );
		$this->assertSame( array( ! $is_ended, $is_ended ? 1 : 2 ), array( $this->view()['isSecretUnused'], count( $this->environments->refresh_secrets( 'production' ) ) ) );
		$this->assertSame( $is_ended, '' === $this->view()['secretProblem'] );
	}

	public static function front_ends(): iterable {
		yield 'only the previous one' => array( array( 0 ), 'error', 'The front end knows only the previous secret. Set the new secret in the front end', false );
		yield 'only the new one' => array( array( 1 ), 'success', 'The previous one is not used any more.', true );
		yield 'both' => array( array( 0, 1 ), 'success', 'It also knows the previous one, which is not used any more.', true );
		yield 'none' => array( array(), 'error', 'The front end knows neither the new secret nor the previous one.', false );
	}

	public function test_a_secret_that_replaces_one_that_is_not_in_use_yet_does_not_end_the_one_before(): void {
		$this->rotate();
		$this->clock->pass( self::DAY_MS );
		$this->rotate();
		$this->assertSame( array_reverse( $this->secrets ), $this->environments->refresh_secrets( 'production' ) );
		$this->assert_result( 'error', 'The front end knows only the previous secret.' );
		$this->clock->pass( 6 * self::DAY_MS );
		$this->assertSame( array( $this->secrets[2], $this->secrets[1] ), $this->environments->refresh_secrets( 'production' ), 'Each one ends seven days after its replacement.' );
	}

	public function test_a_previous_secret_ends_after_seven_days_and_the_warning_stays(): void {
		$this->rotate();
		$this->assertMatchesRegularExpression( '/^The front end has not accepted the new refresh secret yet\. Set it in the front end and deploy the front end before .+, when the previous secret ends\.$/', $this->problem() );
		$this->clock->pass( 7 * self::DAY_MS - 1 );
		$this->assertCount( 2, $this->environments->refresh_secrets( 'production' ) );
		$this->clock->pass( 1 );
		$this->assertSame( array( $this->secrets[1] ), $this->environments->refresh_secrets( 'production' ) );
		$this->assertStringContainsString( 'the previous one ended on', $this->problem() );
		self::$front_end->know( $this->secrets[1] );
		$this->assert_result( 'success', 'The front end accepted the new secret' );
		$this->assertSame( '', $this->problem() );
	}

	public function test_asks_once_an_hour_with_the_new_secret_alone_until_the_front_end_accepts_it(): void {
		$this->test->ask_due();
		$this->assertSame( array(), self::$front_end->signatures(), 'There is no new secret.' );
		$this->rotate();
		foreach ( array( 0, 1_800_000, 1_799_999, 1 ) as $ms ) {
			$this->clock->pass( $ms );
			$this->test->ask_due();
		}
		$this->assertSame( array( 1, 1 ), self::$front_end->signatures() );
		$this->assertTrue( $this->view()['isSecretUnused'] );
		self::$front_end->know( $this->secrets[1] );
		$this->clock->pass( 3_600_000 );
		$this->test->ask_due();
		$this->assertSame( array( false, array( $this->secrets[1] ) ), array( $this->view()['isSecretUnused'], $this->environments->refresh_secrets( 'production' ) ) );
		$this->clock->pass( 3_600_000 );
		$this->test->ask_due();
		$this->assertSame( array( 1 ), self::$front_end->signatures(), 'An accepted secret is not asked about again.' );
	}

	public function test_a_secret_that_was_replaced_while_the_front_end_was_asked_is_not_accepted(): void {
		$this->rotate();
		$environment = $this->environments->get( 'production' );
		$this->rotate();
		$this->environments->end_previous_secrets( 'production', $environment?->refresh->secret ?? '' );
		$this->assertCount( 3, $this->environments->refresh_secrets( 'production' ) );
	}

	public function test_asking_changes_nothing_that_a_user_is_editing(): void {
		$this->rotate();
		$etag = $this->environments->get( 'production' )?->etag;
		self::$front_end->know( $this->secrets[1] );
		$this->test->ask_due();
		$this->assertFalse( $this->view()['isSecretUnused'] );
		$this->assertSame( $etag, $this->environments->get( 'production' )?->etag );
	}

	public function test_a_copy_of_the_site_sends_no_test_request(): void {
		$this->rotate();
		$stored = get_option( 'headless_deploy_environments' );
		$this->assertIsArray( $stored );
		$stored['environments']['production']['fingerprints'] = array( hash( 'sha256', 'elsewhere.example' ) );
		update_option( 'headless_deploy_environments', $stored );
		$environment = $this->environments->get( 'production' );
		$this->assertInstanceOf( Environment::class, $environment );
		$this->assert_error( 'headless_deploy_copy', $this->test->of( $environment ) );
		$this->test->ask_due();
		$this->assertSame( array(), self::$front_end->signatures() );
	}

	private function rotate(): void {
		$generated = $this->environments->generate_refresh_secret( 'production' );
		$this->assertIsArray( $generated );
		$this->secrets[] = $generated['secret'];
	}

	private function assert_result( string $severity, string $message ): void {
		$environment = $this->environments->get( 'production' );
		$this->assertInstanceOf( Environment::class, $environment );
		$result = $this->test->of( $environment );
		$this->assertIsArray( $result );
		$this->assertStringContainsString( $message, $result['message'] );
		$this->assertSame( $severity, $result['severity'] );
	}

	/**
	 * @return array<string, mixed>
	 */
	private function view(): array {
		$environment = $this->environments->get( 'production' );
		$this->assertInstanceOf( Environment::class, $environment );
		return Environment_View::for_managers( $environment )['refresh'];
	}

	private function problem(): string {
		return ( $this->environments->get( 'production' )->refresh ?? new Refresh_Target() )->secret_problem( $this->clock->now );
	}
}
