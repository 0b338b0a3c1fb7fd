<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Attempts;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Secrets\Encryption;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class BoundedWorkTest extends Queue_Test_Case {
	private const ROWS = 50_000;

	private const SLOWEST_CALL_MS = 15_000;

	public function test_a_browser_request_waits_for_one_slow_call_at_most(): void {
		$this->add_due_changes_in_three_environments();
		$this->caller->during = fn() => $this->clock->pass( self::SLOWEST_CALL_MS );
		$started_at           = $this->clock->monotonic;
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
		$this->assertLessThanOrEqual( 20_000, $this->clock->monotonic - $started_at );
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ), 'The next dispatch sends the rest.' );
		$this->dispatcher->dispatch_site();
		$this->dispatcher->dispatch_site();
		$this->assertCount( 3, array_unique( $this->caller->calls ) );
	}

	public function test_a_cron_request_sends_for_a_minute_at_most(): void {
		$this->add_due_changes_in_three_environments();
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->caller->during = fn() => $this->clock->pass( self::SLOWEST_CALL_MS );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 3, $this->caller->calls );
		$this->caller->during = fn() => $this->clock->pass( 3 * self::SLOWEST_CALL_MS + 1 );
		$this->add_due_changes_in_three_environments();
		$this->dispatcher->dispatch_site();
		$this->assertCount( 4, $this->caller->calls );
	}

	public function test_leaves_tracking_to_the_next_dispatch_when_its_time_is_used_up(): void {
		$tracker     = new Counting_Tracker();
		$send_policy = new Send_Policy( new Environments( new Encryption(), $this->clock ) );
		$dispatcher  = new Dispatcher( $this->queue, $send_policy, $this->caller, $this->clock, new Wake_Up(), policy: $this->policy(), tracker: $tracker );
		$this->add_changes();
		$this->clock->pass( 600_000 );
		$this->caller->during = fn() => $this->clock->pass( self::SLOWEST_CALL_MS );
		$dispatcher->dispatch_site();
		$this->assertSame( 0, $tracker->checks );
		$dispatcher->dispatch_site();
		$this->assertSame( 1, $tracker->checks );
	}

	public function test_a_manual_run_does_not_wait_for_later_manual_runs(): void {
		$this->caller->during = function (): void {
			$this->clock->pass( self::SLOWEST_CALL_MS );
			$this->add_manual_run();
		};
		$this->start_manual_run();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_resolves_the_name_of_a_host_once_for_all_lanes(): void {
		$this->add_changes();
		$this->add_changes( 1, Action::PurgeCache );
		$this->caller->refuse( 'headless_deploy_dns_failed', 0 );
		$this->after( 600 );
		$this->assertCount( 1, $this->caller->calls, 'The name is resolved once.' );
		$this->assertSame( array( 'retrying', 'retrying' ), $this->statuses() );
		$this->assertSame( array( 'headless_deploy_dns_failed' ), array_values( array_unique( array_column( $this->runs(), 'error_code' ) ) ) );
		$this->after( 600 );
		$this->assertCount( 3, $this->caller->calls, 'The next dispatch resolves it again.' );
		$this->assertSame( array( 'accepted', 'accepted' ), $this->statuses() );
	}

	public function test_saves_changes_with_long_reasons_in_statements_below_500_kb(): void {
		$rows = array();
		for ( $number = 1; $number <= 50; $number++ ) {
			$key    = Lane_Key::of( get_current_blog_id(), "environment-$number", Lane::Build );
			$rows[] = new New_Change( $key, Action::Rebuild, $this->clock->now, 1, array( new Stored_Reason( name: str_repeat( 'x', 30_000 ) ) ) );
		}
		$bytes = $this->bytes_of_inserts( fn(): int => $this->changes->insert( $rows ) );
		$this->assertLessThan( 500_000, max( $bytes ) );
		$this->assertCount( 4, $bytes );
		$this->assertCount( 50, $this->queue->lanes( get_current_blog_id() ) );
		$this->assertCount( 1, $this->bytes_of_inserts( fn(): int => $this->changes->insert( array_slice( $rows, 0, 5 ) ) ), 'An ordinary save is one statement.' );
	}

	public function test_sends_a_run_of_65536_rows_with_4_mb_of_memory(): void {
		$count = $this->add_many_changes();
		$this->add_changes( 1, Action::CleanRebuild );
		$this->clock->pass( 600_000 );
		$before = $this->reset_peak();
		$this->dispatcher->dispatch_site();
		$this->assertLessThan( 4_000_000, memory_get_peak_usage() - $before );
		$this->assertSame( array( 'production cleanRebuild' ), $this->caller->calls );
		$row = $this->runs()[0];
		$this->assertSame( array( 'accepted', (string) ( $count + 1 ) ), array( $row->status, (string) $row->changes ) );
		$this->assertSame( 0, $this->lane()->changes );
	}

	public function test_fails_a_run_whose_loading_crashes_six_times(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, self::read_of_covered_changes() ) ? throw new Crash( 'Out of memory.' ) : $query );
		$crashes = 0;
		while ( array( 'failed' ) !== $this->statuses() && $crashes < 20 ) {
			try {
				$this->dispatcher->dispatch_site();
			} catch ( Crash ) {
				++$crashes;
			}
			$this->clock->pass( Lease::DURATION_MS );
		}
		$this->assertSame( 6, $crashes );
		$this->assertSame( Attempts::CRASHED, $this->runs()[0]->error_code );
		$this->assertSame( 2, $this->lane()->undeployed );
	}

	private function add_due_changes_in_three_environments(): void {
		foreach ( array( 'production', $this->connect( 'Staging' )->id, $this->connect( 'Preview' )->id ) as $id ) {
			$this->changes->insert( array( new New_Change( Lane_Key::of( get_current_blog_id(), $id, Lane::Build ), Action::Rebuild, $this->clock->now - 600_000, 1, array() ) ) );
		}
	}

	private function add_many_changes(): int {
		global $wpdb;
		$this->add_changes();
		for ( $count = 1; $count < self::ROWS; $count *= 2 ) {
			$this->assertSame( $count, $wpdb->query( "INSERT INTO {$wpdb->headless_deploy_changes} (" . Change_Store::COLUMNS . ') SELECT ' . Change_Store::COLUMNS . " FROM {$wpdb->headless_deploy_changes}" ) );
		}
		return $count;
	}

	/**
	 * Resets the peak memory usage where PHP can (8.2), and returns it.
	 */
	private function reset_peak(): int {
		if ( function_exists( 'memory_reset_peak_usage' ) ) {
			memory_reset_peak_usage();
		}
		return memory_get_peak_usage();
	}

	/**
	 * @param  callable(): int     $work Returns an id.
	 * @return non-empty-list<int>
	 */
	private function bytes_of_inserts( callable $work ): array {
		$bytes = array();
		add_filter(
			'query',
			static function ( string $query ) use ( &$bytes ): string {
				if ( str_starts_with( $query, 'INSERT' ) ) {
					$bytes[] = strlen( $query );
				}
				return $query;
			},
		);
		$this->assertGreaterThan( 0, $work() );
		remove_all_filters( 'query' );
		$this->assertNotEmpty( $bytes );
		return $bytes;
	}
}
