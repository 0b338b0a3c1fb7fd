<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
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
}
