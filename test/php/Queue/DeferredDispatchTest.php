<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Queue\Deferred_Dispatch;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class DeferredDispatchTest extends Queue_Test_Case {
	/**
	 * How long it slept, in milliseconds.
	 *
	 * @var list<int>
	 */
	private array $sleeps = array();

	public function test_it_waits_until_the_run_is_due_and_sends_it(): void {
		$this->add_changes();
		$this->clock->pass( 1_000 );
		$this->waiter()->wait_and_send();
		$this->assertSame( array( 9_000 ), $this->sleeps );
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_a_change_that_comes_meanwhile_is_waited_for(): void {
		$this->add_changes();
		$this->waiter( fn() => 1 === count( $this->sleeps ) ? $this->note_before( 4_000 ) : null )->wait_and_send();
		$this->assertSame( array( 10_000, 6_000 ), $this->sleeps );
		$this->assertSame( '2', (string) $this->runs()[0]->changes );
	}

	public function test_it_gives_up_on_what_is_due_after_thirty_seconds(): void {
		$this->edit_stored( array( 'automation' => array( 'quietPeriodSeconds' => 31 ) + $this->environment->automation->to_array() ) );
		$this->add_changes();
		$this->waiter()->wait_and_send();
		$this->assertSame( array(), $this->sleeps );
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_it_waits_only_for_a_slow_save_when_nothing_is_pending(): void {
		$this->waiter()->wait_and_send();
		$this->assertSame( 3_000, array_sum( $this->sleeps ) );
	}

	public function test_a_save_that_ends_after_the_tab_was_closed_is_sent(): void {
		$this->waiter( fn() => 1 === count( $this->sleeps ) ? $this->add_changes() : null )->wait_and_send();
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_one_request_of_a_site_waits_at_a_time(): void {
		$this->add_changes();
		$second = 0;
		$this->waiter(
			function () use ( &$second ): void {
				$sleeps = count( $this->sleeps );
				$this->waiter()->wait_and_send();
				$second += count( $this->sleeps ) - $sleeps;
			},
		)->wait_and_send();
		$this->assertSame( array( 0, 1 ), array( $second, count( $this->caller->calls ) ) );
	}

	public function test_a_lock_that_a_crashed_request_left_expires(): void {
		$this->add_changes();
		update_option( Deferred_Dispatch::LOCK_OPTION, array( 'expiresAt' => $this->clock->now + 60_000 ), false );
		$this->waiter()->wait_and_send();
		$this->assertSame( array(), $this->sleeps );
		update_option( Deferred_Dispatch::LOCK_OPTION, array( 'expiresAt' => $this->clock->now ), false );
		$this->waiter()->wait_and_send();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_a_lock_from_before_the_clock_was_set_back_does_not_block(): void {
		$this->add_changes();
		update_option( Deferred_Dispatch::LOCK_OPTION, array( 'expiresAt' => $this->clock->now + 3_600_000 ), false );
		$this->waiter()->wait_and_send();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_it_makes_room_for_the_next_one(): void {
		$this->add_changes();
		$this->waiter()->wait_and_send();
		$this->add_changes();
		$this->waiter()->wait_and_send();
		$this->assertCount( 2, $this->caller->calls );
	}

	public function test_what_cannot_be_sent_is_not_asked_about_without_pause(): void {
		$this->add_manual_run();
		$before = $this->clock->monotonic;
		add_filter( 'query', static fn( string $query ): string => str_contains( $query, 'SET lease = ' ) && str_contains( $query, "'build'" ) ? 'SELECT 0 WHERE 1 = 0' : $query );
		$this->waiter()->wait_and_send();
		$this->assertLessThanOrEqual( 31, count( $this->sleeps ) );
		$this->assertLessThanOrEqual( Deferred_Dispatch::LONGEST_WAIT_MS, $this->clock->monotonic - $before );
		$this->assertSame( array(), $this->caller->calls );
	}

	/**
	 * @param callable|null $during What else happens in its sleep.
	 */
	private function waiter( ?callable $during = null ): Deferred_Dispatch {
		return new Deferred_Dispatch(
			$this->dispatcher,
			$this->clock,
			function ( int $ms ) use ( $during ): void {
				$this->sleeps[] = $ms;
				$this->clock->pass( $ms );
				if ( null !== $during ) {
					$during();
				}
			},
		);
	}

	private function note_before( int $ms ): void {
		$this->clock->jump( -$ms );
		$this->add_changes();
		$this->clock->jump( $ms );
	}
}
