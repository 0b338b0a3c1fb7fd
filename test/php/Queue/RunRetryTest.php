<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Queue\Due_Time;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Wake_Up;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class RunRetryTest extends Queue_Test_Case {
	public function test_keeps_changes_and_error_of_a_failed_attempt(): void {
		$this->add_changes( 3 );
		$this->caller->break_down();
		$this->after( 10 );
		$row = $this->runs()[0];
		$this->assertSame(
			array( 'retrying', '500', 'headless_deploy_service_error', '"Out of order"', $this->clock->now + 10_000, 0, '3' ),
			array( $row->status, (string) $row->http_status, $row->error_code, $row->service_message, (int) $row->not_before, (int) $row->finished_at, (string) $row->changes ),
		);
		$this->assertSame( array( 0, 0 ), array( $this->lane()->new_rows, $this->lane()->undeployed ), 'Its changes stay attached.' );
		$this->assertSame( 0, $this->lane()->lease_until );
	}

	public function test_retries_by_the_table_then_hourly_and_fails_after_72_hours(): void {
		$this->add_changes( 2 );
		$this->caller->break_down( 100 );
		$this->after( 10 );
		// The first five steps take 2,560 s of the 72 hours.
		foreach ( array( 10, 30, 120, 600, 1800, ...array_fill( 0, 72, 3600 ) ) as $wait ) {
			$this->assertSame( array( 'retrying' ), $this->statuses() );
			$before = count( $this->caller->calls );
			$this->clock->pass( $wait * 1000 - 1 );
			$this->dispatcher->dispatch_site();
			$this->assertCount( $before, $this->caller->calls, "Not before $wait s." );
			$this->clock->pass( 1 );
			$this->dispatcher->dispatch_site();
			$this->assertCount( $before + 1, $this->caller->calls, "After $wait s." );
		}
		$this->assertSame( array( 'failed' ), $this->statuses() );
		$this->assertSame( array( 2, 0 ), array( $this->lane()->undeployed, $this->lane()->new_rows ), 'Its changes are detached, marked and shown.' );
		$this->assertCount( 20, (array) json_decode( $this->runs()[0]->attempts ), 'The newest are kept.' );
		$calls = count( $this->caller->calls );
		$this->after( 7200 );
		$this->assertCount( $calls, $this->caller->calls );
	}

	public function test_a_manual_run_does_not_wait_for_the_hourly_attempt(): void {
		$this->add_changes( 2 );
		$this->caller->break_down( 6 );
		$this->after( 10 );
		array_map( $this->after( ... ), array( 10, 30, 120, 600, 1800 ) );
		$this->assertSame( $this->clock->now + 3_600_000, Due_Time::at( $this->lane(), new Send_Permission( $this->environment, null ), $this->clock->now ) );
		$this->assertGreaterThan( 0, $this->start_manual_run() );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_fails_immediately_when_the_webhook_is_gone(): void {
		$this->add_changes( 2 );
		$this->caller->refuse( 'headless_deploy_webhook_gone', 410 );
		$this->after( 10 );
		$this->assertSame( array( 'failed' ), $this->statuses() );
		$this->assertSame( 2, $this->lane()->undeployed );
	}

	public function test_waits_although_the_host_asks_for_an_immediate_retry(): void {
		$this->add_changes();
		$waits = array();
		for ( $time = 0; $time < 6; $time++ ) {
			$this->caller->answers[] = new Response( 429, 'headless_deploy_rate_limited', 1, retry_after_ms: 0 );
		}
		$this->after( 10 );
		for ( $time = 0; $time < 6; $time++ ) {
			$waits[] = intdiv( (int) $this->runs()[0]->not_before - $this->clock->now, 1000 );
			$this->after( (int) end( $waits ) );
		}
		$this->assertSame( array( 10, 30, 120, 600, 1800, 3600 ), $waits );
	}

	public function test_includes_newer_changes_and_their_stronger_action_in_the_next_attempt(): void {
		$this->add_changes( 2 );
		$this->caller->break_down();
		$this->after( 10 );
		$this->add_changes( 1, Action::CleanRebuild );
		$this->after( 10 );
		$this->assertSame( array( 'production rebuild', 'production cleanRebuild' ), $this->caller->calls );
		$row = $this->runs()[0];
		$this->assertSame( array( 'accepted', 'cleanRebuild', '3', '' ), array( $row->status, $row->action, (string) $row->changes, $row->error_code ) );
		$this->assertCount( 1, $this->runs(), 'One run includes all changes.' );
	}

	public function test_a_manual_run_sends_a_retrying_run_immediately(): void {
		$this->add_changes( 2 );
		$this->caller->break_down();
		$this->after( 10 );
		$id = $this->start_manual_run();
		$this->assertSame( (int) $this->runs()[0]->id, $id );
		$this->assertSame( array( 'accepted', 'manual', '7', '2' ), array( $this->runs()[0]->status, $this->runs()[0]->cause, (string) $this->runs()[0]->user_id, (string) $this->runs()[0]->changes ) );
	}

	public function test_respects_retry_after_for_three_days(): void {
		$this->add_changes();
		for ( $hour = 0; $hour <= 73; $hour++ ) {
			$this->caller->answers[] = new Response( 429, 'headless_deploy_rate_limited', 1, retry_after_ms: 7_200_000 );
		}
		$this->after( 10 );
		for ( $hour = 1; $hour < 72; $hour++ ) {
			$this->after( 3600 );
			$this->assertSame( array( 'retrying' ), $this->statuses(), "After $hour hours." );
		}
		$this->after( 3600 );
		$this->assertSame( array( 'failed' ), $this->statuses() );
		$this->assertCount( 73, $this->caller->calls );
	}

	public function test_new_changes_do_not_shorten_the_wait(): void {
		$this->add_changes();
		$this->caller->break_down( 3 );
		$this->after( 10 );
		$this->after( 10 );
		$this->after( 30 );
		for ( $second = 0; $second < 115; $second += 5 ) {
			$this->add_changes();
			$this->after( 5 );
		}
		$this->assertCount( 3, $this->caller->calls );
		$this->after( 5 );
		$this->assertCount( 4, $this->caller->calls );
		$this->assertSame( array( 'accepted', '24' ), array( $this->runs()[0]->status, (string) $this->runs()[0]->changes ) );
	}

	public function test_schedules_a_wake_up_for_the_next_attempt(): void {
		$this->add_changes();
		$this->caller->break_down();
		$this->after( 10 );
		$wake_up = wp_next_scheduled( Wake_Up::SINGLE_EVENT );
		$this->assertGreaterThan( ( $this->clock->now + 10_000 ) / 1000, $wake_up );
		$this->assertLessThan( ( $this->clock->now + 20_000 ) / 1000, $wake_up );
	}

	public function test_cancels_a_retrying_run(): void {
		$this->add_changes( 2 );
		$this->caller->break_down();
		$this->after( 10 );
		$this->add_changes();
		$this->assertIsInt( $this->dispatcher->cancel( $this->key(), 7 ) );
		$this->assertSame( array( 'canceled', '3', '7' ), array( $this->runs()[0]->status, (string) $this->runs()[0]->changes, (string) $this->runs()[0]->user_id ) );
		$this->after( 7200 );
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_retries_immediately_after_the_clock_was_set_back(): void {
		$this->add_changes();
		$this->caller->break_down();
		$this->after( 10 );
		$this->clock->jump( -86_400_000 );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 2, $this->caller->calls );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_a_clock_that_was_set_forward_only_shortens_the_wait(): void {
		$this->add_changes();
		$this->caller->break_down( 2 );
		$this->after( 10 );
		$this->clock->jump( 86_400_000 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'retrying' ), $this->statuses() );
		$this->assertSame( $this->clock->now + 30_000, (int) $this->runs()[0]->not_before );
	}

	public function test_a_sender_that_lost_its_lease_saves_no_failure(): void {
		$this->add_changes();
		$this->take_over_during_the_call();
		$this->caller->break_down();
		$this->after( 10 );
		$this->assertSame( array( 'accepted' ), $this->statuses(), 'The newer sender saved its result.' );
		$this->assertSame( array( '200', '0' ), array( (string) $this->runs()[0]->http_status, (string) $this->runs()[0]->not_before ) );
	}

	public function test_a_sender_that_lost_its_lease_does_not_restart_the_run(): void {
		global $wpdb;
		$this->add_changes();
		$this->caller->break_down();
		$this->after( 10 );
		$this->clock->pass( 10_000 );
		$this->before_statement(
			"UPDATE {$wpdb->headless_deploy_runs} SET status = 'sending'",
			function () use ( &$done ): void {
				$done = true;
				$this->after( 60 );
			},
		);
		$this->dispatcher->dispatch_site();
		$this->assertTrue( $done );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$this->assertCount( 2, $this->caller->calls );
	}

	public function test_sends_a_manual_run_of_a_crashed_sender_immediately_and_as_manual(): void {
		$this->add_changes( 1 );
		$this->add_manual_run();
		$this->crash_during_the_call();
		$this->assertSame( array( true, false ), array( $this->lane()->unfinished?->is_manual, $this->lane()->unfinished?->is_retrying ) );
		$this->pause( 'person' );
		$this->caller->break_down();
		$this->after( 60 );
		$this->assertSame( array( 'retrying' ), $this->statuses(), 'A manual run is retried also in a pause.' );
		$this->after( 30 );
		$this->assertSame( array( 'accepted', 'manual' ), array( $this->runs()[0]->status, $this->runs()[0]->cause ) );
		$this->assertCount( 3, $this->caller->calls );
	}

	private function take_over_during_the_call(): void {
		$this->caller->during_next = function (): void {
			$answers = $this->caller->answers;
			$this->clock->pass( Lease::DURATION_MS );
			$this->caller->answers = array();
			$this->dispatcher->dispatch_site();
			$this->caller->answers = $answers;
		};
	}
}
