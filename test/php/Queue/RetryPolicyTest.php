<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Http\Redactor;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Http\Response_Reader;
use HeadlessDeploy\Http\Transfer_Limit;
use HeadlessDeploy\Queue\Attempts;
use HeadlessDeploy\Queue\Retry_Decision;
use HeadlessDeploy\Queue\Retry_Policy;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Tests\Contract;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use WP_Error;

/**
 * Checks the table of docs/retry-policy.md.
 */
final class RetryPolicyTest extends TestCase {
	private const DAY_MS = 86_400_000;

	public static function answers(): iterable {
		return Contract::cases( 'retry-policy', 'answers' );
	}

	public static function waits(): iterable {
		return Contract::cases( 'retry-policy', 'backOff' );
	}

	#[DataProvider( 'answers' )]
	public function test_decides_by_the_table_for_each_answer( array $row ): void {
		$answer = self::answer( $row );
		$now    = self::now();
		$this->assertSame( $row['code'], $answer->error_code );
		$this->assertSame( $row['first'], self::decide( $answer, 0, $now ) );
		$this->assertSame( $row['second'], self::decide( $answer, 1, $now ) );
		$this->assertSame( $row['sixth'], self::decide( $answer, 5, $now ) );
		$this->assertSame( $row['afterThreeDays'], self::decide( $answer, 1, $now - 3 * self::DAY_MS ) );
		$this->assertSame( $row['second'], self::decide( $answer, 1, $now - 3 * self::DAY_MS + 1 ) );
	}

	#[DataProvider( 'answers' )]
	public function test_has_a_headline_for_each_error_code( array $row ): void {
		$this->assertSame( '' === $row['code'], null === Errors::entry( $row['code'] )->kind );
	}

	#[DataProvider( 'answers' )]
	public function test_retries_after_an_hour_in_a_token_pause( array $row ): void {
		$expected = in_array( $row['first'], array( 'accepted', 'failed' ), true ) ? $row['first'] : 'paused, retrying after 3600 s';
		$this->assertSame( $expected, self::decide( self::answer( $row ), 9, self::now() - self::DAY_MS, true ) );
	}

	#[DataProvider( 'waits' )]
	public function test_waits_longer_after_each_attempt_with_20_percent_jitter( array $wait ): void {
		$policy   = new Retry_Policy( static fn(): float => (float) $wait['random'] );
		$answer   = new Response( 500, 'headless_deploy_service_error', 1 );
		$decision = $policy->decide( $answer, self::attempts( $answer, $wait['earlier'] ), self::now(), false, self::now() );
		$this->assertSame( "retrying after {$wait['seconds']} s", self::describe( $decision ) );
	}

	public function test_jitter_stays_within_20_percent(): void {
		$answer = new Response( 0, 'headless_deploy_timeout', 1 );
		$waits  = array();
		for ( $time = 0; $time < 200; $time++ ) {
			$waits[] = ( new Retry_Policy() )->decide( $answer, Attempts::from_json( '[]' ), 0, false, 0 )->not_before;
		}
		$this->assertGreaterThanOrEqual( 8_000, min( $waits ) );
		$this->assertLessThanOrEqual( 12_000, max( $waits ) );
		$this->assertGreaterThan( 50, count( array_unique( $waits ) ) );
	}

	public function test_retries_a_refused_token_after_another_failure(): void {
		$refused = new Response( 403, 'headless_deploy_token_refused', 1 );
		$failed  = new Response( 500, 'headless_deploy_service_error', 1 );
		$earlier = Attempts::from_json( '[]' )->with( $refused, 1 )->with( $failed, 2 );
		$this->assertSame( 'retrying after 300 s', self::describe( self::policy()->decide( $refused, $earlier, self::now(), false, self::now() ) ) );
	}

	public function test_pauses_after_two_refusals_of_different_kinds(): void {
		$earlier = Attempts::from_json( '[]' )->with( new Response( 404, 'headless_deploy_webhook_not_found', 1 ), 1 );
		$refused = new Response( 401, 'headless_deploy_token_refused', 1 );
		$this->assertTrue( self::policy()->decide( $refused, $earlier, self::now(), false, self::now() )->pauses );
	}

	public function test_counts_an_attempt_whose_wait_the_host_set(): void {
		$limited = new Response( 429, 'headless_deploy_rate_limited', 1, retry_after_ms: 5_000 );
		$failed  = new Response( 500, 'headless_deploy_service_error', 1 );
		$this->assertSame( 'retrying after 600 s', self::describe( self::policy()->decide( $failed, self::attempts( $limited, 3 ), self::now(), false, self::now() ) ) );
		$this->assertSame( 'retrying after 3600 s', self::describe( self::policy()->decide( $failed, self::attempts( $limited, 5 ), self::now(), false, self::now() ) ) );
	}

	public function test_fails_permanently_on_a_code_without_a_rule(): void {
		foreach ( array( 'headless_deploy_key_lost', 'headless_deploy_webhook_missing', 'headless_deploy_call_failed', 'headless_deploy_answer_too_large', 'anything' ) as $code ) {
			$this->assertSame( 'failed', self::decide( new Response( 0, $code, 1 ), 0, self::now() ), $code );
		}
	}

	/**
	 * @param int $earlier    How many such answers came before.
	 * @param int $started_at Time of the first attempt.
	 */
	private static function decide( Response $answer, int $earlier, int $started_at, bool $is_token_paused = false ): string {
		return self::describe( self::policy()->decide( $answer, self::attempts( $answer, $earlier ), $started_at, $is_token_paused, self::now() ) );
	}

	private static function policy(): Retry_Policy {
		return new Retry_Policy( static fn(): float => 0.5 );
	}

	private static function describe( Retry_Decision $decision ): string {
		$wait = ( $decision->not_before - self::now() ) / 1000;
		return Run_Status::Retrying === $decision->status ? ( $decision->pauses ? 'paused, ' : '' ) . "retrying after $wait s" : $decision->status->value;
	}

	private static function attempts( Response $answer, int $count ): Attempts {
		$attempts = Attempts::from_json( '[]' );
		for ( $number = 0; $number < $count; $number++ ) {
			$attempts = $attempts->with( $answer, self::now() + $number );
		}
		return $attempts;
	}

	private static function answer( array $row ): Response {
		$clock    = new Manual_Clock( self::now() );
		$reader   = new Response_Reader( new Redactor( array() ), new Transfer_Limit( $clock, PHP_INT_MAX, 65_536 ), $clock );
		$response = isset( $row['error'] )
			? new WP_Error( $row['error']['code'], $row['error']['message'] )
			: array(
				'headers'  => $row['http']['headers'] ?? array(),
				'body'     => $row['http']['body'] ?? '',
				'response' => array( 'code' => $row['http']['status'] ),
			);
		return $reader->read( $response, 1 );
	}

	private static function now(): int {
		return 1000 * (int) strtotime( Contract::read( 'retry-policy' )['now'] );
	}
}
