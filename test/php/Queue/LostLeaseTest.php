<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Queue\Attempt_Result;
use HeadlessDeploy\Queue\Attempts;
use HeadlessDeploy\Queue\Lease;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class LostLeaseTest extends Queue_Test_Case {
	public static function writes(): array {
		return array(
			'attach' => array( static fn( self $test, Lease $lease, int $id ) => $test->changes->attach( $lease, $id ) ),
			'accept' => array( static fn( self $test, Lease $lease, int $id, Attempt_Result $outcome ) => $test->run_store->accept( $lease, $id, $outcome ) ),
			'retry'  => array( static fn( self $test, Lease $lease, int $id, Attempt_Result $outcome ) => $test->run_store->retry( $lease, $id, $outcome, 1 ) ),
			'fail'   => array( static fn( self $test, Lease $lease, int $id, Attempt_Result $outcome ) => $test->run_store->fail( $lease, $id, $outcome ) ),
			'cancel' => array( static fn( self $test, Lease $lease, int $id ) => $test->run_store->cancel( $lease, $id, 7, 1 ) ),
			'resume' => array( static fn( self $test, Lease $lease, int $id, Attempt_Result $outcome ) => $test->run_store->resume( $lease, $id, Action::CleanRebuild, $outcome->attempts ) ),
		);
	}

	/**
	 * The writes that begin something where nothing has begun, and those that end what has no rows.
	 *
	 * @return array<string, array{Closure(self, Lease): mixed, int}> And how many runs there are afterwards.
	 */
	public static function beginnings(): array {
		return array(
			'begin'                           => array( static fn( self $test, Lease $lease ) => $test->run_store->start( $lease, $test->lane() ), 1 ),
			'begin a cancellation'            => array( static fn( self $test, Lease $lease ) => $test->run_store->start_canceled( $lease, Action::Rebuild, 7 ), 1 ),
			'begin where something has begun' => array( static fn( self $test, Lease $lease ) => $test->run_store->start( $lease, $test->lane() ) + $test->run_store->start( $lease, $test->lane() ), 1 ),
			'take a cancellation back'        => array( static fn( self $test, Lease $lease ) => $test->run_store->delete_canceled( $lease, $test->run_store->start_canceled( $lease, Action::Rebuild, 7 ) ), 0 ),
		);
	}

	/**
	 * Begins with a lease, and while another sender holds the lane, which has no run that could stop it.
	 *
	 * @param Closure(self, Lease): mixed $write
	 */
	#[DataProvider( 'beginnings' )]
	public function test_starts_no_run_without_the_lease( Closure $write, int $count ): void {
		$lease = Lease::from_now( $this->key(), $this->clock );
		$other = Lease::from_now( $this->key(), $this->clock );
		$this->add_changes();
		$this->assertTrue( $this->leases->acquire( $other ) );
		$write( $this, $lease );
		$this->assertSame( array(), $this->runs() );
		$this->leases->release( $other );
		$write( $this, $lease );
		$this->assertSame( array(), $this->runs() );
		$this->assertTrue( $this->leases->acquire( $lease ) );
		$write( $this, $lease );
		$this->assertCount( $count, $this->runs() );
	}

	public function test_ends_no_run_with_changes_as_empty(): void {
		list( $lease, $id ) = $this->sender();
		$this->run_store->end_empty( $lease, $id, 1 );
		$this->assertSame( array( 'sending' ), $this->statuses(), 'The run has rows, although a read returned none.' );
	}

	/**
	 * The writes of a sender that read the lane before another one ended the run.
	 */
	public static function late_writes(): array {
		return array_diff_key( self::writes(), array( 'attach' => true ) );
	}

	/**
	 * @param Closure(self, Lease, int, Attempt_Result): mixed $write
	 */
	#[DataProvider( 'late_writes' )]
	public function test_never_changes_an_accepted_run( Closure $write ): void {
		list( $lease, $id, $outcome ) = $this->sender();
		$this->run_store->accept( $lease, $id, $outcome );
		$before = wp_json_encode( $this->runs() );
		$write( $this, $lease, $id, $outcome );
		$this->assertSame( $before, wp_json_encode( $this->runs() ) );
	}

	/**
	 * @param Closure(self, Lease, int, Attempt_Result): mixed $write
	 */
	#[DataProvider( 'writes' )]
	public function test_writes_nothing_after_losing_the_lease( Closure $write ): void {
		list( $lease, $id, $outcome ) = $this->sender();
		$this->clock->pass( Lease::DURATION_MS );
		$this->acquire_lease();
		$before = $this->tables();
		$write( $this, $lease, $id, $outcome );
		$this->assertSame( $before, $this->tables() );
	}

	/**
	 * @param Closure(self, Lease, int, Attempt_Result): mixed $write
	 */
	#[DataProvider( 'writes' )]
	public function test_writes_while_holding_the_lease( Closure $write ): void {
		list( $lease, $id, $outcome ) = $this->sender();
		$before                       = $this->tables();
		$write( $this, $lease, $id, $outcome );
		$this->assertNotSame( $before, $this->tables() );
	}

	public function test_detaches_changes_before_it_marks_the_run_as_failed(): void {
		global $wpdb;
		list( $lease, $id, $outcome ) = $this->sender();
		add_filter(
			'query',
			static function ( string $query ): string {
				global $wpdb;
				return str_starts_with( $query, "UPDATE {$wpdb->headless_deploy_runs}" ) ? throw new Crash( 'The process was killed.' ) : $query;
			},
		);
		try {
			$this->run_store->fail( $lease, $id, $outcome );
			$this->fail( 'The sender should have crashed.' );
		} catch ( Crash ) {
			remove_all_filters( 'query' );
		}
		$this->assertSame( 3, $this->lane()->changes, 'They are pending again.' );
		$this->assertSame( 'sending', $this->runs()[0]->status );
	}

	/**
	 * Makes a sender in the middle of its work: with two changes attached, and one that came in since.
	 *
	 * @return array{Lease, int, Attempt_Result} Its lease, its run and its result.
	 */
	private function sender(): array {
		$lease = $this->acquire_lease();
		$this->add_changes( 2 );
		$id = $this->run_store->start( $lease, $this->lane() );
		$this->changes->attach( $lease, $id );
		$attached = $this->queue->covered_changes( $lease, $id );
		$this->assertNotNull( $attached );
		$this->add_changes( 1 );
		$answer = new Response( 500, 'headless_deploy_service_error', 12 );
		return array( $lease, $id, new Attempt_Result( $attached, $answer, Attempts::from_json( '[]' )->with( $answer, $this->clock->now ), $this->clock->now ) );
	}

	private function tables(): string {
		global $wpdb;
		return (string) wp_json_encode( array_map( static fn( string $table ): mixed => $wpdb->get_results( "SELECT * FROM $table ORDER BY id" ), array( $wpdb->headless_deploy_changes, $wpdb->headless_deploy_runs ) ) );
	}
}
