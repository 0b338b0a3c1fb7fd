<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Queue\Deferred_Dispatch;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class DeferredDispatchTest extends Queue_Test_Case {
	/**
	 * Milliseconds.
	 *
	 * @var list<int>
	 */
	private array $sleeps = array();

	public function test_waits_until_the_run_is_due_and_sends_it(): void {
		$this->add_changes();
		$this->clock->pass( 1_000 );
		$this->deferred_dispatch()->wait_and_send();
		$this->assertSame( array( 9_000 ), $this->sleeps );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_an_open_page_that_asks_half_a_second_early_waits_and_one_that_asks_earlier_does_not(): void {
		$this->add_changes();
		$this->clock->pass( 9_499 );
		$this->deferred_dispatch()->send_soon();
		$this->assertSame( array( array(), array() ), array( $this->sleeps, $this->caller->calls ) );
		$this->clock->pass( 1 );
		$this->deferred_dispatch()->send_soon();
		$this->assertSame( array( 500 ), $this->sleeps );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_waits_longer_after_a_change_during_the_wait(): void {
		$this->add_changes();
		$this->deferred_dispatch( fn() => 1 === count( $this->sleeps ) ? $this->add_change_from_before( 4_000 ) : null )->wait_and_send();
		$this->assertSame( array( 10_000, 6_000 ), $this->sleeps );
		$this->assertSame( '2', (string) $this->runs()[0]->changes );
	}

	public function test_does_not_wait_for_a_run_that_is_due_in_more_than_30_seconds(): void {
		$this->edit_stored( array( 'automation' => array( 'quietPeriodSeconds' => 31 ) + $this->environment->automation->to_array() ) );
		$this->add_changes();
		$this->deferred_dispatch()->wait_and_send();
		$this->assertSame( array(), $this->sleeps );
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_waits_three_seconds_for_a_slow_save_when_nothing_is_pending(): void {
		$this->deferred_dispatch()->wait_and_send();
		$this->assertSame( 3_000, array_sum( $this->sleeps ) );
	}

	public function test_sends_a_save_that_ends_after_the_page_was_closed(): void {
		$this->deferred_dispatch( fn() => 1 === count( $this->sleeps ) ? $this->add_changes() : null )->wait_and_send();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_one_request_of_a_site_waits_at_a_time(): void {
		$this->add_changes();
		$second = 0;
		$this->deferred_dispatch(
			function () use ( &$second ): void {
				$sleeps = count( $this->sleeps );
				$this->deferred_dispatch()->wait_and_send();
				$second += count( $this->sleeps ) - $sleeps;
			},
		)->wait_and_send();
		$this->assertSame( array( 0, 1 ), array( $second, count( $this->caller->calls ) ) );
	}

	public function test_the_lock_of_a_crashed_request_expires(): void {
		$this->add_changes();
		update_option( Deferred_Dispatch::LOCK_OPTION, array( 'expiresAt' => $this->clock->now + 60_000 ), false );
		$this->deferred_dispatch()->wait_and_send();
		$this->assertSame( array(), $this->sleeps );
		update_option( Deferred_Dispatch::LOCK_OPTION, array( 'expiresAt' => $this->clock->now ), false );
		$this->deferred_dispatch()->wait_and_send();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_ignores_a_lock_from_before_the_clock_was_set_back(): void {
		$this->add_changes();
		update_option( Deferred_Dispatch::LOCK_OPTION, array( 'expiresAt' => $this->clock->now + 3_600_000 ), false );
		$this->deferred_dispatch()->wait_and_send();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_releases_the_lock_for_the_next_request(): void {
		$this->add_changes();
		$this->deferred_dispatch()->wait_and_send();
		$this->add_changes();
		$this->deferred_dispatch()->wait_and_send();
		$this->assertCount( 2, $this->caller->calls );
	}

	public function test_pauses_between_attempts_when_nothing_can_be_sent(): void {
		$this->add_manual_run();
		$before = $this->clock->monotonic;
		add_filter( 'query', static fn( string $query ): string => str_contains( $query, 'SET lease = ' ) && str_contains( $query, "'build'" ) ? 'SELECT 0 WHERE 1 = 0' : $query );
		$this->deferred_dispatch()->wait_and_send();
		$this->assertLessThanOrEqual( 31, count( $this->sleeps ) );
		$this->assertLessThanOrEqual( Deferred_Dispatch::MAX_WAIT_MS, $this->clock->monotonic - $before );
		$this->assertSame( array(), $this->caller->calls );
	}

	private function deferred_dispatch( ?callable $during = null ): Deferred_Dispatch {
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

	private function add_change_from_before( int $ms ): void {
		$this->clock->jump( -$ms );
		$this->add_changes();
		$this->clock->jump( $ms );
	}
}
