<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Read_Failed;
use PHPUnit\Framework\Attributes\Group;
use RuntimeException;

#[Group( 'mariadb' )]
final class DispatcherTest extends Queue_Test_Case {
	public function test_a_change_is_sent_after_its_quiet_period_and_not_before(): void {
		$this->add_changes();
		$this->clock->pass( 9_999 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->clock->pass( 1 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_what_was_sent_is_written_into_the_log(): void {
		$this->add_changes( 3 );
		$this->clock->pass( 10_000 );
		$this->dispatcher->dispatch_site();
		$row = $this->runs()[0];
		$this->assertSame( array( 'rebuild', 'automatic', '3', '200', '', '"operations/1"' ), array( $row->action, $row->cause, (string) $row->changes, (string) $row->http_status, $row->error_code, str_replace( '\/', '/', $row->operation ) ) );
		$this->assertSame( $this->clock->now, (int) $row->finished_at );
		$this->assertCount( 1, (array) json_decode( $row->attempts ) );
		$this->assertSame( 0, $this->lane()->lease_until );
	}

	public function test_steady_changes_are_sent_after_the_maximum_wait(): void {
		for ( $second = 0; $second < 120; $second += 5 ) {
			$this->add_changes();
			$this->clock->pass( 5_000 );
			$this->dispatcher->dispatch_site();
		}
		$this->assertCount( 1, $this->caller->calls );
		$this->assertSame( '24', (string) $this->runs()[0]->changes );
	}

	public function test_the_stronger_action_wins_in_the_build_lane(): void {
		$this->add_changes( 1, Action::Rebuild );
		$this->add_changes( 1, Action::CleanRebuild );
		$this->add_changes( 1, Action::Rebuild );
		$this->clock->pass( 10_000 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'production cleanRebuild' ), $this->caller->calls );
	}

	public function test_a_purge_never_waits_for_a_build(): void {
		$this->add_manual_run( Action::Rebuild );
		$this->caller->during = function (): void {
			$this->caller->during = null;
			$this->manual_run->start( 'production', Action::PurgeCache, Cause::Manual, 7 );
		};
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'production rebuild', 'production purgeCache' ), $this->caller->calls );
		$this->assertSame( array( 'accepted', 'accepted' ), $this->states() );
	}

	public function test_two_publishes_during_a_running_run_lead_to_exactly_one_more(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->caller->during = function (): void {
			$this->caller->during = null;
			$this->add_changes();
			$this->clock->pass( 1_000 );
			$this->add_changes();
			$this->dispatcher->dispatch_site();
		};
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
		$this->clock->pass( 9_999 );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls, 'The trailing run has a quiet period of its own.' );
		$this->clock->pass( 1 );
		$this->dispatcher->dispatch_site();
		$this->clock->pass( 600_000 );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 2, $this->caller->calls );
		$this->assertSame( '2', (string) $this->runs()[1]->changes );
	}

	public function test_a_press_during_a_running_run_runs_right_after_it(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$result               = null;
		$this->caller->during = function () use ( &$result ): void {
			$this->caller->during = null;
			$result               = $this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		};
		$this->dispatcher->dispatch_site();
		$this->assertSame( 0, $result, 'The press waits.' );
		$this->assertCount( 2, $this->caller->calls );
		$this->assertSame( array( 'automatic', 'manual' ), array_column( $this->runs(), 'cause' ) );
	}

	public function test_two_dispatchers_never_hold_the_same_lane(): void {
		$this->add_manual_run();
		$this->caller->during = function (): void {
			$this->caller->during = null;
			$this->dispatcher->dispatch_site();
			$this->dispatcher->dispatch_lane( $this->key() );
		};
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_a_crashed_sender_s_run_is_sent_again_when_its_lease_has_ended(): void {
		$this->add_changes( 4 );
		$this->clock->pass( 10_000 );
		$this->crash_during_the_call();
		$this->clock->pass( Lease::DURATION_MS - 1 );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls, 'The lease still holds.' );
		$this->clock->pass( 1 );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 2, $this->caller->calls );
		$this->assertSame( array( 'accepted' ), $this->states() );
		$this->assertSame( '4', (string) $this->runs()[0]->changes );
	}

	public function test_a_run_whose_sender_crashes_each_time_is_sent_six_times_and_no_more(): void {
		$this->add_changes( 4 );
		$this->clock->pass( 10_000 );
		for ( $time = 1; $time <= 6; $time++ ) {
			$this->crash_during_the_call();
			$this->clock->pass( Lease::DURATION_MS );
		}
		$this->dispatcher->dispatch_site();
		$this->after( 3_600 );
		$this->assertCount( 6, $this->caller->calls );
		$this->assertSame( array( 'failed', 'headless_deploy_sender_crashed' ), array( $this->states()[0], $this->runs()[0]->error_code ) );
		$this->assertSame( 4, $this->lane()->undeployed, 'Its changes are shown, and taken along by the next run.' );
		$this->add_changes( 1 );
		$this->after( 10 );
		$this->assertSame( array( 'failed', 'accepted' ), $this->states() );
		$this->assertSame( '5', (string) $this->runs()[1]->changes );
	}

	public function test_an_outcome_that_the_database_refuses_once_costs_no_second_call(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->refuse_statements( "status = 'accepted'", 2 );
		$this->dispatcher->dispatch_site();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->states() );
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_an_outcome_that_the_database_always_refuses_does_not_send_without_end(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->refuse_statements( "status = 'accepted'", PHP_INT_MAX );
		for ( $time = 1; $time <= 20; $time++ ) {
			$this->dispatcher->dispatch_site();
		}
		$this->assertCount( 6, $this->caller->calls );
		$this->assertSame( array( 'failed' ), $this->states() );
	}

	public function test_a_failure_whose_changes_cannot_be_detached_is_not_written(): void {
		$this->add_changes( 4 );
		$this->clock->pass( 10_000 );
		$this->caller->refuse();
		$this->refuse_statements( 'SET run_id = 0, previous_run_id', 3 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'sending' ), $this->states(), 'As after a crash.' );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->states() );
		$this->assertSame( '4', (string) $this->runs()[0]->changes );
	}

	public function test_nothing_is_sent_again_when_the_database_refuses_to_note_that_it_is(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->crash_during_the_call();
		$this->clock->pass( Lease::DURATION_MS );
		$this->refuse_statements( "status = 'sending'", PHP_INT_MAX );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_a_press_that_a_crashed_sender_took_along_goes_out_even_while_paused(): void {
		$this->add_changes( 1 );
		$this->add_manual_run( Action::CleanRebuild );
		$this->crash_during_the_call();
		$this->pause( 'person' );
		$this->clock->pass( Lease::DURATION_MS );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'production cleanRebuild', 'production cleanRebuild' ), $this->caller->calls );
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_a_sender_that_stood_still_sends_nothing(): void {
		$this->add_manual_run();
		$this->at_the_query( self::read_of_attached(), fn() => $this->clock->pass( 20_001 ) );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( array( 'sending' ), $this->states(), 'It waits, visibly.' );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_a_sender_whose_clock_was_set_sends_nothing(): void {
		foreach ( array( 20_001, -20_001 ) as $jump ) {
			$this->add_manual_run();
			$this->at_the_query( self::read_of_attached(), fn() => $this->clock->jump( $jump ) );
			$this->dispatcher->dispatch_lane( $this->key() );
		}
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_a_sender_that_lost_its_lease_writes_nothing(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->caller->during = function (): void {
			$this->caller->during = null;
			$this->clock->pass( Lease::DURATION_MS );
			$this->caller->refuse( 'headless_deploy_bad_request', 400 );
			$this->dispatcher->dispatch_site();
		};
		$this->dispatcher->dispatch_site();
		$row = $this->runs()[0];
		$this->assertSame( array( 'failed', '400' ), array( $row->status, (string) $row->http_status ), 'The one who took over has the word.' );
		$this->assertSame( 1, $this->lane()->undeployed );
	}

	public function test_what_a_lost_lease_would_detach_stays_attached(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->caller->refuse();
		$this->caller->during = function (): void {
			$this->caller->during = null;
			$this->clock->pass( Lease::DURATION_MS );
			$this->caller->answers = array();
			$this->dispatcher->dispatch_site();
			$this->caller->refuse();
		};
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->states() );
		$this->assertSame( 0, $this->lane()->new_rows + $this->lane()->undeployed );
	}

	public function test_what_a_lost_lease_would_attach_stays_pending(): void {
		global $wpdb;
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->at_the_query(
			"UPDATE {$wpdb->headless_deploy_changes} SET run_id",
			function (): void {
				$this->clock->pass( Lease::DURATION_MS );
				$this->dispatcher->dispatch_site();
				$this->add_changes();
			},
		);
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->states() );
		$this->assertSame( 1, $this->lane()->new_rows, 'It came after the call, so it waits for the next one.' );
	}

	public function test_a_lease_of_a_clock_that_was_set_back_since_counts_as_ended(): void {
		$this->clock->jump( 3 * Lease::DURATION_MS );
		$this->assertTrue( $this->leases->acquire( Lease::from_now( $this->key(), $this->clock ) ) );
		$this->clock->jump( -3 * Lease::DURATION_MS );
		$this->add_manual_run();
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_refused_changes_are_kept_shown_and_taken_along_by_the_next_press(): void {
		$this->add_changes( 5 );
		$this->clock->pass( 10_000 );
		$this->caller->refuse();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'failed' ), $this->states() );
		$this->assertSame( 5, $this->lane()->undeployed );
		$this->clock->pass( 3_600_000 );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls, 'A refusal is not tried again by itself.' );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->assertSame( array( 'failed', 'accepted' ), $this->states() );
		$this->assertSame( '5', (string) $this->runs()[1]->changes );
		$this->assertFalse( $this->lane()->is_pending() );
	}

	public function test_refused_changes_are_taken_along_by_the_next_change(): void {
		$this->add_changes( 5 );
		$this->clock->pass( 10_000 );
		$this->caller->refuse();
		$this->dispatcher->dispatch_site();
		$this->add_changes( 1 );
		$this->clock->pass( 10_000 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( '6', (string) $this->runs()[1]->changes );
	}

	public function test_a_press_that_failed_is_used_up(): void {
		$this->caller->refuse();
		$this->manual_run->start( 'production', Action::CleanRebuild, Cause::Manual, 7 );
		$this->clock->pass( 3_600_000 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'failed' ), $this->states() );
		$this->assertFalse( $this->lane()->is_pending() );
	}

	public function test_what_a_plugin_throws_during_a_call_is_a_failure_that_is_shown(): void {
		$this->add_manual_run();
		$this->caller->during = static fn() => throw new RuntimeException( 'Another plugin broke.' );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'failed' ), $this->states() );
		$this->assertSame( 'headless_deploy_call_failed', $this->runs()[0]->error_code );
		$this->assertStringNotContainsString( 'Another plugin broke', (string) wp_json_encode( $this->runs() ), 'Its words may repeat anything.' );
	}

	public function test_a_webhook_that_cannot_be_read_fails_no_run(): void {
		$this->add_manual_run();
		$this->caller->during = static fn() => throw new Read_Failed( 'Lost connection' );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'sending' ), $this->states() );
		$this->caller->during = null;
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_an_answer_that_is_no_utf_8_is_written_all_the_same(): void {
		$this->add_manual_run();
		$this->caller->answers[] = new \HeadlessDeploy\Http\Response( 422, 'headless_deploy_bad_request', 1, "\xff\xfe caf\xc3\xa9 \xf0\x9f\x9a\x80", "\x80\x00'\\" );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'failed' ), $this->states() );
		$this->assertStringContainsString( 'café 🚀', (string) json_decode( $this->runs()[0]->service_message ) );
	}

	public function test_nothing_is_sent_for_an_environment_that_was_removed(): void {
		$this->add_manual_run();
		update_option( 'headless_deploy_environments', array() );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_cancel_is_a_logged_act_that_ends_what_is_pending(): void {
		$this->add_changes( 2 );
		$id = $this->dispatcher->cancel( $this->key(), 7 );
		$this->assertIsInt( $id );
		$row = $this->runs()[0];
		$this->assertSame( array( 'canceled', '2', '7' ), array( $row->status, (string) $row->changes, (string) $row->user_id ) );
		$this->clock->pass( 600_000 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_a_canceled_change_stays_listed_and_goes_out_with_the_next_run(): void {
		$this->add_changes( 2 );
		$this->dispatcher->cancel( $this->key(), 7 );
		$this->assertSame( array( 2, 0 ), array( $this->lane()->undeployed, $this->lane()->new_rows ) );
		$this->add_changes( 1 );
		$this->after( 60 );
		$this->assertSame( array( 'canceled', 'accepted' ), $this->states() );
		$this->assertSame( '3', (string) $this->runs()[1]->changes );
		$this->assertSame( 0, $this->lane()->undeployed );
	}

	public function test_undo_makes_canceled_changes_pending_again(): void {
		$this->add_changes( 2 );
		$this->make_retrying( 30_000 );
		$this->dispatcher->cancel( $this->key(), 7 );
		$this->add_changes( 1 );
		$this->assertSame( '', $this->dispatcher->undo_cancel( $this->key() ) );
		$this->assertSame( array( 0, 2 ), array( $this->lane()->undeployed, $this->lane()->new_rows ) );
		$this->after( 60 );
		$this->assertSame( array( 'canceled', 'accepted' ), $this->states() );
		$this->assertSame( '3', (string) $this->runs()[1]->changes );
	}

	public function test_undo_leaves_the_changes_of_a_failed_run_alone(): void {
		$this->caller->refuse();
		$this->add_changes( 2 );
		$this->after( 60 );
		$this->assertSame( array( 'failed' ), $this->states() );
		$this->assertSame( 'headless_deploy_nothing_canceled', $this->dispatcher->undo_cancel( $this->key() ) );
		$this->assertSame( 2, $this->lane()->undeployed );
	}

	public function test_undo_waits_while_a_run_is_sent(): void {
		$this->add_changes( 1 );
		$this->dispatcher->cancel( $this->key(), 7 );
		$this->add_manual_run();
		$answer               = null;
		$this->caller->during = function () use ( &$answer ): void {
			$answer = $this->dispatcher->undo_cancel( $this->key() );
		};
		$this->dispatcher->dispatch_site();
		$this->assertSame( 'headless_deploy_undo_in_flight', $answer );
		$this->assertSame( 'headless_deploy_nothing_canceled', $this->dispatcher->undo_cancel( $this->key() ) );
	}

	public function test_cancel_ends_a_run_that_waits_for_its_next_attempt(): void {
		$this->add_changes( 2 );
		$this->make_retrying( 30_000 );
		$this->add_changes( 1 );
		$this->assertIsInt( $this->dispatcher->cancel( $this->key(), 7 ) );
		$this->assertSame( array( 'canceled' ), $this->states() );
		$this->assertSame( '3', (string) $this->runs()[0]->changes );
	}

	public function test_cancel_leaves_alone_what_came_after_it(): void {
		global $wpdb;
		$this->add_changes( 2 );
		$this->at_the_query( "INSERT INTO {$wpdb->headless_deploy_runs}", fn() => $this->add_changes( 1 ) );
		$this->assertIsInt( $this->dispatcher->cancel( $this->key(), 7 ) );
		$this->assertSame( array( 1, 2 ), array( $this->lane()->new_rows, $this->lane()->undeployed ) );
		$this->assertSame( '2', (string) $this->runs()[0]->changes );
	}

	public function test_what_is_in_flight_cannot_be_canceled(): void {
		$this->add_manual_run();
		$answer               = null;
		$this->caller->during = function () use ( &$answer ): void {
			$answer = $this->dispatcher->cancel( $this->key(), 7 );
		};
		$this->dispatcher->dispatch_site();
		$this->assertSame( 'headless_deploy_in_flight', $answer );
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_nothing_pending_cannot_be_canceled(): void {
		$this->assertSame( 'headless_deploy_nothing_pending', $this->dispatcher->cancel( $this->key(), 7 ) );
		$this->assertSame( array(), $this->states() );
	}

	public function test_a_retrying_run_holds_newer_changes_back_and_takes_them_along(): void {
		$this->add_changes( 2 );
		$this->make_retrying( 30_000 );
		$this->add_changes( 1 );
		$this->clock->pass( 29_999 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->clock->pass( 1 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->states() );
		$this->assertSame( '3', (string) $this->runs()[0]->changes );
	}

	public function test_the_alarm_is_set_for_what_is_due_next_and_cleared_when_nothing_is(): void {
		$this->add_changes();
		$this->dispatcher->dispatch_site();
		$ring = wp_next_scheduled( Wake_Up::SINGLE_EVENT );
		$this->assertGreaterThan( ( $this->clock->now + 10_000 ) / 1000, $ring );
		$this->assertLessThan( ( $this->clock->now + 20_000 ) / 1000, $ring );
		$this->clock->pass( 10_000 );
		$this->dispatcher->dispatch_site();
		$this->assertFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_the_alarm_of_a_crashed_sender_rings_when_its_lease_has_ended(): void {
		$this->add_manual_run();
		$this->crash_during_the_call();
		$this->dispatcher->schedule_wake_up();
		$this->assertGreaterThanOrEqual( ( $this->clock->now + Lease::DURATION_MS ) / 1000, wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_both_lanes_are_told_apart(): void {
		$this->add_changes( 1, Action::PurgeCache );
		$this->clock->pass( 5_000 );
		$this->add_changes( 1, Action::Rebuild );
		$this->clock->pass( 5_000 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'production purgeCache' ), $this->caller->calls );
		$this->assertSame( 1, $this->lane( Lane::Build )->new_rows );
	}

	public function test_the_network_s_round_finds_the_same_lanes(): void {
		$this->add_manual_run();
		$this->dispatcher->dispatch_network();
		$this->assertCount( 1, $this->caller->calls );
	}

	private function refuse_statements( string $with, int $times ): void {
		global $wpdb;
		$wpdb->suppress_errors();
		$refuse = static function ( string $statement ) use ( $with, &$times ): string {
			return str_contains( $statement, $with ) && $times-- > 0 ? 'UPDATE no_such_table SET nothing = 1' : $statement;
		};
		add_filter( 'query', $refuse );
	}

	private function crash_during_the_call(): void {
		$this->caller->during = fn() => add_filter( 'query', $this->crash( ... ) );
		try {
			$this->dispatcher->dispatch_site();
			$this->fail( 'The sender should have crashed.' );
		} catch ( Crash ) {
			remove_filter( 'query', $this->crash( ... ) );
			remove_all_filters( 'query' );
		}
		$this->caller->during = null;
	}

	private function crash(): never {
		throw new Crash( 'The process was killed.' );
	}

	/**
	 * Does something right before a statement.
	 *
	 * @param callable $work What is done, once.
	 */
	private function at_the_query( string $beginning, callable $work ): void {
		$done = false;
		add_filter(
			'query',
			static function ( string $query ) use ( $beginning, $work, &$done ): string {
				if ( ! $done && str_starts_with( $query, $beginning ) ) {
					$done = true;
					$work();
				}
				return $query;
			},
		);
	}

	private function make_retrying( int $after ): void {
		global $wpdb;
		$lease = Lease::from_now( $this->key(), $this->clock );
		$this->assertTrue( $this->leases->acquire( $lease ) );
		$id = $this->run_store->start( $lease, $this->lane() );
		$this->changes->attach( $lease, $id );
		$this->leases->release( $lease );
		$wpdb->update(
			$wpdb->headless_deploy_runs,
			array(
				'status'     => 'retrying',
				'not_before' => $this->clock->now + $after,
			),
			array( 'id' => $id ),
		);
	}
}
