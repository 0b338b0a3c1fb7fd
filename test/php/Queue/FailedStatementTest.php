<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Read_Failed;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * An interrupted statement (MySQL error 1317) is not an empty result: no decision is based on it.
 */
#[Group( 'mariadb' )]
final class FailedStatementTest extends Queue_Test_Case {
	/**
	 * @return array<string, array{Closure(self): void, Closure(self): mixed}> What is there before, and what is done.
	 */
	public static function work(): array {
		$noted = static function ( self $test ): void {
			$test->add_changes( 2 );
			$test->clock->pass( 600_000 );
		};
		$crashed = static function ( self $test ) use ( $noted ): void {
			$noted( $test );
			$test->caller->during = static fn() => add_filter( 'query', static fn(): string => throw new Crash( 'The process was killed.' ) );
			try {
				$test->dispatcher->dispatch_site();
			} catch ( Crash ) {
				remove_all_filters( 'query' );
			}
			$test->caller->during = null;
			$test->clock->pass( Lease::DURATION_MS );
		};
		$retrying = static function ( self $test ) use ( $noted ): void {
			$noted( $test );
			$test->caller->break_down();
			$test->dispatcher->dispatch_site();
			$test->add_changes( 1 );
			$test->clock->pass( 60_000 );
		};
		$refused = static function ( self $test ) use ( $noted ): void {
			$noted( $test );
			$test->caller->refuse();
		};
		$held = static function ( self $test ): void {
			$test->add_changes( 2 );
			$test->clock->pass( 3 * 86_400_000 );
			$test->pause( 'person' );
		};
		$dispatch = static fn( self $test ) => $test->dispatcher->dispatch_site();
		$network  = static fn( self $test ) => $test->dispatcher->dispatch_network();
		return array(
			'a dispatch'                       => array( $noted, $dispatch ),
			'a round of the network'           => array( $noted, $network ),
			'a dispatch after a crash'         => array( $crashed, $dispatch ),
			'a dispatch of a run that waits'   => array( $retrying, $dispatch ),
			'a dispatch that is refused'       => array( $refused, $dispatch ),
			'a dispatch of what was paused'    => array( $held, $dispatch ),
			'a manual run'                     => array( $noted, static fn( self $test ) => $test->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 ) ),
			'a manual run of a run that waits' => array( $retrying, static fn( self $test ) => $test->manual_run->start_pending( $test->key(), Cause::Manual, 7 ) ),
		);
	}

	/**
	 * Lets each statement fail once, in turn.
	 *
	 * @param Closure(self): void  $before What is there before.
	 * @param Closure(self): mixed $work
	 */
	#[DataProvider( 'work' )]
	public function test_a_statement_that_fails_once_loses_no_change( Closure $before, Closure $work ): void {
		for ( $nth = 1; $nth < 100; $nth++ ) {
			$this->empty_queue();
			$before( $this );
			$has_failed = $this->fail_nth( $nth, fn() => $work( $this ) );
			$this->assertSame( array(), array_diff( $this->states(), array( 'sending', 'retrying', 'accepted', 'failed' ) ), "Nobody has canceled anything (statement $nth)." );
			$this->assertLessThanOrEqual( 1, count( array_intersect( $this->states(), array( 'sending', 'retrying' ) ) ), "One run at a time (statement $nth)." );
			$this->assertSame( array(), ( new Missing_Tables() )->known() );
			$this->settle();
			$this->assertSame( array(), $this->uncovered(), "Statement $nth." );
			if ( ! $has_failed ) {
				return;
			}
		}
		$this->fail( 'It has no end.' );
	}

	public static function reads(): array {
		return array(
			'what is waiting at a site'     => array( static fn( Queue_Reader $queue, Lease $lease ) => $queue->lanes( $lease->key->blog_id ) ),
			'what is waiting in a lane'     => array( static fn( Queue_Reader $queue, Lease $lease ) => $queue->lane( $lease->key ) ),
			'what is waiting under a lease' => array( static fn( Queue_Reader $queue, Lease $lease ) => $queue->leased_lane( $lease ) ),
			'what a run carries'            => array( static fn( Queue_Reader $queue, Lease $lease, int $id ) => $queue->covered_changes( $lease, $id ) ),
			'whether a press is waiting'    => array( static fn( Queue_Reader $queue, Lease $lease ) => $queue->has_pending_manual_run( $lease->key ) ),
			'what a row went out with'      => array( static fn( Queue_Reader $queue ) => $queue->run_of( 1 ) ),
		);
	}

	/**
	 * Lets a read fail whose answer is not empty.
	 *
	 * @param Closure(Queue_Reader, Lease, int): mixed $read
	 */
	#[DataProvider( 'reads' )]
	public function test_a_read_that_fails_is_not_answered_with_nothing( Closure $read ): void {
		$lease = Lease::from_now( $this->key(), $this->clock );
		$this->assertTrue( $this->leases->acquire( $lease ) );
		$this->add_changes( 2 );
		$id = $this->run_store->start( $lease, $this->lane() );
		$this->changes->attach( $lease, $id );
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, 'SHOW TABLES' ) ? $query : 'SELECT nothing FROM nowhere' );
		$this->expectException( Read_Failed::class );
		try {
			$this->with_hidden_errors( fn(): mixed => $read( $this->queue, $lease, $id ) );
		} finally {
			remove_all_filters( 'query' );
		}
	}

	public function test_a_read_that_fails_sets_a_wake_up(): void {
		global $wpdb;
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		add_filter( 'query', static fn( string $query ): string => str_contains( $query, $wpdb->headless_deploy_runs ) ? 'SELECT nothing FROM nowhere' : $query );
		$this->with_hidden_errors( fn() => $this->dispatcher->dispatch_site() );
		remove_all_filters( 'query' );
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_a_lease_is_given_back_when_a_read_under_it_fails(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		add_filter( 'query', static fn( string $query ): string => str_ends_with( $query, 'FOR UPDATE' ) ? 'SELECT nothing FROM nowhere' : $query );
		$this->with_hidden_errors( fn() => $this->dispatcher->dispatch_site() );
		remove_all_filters( 'query' );
		$this->assertSame( array(), $this->caller->calls );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls, 'Nobody has to wait for the end of the lease.' );
	}

	public function test_a_cancellation_that_cannot_attach_leaves_no_entry(): void {
		global $wpdb;
		$this->add_changes( 2 );
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, "UPDATE {$wpdb->headless_deploy_changes}" ) ? 'SELECT nothing FROM nowhere' : $query );
		$result = $this->with_hidden_errors( fn() => $this->dispatcher->cancel( $this->key(), 7 ) );
		remove_all_filters( 'query' );
		$this->assertSame( 'headless_deploy_queue_unwritable', $result );
		$this->assertSame( array(), $this->runs() );
		$this->assertSame( 2, $this->lane()->changes );
	}

	public function test_an_environment_that_is_not_found_after_the_call_but_was_not_removed_ends_no_run(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		$stored               = get_option( 'headless_deploy_environments' );
		$this->caller->during = static fn() => update_option( 'headless_deploy_environments', array( 'environments' => array() ) + (array) $stored );
		$this->caller->break_down();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'retrying' ), $this->states() );
		update_option( 'headless_deploy_environments', $stored );
		$this->caller->during = null;
		$this->settle();
		$this->assertSame( array(), $this->uncovered() );
	}

	public function test_tables_are_found_whatever_the_case_of_the_prefix(): void {
		global $wpdb;
		$prefix            = $wpdb->base_prefix;
		$wpdb->base_prefix = strtoupper( $prefix );
		Schema::register();
		// As a server with lower_case_table_names=1 does, which lists what it has whatever the case of the pattern.
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, 'SHOW TABLES' ) ? strtolower( $query ) : $query );
		try {
			$this->assertSame( array(), Schema::missing() );
		} finally {
			$wpdb->base_prefix = $prefix;
			Schema::register();
		}
	}

	public function test_a_listing_of_the_tables_that_fails_proves_no_loss(): void {
		foreach ( array( static fn( string $query ): bool => str_starts_with( $query, 'SHOW TABLES' ), static fn(): bool => true ) as $is_hit ) {
			add_filter( 'query', static fn( string $query ): string => $is_hit( $query ) ? 'SELECT nothing FROM nowhere' : $query );
			$this->assertFalse( $this->with_hidden_errors( static fn(): bool => ( new Missing_Tables() )->repair() ) );
			remove_all_filters( 'query' );
			$this->assertSame( array(), ( new Missing_Tables() )->known() );
		}
	}

	private function settle(): void {
		$this->caller->answers = array();
		wp_cache_flush();
		for ( $round = 0; $round < 3; $round++ ) {
			$this->clock->pass( 3_700_000 );
			$this->dispatcher->dispatch_site();
		}
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
	}

	/**
	 * @return list<mixed>
	 */
	private function uncovered(): array {
		global $wpdb;
		return array_values( (array) $wpdb->get_results( "SELECT c.id, c.run_id, d.status FROM {$wpdb->headless_deploy_changes} c LEFT JOIN " . "{$wpdb->headless_deploy_runs} d ON d.id = c.run_id WHERE c.changes > 0 AND (d.status IS NULL OR d.status <> 'accepted')" ) );
	}

	private function empty_queue(): void {
		global $wpdb;
		foreach ( Schema::tables() as $table ) {
			$wpdb->query( "DELETE FROM $table" );
		}
		wp_cache_flush();
		$this->caller->answers = array();
		$this->pause( null );
	}
}
