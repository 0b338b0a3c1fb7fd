<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Tracking;

use HeadlessDeploy\Action;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Hosting\Build;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Services;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_Error;

final class BuildOutcomeTest extends Tracking_Test_Case {
	private const API_URL  = 'https://api.hosting.example';
	private const PASSWORD = 'a-password-that-is-secret-1234';

	protected function setUp(): void {
		parent::setUp();
		$entered = $this->rest( 'PUT', self::API . '/settings/credentials', array( 'apiUrl' => self::API_URL, 'user' => 'api-user', 'password' => self::PASSWORD ) );
		$this->assertSame( 200, $entered->get_status() );
	}

	/**
	 * @param  string                $state Its state, empty for a host that does not tell.
	 * @return array<string, string>
	 */
	private function build( string $state, string $error = '', string $id = 'b1', int $began = 0 ): array {
		return array(
			'name'       => "accounts/acme/apps/site/environments/e1/builds/$id",
			'createTime' => Iso_Time::of( $this->clock->now + $began * 1000 ),
			'state'      => $state,
			'error'      => $error,
			'operation'  => "operations/$id",
		) + ( in_array( $state, array( 'queued', 'building', 'deploying' ), true ) ? array() : array( 'finishTime' => Iso_Time::of( $this->clock->now ) ) );
	}

	/**
	 * @param array<string, string|int> ...$builds
	 */
	private function tell( array ...$builds ): void {
		$this->mock_http( self::API_URL, $this->answer( 200, (string) wp_json_encode( array( 'builds' => $builds ) ) ) );
	}

	private function rebuild(): void {
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 1 );
		$this->dispatch();
	}

	public function test_a_build_without_a_name_and_impossible_times_are_not_believed(): void {
		$this->assertNull( Build::from_json( array( 'name' => 'accounts/acme/builds/' ) ) );
		foreach ( array( '2026-01-01T00:00:00 +99999999 years', '0001-01-01T00:00:00Z', '2026-01-01Tnever', '2026-99-99T00:00:00Z' ) as $time ) {
			$this->assertSame( 0, Build::from_json( array( 'name' => 'b1', 'startTime' => $time ) )?->started_at, $time );
		}
		$this->assertSame( 1_767_225_600_123, Build::from_json( array( 'name' => 'b1', 'startTime' => '2026-01-01T00:00:00.123456Z' ) )?->started_at );
	}

	public function test_a_build_walks_from_building_to_live(): void {
		$this->rebuild();
		$this->tell( $this->build( 'building' ) );
		$this->look_after();
		$this->assertSame( array( 'building', 'building' ), array( $this->last_run()['status'], $this->state_now()['state'] ) );
		$this->assertSame( array( 'b1', null, '' ), array( $this->last_run()['build']['name'], $this->last_run()['build']['finishedAt'], $this->last_run()['build']['message'] ) );
		$this->tell( $this->build( 'live' ) );
		$this->look_after();
		$this->assertSame( array( 'live', 'upToDate', null ), array( $this->last_run()['status'], $this->state_now()['state'], $this->state_now()['nextCheckAt'] ) );
	}

	public function test_a_build_is_named_as_the_host_names_it_with_the_address_of_its_log(): void {
		$this->rebuild();
		$this->tell( array( 'number' => 16 ) + $this->build( 'failed' ) );
		$this->look_after();
		$run = $this->last_run();
		$this->assertStringContainsString( 'build “16” failed', $run['message'] );
		$this->assertSame( 16, $run['build']['number'] );
		$this->assertMatchesRegularExpression( '#^https://[^/]+/portal/accounts/[^/]+/apps/[^/]+/environments/[^/]+/builds/16$#', $run['build']['page'] );
		$this->log_in( 'editor' );
		$this->assertNull( $this->last_run()['build']['page'], 'The portal is for those who manage.' );
	}

	public function test_a_host_that_does_not_number_its_builds_gets_no_address_made_up(): void {
		$this->rebuild();
		$this->tell( $this->build( 'building' ) );
		$this->look_after();
		$this->assertSame( array( null, null ), array( $this->last_run()['build']['number'], $this->last_run()['build']['page'] ) );
	}

	public function test_a_failed_build_says_so_and_its_words_go_to_managers_alone(): void {
		$this->rebuild();
		$this->tell( $this->build( 'failed', 'npm ERR! The token ' . self::PASSWORD . ' is bad' ) );
		$this->look_after();
		$run = $this->last_run();
		$this->assertSame( array( true, 'failed', 'headless_deploy_build_failed' ), array( $run['accepted'], $run['status'], $run['errorCode'] ) );
		$this->assertStringContainsString( '“b1” failed', $run['message'] );
		$this->assertSame( 'npm ERR! The token •••• is bad', $run['build']['message'] );
		$this->assertSame( array( 'failed', $run['id'] ), array( $this->state_now()['state'], $this->state_now()['last']['id'] ) );
		$this->log_in( 'editor' );
		$this->assertSame( array( 'b1', '' ), array( $this->last_run()['build']['name'], $this->last_run()['build']['message'] ) );
	}

	#[DataProvider( 'ends' )]
	public function test_a_build_is_live_since_the_host_says_as_far_as_our_clock_allows( int $ended, int $since ): void {
		$this->rebuild();
		$accepted = $this->clock->now;
		$this->tell( array( 'finishTime' => Iso_Time::of( $accepted + $ended * 1000 ) ) + $this->build( 'live' ) );
		$this->look_after( 300 );
		$this->assertSame( array( 'live', Iso_Time::of( $accepted + $since * 1000 ) ), array( $this->last_run()['status'], $this->last_run()['trackedAt'] ) );
	}

	/**
	 * Seconds after the run was taken: when the host says that the build ended, and what we say.
	 */
	public static function ends(): array {
		return array(
			'while nobody looked'           => array( 48, 48 ),
			'by a clock that is ahead'      => array( 900, 300 ),
			'by a clock that is far behind' => array( -3600, 0 ),
		);
	}

	public function test_a_failed_build_counts_though_a_page_showed_the_change(): void {
		$this->run_after( fn() => $this->post() );
		$this->tell( $this->build( 'building' ) );
		$this->show( gmdate( 'Y-m-d\TH:i:s', time() + 60 ) );
		$this->look_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
		$this->assertNotNull( $this->state_now()['nextCheckAt'], 'The build is followed to its end.' );
		$this->tell( $this->build( 'failed', 'Broken' ) );
		$this->look_after();
		$this->assertSame( array( 'failed', null ), array( $this->last_run()['status'], $this->last_run()['live'] ) );
	}

	public function test_a_build_that_was_repaired_in_the_portal_turns_the_failure_to_live(): void {
		$this->run_after( fn() => $this->post() );
		$failed = $this->build( 'failed', 'Broken', '15' );
		$this->tell( $failed );
		$this->look_after();
		$this->assertSame( array( 'failed', 1 ), array( $this->state_now()['state'], $this->state_now()['undeployed'][0]['changes'] ) );
		$this->clock->pass( 600_000 );
		$this->tell( $this->build( 'building', '', '16' ), $failed );
		$this->look_after();
		$this->assertSame( array( 'building', '16', 'Build 16, started in the portal' ), array( $this->last_run()['status'], $this->last_run()['build']['name'], $this->last_run()['build']['origin'] ) );
		$this->tell( $this->build( 'live', '', '16' ), $failed );
		$this->look_after( 60 );
		$state = $this->state_now();
		$this->assertSame( array( 'upToDate', 'live', 'Build 16, started in the portal' ), array( $state['state'], $state['last']['status'], $state['last']['build']['origin'] ) );
		$this->assertSame( array( array(), null ), array( $state['undeployed'], $state['nextCheckAt'] ) );
	}

	/**
	 * @return array<string, array{int, string}> Seconds after the call at which the build began, and what is told of it.
	 */
	public static function builds_after_a_failed_call(): array {
		return array(
			'the host took the call, and its answer was lost' => array( -2, '' ),
			'an administrator started a build at the host'    => array( 600, 'Build 16, started in the portal' ),
		);
	}

	#[DataProvider( 'builds_after_a_failed_call' )]
	public function test_a_build_that_is_live_after_a_failed_call_turns_the_failure_to_live( int $began, string $origin ): void {
		$this->caller->refuse();
		$this->run_after( fn() => $this->post() );
		$failed_at = $this->clock->now;
		$this->tell( $this->build( 'live', '', '15', -3600 ) );
		$this->look_after();
		$this->assertSame( array( 'failed', 1 ), array( $this->state_now()['state'], $this->state_now()['undeployed'][0]['changes'] ) );
		$this->assertNotNull( $this->state_now()['nextCheckAt'], 'An open page asks again.' );
		$this->clock->pass( 900_000 );
		$build = array( 'createTime' => Iso_Time::of( $failed_at + $began * 1000 ) ) + $this->build( 'building', '', '16' );
		$this->tell( $build );
		$this->look_after();
		$this->assertSame( 'failed', $this->state_now()['state'], 'Nothing is proved until it is live.' );
		$this->tell( array( 'state' => 'live', 'finishTime' => Iso_Time::of( $this->clock->now ) ) + $build );
		$this->look_after( 300 );
		$state = $this->state_now();
		$this->assertSame( array( 'upToDate', 'live', '', '' ), array( $state['state'], $state['last']['status'], $state['last']['errorCode'], $state['last']['message'] ) );
		$this->assertSame( $origin, $state['last']['build']['origin'] );
		$this->assertSame( array( array(), null ), array( $state['undeployed'], $state['nextCheckAt'] ) );
		$this->assertSame( 1, $this->last_run()['changes'] );
		$this->assertCount( 1, $this->last_run()['reasons'] );
	}

	public function test_a_page_that_shows_the_change_after_a_failed_call_proves_that_the_site_has_it(): void {
		$this->caller->refuse();
		$this->run_after( fn() => $this->post() );
		$this->tell();
		$this->look_after();
		$this->show( gmdate( 'Y-m-d\TH:i:s', time() + 60 ) );
		$this->look_after( 30 );
		$this->assertSame( array( 'live', 'upToDate' ), array( $this->last_run()['status'], $this->state_now()['state'] ) );
		$this->assertSame( array(), $this->state_now()['undeployed'] );
	}

	public function test_a_failed_call_is_looked_at_ever_more_seldom_for_a_week_and_no_more_once_a_later_run_failed_too(): void {
		$this->caller->refuse();
		$this->rebuild();
		$this->tell();
		$this->look_after();
		$before = count( $this->asked() );
		$this->look_after( 29 );
		$this->assertCount( $before, $this->asked() );
		$this->look_after( 1 );
		$this->assertCount( $before + 1, $this->asked() );
		$this->look_after( 86_400 );
		$this->look_after( 299 );
		$this->assertCount( $before + 2, $this->asked() );
		$this->caller->refuse();
		$this->rebuild();
		$this->look_after( 300 );
		$this->assertCount( $before + 3, $this->asked(), 'Only the later run is followed.' );
		$this->look_after( 8 * 86_400 );
		$this->look_after( 300 );
		$this->assertNull( $this->state_now()['nextCheckAt'] );
		$this->assertCount( $before + 3, $this->asked() );
	}

	public function test_a_failed_call_that_nothing_can_be_learnt_of_is_not_followed(): void {
		$this->rest( 'DELETE', self::API . '/settings/credentials' );
		$this->caller->refuse();
		$this->rebuild();
		$this->look_after();
		$this->assertSame( array(), $this->asked() );
		$this->assertNull( $this->state_now()['nextCheckAt'] );
	}

	public function test_a_repair_that_fails_too_is_a_failure_and_one_that_is_canceled_changes_nothing(): void {
		$this->rebuild();
		$failed = $this->build( 'failed', 'Broken', '15' );
		$this->tell( $failed );
		$this->look_after();
		$this->tell( $this->build( 'cancelled', '', '16', 30 ), $failed );
		$this->look_after( 30 );
		$this->assertSame( array( 'failed', '15' ), array( $this->last_run()['status'], $this->last_run()['build']['name'] ) );
		$this->tell( $this->build( 'failed', 'Still broken', '17', 30 ), $failed );
		$this->look_after( 30 );
		$this->assertSame( array( 'failed', '17', 'Still broken' ), array( $this->last_run()['status'], $this->last_run()['build']['name'], $this->last_run()['build']['message'] ) );
	}

	public function test_a_page_that_shows_the_change_after_the_failure_proves_that_it_was_repaired(): void {
		$this->run_after( fn() => $this->post() );
		$this->tell( $this->build( 'failed', 'Broken' ) );
		$this->look_after();
		$this->show( gmdate( 'Y-m-d\TH:i:s', time() + 60 ) );
		$this->look_after( 30 );
		$this->assertSame( array( 'live', 'upToDate' ), array( $this->last_run()['status'], $this->state_now()['state'] ) );
	}

	public function test_a_failure_is_looked_at_ever_more_seldom_and_no_more_once_a_later_run_was_sent(): void {
		$this->rebuild();
		$this->tell( $this->build( 'failed', 'Broken' ) );
		$this->look_after();
		$before = count( $this->asked() );
		$this->look_after( 29 );
		$this->assertCount( $before, $this->asked() );
		$this->look_after( 1 );
		$this->assertCount( $before + 1, $this->asked() );
		$this->look_after( 86_400 );
		$this->look_after( 299 );
		$this->assertCount( $before + 2, $this->asked() );
		$this->tell( $this->build( 'building', '', 'b2' ) );
		$this->rebuild();
		$this->look_after( 300 );
		$this->assertSame( array( 'building', 'failed' ), array_column( $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'], 'status' ) );
		$this->assertCount( $before + 3, $this->asked(), 'Only the later run is followed.' );
	}

	public function test_the_build_of_the_operation_counts_and_an_older_one_does_not(): void {
		$this->rebuild();
		$this->tell( $this->build( 'live', '', 'b0', -600 ) );
		$this->look_after();
		$this->assertSame( array( 'accepted', null ), array( $this->last_run()['status'], $this->last_run()['build'] ) );
		$this->tell( $this->build( 'building', '', 'b2' ), array( 'operation' => 'operations/1' ) + $this->build( 'failed', 'Broken' ) );
		$this->look_after();
		$this->assertSame( array( 'failed', 'b1' ), array( $this->last_run()['status'], $this->last_run()['build']['name'] ) );
	}

	public function test_a_host_that_tells_no_state_leaves_the_end_to_the_page(): void {
		$this->run_after( fn() => $this->post() );
		$running = array_diff_key( $this->build( 'building' ), array( 'state' => 0 ) );
		$this->tell( $running );
		$this->look_after();
		$this->assertSame( 'building', $this->last_run()['status'] );
		$this->tell( array( 'finishTime' => Iso_Time::of( $this->clock->now ) ) + $running );
		$this->look_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
		$this->show( null );
		$this->look_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
	}

	#[Group( 'newest' )]
	#[Group( 'mariadb' )]
	public function test_a_statement_that_fails_once_ends_the_following_of_no_run(): void {
		for ( $nth = 1; $nth < 100; $nth++ ) {
			$this->show( null, 'Not yet', 404 );
			$this->tell( $this->build( 'building', '', "b$nth" ) );
			$this->post();
			do_action( 'shutdown' );
			$this->after( 10 );
			$has_failed = $this->fail_nth( $nth, $this->follow( ... ) );
			wp_cache_flush();
			$this->look_after( 40 );
			$this->assertSame( 'building', $this->last_run()['status'], "Statement $nth." );
			$this->show( gmdate( 'Y-m-d\TH:i:s', time() + 60 ) );
			$this->look_after( 40 );
			$this->assertSame( 'live', $this->last_run()['status'], "Statement $nth." );
			if ( ! $has_failed ) {
				return;
			}
		}
		$this->fail( 'It has no end.' );
	}

	/**
	 * Follows the newest run twice, as two dispatches do: the first decides what is watched, the second looks.
	 */
	private function follow(): void {
		for ( $dispatch = 1; $dispatch <= 2; $dispatch++ ) {
			Entry_Point::background( ( new Services( $this->clock, $this->caller ) )->tracker()->check_due_runs( ... ) )();
			$this->clock->pass( 5_000 );
		}
	}

	public function test_credentials_that_are_refused_are_not_tried_again(): void {
		$this->rebuild();
		$this->mock_http( self::API_URL, $this->answer( 401, '{"message":"Bad Credentials"}' ) );
		$this->look_after();
		$this->look_after();
		$this->assertCount( 1, preg_grep( '/api\.hosting/', $this->asked() ) ?: array() );
		$credentials = $this->rest( 'GET', self::API . '/settings' )->get_data()['credentials'];
		$this->assertFalse( $credentials['works'] );
		$this->assertStringContainsString( 'does not accept', $credentials['message'] );
		$this->assertNull( $this->state_now()['nextCheckAt'] );
	}

	public function test_a_host_that_is_down_is_asked_again_and_a_purge_is_no_build(): void {
		$this->manual_run->start( 'production', Action::PurgeCache, Cause::Manual, 1 );
		$this->look_after();
		$this->assertSame( array(), $this->asked() );
		$this->rebuild();
		$this->mock_http( self::API_URL, new WP_Error( 'http_request_failed', 'cURL error 7: Connection refused' ) );
		$this->look_after();
		$this->tell( $this->build( 'live' ) );
		$this->look_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
	}

	public function test_a_host_that_falls_silent_while_it_builds_is_told_of_until_it_answers(): void {
		$this->rebuild();
		$this->tell( $this->build( 'building' ) );
		$this->look_after();
		$this->mock_http( self::API_URL, new WP_Error( 'http_request_failed', 'cURL error 7: Connection refused' ) );
		$this->look_after();
		$this->assertSame( array( 'building', '' ), array( $this->last_run()['status'], $this->last_run()['errorCode'] ), 'One lost answer is a hiccup.' );
		$this->look_after();
		$this->assertSame( array( 'building', 'building', 'headless_deploy_build_unseen' ), array( $this->state_now()['state'], $this->last_run()['status'], $this->last_run()['errorCode'] ) );
		$this->assertStringContainsString( 'does not respond', $this->state_now()['last']['message'] );
		$this->tell( $this->build( 'building' ) );
		$this->look_after( 10 );
		$this->assertSame( array( 'building', '', '' ), array( $this->last_run()['status'], $this->last_run()['errorCode'], $this->last_run()['message'] ) );
	}

	public function test_a_build_that_never_ends_is_given_up_and_no_building_stays_for_ever(): void {
		$this->rebuild();
		$this->tell( $this->build( 'building' ) );
		for ( $minute = 0; $minute < 62; $minute++ ) {
			$this->look_after( 60 );
		}
		$this->assertSame( array( 'accepted', 'upToDate', null ), array( $this->last_run()['status'], $this->state_now()['state'], $this->state_now()['nextCheckAt'] ) );
	}

	public function test_the_password_is_where_the_one_request_needs_it_and_nowhere_else(): void {
		$this->rebuild();
		$this->tell( $this->build( 'live' ) );
		$this->look_after();
		$this->assertStringStartsWith( self::API_URL . '/v1/accounts/acme/apps/site/environments/', $this->asked()[0] );
		$seen = (string) wp_json_encode( array( $this->http_log, $this->rest( 'GET', self::API . '/settings' )->get_data(), get_option( 'headless_deploy_credentials' ) ) );
		foreach ( array( self::PASSWORD, base64_encode( 'api-user:' . self::PASSWORD ) ) as $secret ) {
			$this->assertStringNotContainsString( $secret, $seen );
		}
	}
}
