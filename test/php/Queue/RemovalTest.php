<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Secrets\Encryption;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class RemovalTest extends Rest_Queue_Test_Case {
	public function test_what_was_pending_is_canceled_and_says_why(): void {
		$user = $this->log_in( 'administrator' );
		$this->add_changes( 3 );
		$this->add_changes( 2, Action::PurgeCache );
		$this->remove();
		$this->assertSame( array( 'canceled', 'canceled' ), $this->states() );
		$this->assertSame( array( 3, 2 ), array_map( static fn( object $row ): int => (int) $row->changes, $this->runs() ) );
		$row = $this->runs()[0];
		$this->assertSame( array( 'headless_deploy_environment_removed', $user, 'manual' ), array( $row->error_code, (int) $row->user_id, $row->cause ) );
		$this->assert_nothing_left();
	}

	public function test_the_log_tells_it_in_words(): void {
		$this->log_in( 'administrator' );
		$this->add_changes( 3 );
		$this->remove();
		$list = $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'];
		$this->assertStringContainsString( 'environment was removed', $list[0]['message'] );
	}

	public function test_a_run_that_waits_for_its_next_attempt_is_canceled(): void {
		$this->add_changes( 2 );
		$this->caller->break_down();
		$this->after( 10 );
		$this->add_changes( 1 );
		$this->remove();
		$this->assertSame( array( 'canceled', '3' ), array( $this->states()[0], (string) $this->runs()[0]->changes ) );
		$this->assert_nothing_left();
	}

	public function test_refused_changes_that_waited_are_ended_too(): void {
		$this->add_changes( 2 );
		$this->caller->refuse();
		$this->after( 10 );
		$this->remove();
		$this->assertSame( array( 'failed', 'canceled' ), $this->states() );
		$this->assertSame( '2', (string) $this->runs()[1]->changes );
		// A failed run is followed; that of a removed environment is not after the next event.
		$this->clock->pass( 60_000 );
		do_action( Wake_Up::SINGLE_EVENT );
		$this->assert_nothing_left();
	}

	public function test_an_environment_with_nothing_pending_leaves_no_entry(): void {
		$this->remove();
		$this->assertSame( array(), $this->states() );
	}

	public function test_a_call_in_flight_that_succeeds_is_logged_as_accepted_and_the_rest_is_swept(): void {
		$this->add_changes( 2 );
		$this->caller->during = function (): void {
			$this->add_changes( 1 );
			$this->remove();
		};
		$this->after( 10 );
		$this->assertSame( array( 'accepted' ), $this->states() );
		$this->assertSame( 1, $this->lane()->changes );
		$this->dispatcher->dispatch_network();
		$this->assertSame( array( 'accepted', 'canceled' ), $this->states() );
		$this->assertSame( 'automatic', $this->runs()[1]->cause );
		$this->assert_nothing_left();
	}

	public function test_a_call_in_flight_that_fails_ends_with_what_came_in_meanwhile(): void {
		$this->add_changes( 2 );
		$this->caller->break_down();
		$this->caller->during = function (): void {
			$this->add_changes( 1 );
			$this->remove();
		};
		$this->after( 10 );
		$this->assertSame( array( 'canceled', '3', 'headless_deploy_environment_removed' ), array( $this->states()[0], (string) $this->runs()[0]->changes, $this->runs()[0]->error_code ) );
		$this->assert_nothing_left();
	}

	public function test_what_a_crashed_sender_has_left_is_swept(): void {
		$this->add_changes( 2 );
		$lease = Lease::from_now( $this->key(), $this->clock );
		$this->leases->acquire( $lease );
		$this->changes->attach( $lease, $this->run_store->start( $lease, $this->lane() ) );
		$this->remove();
		$this->assertSame( array( 'sending' ), $this->states(), 'It may still be under way.' );
		$this->after( 60 );
		$this->assertSame( array( 'canceled' ), $this->states() );
		$this->assert_nothing_left();
	}

	public function test_the_recurring_event_sweeps(): void {
		$this->remove();
		$this->add_changes( 2 );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertSame( array( 'canceled' ), $this->states() );
	}

	public function test_an_environment_that_is_missing_without_having_been_removed_keeps_its_changes(): void {
		$this->add_changes( 2 );
		$stored = get_option( 'headless_deploy_environments' );
		update_option( 'headless_deploy_environments', array() );
		foreach ( array( 86_401, 100 * 86_400 ) as $seconds ) {
			$this->after( $seconds );
			$this->dispatcher->dispatch_network();
			$this->assertSame( array(), $this->states() );
		}
		update_option( 'headless_deploy_environments', $stored );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted', '2' ), array( $this->states()[0], (string) $this->runs()[0]->changes ), 'It is back, and nothing was lost.' );
	}

	private function remove(): void {
		( new Environments( new Encryption(), $this->clock ) )->delete( 'production' );
	}

	private function assert_nothing_left(): void {
		foreach ( Lane::cases() as $lane ) {
			$state = $this->lane( $lane );
			$this->assertSame( array( 0, 0, null ), array( $state->last_row_id, $state->changes, $state->unfinished ) );
		}
		$this->assertFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}
}
