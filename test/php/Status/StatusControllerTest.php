<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Status\Scheduler;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;

final class StatusControllerTest extends Rest_Queue_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
	}

	public function test_a_new_environment_is_up_to_date(): void {
		$entry = $this->environment_status();
		$this->assert_fields( array( 'id' => 'production', 'label' => 'Production', 'status' => 'upToDate', 'pending' => array(), 'sending' => array(), 'lastRun' => null, 'paused' => null ), $entry );
		$this->assertSame( array( 'rebuild', 'cleanRebuild', 'purgeCache' ), array_column( $entry['actions'], 'action' ) );
	}

	public function test_a_change_shows_when_it_is_due_and_why(): void {
		$id    = $this->post( array( 'post_title' => 'Tom & Jerry' ) );
		$entry = $this->environment_status();
		$run   = $entry['pending'][0];
		$this->assertSame( 'pending', $entry['status'] );
		$this->assert_fields( array( 'lane' => 'build', 'action' => 'rebuild', 'changes' => 1, 'held' => false ), $run );
		$this->assertSame( $this->clock->now + 10_000, (int) ( strtotime( $run['dueAt'] ) * 1000 ) );
		$this->assertSame( 'Post “Tom & Jerry” published', $run['reasons'][0]['text'] );
		$this->assertStringContainsString( (string) $id, $run['reasons'][0]['link'] );
	}

	public function test_a_change_that_refreshes_and_rebuilds_counts_once_and_is_followed_in_the_refresh_lane(): void {
		$this->add_refresh_url();
		$this->start_plugin( $this->clock, $this->caller, $this->clock->pass( ... ) );
		$this->post();
		$entry = $this->environment_status();
		$this->assertSame( array( 'build', 'refresh' ), array_column( $entry['pending'], 'lane' ) );
		$this->assert_fields( array( 'lane' => 'build', 'status' => 'pending', 'pendingChanges' => 1 ), $entry );
		$this->assertSame( array( 'refresh', 'pending', 'Refresh in %s' ), array( $entry['saveLane']['lane'], $entry['saveLane']['status'], $entry['saveLane']['headline']['text'] ) );
		$this->pause( 'token', $this->clock->now + 3_600_000 );
		$entry = $this->environment_status();
		$this->assertSame( array( 'paused', 'pending', null ), array( $entry['status'], $entry['saveLane']['status'], $entry['saveLane']['problem'] ), 'A refresh needs no webhook URL.' );
		$this->pause( 'person' );
		$this->assertSame( 'paused', $this->environment_status()['saveLane']['status'] );
	}

	public function test_shows_a_run_that_is_being_sent_and_newer_changes_as_pending(): void {
		$entry                     = null;
		$this->caller->during_next = function () use ( &$entry ): void {
			$this->add_changes( 2 );
			$entry = $this->environment_status();
		};
		$this->rest( 'POST', self::API . '/environments/production/runs', array( 'action' => 'cleanRebuild' ) );
		$this->assertSame( array( 'sending', 'sending', 'cleanRebuild', 2, 'rebuild' ), array( $entry['status'], $entry['sending'][0]['status'], $entry['sending'][0]['action'], $entry['pending'][0]['changes'], $entry['pending'][0]['action'] ) );
		$this->assertNotNull( $entry['pending'][0]['dueAt'] );
	}

	public function test_shows_the_run_of_a_crashed_sender_as_pending(): void {
		$this->add_changes( 2 );
		$lease = Lease::from_now( $this->key(), $this->clock );
		$this->leases->acquire( $lease );
		$this->changes->attach( $lease, $this->run_store->start( $lease, $this->lane() ) );
		$this->assertSame( 'sending', $this->environment_status()['status'] );
		$this->clock->pass( Lease::DURATION_MS );
		$entry = $this->environment_status();
		$this->assertSame( array( 'pending', 2 ), array( $entry['status'], $entry['pending'][0]['changes'] ) );
	}

	public function test_shows_a_failure_until_a_run_of_its_lane_succeeds(): void {
		$this->add_changes( 5 );
		$this->caller->refuse();
		$this->rest( 'POST', self::API . '/environments/production/runs', array( 'action' => 'rebuild' ) );
		$this->clock->pass( 1 );
		$this->rest( 'POST', self::API . '/environments/production/runs', array( 'action' => 'purgeCache' ) );
		$entry = $this->environment_status();
		$this->assertSame( array( 'failed', array(), 'rebuild', 5 ), array( $entry['status'], $entry['pending'], $entry['lastRun']['action'], $entry['lastRun']['changes'] ) );
		$this->rest( 'POST', self::API . '/runs/' . $entry['lastRun']['id'] . '/retry' );
		$entry = $this->environment_status();
		$this->assertSame( array( 'upToDate', 'accepted', 5 ), array( $entry['status'], $entry['lastRun']['status'], $entry['lastRun']['changes'] ) );
	}

	public function test_explains_why_and_when_a_run_is_retried(): void {
		$this->add_changes( 2 );
		$this->caller->break_down( 2 );
		$this->after( 10 );
		$this->after( 10 );
		$this->add_changes( 1 );
		$entry = $this->environment_status();
		$run   = $entry['pending'][0];
		$this->assertSame( array( 'retrying', 3, 2, false ), array( $entry['status'], $run['changes'], $run['attempt'], $run['held'] ) );
		$this->assertSame( array( $this->clock->now, $this->clock->now + 30_000 ), array( strtotime( $run['attemptedAt'] ) * 1000, strtotime( $run['nextAttemptAt'] ) * 1000 ) );
		$this->assertSame( array( 'headless_deploy_service_error', $run['nextAttemptAt'] ), array( $run['errorCode'], $run['dueAt'] ) );
		$this->assertStringContainsString( 'internal error', $run['message'] );
		$this->assertSame( array(), $entry['sending'] );
		$this->after( 30 );
		$this->assertSame( array( 'upToDate', array() ), array( $this->environment_status()['status'], $this->environment_status()['pending'] ) );
	}

	public function test_shows_the_next_attempt_of_a_token_pause(): void {
		$this->add_changes( 2 );
		$this->caller->refuse_token( 2 );
		$this->after( 10 );
		$this->after( 300 );
		$entry = $this->environment_status();
		$run   = $entry['pending'][0];
		$this->assertSame( array( 'paused', 'token', 2, 'headless_deploy_token_refused' ), array( $entry['status'], $entry['paused']['reason'], $run['changes'], $run['errorCode'] ) );
		$this->assertSame( $this->clock->now + 3_600_000, strtotime( $entry['paused']['nextAttemptAt'] ) * 1000 );
		$this->assertSame( array( $entry['paused']['nextAttemptAt'], $entry['paused']['nextAttemptAt'] ), array( $run['dueAt'], $run['nextAttemptAt'] ) );
	}

	public function test_answers_an_unchanged_status_with_304_and_the_time(): void {
		$first = $this->rest( 'GET', self::API . '/status' );
		$etag  = $first->get_headers()['ETag'];
		$this->clock->pass( 5_000 );
		( new Wake_Up() )->record_run( $this->clock->now );
		$second = $this->rest( 'GET', self::API . '/status', array(), array( 'If-None-Match' => 'W/' . $etag ) );
		$this->assertSame( 304, $second->get_status() );
		$this->assertNull( $second->get_data() );
		$this->assertSame( gmdate( 'D, d M Y H:i:s', intdiv( $this->clock->now, 1000 ) ) . ' GMT', $second->get_headers()['Date'] );
		$this->assertSame( (string) $this->clock->now, $second->get_headers()['X-Headless-Deploy-Time'] );
		$this->add_changes();
		$third = $this->rest( 'GET', self::API . '/status', array(), array( 'If-None-Match' => $etag ) );
		$this->assertSame( 200, $third->get_status() );
	}

	public function test_lists_the_actions_that_the_user_may_start(): void {
		$this->log_in( 'editor' );
		$this->assertSame( array( 'rebuild', 'purgeCache' ), array_column( $this->environment_status()['actions'], 'action' ) );
		$this->log_in( 'author' );
		$this->assertSame( array(), array_column( $this->environment_status()['actions'], 'action' ) );
	}

	public function test_the_status_costs_the_same_queries_for_any_number_of_environments(): void {
		$count = function (): int {
			$this->rest( 'GET', self::API . '/status' );
			return count( $this->queries( fn() => $this->rest( 'GET', self::API . '/status' ) ) );
		};
		$this->post();
		$this->rest( 'POST', self::API . '/environments/production/runs', array( 'action' => 'purgeCache' ) );
		$one = $count();
		foreach ( array( 'Staging', 'Preview', 'Test' ) as $label ) {
			$other = $this->connect( $label );
			$this->manual_run->start( $other->id, Action::Rebuild, Cause::Manual, get_current_user_id() );
		}
		$this->assertSame( $one, $count() );
		$this->assertLessThanOrEqual( 10, $one );
	}

	public function test_dispatch_sends_due_runs_and_returns_the_status(): void {
		$this->add_changes();
		$this->assertSame( 'pending', $this->rest( 'POST', self::API . '/dispatch' )->get_data()['environments'][0]['status'] );
		$this->clock->pass( 10_000 );
		$this->assertSame( 'upToDate', $this->rest( 'POST', self::API . '/dispatch' )->get_data()['environments'][0]['status'] );
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_a_closing_page_gets_an_immediate_answer_and_its_run_is_sent_when_due(): void {
		$this->add_changes();
		$response = $this->rest( 'POST', self::API . '/dispatch', array( 'leaving' => true ) );
		$this->assertSame( 202, $response->get_status() );
		$this->assertSame( array(), $this->caller->calls );
		do_action( 'shutdown' );
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_the_scheduler_is_healthy_until_it_misses_several_runs(): void {
		wp_clear_scheduled_hook( Wake_Up::RECURRING_EVENT );
		$clock = fn(): array => $this->rest( 'GET', self::API . '/status' )->get_data()['scheduler'];
		$this->assert_fields( array( 'lastRunAt' => null, 'healthy' => false, 'overdueSince' => null ), $clock() );
		( new Wake_Up() )->ensure_recurring( $this->clock->now );
		$this->assertTrue( $clock()['healthy'] );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertNotNull( $clock()['lastRunAt'] );
		$this->clock->pass( 3_600_000 );
		$this->assertFalse( $clock()['healthy'] );
	}

	public function test_says_why_background_tasks_are_late(): void {
		$this->assertStringStartsWith( 'Background tasks send due runs', Scheduler::message( false, true ) );
		$this->assertStringStartsWith( 'DISABLE_WP_CRON is set', Scheduler::message( true, true ) );
		$this->assertStringStartsWith( 'WP-Cron runs only when the site has visitors', Scheduler::message( true, false ) );
		$this->assertSame( array( 'text' => 'WP-Cron has not run yet.' ), Scheduler::last_run( null )->to_array() );
		$this->assertSame( array( 'text' => 'A run was due %s.', 'at' => Iso_Time::of( 5_000 ) ), Scheduler::overdue( 5_000 )->to_array() );
	}

	public function test_a_command_of_a_system_cron_keeps_the_scheduler_healthy_without_wp_cron(): void {
		wp_clear_scheduled_hook( Wake_Up::RECURRING_EVENT );
		( new Wake_Up() )->record_run( $this->clock->now );
		$this->clock->pass( 899_000 );
		$this->assertTrue( $this->scheduler()['healthy'] );
		$this->clock->pass( 2_000 );
		$this->assertFalse( $this->scheduler()['healthy'] );
	}

	public function test_reports_and_explains_an_overdue_run(): void {
		if ( is_multisite() ) {
			// The command names a folder of the server.
			grant_super_admin( get_current_user_id() );
		}
		$this->set_the_recurring_event();
		$this->add_changes();
		$due = $this->clock->now + 10_000;
		$this->clock->pass( 10_000 + 900_000 );
		$this->assertSame( array( null, null ), array( $this->scheduler()['overdueSince'], $this->scheduler()['systemCron'] ) );
		$before = $this->rest( 'GET', self::API . '/status' )->get_headers()['ETag'];
		$this->clock->pass( 1_000 );
		$report = $this->scheduler();
		$this->assertSame( $due, strtotime( $report['overdueSince'] ) * 1000 );
		$this->assertStringContainsString( 'headless-deploy dispatch', $report['systemCron']['command'] );
		$this->assertStringContainsString( 'wp-cron.php', $report['systemCron']['request'] );
		$after = $this->rest( 'GET', self::API . '/status' )->get_headers()['ETag'];
		$this->assertNotSame( $before, $after, 'To become overdue is a change of the state.' );
		$this->clock->pass( 60_000 );
		$this->assertSame( $after, $this->rest( 'GET', self::API . '/status' )->get_headers()['ETag'], 'To stay so is none.' );
	}

	public function test_shows_the_commands_for_a_system_cron_to_managers_only(): void {
		$this->set_the_recurring_event();
		$this->add_changes();
		$this->clock->pass( 1_000_000 );
		$this->log_in( 'editor' );
		$this->assertNotNull( $this->scheduler()['overdueSince'] );
		$this->assertNull( $this->scheduler()['systemCron'] );
	}

	private function set_the_recurring_event(): void {
		wp_clear_scheduled_hook( Wake_Up::RECURRING_EVENT );
		wp_schedule_event( intdiv( $this->clock->now, 1000 ) + 100_000, Wake_Up::INTERVAL, Wake_Up::RECURRING_EVENT );
	}

	private function scheduler(): array {
		return $this->rest( 'GET', self::API . '/status' )->get_data()['scheduler'];
	}
}
