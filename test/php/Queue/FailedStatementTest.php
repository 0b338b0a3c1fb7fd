<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use Closure;
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
	 * Set-up and operation.
	 */
	public static function work(): array {
		$pending = static function ( self $test ): void {
			$test->add_changes( 2 );
			$test->clock->pass( 600_000 );
		};
		$crashed = static function ( self $test ) use ( $pending ): void {
			$pending( $test );
			$test->crash_during_the_call();
			$test->clock->pass( Lease::DURATION_MS );
		};
		$retrying = static function ( self $test ) use ( $pending ): void {
			$pending( $test );
			$test->caller->break_down();
			$test->dispatcher->dispatch_site();
			$test->add_changes( 1 );
			$test->clock->pass( 60_000 );
		};
		$refused = static function ( self $test ) use ( $pending ): void {
			$pending( $test );
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
			'a dispatch'                     => array( $pending, $dispatch ),
			'a network round'                => array( $pending, $network ),
			'a dispatch after a crash'       => array( $crashed, $dispatch ),
			'a dispatch of a retrying run'   => array( $retrying, $dispatch ),
			'a dispatch that is refused'     => array( $refused, $dispatch ),
			'a dispatch after a pause'       => array( $held, $dispatch ),
			'a manual run'                   => array( $pending, static fn( self $test ) => $test->start_manual_run() ),
			'a manual run of a retrying run' => array( $retrying, static fn( self $test ) => $test->manual_run->start_pending( $test->key(), Cause::Manual, 7 ) ),
		);
	}

	/**
	 * Lets each statement fail once, in turn.
	 *
	 * @param Closure(self): void  $before
	 * @param Closure(self): mixed $work
	 */
	#[DataProvider( 'work' )]
	public function test_loses_no_change_when_a_statement_fails( Closure $before, Closure $work ): void {
		for ( $nth = 1; $nth < 100; $nth++ ) {
			$this->empty_queue();
			$before( $this );
			$has_failed = $this->fail_nth( $nth, fn() => $work( $this ) );
			$this->assertSame( array(), array_diff( $this->statuses(), array( 'sending', 'retrying', 'accepted', 'failed' ) ), "No run is canceled (statement $nth)." );
			$this->assertLessThanOrEqual( 1, count( array_intersect( $this->statuses(), array( 'sending', 'retrying' ) ) ), "One run at a time (statement $nth)." );
			$this->assertSame( array(), ( new Missing_Tables() )->tables() );
			$this->settle();
			$this->assertSame( array(), $this->uncovered(), "Statement $nth." );
			if ( ! $has_failed ) {
				return;
			}
		}
		$this->fail( 'The operation has more than 100 statements.' );
	}

	public static function reads(): array {
		return array(
			'the lanes of a site'    => array( static fn( Queue_Reader $queue, Lease $lease ) => $queue->lanes( $lease->key->blog_id ) ),
			'a lane'                 => array( static fn( Queue_Reader $queue, Lease $lease ) => $queue->lane( $lease->key ) ),
			'a lane under its lease' => array( static fn( Queue_Reader $queue, Lease $lease ) => $queue->leased_lane( $lease ) ),
			'the changes of a run'   => array( static fn( Queue_Reader $queue, Lease $lease, int $id ) => $queue->covered_changes( $lease, $id ) ),
			'a pending manual run'   => array( static fn( Queue_Reader $queue, Lease $lease ) => $queue->has_pending_manual_run( $lease->key ) ),
			'the run of a change'    => array( static fn( Queue_Reader $queue ) => $queue->run_of( 1 ) ),
		);
	}

	#[DataProvider( 'reads' )]
	public function test_throws_when_a_read_fails( Closure $read ): void {
		$lease = $this->acquire_lease();
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

	public function test_schedules_a_wake_up_when_a_read_fails(): void {
		global $wpdb;
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		add_filter( 'query', static fn( string $query ): string => str_contains( $query, $wpdb->headless_deploy_runs ) ? 'SELECT nothing FROM nowhere' : $query );
		$this->with_hidden_errors( fn() => $this->dispatcher->dispatch_site() );
		remove_all_filters( 'query' );
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_releases_the_lease_when_a_read_fails(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		add_filter( 'query', static fn( string $query ): string => str_ends_with( $query, 'FOR UPDATE' ) ? 'SELECT nothing FROM nowhere' : $query );
		$this->with_hidden_errors( fn() => $this->dispatcher->dispatch_site() );
		remove_all_filters( 'query' );
		$this->assertSame( array(), $this->caller->calls );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls, 'The next dispatch need not wait for the end of the lease.' );
	}

	public function test_logs_no_cancellation_whose_changes_cannot_be_attached(): void {
		global $wpdb;
		$this->add_changes( 2 );
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, "UPDATE {$wpdb->headless_deploy_changes}" ) ? 'SELECT nothing FROM nowhere' : $query );
		$result = $this->with_hidden_errors( fn() => $this->dispatcher->cancel( $this->key(), 7 ) );
		remove_all_filters( 'query' );
		$this->assertSame( 'headless_deploy_queue_unwritable', $result );
		$this->assertSame( array(), $this->runs() );
		$this->assertSame( 2, $this->lane()->changes );
	}

	public function test_keeps_a_run_whose_environment_is_missing_after_the_call(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		$stored               = get_option( 'headless_deploy_environments' );
		$this->caller->during = static fn() => update_option( 'headless_deploy_environments', array( 'environments' => array() ) + (array) $stored );
		$this->caller->break_down();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'retrying' ), $this->statuses() );
		update_option( 'headless_deploy_environments', $stored );
		$this->caller->during = null;
		$this->settle();
		$this->assertSame( array(), $this->uncovered() );
	}

	public function test_finds_the_tables_when_the_server_lists_them_in_lower_case(): void {
		global $wpdb;
		$prefix            = $wpdb->base_prefix;
		$wpdb->base_prefix = strtoupper( $prefix );
		Schema::register();
		// A server with lower_case_table_names=1 lists the tables in lower case.
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, 'SHOW TABLES' ) ? strtolower( $query ) : $query );
		try {
			$this->assertSame( array(), Schema::missing() );
		} finally {
			$wpdb->base_prefix = $prefix;
			Schema::register();
		}
	}

	public function test_reports_no_missing_tables_when_listing_them_fails(): void {
		foreach ( array( static fn( string $query ): bool => str_starts_with( $query, 'SHOW TABLES' ), static fn(): bool => true ) as $is_hit ) {
			add_filter( 'query', static fn( string $query ): string => $is_hit( $query ) ? 'SELECT nothing FROM nowhere' : $query );
			$this->assertFalse( $this->with_hidden_errors( static fn(): bool => ( new Missing_Tables() )->repair() ) );
			remove_all_filters( 'query' );
			$this->assertSame( array(), ( new Missing_Tables() )->tables() );
		}
	}

	private function settle(): void {
		$this->caller->answers = array();
		wp_cache_flush();
		for ( $round = 0; $round < 3; $round++ ) {
			$this->clock->pass( 3_700_000 );
			$this->dispatcher->dispatch_site();
		}
		$this->start_manual_run();
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
