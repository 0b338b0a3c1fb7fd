<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Tests\Tracking\Tracking_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use RuntimeException;
use WP_Error;

/**
 * Saves posts in an environment whose policy is Refresh; the front end and the host are mocked.
 */
final class RefreshRunTest extends Tracking_Test_Case {
	private const SECRET = 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=';

	protected function setUp(): void {
		parent::setUp();
		$this->save_settings( array( 'refreshUrl' => 'https://www.example.test/refresh', 'refreshSecret' => self::SECRET, 'automation' => array( 'policy' => array( 'content' => 'refresh' ) ) ) );
	}

	public function test_a_save_is_sent_after_the_quiet_period_of_refresh_and_is_live_at_once(): void {
		$post = $this->publish();
		$this->serve_page( $this->mark( $post ) );
		$this->assertSame( array( 'pending', 'refresh', 'Refresh in %s' ), array( $this->environment_status()['status'], $this->environment_status()['lane'], $this->environment_status()['headline']['text'] ) );
		$this->dispatch_after( 1 );
		$this->assertSame( array( 'production refresh' ), $this->caller->calls );
		$run = $this->last_run();
		$this->assert_fields( array( 'lane' => 'refresh', 'status' => 'live', 'replacedBy' => null ), $run );
		$this->assertSame( array( 'upToDate', 'refresh' ), array( $this->environment_status()['status'], $this->environment_status()['lane'] ) );
	}

	public function test_the_log_names_the_tags_and_paths_of_a_run(): void {
		$post = $this->publish();
		$this->dispatch_after( 1 );
		$this->assertNull( $this->last_run()['refreshed'], 'A list of runs does not read them.' );
		$refreshed = $this->rest( 'GET', self::API . '/runs/' . $this->last_run()['id'] )->get_data()['refreshed'];
		$this->assertSame( 'some', $refreshed['scope'] );
		$this->assertContains( "post-$post", $refreshed['tags'] );
		$this->assertContains( '/hello/', $refreshed['paths']['changed'] );
	}

	public function test_changes_are_sent_at_the_latest_after_the_maximum_wait_of_refresh(): void {
		// An open page asks up to half a second before a run is due, and WordPress then waits for it.
		for ( $save = 0; $save < 9; $save++ ) {
			$this->publish();
			$this->clock->pass( 450 );
			$this->dispatch();
			$this->assertSame( array(), $this->caller->calls );
		}
		$this->publish();
		$this->clock->pass( 460 );
		$this->dispatch();
		$this->assertSame( array( 'production refresh' ), $this->caller->calls );
	}

	public function test_a_refresh_never_waits_for_a_build(): void {
		$this->add_changes( 1, Action::Rebuild );
		$this->caller->during_next = function (): void {
			$this->publish();
			$this->clock->pass( 1_000 );
			$this->dispatcher->dispatch_lane( $this->key( Lane::Refresh ) );
		};
		$this->clock->pass( 10_000 );
		$this->dispatcher->dispatch_lane( $this->key() );
		$this->assertSame( array( 'production rebuild', 'production refresh' ), $this->caller->calls );
	}

	public function test_a_refresh_that_still_fails_when_its_maximum_wait_is_over_is_replaced_by_a_purge(): void {
		$this->caller->break_down( 2 );
		$this->publish();
		$this->dispatch_after( 1 );
		$this->assertSame( array( 'production refresh' ), $this->caller->calls );
		$this->assertSame( 'retrying', $this->last_run()['status'] );
		$this->dispatch_after( 5 );
		$this->assertSame( array( 'production refresh', 'production refresh' ), $this->caller->calls );
		$refresh = $this->last_run();
		$this->assertSame( array( 'failed', 'purgeCache', 'Purge Cache was started instead and includes these changes.' ), array( $refresh['status'], $refresh['replacedBy'], substr( $refresh['remedy'], 0, 59 ) ) );
		$this->assertSame( array( 'pending', 'cache' ), array( $this->environment_status()['status'], $this->environment_status()['lane'] ), 'The purge is due, and nothing is undeployed.' );
		$this->dispatch_after( 0 );
		$purge = $this->last_run();
		$this->assert_fields( array( 'action' => 'purgeCache', 'changes' => 1, 'status' => 'accepted' ), $purge );
		$this->assertSame( array( 'upToDate', array() ), array( $this->environment_status()['status'], $this->environment_status()['undeployed'] ) );
	}

	public function test_a_refresh_that_a_user_started_is_not_part_of_the_purge_that_replaces_the_changes(): void {
		global $wpdb;
		$this->caller->refuse( 'headless_deploy_refresh_gone', 410 );
		$this->publish();
		$manual = $this->add_manual_run( Action::Refresh );
		$this->dispatch_after( 1 );
		$refresh = $this->last_run();
		$this->assert_fields( array( 'status' => 'failed', 'replacedBy' => 'purgeCache', 'cause' => 'manual' ), $refresh );
		$row = $wpdb->get_row( $wpdb->prepare( "SELECT lane, run_id FROM {$wpdb->headless_deploy_changes} WHERE id = %d", $manual ), ARRAY_A );
		$this->assertSame( array( 'refresh', $refresh['id'] ), array( $row['lane'] ?? '', (int) ( $row['run_id'] ?? 0 ) ) );
		$this->dispatch_after( 0 );
		$purge = $this->last_run();
		$this->assert_fields( array( 'action' => 'purgeCache', 'cause' => 'automatic', 'changes' => 1 ), $purge );
	}

	public function test_after_a_purge_that_replaced_a_refresh_the_environment_is_live_since_that_purge(): void {
		$this->add_changes( 1, Action::Rebuild );
		$this->clock->pass( 10_000 );
		$this->dispatch();
		$this->assertSame( array( 'build', '' ), array( $this->environment_status()['lane'], $this->environment_status()['planChange'] ) );
		$this->caller->refuse( 'headless_deploy_refresh_gone', 410 );
		$post = $this->publish();
		$this->dispatch_after( 1 );
		$plan = 'Refresh failed, so the cache of the whole site is purged.';
		$this->assertSame( array( 'pending', 'cache', $plan ), array( $this->environment_status()['status'], $this->environment_status()['lane'], $this->environment_status()['planChange'] ), 'Said as soon as the plan has changed.' );
		$this->serve_page( $this->mark( $post ) );
		$this->dispatch_after( 0 );
		$this->assertSame( array( 'purgeCache', 'accepted', $plan ), array( $this->environment_status()['lastRun']['action'], $this->environment_status()['lastRun']['status'], $this->environment_status()['planChange'] ), 'Its page is still to be checked.' );
		$this->dispatch_after( 5 );
		$status = $this->environment_status();
		$this->assertSame( array( 'cache', 'upToDate', 'purgeCache', 'live', '' ), array( $status['lane'], $status['status'], $status['lastRun']['action'], $status['lastRun']['status'], $status['planChange'] ) );
		$this->start_manual_run( Action::Rebuild );
		$this->assertSame( 'build', $this->environment_status()['lane'], 'A later run counts more.' );
	}

	public function test_a_refresh_whose_checks_have_ended_is_not_tracked_while_a_rebuild_is(): void {
		$this->serve_page( '' );
		$this->publish();
		$this->dispatch_after( 1 );
		$this->assertSame( array( 'refresh' ), $this->environment_status()['trackedLanes'] );
		for ( $second = 0; $second < 12; $second++ ) {
			$this->dispatch_after( 1 );
		}
		$this->assertSame( array( array(), null ), array( $this->environment_status()['trackedLanes'], $this->environment_status()['nextCheckAt'] ) );
		$this->start_manual_run( Action::Rebuild );
		$this->assertSame( array( 'build' ), $this->environment_status()['trackedLanes'] );
		$this->assertNotNull( $this->environment_status()['nextCheckAt'] );
	}

	public static function answers_without_content(): array {
		return array(
			'a timeout'            => array( new WP_Error( 'http_request_failed', 'cURL error 28: timed out' ) ),
			'an error of a server' => array( array( 'response' => array( 'code' => 503 ), 'body' => '', 'headers' => array() ) ),
		);
	}

	#[DataProvider( 'answers_without_content' )]
	public function test_a_page_that_the_front_end_could_not_answer_for_is_checked_until_it_answers( array|WP_Error $answer ): void {
		$this->mock_http( 'https://www.example.test/', $answer );
		$post = $this->publish();
		$this->dispatch_each_second( 30 );
		$this->assertSame( array( 'accepted', array( 'refresh' ) ), array( $this->last_run()['status'], $this->environment_status()['trackedLanes'] ) );
		$this->serve_page( $this->mark( $post ) );
		$this->dispatch_each_second( 11 );
		$this->assertSame( 'live', $this->last_run()['status'] );
		$this->assertSame( array( 'production refresh' ), $this->caller->calls );
	}

	public function test_a_front_end_that_does_not_answer_is_asked_less_and_less_often_for_two_minutes(): void {
		$this->mock_http( 'https://www.example.test/', new WP_Error( 'http_request_failed', 'cURL error 28: timed out' ) );
		$this->publish();
		$this->dispatch_each_second( 180 );
		$this->assertSame( array( 'accepted', array() ), array( $this->last_run()['status'], $this->environment_status()['trackedLanes'] ) );
		$this->assertLessThanOrEqual( 25, count( $this->requested_urls() ) );
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->dispatch_each_second( 30 );
		$this->assertSame( array( 'production refresh' ), $this->caller->calls );
	}

	public function test_changes_that_a_refresh_has_shown_are_not_rebuilt_after_a_cancellation(): void {
		$this->save_settings( array( 'automation' => array( 'policy' => array( 'content' => 'rebuild' ) ) ) );
		$post = $this->publish();
		$this->serve_page( $this->mark( $post ) );
		$hints = array_column( $this->environment_status()['pending'], 'cancelHint', 'lane' );
		$this->assertStringStartsWith( 'Not rebuilt if you cancel: 1 change', $hints['build'] );
		$this->assertStringStartsWith( 'Not refreshed if you cancel: 1 change', $hints['refresh'] );
		$this->assertIsInt( $this->dispatcher->cancel( $this->key(), 0 ) );
		$this->assertSame( array( '1 change is not on the site' ), array_column( $this->environment_status()['undeployed'], 'headline' ), 'The refresh is pending.' );
		$this->dispatch_after( 1 );
		$this->assertSame( 'live', $this->last_run()['status'] );
		$status = $this->environment_status();
		$this->assertSame( array( '1 change is refreshed but not rebuilt' ), array_column( $status['undeployed'], 'headline' ) );
		$this->assertSame( '1 change is refreshed but not rebuilt', $status['headline']['text'] );
	}

	public function test_changes_of_a_canceled_refresh_are_not_on_the_site_until_a_rebuild_includes_them(): void {
		$this->save_settings( array( 'automation' => array( 'policy' => array( 'content' => 'rebuild' ) ) ) );
		$this->publish();
		$this->assertIsInt( $this->dispatcher->cancel( $this->key( Lane::Refresh ), 0 ) );
		$this->assertSame( array( '1 change is not on the site' ), array_column( $this->environment_status()['undeployed'], 'headline' ) );
		$this->dispatch_after( 10 );
		$this->assertSame( array( '1 change is not refreshed' ), array_column( $this->environment_status()['undeployed'], 'headline' ) );
	}

	public function test_the_purge_that_replaced_a_refresh_says_that_its_changes_are_not_deployed_if_it_is_canceled(): void {
		$this->caller->refuse( 'headless_deploy_refresh_gone', 410 );
		$this->publish();
		$this->dispatch_after( 1 );
		$pending = $this->environment_status()['pending'][0];
		$this->assertSame( 'cache', $pending['lane'] );
		$this->assertStringStartsWith( 'Not deployed if you cancel: 1 change', $pending['cancelHint'] );
		$this->assertIsInt( $this->dispatcher->cancel( $this->key( Lane::Cache ), 0 ) );
		$this->assertSame( array( '1 change is not on the site' ), array_column( $this->environment_status()['undeployed'], 'headline' ) );
	}

	public function test_says_that_the_site_is_rebuilt_when_the_purge_was_not_enough(): void {
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->publish();
		$said = array();
		for ( $second = 0; $second < 60; $second++ ) {
			$this->dispatch_after( 1 );
			$said[ $this->environment_status()['planChange'] ] = true;
		}
		$this->assertSame( array( '', 'Refresh failed, so the cache of the whole site is purged.', 'Purging the cache was not enough, so the whole site is rebuilt.' ), array_keys( $said ) );
	}

	public function test_a_front_end_that_does_not_answer_is_not_called_the_host(): void {
		foreach ( array( new WP_Error( 'http_request_failed', 'cURL error 28: timed out' ), new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect' ), new WP_Error( 'http_request_failed', 'cURL error 6: Could not resolve host' ), new WP_Error( 'http_request_failed', 'cURL error 60: SSL certificate problem' ), $this->answer( 500 ), $this->answer( 503 ), $this->answer( 429 ), $this->answer( 409 ), $this->answer( 402 ), $this->answer( 404 ), $this->answer( 401 ) ) as $answer ) {
			$this->mock_http( 'https://www.example.test/', $answer );
			$tested = $this->rest( 'POST', self::API . '/settings/environments/production/refresh-test' )->get_data();
			$this->assertSame( 'error', $tested['severity'] );
			$this->assertDoesNotMatchRegularExpression( '/\bhost\b(?! name)|build|portal|webhook/i', $tested['message'] );
			$this->assertMatchesRegularExpression( '/front end|refresh URL/', $tested['message'] );
		}
	}

	public function test_a_purge_has_no_build_at_the_host(): void {
		$this->caller->refuse( 'headless_deploy_timeout', 0 );
		$this->start_manual_run( Action::PurgeCache );
		$purge = $this->last_run();
		$this->assertSame( array( 'purgeCache', 'retrying' ), array( $purge['action'], $purge['status'] ) );
		$this->assertStringNotContainsString( 'build', $purge['remedy'] . $this->environment_status()['remedy'] );
		$this->assertNotSame( '', $this->environment_status()['remedy'] );
		$this->caller->refuse( 'headless_deploy_timeout', 0 );
		$this->start_manual_run( Action::Rebuild );
		$this->assertStringContainsString( 'shows whether a build is running', $this->last_run()['remedy'] );
	}

	public function test_a_refused_signature_pauses_nothing(): void {
		$this->caller->refuse( 'headless_deploy_refresh_refused', 401 );
		$this->caller->refuse( 'headless_deploy_refresh_refused', 401 );
		$this->publish();
		$this->dispatch_after( 1 );
		$this->dispatch_after( 5 );
		$this->dispatch_after( 0 );
		$this->assertSame( array( 'production refresh', 'production refresh', 'production purgeCache' ), $this->caller->calls );
		$this->assertNull( $this->environment_status()['paused'] );
	}

	public function test_a_purge_that_is_rejected_after_a_refresh_is_repeated_within_the_maximum_wait(): void {
		$this->caller->refuse_token();
		$this->publish();
		$this->dispatch_after( 1 );
		$this->dispatch_after( 5 );
		$this->assertSame( array( 'production refresh', 'production refresh' ), $this->caller->calls );
		$this->assertNull( $this->environment_status()['paused'] );
	}

	public function test_a_purge_that_replaced_a_refresh_is_replaced_after_three_days_of_failures(): void {
		$this->caller->refuse( 'headless_deploy_refresh_gone', 410 );
		$this->caller->break_down( 2 );
		$this->publish();
		$this->dispatch_after( 1 );
		$this->dispatch_after( 0 );
		$this->dispatch_after( 3 * 86_400 );
		$this->assertSame( array( 'failed', 'rebuild' ), array( $this->last_run()['status'], $this->last_run()['replacedBy'] ) );
	}

	public function test_a_run_has_not_ended_before_its_changes_were_moved(): void {
		global $wpdb;
		$this->caller->refuse( 'headless_deploy_refresh_gone', 410 );
		$this->publish();
		$this->clock->pass( 1_000 );
		$this->crash_at_statement( "UPDATE {$wpdb->headless_deploy_changes} SET run_id = 0, previous_run_id = 0, lane = 'cache'" );
		$this->assertSame( 'sending', $this->runs()[0]->status );
	}

	public function test_a_refresh_whose_sender_always_crashes_is_replaced(): void {
		$this->publish();
		$this->clock->pass( 1_000 );
		for ( $crash = 1; $crash <= 6; $crash++ ) {
			$this->crash_during_the_call();
			$this->clock->pass( Lease::DURATION_MS );
		}
		$this->dispatcher->dispatch_lane( $this->key( Lane::Refresh ) );
		$this->assertSame( array( 'failed', 'purgeCache' ), array( $this->last_run()['status'], $this->last_run()['replacedBy'] ) );
	}

	public function test_a_refresh_url_that_is_gone_receives_nothing_until_it_is_saved_again(): void {
		$this->caller->refuse( 'headless_deploy_refresh_gone', 410 );
		$this->publish();
		$this->dispatch_after( 1 );
		$this->dispatch_after( 0 );
		$this->start_plugin( $this->clock, $this->caller );
		$this->publish();
		$this->dispatch_after( 10 );
		$this->assertSame( array( 'production refresh', 'production purgeCache', 'production purgeCache' ), $this->caller->calls );
		$this->assertNotNull( $this->settings()['refresh']['goneAt'] );
		$this->save_settings( array( 'refreshUrl' => 'https://www.example.test/refresh' ) );
		$this->assertNull( $this->settings()['refresh']['goneAt'] );
		$this->start_plugin( $this->clock, $this->caller );
		$this->publish();
		$this->dispatch_after( 1 );
		$this->assertSame( 'production refresh', end( $this->caller->calls ) );
	}

	public function test_a_page_that_stays_stale_is_purged_and_then_rebuilt(): void {
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->publish();
		$this->dispatch_after( 1 );
		$this->assertSame( array( 'production refresh' ), $this->caller->calls );
		$this->dispatch_each_second( 27 );
		$this->assertSame( 'production purgeCache', end( $this->caller->calls ) );
		$this->dispatch_each_second( 25 );
		$this->assertSame( array( ...array_fill( 0, 4, 'production refresh' ), 'production purgeCache', 'production rebuild' ), $this->caller->calls );
		$runs = array_reverse( $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'] );
		$this->assertSame( array( 'purgeCache', 'rebuild', null ), array_column( $runs, 'replacedBy' ) );
		$this->assertSame( 'headless_deploy_page_not_fresh', $runs[0]['errorCode'] );
		$this->assertSame( array( 1, 1, 1 ), array_column( $runs, 'changes' ) );
	}

	public function test_repeats_a_refresh_after_2_5_and_15_seconds_while_its_page_shows_the_old_content(): void {
		$times = $this->call_times();
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->publish();
		$this->dispatch_each_second( 30 );
		$this->assertSame( array( 'refresh' => array( 0, 2, 5, 15 ), 'purgeCache' => array( 25 ) ), $times->getArrayCopy() );
		$refresh = $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'][1];
		$this->assertSame( 'headless_deploy_page_not_fresh', $refresh['errorCode'], 'The database answers the same everywhere.' );
	}

	public function test_a_refresh_that_is_checked_late_is_repeated_with_the_same_pauses(): void {
		$times = $this->call_times();
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->mock_http( 'https://www.example.test/', new WP_Error( 'http_request_failed', 'cURL error 28: timed out' ) );
		$this->publish();
		$this->dispatch_after( 1 );
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->clock->pass( 200_000 );
		$this->dispatch();
		$this->dispatch_each_second( 30 );
		$this->assertSame( array( 'refresh' => array( 0, 200, 203, 213 ), 'purgeCache' => array( 223 ) ), $times->getArrayCopy() );
	}

	public function test_a_page_that_shows_the_change_after_a_repetition_is_live(): void {
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$post = $this->publish();
		$this->dispatch_each_second( 2 );
		$this->caller->during_next = fn() => $this->serve_page( $this->mark( $post ) );
		$this->dispatch_each_second( 30 );
		$this->assertSame( array( 'production refresh', 'production refresh' ), $this->caller->calls );
		$this->assertSame( array( 'live', '' ), array( $this->last_run()['status'], $this->last_run()['errorCode'] ) );
	}

	public function test_says_that_the_replica_is_behind_when_it_returns_the_old_post(): void {
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$post = $this->publish();
		$this->lag();
		$this->dispatch_after( 1 );
		$status = $this->environment_status();
		$this->assertSame( array( 'accepted', 'headless_deploy_replica_behind' ), array( $status['lastRun']['status'], $status['lastRun']['errorCode'] ) );
		$this->assertSame( array( 'The database replica is behind', 'A page still shows the previous content. The refresh is repeated.' ), array( $status['headline']['text'], $status['detail']['text'] ) );
		$this->assertStringStartsWith( 'A database replica of WordPress is behind', $status['problem']['message'] );
		remove_all_filters( 'query' );
		$this->caller->during_next = fn() => $this->serve_page( $this->mark( $post ) );
		$this->dispatch_each_second( 3 );
		$status = $this->environment_status();
		$this->assertSame( array( 'live', null ), array( $status['lastRun']['status'], $status['problem'] ) );
	}

	public function test_a_refresh_that_is_replaced_says_that_the_replica_was_behind(): void {
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->publish();
		$this->lag();
		$this->dispatch_each_second( 30 );
		$refresh = $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'][1];
		$this->assertSame( array( 'purgeCache', 'headless_deploy_replica_behind' ), array( $refresh['replacedBy'], $refresh['errorCode'] ) );
		$this->assertStringEndsWith( 'ask the hosting service of WordPress why its database replica lags.', $refresh['remedy'] );
	}

	public function test_a_new_page_that_is_missing_is_refreshed_again_only_while_the_replica_has_no_post(): void {
		$this->publish();
		$this->dispatch_each_second( 12 );
		$this->assertSame( array( 'production refresh' ), $this->caller->calls, 'A page that is missing proves nothing.' );
		$this->publish();
		$this->lag();
		$this->dispatch_each_second( 4 );
		$this->assertSame( array( 'production refresh', 'production refresh', 'production refresh' ), $this->caller->calls );
		remove_all_filters( 'query' );
		$this->dispatch_each_second( 20 );
		$this->assertCount( 3, $this->caller->calls );
	}

	public function test_a_repetition_is_stored_before_its_call_and_counts_when_the_call_throws(): void {
		global $wpdb;
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->publish();
		$this->dispatch_each_second( 2 );
		$stored               = array();
		$this->caller->during = static function ( mixed $environment, Action $action ) use ( $wpdb, &$stored ): void {
			if ( Action::Refresh === $action ) {
				$stored[] = count( json_decode( (string) $wpdb->get_var( "SELECT tracking FROM {$wpdb->headless_deploy_runs} WHERE action = 'refresh'" ), true )['repeatedAt'] ?? array() );
				throw new RuntimeException( 'Of another plugin.' );
			}
		};
		$this->dispatch_each_second( 30 );
		$this->assertSame( array( 1, 2, 3 ), $stored );
		$this->assertSame( 'production purgeCache', end( $this->caller->calls ) );
	}

	public function test_a_refresh_is_not_replaced_right_before_its_last_repetition(): void {
		$times = $this->call_times();
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->publish();
		$this->dispatch_each_second( 6 );
		$this->clock->pass( 9_500 );
		$this->dispatch();
		$this->dispatch_each_second( 1 );
		$this->assertSame( array( 'refresh' => array( 0, 2, 5, 15 ) ), $times->getArrayCopy() );
	}

	/**
	 * Lets reads without a lock return no post, as a replica that has not received it.
	 */
	private function lag(): void {
		global $wpdb;
		wp_cache_flush();
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, 'SELECT' ) && ! str_ends_with( $query, 'FOR UPDATE' ) ? str_replace( "FROM {$wpdb->posts} WHERE ", "FROM {$wpdb->posts} WHERE ID < 0 AND ", $query ) : $query );
	}

	/**
	 * Collects in which second after the first call each action is called.
	 *
	 * @return \ArrayObject<string, list<int>>
	 */
	private function call_times(): \ArrayObject {
		$times                = new \ArrayObject();
		$first                = null;
		$this->caller->during = function ( mixed $environment, Action $action ) use ( $times, &$first ): void {
			$first ??= $this->clock->now;
			$times[ $action->value ] = array( ...( $times[ $action->value ] ?? array() ), intdiv( $this->clock->now - $first, 1000 ) );
		};
		return $times;
	}

	private function dispatch_each_second( int $seconds ): void {
		for ( $second = 0; $second < $seconds; $second++ ) {
			$this->dispatch_after( 1 );
		}
	}

	public function test_a_purge_without_a_refresh_url_is_not_replaced(): void {
		$this->save_settings( array( 'refreshUrl' => '', 'automation' => array( 'policy' => array( 'content' => 'purgeCache' ) ) ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->publish();
		for ( $second = 0; $second < 40; $second++ ) {
			$this->dispatch_after( 1 );
		}
		$this->assertSame( array( 'production purgeCache' ), $this->caller->calls );
	}

	public function test_a_rejected_webhook_token_does_not_pause_refreshes(): void {
		$this->pause_for_token();
		$this->publish();
		$this->dispatch_after( 1 );
		$this->assertSame( 'production refresh', end( $this->caller->calls ) );
	}

	public function test_a_refresh_neither_ends_nor_extends_the_pause_of_a_rejected_token(): void {
		$this->pause_for_token();
		$pause = $this->environment_status()['paused'];
		$this->publish();
		$this->caller->break_down( 1 );
		$this->dispatch_after( 1 );
		$this->assertSame( 'retrying', $this->last_run()['status'] );
		$this->dispatch_after( 5 );
		$this->assertSame( array( 'refresh', 'accepted' ), array( $this->last_run()['action'], $this->last_run()['status'] ), 'It was retried within its maximum wait.' );
		$this->assertSame( $pause, $this->environment_status()['paused'] );
	}

	public function test_the_secret_is_in_no_answer_after_it_was_generated(): void {
		$generated = $this->rest( 'POST', self::API . '/settings/environments/production/refresh-secret' )->get_data();
		$this->assertSame( 1, preg_match( '/^whsec_[A-Za-z0-9+\/]{43}=$/', $generated['secret'] ) );
		$all = (string) wp_json_encode( array( $this->rest( 'GET', self::API . '/settings' )->get_data(), $this->rest( 'GET', self::API . '/status' )->get_data(), $generated['environment'] ) );
		$this->assertStringNotContainsString( 'whsec_', $all );
		$this->assertStringNotContainsString( substr( $generated['secret'], 6 ), (string) wp_json_encode( get_option( 'headless_deploy_environments' ) ) );
	}

	public function test_the_recurring_event_ends_the_previous_secret_once_the_front_end_accepts_the_new_one(): void {
		$this->mock_http( 'https://www.example.test/', $this->answer( 401 ) );
		$generated = $this->rest( 'POST', self::API . '/settings/environments/production/refresh-secret' )->get_data();
		$this->assertTrue( $generated['environment']['refresh']['isSecretUnused'] );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertCount( 1, $this->requested_urls() );
		$this->assertTrue( $this->settings()['refresh']['isSecretUnused'] );
		$this->mock_http( 'https://www.example.test/', $this->answer( 200 ) );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertTrue( $this->settings()['refresh']['isSecretUnused'], 'It asks once an hour.' );
		$this->clock->pass( 3_600_000 );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assert_fields( array( 'isSecretUnused' => false, 'previousSecretUntil' => null, 'secretProblem' => '' ), $this->settings()['refresh'] );
	}

	public function test_a_test_request_returns_the_environment_as_it_is_afterwards(): void {
		$this->mock_http( 'https://www.example.test/', $this->answer( 200 ) );
		$this->rest( 'POST', self::API . '/settings/environments/production/refresh-secret' );
		$tested = $this->rest( 'POST', self::API . '/settings/environments/production/refresh-test' )->get_data();
		$this->assertSame( array( 'success', false ), array( $tested['severity'], $tested['environment']['refresh']['isSecretUnused'] ) );
		$this->assertSame( $this->settings(), $tested['environment'] );
	}

	private function pause_for_token(): void {
		$this->caller->refuse_token( 2 );
		$this->add_changes( 1, Action::Rebuild );
		$this->clock->pass( 10_000 );
		$this->dispatch();
		$this->clock->pass( 300_000 );
		$this->dispatch();
		$this->assertSame( 'token', $this->environment_status()['paused']['reason'] ?? '' );
	}

	private function publish(): int {
		$id = $this->post( array( 'post_title' => 'Hello' ) );
		do_action( 'shutdown' );
		return $id;
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	private function save_settings( array $fields ): void {
		$answer = $this->rest( 'PUT', self::API . '/settings/environments/production', $fields );
		$this->assertSame( 200, $answer->get_status(), (string) wp_json_encode( $answer->get_data() ) );
	}

	/**
	 * @return array<string, mixed>
	 */
	private function settings(): array {
		return $this->rest( 'GET', self::API . '/settings' )->get_data()['environments'][0];
	}
}
