<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Schedules;

use HeadlessDeploy\Schedules\Next_Run_Store;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class NextRunStoreTest extends Wp_Test_Case {
	private const SITE  = 1;
	private const ID    = 'nightly';
	private const LEASE = Next_Run_Store::LEASE_MS;

	private Manual_Clock $clock;
	private Next_Run_Store $store;
	private int $due;

	protected function setUp(): void {
		parent::setUp();
		$this->clock = new Manual_Clock();
		$this->store = new Next_Run_Store( $this->clock );
		$this->due   = $this->clock->now - 1_000;
		$this->assertTrue( $this->store->add( self::SITE, self::ID, $this->due ) );
		$this->assertTrue( $this->store->add( 2, self::ID, $this->due ) );
	}

	public function test_one_server_takes_a_run_until_its_lease_ends(): void {
		$this->assertTrue( $this->take( 'one' ) );
		$this->assertFalse( $this->take( 'other' ) );
		$this->clock->pass( self::LEASE - 1 );
		$this->assertSame( array( false, true ), array( $this->take( 'other' ), $this->store->read( self::SITE )[ self::ID ]->is_leased( $this->clock->now ) ) );
		$this->clock->pass( 1 );
		$this->assertSame( array( false, true ), array( $this->store->read( self::SITE )[ self::ID ]->is_leased( $this->clock->now ), $this->take( 'other' ) ) );
	}

	public function test_a_server_that_read_an_older_time_takes_nothing(): void {
		$this->store->set( self::SITE, self::ID, $this->due + 60_000 );
		$this->assertFalse( $this->take( 'one' ) );
		$this->assertTrue( $this->store->take( self::SITE, self::ID, 'one', $this->due + 60_000 ) );
	}

	public function test_a_run_that_is_being_started_is_not_moved(): void {
		$this->take( 'one' );
		$this->store->set( self::SITE, self::ID, 5 );
		$this->assertSame( $this->due, $this->next() );
		$this->store->release( self::SITE, self::ID, 'other', 6 );
		$this->assertSame( $this->due, $this->next(), 'The lease of another server.' );
		$this->store->release( self::SITE, self::ID, 'one', 7 );
		$this->assertSame( array( 7, $this->due ), array( $this->next(), $this->next( 2 ) ), 'Not that of another site.' );
		$this->store->set( self::SITE, self::ID, 8 );
		$this->assertSame( 8, $this->next() );
	}

	public function test_a_server_that_read_an_older_time_moves_nothing(): void {
		$this->store->set( self::SITE, self::ID, 8, $this->due - 1 );
		$this->assertSame( $this->due, $this->next() );
		$this->store->set( self::SITE, self::ID, 8, $this->due );
		$this->assertSame( 8, $this->next() );
	}

	public function test_a_lease_from_before_the_clock_was_set_back_blocks_nothing(): void {
		$this->take( 'one' );
		$this->clock->pass( -DAY_IN_SECONDS * 1_000 );
		$this->assertFalse( $this->store->read( self::SITE )[ self::ID ]->is_leased( $this->clock->now ) );
		$this->assertSame( array( self::SITE, 2 ), $this->store->sites_due( $this->due ) );
		$this->assertTrue( $this->take( 'other' ) );
	}

	public function test_removes_the_run_of_one_site(): void {
		$this->store->remove( self::SITE, self::ID );
		$this->assertSame( array( array(), array( self::ID ) ), array( array_keys( $this->store->read( self::SITE ) ), array_keys( $this->store->read( 2 ) ) ) );
	}

	public function test_a_site_whose_run_is_being_started_is_not_due(): void {
		$this->take( 'one' );
		$this->assertSame( array( 2 ), $this->store->sites_due( $this->clock->now ) );
		$this->clock->pass( self::LEASE );
		$this->assertSame( array( self::SITE, 2 ), $this->store->sites_due( $this->clock->now ) );
		$this->assertSame( array(), $this->store->sites_due( $this->due - 1 ) );
	}

	private function take( string $lease ): bool {
		return $this->store->take( self::SITE, self::ID, $lease, $this->due );
	}

	private function next( int $site = self::SITE ): int {
		return $this->store->read( $site )[ self::ID ]->at;
	}
}
