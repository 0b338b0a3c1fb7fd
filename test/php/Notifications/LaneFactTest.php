<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Notifications;

use HeadlessDeploy\Notifications\Lane_Fact;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Tracking\Tracking_Store;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class LaneFactTest extends TestCase {
	private const CREATED  = 1_000;
	private const FINISHED = 2_000;
	private const TRACKED  = 3_000;

	/**
	 * @return iterable<string, array{array<string, mixed>, array{string, int, string}|null}> Columns of a run; kind, time and code.
	 */
	public static function runs(): iterable {
		$refused  = array( 'status' => 'failed', 'error_code' => 'headless_deploy_bad_request' );
		$building = static fn( string $code ): array => array( 'tracked_status' => 'failed', 'tracking' => (string) json_encode( array( 'build' => array( 'name' => 'b', 'number' => 1, 'state' => 'failed', 'code' => $code ) ) ) );
		$attempt  = array( 'at' => self::CREATED, 'durationMs' => 1, 'httpStatus' => 503, 'error' => 'headless_deploy_service_unavailable' );
		$retrying = array( 'status' => 'retrying', 'attempts' => (string) json_encode( array( $attempt ) ) );
		yield 'a call that is not retried' => array( $refused, array( 'failed', self::CREATED, 'headless_deploy_bad_request' ) );
		yield 'a call that a stronger run replaces' => array( array( 'replaced_by' => 'purgeCache' ) + $refused, null );
		yield 'a call that is retried' => array( $retrying, array( 'failing', self::CREATED, 'headless_deploy_service_unavailable' ) );
		yield 'a retried call that is sent now' => array( array( 'status' => 'sending' ) + $retrying, array( 'failing', self::CREATED, 'headless_deploy_service_unavailable' ) );
		yield 'a first call that is sent now' => array( array( 'status' => 'sending' ), null );
		yield 'a failed build' => array( $building( 'headless_deploy_build_failed' ), array( 'failing', self::TRACKED, 'headless_deploy_build_failed' ) );
		yield 'a build that a user canceled' => array( $building( 'headless_deploy_build_canceled' ), null );
		yield 'a live page' => array( array( 'tracked_status' => 'live' ), array( 'recovered', self::TRACKED, '' ) );
		yield 'an accepted build that is followed' => array( array( 'next_check_at' => 9_000, 'tracked_at' => 0 ), null );
		yield 'an accepted build that is not followed yet' => array( array( 'next_check_at' => 0, 'tracked_at' => 0 ), null );
		yield 'an accepted build that nothing can prove' => array( array( 'next_check_at' => Tracking_Store::STOPPED, 'tracked_at' => 0 ), array( 'recovered', self::FINISHED, '' ) );
		yield 'an accepted purge' => array( array( 'lane' => 'cache', 'action' => 'purgeCache', 'next_check_at' => 9_000, 'tracked_at' => 0 ), array( 'recovered', self::FINISHED, '' ) );
		yield 'a running build' => array( array( 'tracked_status' => 'building', 'next_check_at' => 9_000 ), null );
		yield 'a canceled run' => array( array( 'status' => 'canceled' ), null );
	}

	/**
	 * @param array<string, mixed>            $columns
	 * @param array{string, int, string}|null $fact
	 */
	#[DataProvider( 'runs' )]
	public function test_a_run_says_that_its_lane_fails_failed_or_works( array $columns, ?array $fact ): void {
		$row = (object) ( $columns + array(
			'id'         => 7, 'blog_id' => 1, 'environment_id' => 'production', 'lane' => 'build', 'action' => 'rebuild', 'cause' => 'manual', 'user_id' => 0,
			'changes'    => 1, 'status' => 'accepted', 'tracked_status' => '', 'tracked_at' => self::TRACKED, 'next_check_at' => 0, 'tracking' => '', 'http_status' => 0,
			'error_code' => '', 'replaced_by' => '', 'created_at' => self::CREATED, 'finished_at' => self::FINISHED,
		) );
		$found = Lane_Fact::of( Run_Record::from_row( $row ) );
		$this->assertSame( $fact, null === $found ? null : array( $found->kind->value, $found->since, $found->code ) );
	}
}
