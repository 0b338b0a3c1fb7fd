<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Tracking;

use HeadlessDeploy\Action;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Hosting\Build;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Services;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_Error;

final class BuildOutcomeTest extends Tracking_Test_Case {
	private const PASSWORD = 'a-password-that-is-secret-1234';

	protected function setUp(): void {
		parent::setUp();
		$entered = $this->rest( 'PUT', self::API . '/settings/credentials', array( 'apiUrl' => self::API_URL, 'user' => 'api-user', 'password' => self::PASSWORD ) );
		$this->assertSame( 200, $entered->get_status() );
	}

	/**
	 * @param  string                $state Empty when the host reports none.
	 * @return array<string, string>
	 */
	private function build( string $state, string $error = '', string $id = 'b1', int $started_at = 0 ): array {
		return array(
			'name'       => "accounts/acme/apps/site/environments/e1/builds/$id",
			'createTime' => Iso_Time::of( $this->clock->now + $started_at * 1000 ),
			'state'      => $state,
			'error'      => $error,
			'operation'  => "operations/$id",
		) + ( in_array( $state, array( 'queued', 'building', 'deploying' ), true ) ? array() : array( 'finishTime' => Iso_Time::of( $this->clock->now ) ) );
	}

	private function rebuild(): void {
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->dispatch();
	}

	public function test_ignores_builds_without_a_name_and_impossible_times(): void {
		$this->assertNull( Build::from_json( array( 'name' => 'accounts/acme/builds/' ) ) );
		foreach ( array( '2026-01-01T00:00:00 +99999999 years', '0001-01-01T00:00:00Z', '2026-01-01Tnever', '2026-99-99T00:00:00Z' ) as $time ) {
			$this->assertSame( 0, Build::from_json( array( 'name' => 'b1', 'startTime' => $time ) )?->started_at, $time );
		}
		$this->assertSame( 1_767_225_600_123, Build::from_json( array( 'name' => 'b1', 'startTime' => '2026-01-01T00:00:00.123456Z' ) )?->started_at );
	}

	public function test_follows_a_build_from_building_to_live(): void {
		$this->rebuild();
		$this->report_builds( $this->build( 'building' ) );
		$this->dispatch_after();
		$this->assertSame( array( 'building', 'building' ), array( $this->last_run()['status'], $this->environment_status()['status'] ) );
		$this->assert_fields( array( 'name' => 'b1', 'finishedAt' => null, 'message' => '' ), $this->last_run()['build'] );
		$this->assertSame( array( null, null ), array( $this->last_run()['build']['number'], $this->last_run()['build']['page'] ) );
		$this->report_builds( $this->build( 'live' ) );
		$this->dispatch_after();
		$this->assertSame( array( 'live', 'upToDate', null ), array( $this->last_run()['status'], $this->environment_status()['status'], $this->environment_status()['nextCheckAt'] ) );
	}

	public function test_shows_the_name_and_the_log_url_of_a_build(): void {
		$this->rebuild();
		$this->report_builds( array( 'number' => 16 ) + $this->build( 'failed' ) );
		$this->dispatch_after();
		$run = $this->last_run();
		$this->assertStringContainsString( 'build “16” failed', $run['message'] );
		$this->assertSame( 16, $run['build']['number'] );
		$this->assertMatchesRegularExpression( '#^https://[^/]+/portal/accounts/[^/]+/apps/[^/]+/environments/[^/]+/builds/16$#', $run['build']['page'] );
		$this->log_in( 'editor' );
		$this->assertNull( $this->last_run()['build']['page'], 'Only managers get the address of the portal.' );
	}

	public function test_shows_the_error_of_a_failed_build_to_managers_only(): void {
		$this->rebuild();
		$this->report_builds( $this->build( 'failed', 'npm ERR! The token ' . self::PASSWORD . ' is bad' ) );
		$this->dispatch_after();
		$run = $this->last_run();
		$this->assert_fields( array( 'accepted' => true, 'status' => 'failed', 'errorCode' => 'headless_deploy_build_failed' ), $run );
		$this->assertStringContainsString( '“b1” failed', $run['message'] );
		$this->assertSame( 'npm ERR! The token •••• is bad', $run['build']['message'] );
		$this->assertSame( array( 'failed', $run['id'] ), array( $this->environment_status()['status'], $this->environment_status()['lastRun']['id'] ) );
		$this->log_in( 'editor' );
		$this->assertSame( array( 'b1', '' ), array( $this->last_run()['build']['name'], $this->last_run()['build']['message'] ) );
	}

	#[DataProvider( 'ends' )]
	public function test_limits_the_reported_end_of_a_build_to_the_time_since_the_run( int $ended, int $since ): void {
		$this->rebuild();
		$accepted = $this->clock->now;
		$this->report_builds( array( 'finishTime' => Iso_Time::of( $accepted + $ended * 1000 ) ) + $this->build( 'live' ) );
		$this->dispatch_after( 300 );
		$this->assertSame( array( 'live', Iso_Time::of( $accepted + $since * 1000 ) ), array( $this->last_run()['status'], $this->last_run()['trackedAt'] ) );
	}

	/**
	 * Seconds after the run was accepted: the end of the build as the host and as the plugin report it.
	 */
	public static function ends(): array {
		return array(
			'between two checks'      => array( 48, 48 ),
			'by a clock that is fast' => array( 900, 300 ),
			'by a clock that is slow' => array( -3600, 0 ),
		);
	}

	public function test_a_failed_build_counts_although_a_page_showed_the_change(): void {
		$this->deploy( fn() => $this->post() );
		$this->report_builds( $this->build( 'building' ) );
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() + 60 ) );
		$this->dispatch_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
		$this->assertNotNull( $this->environment_status()['nextCheckAt'], 'The build is tracked to its end.' );
		$this->report_builds( $this->build( 'failed', 'Broken' ) );
		$this->dispatch_after();
		$this->assertSame( array( 'failed', null ), array( $this->last_run()['status'], $this->last_run()['live'] ) );
	}

	public function test_a_repeated_build_in_the_portal_makes_a_failed_run_live(): void {
		$this->deploy( fn() => $this->post() );
		$failed = $this->build( 'failed', 'Broken', '15' );
		$this->report_builds( $failed );
		$this->dispatch_after();
		$this->assertSame( array( 'failed', 1 ), array( $this->environment_status()['status'], $this->environment_status()['undeployed'][0]['changes'] ) );
		$this->clock->pass( 600_000 );
		$this->report_builds( $this->build( 'building', '', '16' ), $failed );
		$this->dispatch_after();
		$this->assertSame( array( 'building', '16', 'Build 16, started in the portal' ), array( $this->last_run()['status'], $this->last_run()['build']['name'], $this->last_run()['build']['origin'] ) );
		$this->report_builds( $this->build( 'live', '', '16' ), $failed );
		$this->dispatch_after( 60 );
		$state = $this->environment_status();
		$this->assertSame( array( 'upToDate', 'live', 'Build 16, started in the portal' ), array( $state['status'], $state['lastRun']['status'], $state['lastRun']['build']['origin'] ) );
		$this->assertSame( array( array(), null ), array( $state['undeployed'], $state['nextCheckAt'] ) );
	}

	/**
	 * Seconds between the call and the start of the build, and the origin that is shown.
	 */
	public static function builds_after_a_failed_call(): array {
		return array(
			'the host accepted the call, and its answer was lost' => array( -2, '' ),
			'an administrator started a build at the host'        => array( 600, 'Build 16, started in the portal' ),
		);
	}

	#[DataProvider( 'builds_after_a_failed_call' )]
	public function test_a_build_after_a_failed_call_makes_the_run_live( int $started_at, string $origin ): void {
		$this->caller->refuse();
		$this->deploy( fn() => $this->post() );
		$failed_at = $this->clock->now;
		$this->report_builds( $this->build( 'live', '', '15', -3600 ) );
		$this->dispatch_after();
		$this->assertSame( array( 'failed', 1 ), array( $this->environment_status()['status'], $this->environment_status()['undeployed'][0]['changes'] ) );
		$this->assertNotNull( $this->environment_status()['nextCheckAt'], 'An open page checks again.' );
		$this->clock->pass( 900_000 );
		$build = array( 'createTime' => Iso_Time::of( $failed_at + $started_at * 1000 ) ) + $this->build( 'building', '', '16' );
		$this->report_builds( $build );
		$this->dispatch_after();
		$this->assertSame( 'failed', $this->environment_status()['status'], 'Only a live build proves the change.' );
		$this->report_builds( array( 'state' => 'live', 'finishTime' => Iso_Time::of( $this->clock->now ) ) + $build );
		$this->dispatch_after( 300 );
		$state = $this->environment_status();
		$this->assertSame( array( 'upToDate', 'live', '', '' ), array( $state['status'], $state['lastRun']['status'], $state['lastRun']['errorCode'], $state['lastRun']['message'] ) );
		$this->assertSame( $origin, $state['lastRun']['build']['origin'] );
		$this->assertSame( array( array(), null ), array( $state['undeployed'], $state['nextCheckAt'] ) );
		$this->assertSame( 1, $this->last_run()['changes'] );
		$this->assertCount( 1, $this->last_run()['reasons'] );
	}

	public function test_a_page_with_the_change_after_a_failed_call_makes_the_run_live(): void {
		$this->caller->refuse();
		$this->deploy( fn() => $this->post() );
		$this->report_builds();
		$this->dispatch_after();
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() + 60 ) );
		$this->dispatch_after( 30 );
		$this->assertSame( array( 'live', 'upToDate' ), array( $this->last_run()['status'], $this->environment_status()['status'] ) );
		$this->assertSame( array(), $this->environment_status()['undeployed'] );
	}

	public function test_checks_a_failed_call_less_and_less_often_until_a_week_has_passed_or_a_later_run_failed(): void {
		$this->caller->refuse();
		$this->rebuild();
		$this->report_builds();
		$this->dispatch_after();
		$requests = $this->assert_checks_become_less_frequent();
		$this->caller->refuse();
		$this->rebuild();
		$this->dispatch_after( 300 );
		$this->assertCount( $requests + 1, $this->requested_urls(), 'Only the later run is tracked.' );
		$this->dispatch_after( 8 * 86_400 );
		$this->dispatch_after( 300 );
		$this->assertNull( $this->environment_status()['nextCheckAt'] );
		$this->assertCount( $requests + 1, $this->requested_urls() );
	}

	/**
	 * Expects a check after 30 seconds, and after a day no more often than every 5 minutes.
	 *
	 * @return int Number of requests.
	 */
	private function assert_checks_become_less_frequent(): int {
		$before = count( $this->requested_urls() );
		$this->dispatch_after( 29 );
		$this->assertCount( $before, $this->requested_urls() );
		$this->dispatch_after( 1 );
		$this->assertCount( $before + 1, $this->requested_urls() );
		$this->dispatch_after( 86_400 );
		$this->dispatch_after( 299 );
		$this->assertCount( $before + 2, $this->requested_urls() );
		return $before + 2;
	}

	public function test_does_not_track_a_failed_call_without_anything_to_check(): void {
		$this->rest( 'DELETE', self::API . '/settings/credentials' );
		$this->caller->refuse();
		$this->rebuild();
		$this->dispatch_after();
		$this->assertSame( array(), $this->requested_urls() );
		$this->assertNull( $this->environment_status()['nextCheckAt'] );
	}

	public function test_a_repeated_build_that_fails_is_a_failure_and_a_canceled_one_changes_nothing(): void {
		$this->rebuild();
		$failed = $this->build( 'failed', 'Broken', '15' );
		$this->report_builds( $failed );
		$this->dispatch_after();
		$this->report_builds( $this->build( 'canceled', '', '16', 30 ), $failed );
		$this->dispatch_after( 30 );
		$this->assertSame( array( 'failed', '15' ), array( $this->last_run()['status'], $this->last_run()['build']['name'] ) );
		$this->report_builds( $this->build( 'failed', 'Still broken', '17', 30 ), $failed );
		$this->dispatch_after( 30 );
		$this->assertSame( array( 'failed', '17', 'Still broken' ), array( $this->last_run()['status'], $this->last_run()['build']['name'], $this->last_run()['build']['message'] ) );
	}

	public function test_a_page_with_the_change_after_a_failed_build_makes_the_run_live(): void {
		$this->deploy( fn() => $this->post() );
		$this->report_builds( $this->build( 'failed', 'Broken' ) );
		$this->dispatch_after();
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() + 60 ) );
		$this->dispatch_after( 30 );
		$this->assertSame( array( 'live', 'upToDate' ), array( $this->last_run()['status'], $this->environment_status()['status'] ) );
	}

	public function test_checks_a_failed_build_less_and_less_often_until_a_later_run_was_sent(): void {
		$this->rebuild();
		$this->report_builds( $this->build( 'failed', 'Broken' ) );
		$this->dispatch_after();
		$requests = $this->assert_checks_become_less_frequent();
		$this->report_builds( $this->build( 'building', '', 'b2' ) );
		$this->rebuild();
		$this->dispatch_after( 300 );
		$this->assertSame( array( 'building', 'failed' ), array_column( $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'], 'status' ) );
		$this->assertCount( $requests + 1, $this->requested_urls(), 'Only the later run is tracked.' );
	}

	public function test_only_the_build_of_the_runs_operation_counts(): void {
		$this->rebuild();
		$this->report_builds( $this->build( 'live', '', 'b0', -600 ) );
		$this->dispatch_after();
		$this->assertSame( array( 'accepted', null ), array( $this->last_run()['status'], $this->last_run()['build'] ) );
		$this->report_builds( $this->build( 'building', '', 'b2' ), array( 'operation' => 'operations/1' ) + $this->build( 'failed', 'Broken' ) );
		$this->dispatch_after();
		$this->assertSame( array( 'failed', 'b1' ), array( $this->last_run()['status'], $this->last_run()['build']['name'] ) );
	}

	public function test_the_page_decides_when_the_host_reports_no_status(): void {
		$this->deploy( fn() => $this->post() );
		$running = array_diff_key( $this->build( 'building' ), array( 'state' => 0 ) );
		$this->report_builds( $running );
		$this->dispatch_after();
		$this->assertSame( 'building', $this->last_run()['status'] );
		$this->report_builds( array( 'finishTime' => Iso_Time::of( $this->clock->now ) ) + $running );
		$this->dispatch_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
		$this->serve_page( null );
		$this->dispatch_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
	}

	#[Group( 'newest' )]
	#[Group( 'mariadb' )]
	public function test_continues_tracking_when_a_statement_fails(): void {
		for ( $nth = 1; $nth < 100; $nth++ ) {
			$this->serve_page( null, 'Not yet', 404 );
			$this->report_builds( $this->build( 'building', '', "b$nth" ) );
			$this->post();
			do_action( 'shutdown' );
			$this->after( 10 );
			$has_failed = $this->fail_nth( $nth, $this->track( ... ) );
			wp_cache_flush();
			$this->dispatch_after( 40 );
			$this->assertSame( 'building', $this->last_run()['status'], "Statement $nth." );
			$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() + 60 ) );
			$this->dispatch_after( 40 );
			$this->assertSame( 'live', $this->last_run()['status'], "Statement $nth." );
			if ( ! $has_failed ) {
				return;
			}
		}
		$this->fail( 'The operation has more than 100 statements.' );
	}

	/**
	 * Tracks the newest run in two dispatches: the first decides what to check, the second checks it.
	 */
	private function track(): void {
		for ( $dispatch = 1; $dispatch <= 2; $dispatch++ ) {
			Entry_Point::background( ( new Services( $this->clock, $this->caller ) )->tracker()->check_due_runs( ... ) )();
			$this->clock->pass( 5_000 );
		}
	}

	public function test_does_not_retry_refused_credentials(): void {
		$this->rebuild();
		$this->mock_http( self::API_URL, $this->answer( 401, '{"message":"Bad Credentials"}' ) );
		$this->dispatch_after();
		$this->dispatch_after();
		$this->assertCount( 1, preg_grep( '/api\.hosting/', $this->requested_urls() ) ?: array() );
		$credentials = $this->rest( 'GET', self::API . '/settings' )->get_data()['credentials'];
		$this->assertFalse( $credentials['works'] );
		$this->assertStringContainsString( 'does not accept', $credentials['message'] );
		$this->assertNull( $this->environment_status()['nextCheckAt'] );
	}

	public function test_asks_a_host_that_was_down_again_and_never_for_a_purge(): void {
		$this->start_manual_run( Action::PurgeCache, 1 );
		$this->dispatch_after();
		$this->assertSame( array(), $this->requested_urls() );
		$this->rebuild();
		$this->mock_http( self::API_URL, new WP_Error( 'http_request_failed', 'cURL error 7: Connection refused' ) );
		$this->dispatch_after();
		$this->report_builds( $this->build( 'live' ) );
		$this->dispatch_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
	}

	public function test_reports_a_host_that_stops_answering_during_a_build_until_it_answers(): void {
		$this->rebuild();
		$this->report_builds( $this->build( 'building' ) );
		$this->dispatch_after();
		$this->mock_http( self::API_URL, new WP_Error( 'http_request_failed', 'cURL error 7: Connection refused' ) );
		$this->dispatch_after();
		$this->assertSame( array( 'building', '' ), array( $this->last_run()['status'], $this->last_run()['errorCode'] ), 'One lost answer is no problem.' );
		$this->dispatch_after();
		$this->assertSame( array( 'building', 'building', 'headless_deploy_build_unseen' ), array( $this->environment_status()['status'], $this->last_run()['status'], $this->last_run()['errorCode'] ) );
		$this->assertStringContainsString( 'does not respond', $this->environment_status()['lastRun']['message'] );
		$this->report_builds( $this->build( 'building' ) );
		$this->dispatch_after( 10 );
		$this->assert_fields( array( 'status' => 'building', 'errorCode' => '', 'message' => '' ), $this->last_run() );
	}

	public function test_stops_tracking_a_build_that_never_ends(): void {
		$this->rebuild();
		$this->report_builds( $this->build( 'building' ) );
		for ( $minute = 0; $minute < 62; $minute++ ) {
			$this->dispatch_after( 60 );
		}
		$this->assertSame( array( 'accepted', 'upToDate', null ), array( $this->last_run()['status'], $this->environment_status()['status'], $this->environment_status()['nextCheckAt'] ) );
	}

	public function test_sends_the_password_only_in_the_request_that_needs_it(): void {
		$this->rebuild();
		$this->report_builds( $this->build( 'live' ) );
		$this->dispatch_after();
		$this->assertStringStartsWith( self::API_URL . '/v1/accounts/acme/apps/site/environments/', $this->requested_urls()[0] );
		$seen = (string) wp_json_encode( array( $this->http_log, $this->rest( 'GET', self::API . '/settings' )->get_data(), get_option( 'headless_deploy_credentials' ) ) );
		foreach ( array( self::PASSWORD, base64_encode( 'api-user:' . self::PASSWORD ) ) as $secret ) {
			$this->assertStringNotContainsString( $secret, $seen );
		}
	}
}
