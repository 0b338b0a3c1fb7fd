<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Attempts;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Read_Failed;
use PHPUnit\Framework\Attributes\Group;
use RuntimeException;

#[Group( 'mariadb' )]
final class DispatcherTest extends Queue_Test_Case {
	public function test_sends_a_change_after_its_quiet_period_and_not_before(): void {
		$this->add_changes();
		$this->clock->pass( 9_999 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->clock->pass( 1 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_logs_what_it_sent(): void {
		$this->add_changes( 3 );
		$this->after( 10 );
		$row = $this->runs()[0];
		$this->assertSame( array( 'rebuild', 'automatic', '3', '200', '', '"operations/1"' ), array( $row->action, $row->cause, (string) $row->changes, (string) $row->http_status, $row->error_code, str_replace( '\/', '/', $row->operation ) ) );
		$this->assertSame( $this->clock->now, (int) $row->finished_at );
		$this->assertCount( 1, (array) json_decode( $row->attempts ) );
		$this->assertSame( 0, $this->lane()->lease_until );
	}

	public function test_a_purge_never_waits_for_a_build(): void {
		$this->add_manual_run( Action::Rebuild );
		$this->caller->during_next = function (): void {
			$this->start_manual_run( Action::PurgeCache );
		};
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'production rebuild', 'production purgeCache' ), $this->caller->calls );
		$this->assertSame( array( 'accepted', 'accepted' ), $this->statuses() );
	}

	public function test_sends_a_refresh_before_a_purge_and_a_purge_before_a_build(): void {
		$this->connect( 'Another' );
		$key = Lane_Key::of( get_current_blog_id(), 'another', Lane::Build );
		$this->changes->insert( array( new New_Change( $key, Action::Rebuild, $this->clock->now, 1, array() ) ) );
		array_map( fn( Action $action ) => $this->add_changes( 1, $action ), array( Action::Rebuild, Action::PurgeCache, Action::Refresh ) );
		$this->after( 600 );
		$this->assertSame( array( 'production refresh', 'production purgeCache', 'another rebuild', 'production rebuild' ), $this->caller->calls );
	}

	public function test_two_changes_during_a_call_lead_to_exactly_one_trailing_run(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->caller->during_next = function (): void {
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
		$this->after( 600 );
		$this->assertCount( 2, $this->caller->calls );
		$this->assertSame( '2', (string) $this->runs()[1]->changes );
	}

	public function test_sends_a_manual_run_that_starts_during_a_call_right_after_it(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$result                    = null;
		$this->caller->during_next = function () use ( &$result ): void {
			$result = $this->start_manual_run();
		};
		$this->dispatcher->dispatch_site();
		$this->assertSame( 0, $result, 'The manual run waits.' );
		$this->assertCount( 2, $this->caller->calls );
		$this->assertSame( array( 'automatic', 'manual' ), array_column( $this->runs(), 'cause' ) );
	}

	public function test_two_dispatchers_never_hold_the_same_lane(): void {
		$this->add_manual_run();
		$this->caller->during_next = function (): void {
			$this->dispatcher->dispatch_site();
			$this->dispatcher->dispatch_lane( $this->key() );
		};
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_sends_the_run_of_a_crashed_sender_again_after_its_lease(): void {
		$this->add_changes( 4 );
		$this->clock->pass( 10_000 );
		$this->crash_during_the_call();
		$this->clock->pass( Lease::DURATION_MS - 1 );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls, 'The lease has not ended.' );
		$this->clock->pass( 1 );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 2, $this->caller->calls );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$this->assertSame( '4', (string) $this->runs()[0]->changes );
	}

	public function test_fails_a_run_after_six_crashes_of_the_sender(): void {
		$this->add_changes( 4 );
		$this->clock->pass( 10_000 );
		for ( $time = 1; $time <= 6; $time++ ) {
			$this->crash_during_the_call();
			$this->clock->pass( Lease::DURATION_MS );
		}
		$this->dispatcher->dispatch_site();
		$this->after( 3_600 );
		$this->assertCount( 6, $this->caller->calls );
		$this->assertSame( array( 'failed', 'headless_deploy_sender_crashed' ), array( $this->statuses()[0], $this->runs()[0]->error_code ) );
		$this->assertSame( 4, $this->lane()->undeployed, 'Its changes are listed, and the next run includes them.' );
		$this->add_changes( 1 );
		$this->after( 10 );
		$this->assertSame( array( 'failed', 'accepted' ), $this->statuses() );
		$this->assertSame( '5', (string) $this->runs()[1]->changes );
	}

	public function test_repeats_no_call_when_saving_the_result_fails_once(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->refuse_statements( "status = 'accepted'", 2 );
		$this->dispatcher->dispatch_site();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_stops_after_six_calls_when_saving_the_result_always_fails(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->refuse_statements( "status = 'accepted'", PHP_INT_MAX );
		for ( $time = 1; $time <= 20; $time++ ) {
			$this->dispatcher->dispatch_site();
		}
		$this->assertCount( 6, $this->caller->calls );
		$this->assertSame( array( 'failed' ), $this->statuses() );
	}

	public function test_saves_no_failure_whose_changes_cannot_be_detached(): void {
		$this->add_changes( 4 );
		$this->clock->pass( 10_000 );
		$this->caller->refuse();
		$this->refuse_statements( 'SET run_id = 0, previous_run_id', 3 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'sending' ), $this->statuses(), 'As after a crash.' );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$this->assertSame( '4', (string) $this->runs()[0]->changes );
	}

	public function test_makes_no_call_when_the_database_cannot_save_the_attempt(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->crash_during_the_call();
		$this->clock->pass( Lease::DURATION_MS );
		$this->refuse_statements( "status = 'sending'", PHP_INT_MAX );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_a_stalled_sender_makes_no_call(): void {
		$this->add_manual_run();
		$this->before_statement( self::read_of_covered_changes(), fn() => $this->clock->pass( 20_001 ) );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( array( 'sending' ), $this->statuses(), 'It waits and is visible.' );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_a_run_that_is_delayed_again_and_again_is_sent(): void {
		$this->add_changes( 4 );
		$this->clock->pass( 10_000 );
		for ( $time = 1; $time <= 7; $time++ ) {
			$this->before_statement( self::read_of_covered_changes(), fn() => $this->clock->pass( 20_001 ) );
			$this->dispatcher->dispatch_site();
		}
		$this->assertSame( array(), $this->caller->calls );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$this->assertSame( 1, Attempts::from_json( $this->runs()[0]->attempts )->count(), 'No process crashed.' );
	}

	public function test_a_sender_whose_clock_was_set_makes_no_call(): void {
		foreach ( array( 20_001, -20_001 ) as $jump ) {
			$this->add_manual_run();
			$this->before_statement( self::read_of_covered_changes(), fn() => $this->clock->jump( $jump ) );
			$this->dispatcher->dispatch_lane( $this->key() );
		}
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_keeps_refused_changes_for_the_next_manual_run(): void {
		$this->add_changes( 5 );
		$this->clock->pass( 10_000 );
		$this->caller->refuse();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'failed' ), $this->statuses() );
		$this->assertSame( 5, $this->lane()->undeployed );
		$this->after( 3_600 );
		$this->assertCount( 1, $this->caller->calls, 'A refusal is not retried automatically.' );
		$this->start_manual_run();
		$this->assertSame( array( 'failed', 'accepted' ), $this->statuses() );
		$this->assertSame( '5', (string) $this->runs()[1]->changes );
		$this->assertFalse( $this->lane()->is_pending() );
	}

	public function test_does_not_repeat_a_failed_manual_run(): void {
		$this->caller->refuse();
		$this->start_manual_run( Action::CleanRebuild );
		$this->after( 3_600 );
		$this->assertSame( array( 'failed' ), $this->statuses() );
		$this->assertFalse( $this->lane()->is_pending() );
	}

	public function test_logs_an_exception_of_another_plugin_during_a_call_as_a_failure(): void {
		$this->add_manual_run();
		$this->caller->during = static fn() => throw new RuntimeException( 'Another plugin broke.' );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'failed' ), $this->statuses() );
		$this->assertSame( 'headless_deploy_call_failed', $this->runs()[0]->error_code );
		$this->assertStringNotContainsString( 'Another plugin broke', (string) wp_json_encode( $this->runs() ), 'Its message may contain secrets.' );
	}

	public function test_sends_a_run_later_when_its_webhook_cannot_be_read(): void {
		$this->add_manual_run();
		$this->caller->during = static fn() => throw new Read_Failed( 'Lost connection' );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'sending' ), $this->statuses() );
		$this->caller->during = null;
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$this->assertSame( 1, Attempts::from_json( $this->runs()[0]->attempts )->count(), 'No process crashed.' );
	}

	public function test_logs_an_answer_that_is_not_utf_8(): void {
		$this->add_manual_run();
		$this->caller->answers[] = new \HeadlessDeploy\Http\Response( 422, 'headless_deploy_bad_request', 1, "\xff\xfe caf\xc3\xa9 \xf0\x9f\x9a\x80", "\x80\x00'\\" );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'failed' ), $this->statuses() );
		$this->assertStringContainsString( 'café 🚀', (string) json_decode( $this->runs()[0]->service_message ) );
	}

	public function test_includes_canceled_changes_in_the_next_run(): void {
		$this->add_changes( 2 );
		$this->dispatcher->cancel( $this->key(), 7 );
		$this->assertSame( array( 2, 0 ), array( $this->lane()->undeployed, $this->lane()->new_rows ) );
		$this->add_changes( 1 );
		$this->after( 60 );
		$this->assertSame( array( 'canceled', 'accepted' ), $this->statuses() );
		$this->assertSame( '3', (string) $this->runs()[1]->changes );
		$this->assertSame( 0, $this->lane()->undeployed );
	}

	public function test_undo_makes_canceled_changes_pending_again(): void {
		$this->add_changes( 2 );
		$this->caller->break_down();
		$this->after( 10 );
		$this->dispatcher->cancel( $this->key(), 7 );
		$this->add_changes( 1 );
		$this->assertSame( '', $this->dispatcher->undo_cancel( $this->key() ) );
		$this->assertSame( array( 0, 2 ), array( $this->lane()->undeployed, $this->lane()->new_rows ) );
		$this->after( 60 );
		$this->assertSame( array( 'canceled', 'accepted' ), $this->statuses() );
		$this->assertSame( '3', (string) $this->runs()[1]->changes );
	}

	public function test_undo_does_not_change_a_failed_run(): void {
		$this->caller->refuse();
		$this->add_changes( 2 );
		$this->after( 60 );
		$this->assertSame( array( 'failed' ), $this->statuses() );
		$this->assertSame( 'headless_deploy_nothing_canceled', $this->dispatcher->undo_cancel( $this->key() ) );
		$this->assertSame( 2, $this->lane()->undeployed );
	}

	public function test_undo_is_refused_during_a_call(): void {
		$this->add_changes( 1 );
		$this->dispatcher->cancel( $this->key(), 7 );
		$this->add_manual_run();
		$answer               = null;
		$this->caller->during = function () use ( &$answer ): void {
			$answer = $this->dispatcher->undo_cancel( $this->key() );
		};
		$this->dispatcher->dispatch_site();
		$this->assertSame( 'headless_deploy_undo_while_sending', $answer );
		$this->assertSame( 'headless_deploy_nothing_canceled', $this->dispatcher->undo_cancel( $this->key() ) );
	}

	public function test_does_not_cancel_changes_that_are_recorded_later(): void {
		global $wpdb;
		$this->add_changes( 2 );
		$this->before_statement( "INSERT INTO {$wpdb->headless_deploy_runs}", fn() => $this->add_changes( 1 ) );
		$this->assertIsInt( $this->dispatcher->cancel( $this->key(), 7 ) );
		$this->assertSame( array( 1, 2 ), array( $this->lane()->new_rows, $this->lane()->undeployed ) );
		$this->assertSame( '2', (string) $this->runs()[0]->changes );
	}

	public function test_cancels_no_run_during_its_call(): void {
		$this->add_manual_run();
		$answer               = null;
		$this->caller->during = function () use ( &$answer ): void {
			$answer = $this->dispatcher->cancel( $this->key(), 7 );
		};
		$this->dispatcher->dispatch_site();
		$this->assertSame( 'headless_deploy_already_sending', $answer );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_schedules_a_wake_up_only_while_a_run_is_due(): void {
		$this->add_changes();
		$this->dispatcher->dispatch_site();
		$wake_up = wp_next_scheduled( Wake_Up::SINGLE_EVENT );
		$this->assertGreaterThan( ( $this->clock->now + 10_000 ) / 1000, $wake_up );
		$this->assertLessThan( ( $this->clock->now + 20_000 ) / 1000, $wake_up );
		$this->after( 10 );
		$this->assertFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_schedules_a_wake_up_for_the_end_of_a_crashed_senders_lease(): void {
		$this->add_manual_run();
		$this->crash_during_the_call();
		$this->dispatcher->schedule_wake_up();
		$this->assertGreaterThanOrEqual( ( $this->clock->now + Lease::DURATION_MS ) / 1000, wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_sends_each_lane_at_its_own_time(): void {
		$this->add_changes( 1, Action::PurgeCache );
		$this->clock->pass( 5_000 );
		$this->add_changes( 1, Action::Rebuild );
		$this->after( 5 );
		$this->assertSame( array( 'production purgeCache' ), $this->caller->calls );
		$this->assertSame( 1, $this->lane( Lane::Build )->new_rows );
	}

	private function refuse_statements( string $with, int $times ): void {
		global $wpdb;
		$wpdb->suppress_errors();
		$refuse = static function ( string $statement ) use ( $with, &$times ): string {
			return str_contains( $statement, $with ) && $times-- > 0 ? 'UPDATE no_such_table SET nothing = 1' : $statement;
		};
		add_filter( 'query', $refuse );
	}
}
