<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Secrets\Encryption;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class RemovalTest extends Rest_Queue_Test_Case {
	public function test_cancels_pending_changes_with_a_reason(): void {
		$user = $this->log_in( 'administrator' );
		$this->add_changes( 3 );
		$this->add_changes( 2, Action::PurgeCache );
		$this->remove();
		$this->assertSame( array( 'canceled', 'canceled' ), $this->statuses() );
		$this->assertSame( array( 3, 2 ), array_map( static fn( object $row ): int => (int) $row->changes, $this->runs() ) );
		$row = $this->runs()[0];
		$this->assertSame( array( 'headless_deploy_environment_removed', $user, 'manual' ), array( $row->error_code, (int) $row->user_id, $row->cause ) );
		$this->assertStringContainsString( 'environment was removed', $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'][0]['message'] );
		$this->assert_nothing_left();
	}

	public function test_cancels_a_retrying_run(): void {
		$this->add_changes( 2 );
		$this->caller->break_down();
		$this->after( 10 );
		$this->add_changes( 1 );
		$this->remove();
		$this->assertSame( array( 'canceled', '3' ), array( $this->statuses()[0], (string) $this->runs()[0]->changes ) );
		$this->assert_nothing_left();
	}

	public function test_cancels_the_changes_of_a_failed_run(): void {
		$this->add_changes( 2 );
		$this->caller->refuse();
		$this->after( 10 );
		$this->remove();
		$this->assertSame( array( 'failed', 'canceled' ), $this->statuses() );
		$this->assertSame( '2', (string) $this->runs()[1]->changes );
		// The next event ends the tracking of the failed run, because its environment was removed.
		$this->clock->pass( 60_000 );
		do_action( Wake_Up::SINGLE_EVENT );
		$this->assert_nothing_left();
	}

	public function test_logs_nothing_when_nothing_is_pending(): void {
		$this->remove();
		$this->assertSame( array(), $this->statuses() );
	}

	public function test_logs_a_call_that_succeeds_after_the_removal_and_cancels_the_rest(): void {
		$this->add_changes( 2 );
		$this->caller->during = function (): void {
			$this->add_changes( 1 );
			$this->remove();
		};
		$this->after( 10 );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$this->assertSame( 1, $this->lane()->changes );
		$this->dispatcher->dispatch_network();
		$this->assertSame( array( 'accepted', 'canceled' ), $this->statuses() );
		$this->assertSame( 'automatic', $this->runs()[1]->cause );
		$this->assert_nothing_left();
	}

	public function test_cancels_a_call_that_fails_after_the_removal_together_with_newer_changes(): void {
		$this->add_changes( 2 );
		$this->caller->break_down();
		$this->caller->during = function (): void {
			$this->add_changes( 1 );
			$this->remove();
		};
		$this->after( 10 );
		$this->assertSame( array( 'canceled', '3', 'headless_deploy_environment_removed' ), array( $this->statuses()[0], (string) $this->runs()[0]->changes, $this->runs()[0]->error_code ) );
		$this->assert_nothing_left();
	}

	public function test_cancels_the_run_of_a_crashed_sender(): void {
		$this->add_changes( 2 );
		$lease = Lease::from_now( $this->key(), $this->clock );
		$this->leases->acquire( $lease );
		$this->changes->attach( $lease, $this->run_store->start( $lease, $this->lane() ) );
		$this->remove();
		$this->assertSame( array( 'sending' ), $this->statuses(), 'The call may still be running.' );
		$this->after( 60 );
		$this->assertSame( array( 'canceled' ), $this->statuses() );
		$this->assert_nothing_left();
	}

	public function test_keeps_the_changes_of_an_environment_that_is_missing_but_was_not_removed(): void {
		$this->add_changes( 2 );
		$stored = get_option( 'headless_deploy_environments' );
		update_option( 'headless_deploy_environments', array() );
		foreach ( array( 86_401, 100 * 86_400 ) as $seconds ) {
			$this->after( $seconds );
			$this->dispatcher->dispatch_network();
			$this->assertSame( array(), $this->statuses() );
		}
		update_option( 'headless_deploy_environments', $stored );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted', '2' ), array( $this->statuses()[0], (string) $this->runs()[0]->changes ), 'The environment is back with all changes.' );
	}

	public function test_restored_changes_are_pending_and_sent_again(): void {
		$this->add_changes( 3 );
		$this->add_changes( 2, Action::PurgeCache );
		$this->remove();
		$this->restore();
		$this->assertSame( array( 3, 2 ), array( $this->lane()->changes, $this->lane( Lane::Cache )->changes ) );
		$this->after( 10 );
		$this->assertSame( array( 'canceled', 'canceled', 'accepted', 'accepted' ), $this->statuses() );
		$this->assertSame( array( 'cache' => '2', 'build' => '3' ), array_map( strval( ... ), array_column( array_slice( $this->runs(), 2 ), 'changes', 'lane' ) ) );
	}

	public function test_restores_the_changes_of_a_retrying_run_and_not_a_manual_run(): void {
		$this->add_changes( 2 );
		$this->caller->break_down();
		$this->after( 10 );
		$this->add_manual_run();
		$this->add_changes( 1 );
		$this->remove();
		$this->assertSame( 0, $this->lane()->changes );
		$this->restore();
		$this->assertSame( array( 3, Cause::Automatic ), array( $this->lane()->changes, $this->lane()->cause ) );
	}

	public function test_lists_the_changes_of_a_failed_run_as_undeployed_again(): void {
		$this->add_changes( 2 );
		$this->caller->refuse();
		$this->after( 10 );
		$before = $this->undeployed();
		$this->assertNotSame( array(), $before );
		$this->remove();
		$this->restore();
		$this->assertSame( $before, $this->undeployed() );
		$this->after( 3600 );
		$this->assertSame( array( 'failed', 'canceled' ), $this->statuses(), 'They wait for the next run, as before.' );
	}

	public function test_loses_no_change_when_a_user_restores_before_the_removal_has_ended_the_runs(): void {
		$this->add_changes( 2 );
		// The hook of this test runs before the hooks of the plugin.
		$restore = fn() => $this->restore();
		add_action( 'headless_deploy_environment_removed', $restore, 1 );
		$this->remove();
		$this->assertSame( 2, $this->lane()->changes );
		$this->after( 10 );
		$this->assertSame( 'accepted', $this->statuses()[1] );
	}

	public function test_loses_no_change_when_the_environment_is_removed_and_restored_during_a_call(): void {
		$this->add_changes( 2 );
		$this->caller->break_down();
		$this->caller->during = function (): void {
			$this->add_changes( 1 );
			$this->remove();
			$this->restore();
		};
		$this->after( 10 );
		$this->assertSame( array( 'retrying' ), $this->statuses() );
		$this->caller->during = null;
		$this->after( 3600 );
		$this->assertSame( array( 'accepted', '3' ), array( $this->statuses()[0], (string) $this->runs()[0]->changes ) );
	}

	private function remove(): void {
		( new Environments( new Encryption(), $this->clock ) )->delete( 'production' );
	}

	private function restore(): void {
		$this->assertInstanceOf( Environment::class, ( new Environments( new Encryption(), $this->clock ) )->restore( 'production' ) );
	}

	/**
	 * @return array<array{previous_run_id: string, changes: string}>
	 */
	private function undeployed(): array {
		global $wpdb;
		return $wpdb->get_results( "SELECT previous_run_id, changes FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0 AND previous_run_id > 0", ARRAY_A );
	}

	private function assert_nothing_left(): void {
		foreach ( Lane::cases() as $lane ) {
			$state = $this->lane( $lane );
			$this->assertSame( array( 0, 0, null ), array( $state->last_row_id, $state->changes, $state->unfinished ) );
		}
		$this->assertFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}
}
