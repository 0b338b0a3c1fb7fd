<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Leases;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\System_Clock;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\Attributes\TestWith;

#[Group( 'mariadb' )]
final class LeaseTest extends Queue_Test_Case {
	public function test_a_lease_ends_after_a_minute(): void {
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
		$this->clock->pass( Lease::DURATION_MS - 1 );
		$this->assertFalse( $this->leases->acquire( $this->lease() ) );
		$this->clock->pass( 1 );
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
	}

	public function test_a_stalled_process_cannot_take_a_lease_that_is_held(): void {
		$late = $this->lease();
		$this->clock->pass( 10 * Lease::DURATION_MS );
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
		$this->assertFalse( $this->leases->acquire( $late ), 'The newer lease is valid.' );
	}

	public function test_a_lease_from_before_the_clock_was_set_back_has_ended(): void {
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
		$this->clock->jump( Lease::DURATION_MS - DAY_IN_SECONDS * 1_000 );
		$this->assertFalse( $this->leases->acquire( $this->lease() ), 'Two clocks may differ by a day.' );
		$this->clock->jump( -1 );
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
	}

	/**
	 * Each node of a database cluster has a clock of its own.
	 */
	#[TestWith( array( 65_000 ), 'ahead' )]
	#[TestWith( array( -65_000 ), 'behind' )]
	public function test_a_database_node_with_another_clock_takes_no_lease_that_is_held( int $ahead ): void {
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
		$this->clock->database_ahead = $ahead;
		$this->assertFalse( $this->leases->acquire( $this->lease() ) );
		$this->clock->pass( Lease::DURATION_MS - 1 );
		$this->assertFalse( $this->leases->acquire( $this->lease() ) );
		$this->clock->pass( 1 + max( 0, -$ahead ) );
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
	}

	public function test_a_lease_ends_although_the_clock_of_the_database_was_set_back_by_days(): void {
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
		$this->clock->database_ahead = -3 * DAY_IN_SECONDS * 1_000;
		$this->assertFalse( $this->leases->acquire( $this->lease() ) );
		$this->clock->pass( Lease::DURATION_MS );
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
	}

	public function test_a_renewed_lease_lasts_a_minute_longer_and_may_send(): void {
		$lease = $this->lease();
		$this->assertTrue( $this->leases->acquire( $lease ) );
		$this->assertTrue( $this->leases->renew( $lease ), 'Within one millisecond.' );
		$this->clock->pass( Lease::DURATION_MS - 1 );
		$this->assertFalse( $lease->may_send( $this->clock ) );
		$this->assertTrue( $this->leases->renew( $lease ) );
		$this->assertTrue( $lease->may_send( $this->clock ) );
		$this->clock->pass( Lease::DURATION_MS - 1 );
		$this->assertFalse( $this->leases->acquire( $this->lease() ) );
		$this->clock->pass( 1 );
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
		$this->assertFalse( $this->leases->renew( $lease ), 'Another process has it.' );
	}

	public function test_only_one_of_two_processes_takes_a_lease_from_before_the_clock_was_set_back(): void {
		global $wpdb;
		$this->leases->acquire( $this->lease() );
		$this->clock->jump( -2 * DAY_IN_SECONDS * 1_000 );
		$other = null;
		$this->before_statement(
			"UPDATE {$wpdb->headless_deploy_lanes}",
			function () use ( &$other ): void {
				$other = $this->leases->acquire( $this->lease() );
			},
		);
		$this->assertFalse( $this->leases->acquire( $this->lease() ) );
		$this->assertTrue( $other );
	}

	public function test_only_one_of_two_servers_with_different_clocks_takes_a_lease(): void {
		foreach ( array( 61_000, -61_000, 3_600_000 ) as $ahead ) {
			$other                 = new Manual_Clock( $this->clock->now + $ahead );
			$other->database_ahead = -$ahead;
			$lease                 = $this->lease();
			$this->assertTrue( $this->leases->acquire( $lease ) );
			$this->assertFalse( ( new Leases( $other ) )->acquire( Lease::from_now( $this->key(), $other ) ) );
			$this->leases->release( $lease );
		}
	}

	public function test_converts_the_end_of_a_lease_to_the_clock_of_the_server(): void {
		$this->add_changes();
		$this->assertTrue( $this->leases->acquire( $this->lease() ) );
		$other                 = new Manual_Clock( $this->clock->now + 3_600_000 );
		$other->database_ahead = -3_600_000;
		$lane                  = ( new Queue_Reader( $other ) )->lane( $this->key() );
		$this->assertSame( $other->now + Lease::DURATION_MS, $lane->lease_until );
		$this->assertTrue( $lane->is_leased( $other->now ) );
	}

	public function test_the_clock_of_the_database_gives_leases_of_a_minute(): void {
		$clock  = new System_Clock();
		$leases = new Leases( $clock );
		$this->add_changes();
		$this->assertTrue( $leases->acquire( Lease::from_now( $this->key(), $clock ) ) );
		$this->assertFalse( $leases->acquire( Lease::from_now( $this->key(), $clock ) ) );
		$remaining_ms = ( new Queue_Reader( $clock ) )->lane( $this->key() )->lease_until - $clock->now_ms();
		$this->assertGreaterThan( Lease::DURATION_MS - 10_000, $remaining_ms );
		$this->assertLessThanOrEqual( Lease::DURATION_MS, $remaining_ms );
	}

	public function test_does_not_release_the_lease_of_another_process(): void {
		$lost = $this->lease();
		$this->leases->acquire( $lost );
		$this->clock->pass( Lease::DURATION_MS );
		$this->leases->acquire( $this->lease() );
		$this->leases->release( $lost );
		$this->assertFalse( $this->leases->acquire( $this->lease() ) );
	}

	private function lease(): Lease {
		return Lease::from_now( $this->key(), $this->clock );
	}
}
