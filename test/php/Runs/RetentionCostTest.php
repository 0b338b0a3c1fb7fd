<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Tests\Queue\Queue_Test_Case;
use HeadlessDeploy\Tests\Test_Database;
use PHPUnit\Framework\Attributes\Group;

/**
 * Counts what one event of the retention deletes and reads in the log of a large network. The rows are those of the test's
 * transaction.
 */
#[Group( 'mariadb' )]
final class RetentionCostTest extends Queue_Test_Case {
	private const DAY_MS = 86_400_000;

	public function test_an_event_ends_at_its_deadline_and_the_next_one_continues(): void {
		$this->add_runs( 12, 1, $this->clock->now - 91 * self::DAY_MS );
		$retention = new Retention( $this->clock, 5 );
		// Each step takes 6 s, an event 10 s.
		$slow = function ( string $query ): string {
			$this->clock->monotonic += str_contains( $query, 'DELETE FROM' ) && str_contains( $query, '_runs' ) ? 6_000 : 0;
			return $query;
		};
		add_filter( 'query', $slow );
		$retention->sweep( $this->clock->now );
		$this->assertSame( 2, $this->count_runs() );
		$retention->sweep( $this->clock->now );
		$this->assertSame( 0, $this->count_runs() );
	}

	public function test_the_changes_of_one_run_are_deleted_in_steps(): void {
		global $wpdb;
		$this->add_runs( 1, 1, $this->clock->now - 91 * self::DAY_MS );
		$run = (int) $wpdb->get_var( "SELECT MAX(id) FROM {$wpdb->headless_deploy_runs}" );
		$this->add_changes_of( $run, 225 );
		$retention = new Retention( $this->clock, 5 );
		$slow      = function ( string $query ): string {
			$this->clock->monotonic += str_contains( $query, 'DELETE FROM' ) && str_contains( $query, '_changes' ) ? 6_000 : 0;
			return $query;
		};
		add_filter( 'query', $slow );
		$retention->sweep( $this->clock->now );
		$this->assertSame( array( 1, '25' ), array( $this->count_runs(), $this->count_changes() ), 'The run stays until its last change is deleted.' );
		$retention->sweep( $this->clock->now );
		$this->assertSame( array( 0, '0' ), array( $this->count_runs(), $this->count_changes() ) );
	}

	public function test_a_refused_write_ends_the_event(): void {
		$this->add_runs( 6, 1, $this->clock->now - 91 * self::DAY_MS );
		$statements = 0;
		$refuse     = static function ( string $query ) use ( &$statements ): string {
			$is_delete = str_contains( $query, 'DELETE FROM' );
			$statements += $is_delete ? 1 : 0;
			return $is_delete ? 'DELETE FROM nothing' : $query;
		};
		add_filter( 'query', $refuse );
		$this->with_hidden_errors( fn() => ( new Retention( $this->clock, 5 ) )->sweep( $this->clock->now ) );
		$this->assertSame( array( 1, 6 ), array( $statements, $this->count_runs() ) );
	}

	public function test_each_event_checks_the_next_environments(): void {
		$environments = 2 * Retention::ENVIRONMENTS_PER_EVENT + 5;
		$this->add_runs( 4 * $environments, $environments, $this->clock->now );
		$retention = new Retention( $this->clock );
		$left      = array();
		for ( $event = 1; $event <= 3; $event++ ) {
			$retention->sweep( $this->clock->now, 3 );
			$left[] = $this->count_runs() - 3 * $environments;
		}
		$this->assertSame( array( 15, 5, 0 ), $left );
		$this->add_runs( $environments, $environments, $this->clock->now );
		$retention->sweep( $this->clock->now, 3 );
		$this->assertSame( 3 * $environments + 15, $this->count_runs(), 'After the last environment comes the first.' );
	}

	public function test_an_environment_that_is_not_complete_is_the_first_of_the_next_event(): void {
		$this->add_runs( 36, 2, $this->clock->now );
		$slow = function ( string $query ): string {
			$this->clock->monotonic += str_contains( $query, 'DELETE FROM' ) && str_contains( $query, '_runs' ) ? 6_000 : 0;
			return $query;
		};
		add_filter( 'query', $slow );
		$retention = new Retention( $this->clock, 5 );
		$left      = array();
		for ( $event = 1; $event <= 3; $event++ ) {
			$retention->sweep( $this->clock->now, 3 );
			$left[] = $this->count_runs();
		}
		$this->assertSame( array( 26, 16, 6 ), $left );
	}

	public function test_a_sweep_of_one_site_leaves_the_others(): void {
		global $wpdb;
		$this->add_runs( 5, 1, $this->clock->now );
		$this->add_runs( 5, 1, $this->clock->now, 2 );
		( new Retention( $this->clock ) )->sweep( $this->clock->now, 3, get_current_blog_id() );
		$this->assertSame( array( '3', '5' ), $wpdb->get_col( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_runs} GROUP BY blog_id ORDER BY blog_id" ) );
	}

	/**
	 * The server counts each row that it reads of an index or a table (`Handler_read%`).
	 */
	public function test_an_event_reads_few_rows_of_a_large_log(): void {
		if ( Test_Database::is_sqlite() ) {
			$this->markTestSkipped( 'SQLite does not count the rows that it reads.' );
		}
		$environments = 60;
		$this->add_runs( 18_000, $environments, $this->clock->now - self::DAY_MS );
		$this->add_pending_changes( 5_000 );
		$retention = new Retention( $this->clock );
		$idle      = $this->rows_read( fn() => $retention->sweep( $this->clock->now, 300 ) );
		$this->assertLessThan( Retention::ENVIRONMENTS_PER_EVENT * 300 + 200, $idle, 'No log is too long.' );
		$this->add_runs( 2_000, 4, $this->clock->now - 91 * self::DAY_MS, 3 );
		$before = $this->count_runs();
		$read   = $this->rows_read( fn() => $retention->sweep( $this->clock->now, 300 ) );
		$this->assertSame( 2_000, $before - $this->count_runs() );
		$this->assertLessThan( 2_000 * 10 + $idle, $read );
	}

	/**
	 * @param int $environments How many environments have them in turn.
	 */
	private function add_runs( int $runs, int $environments, int $at, int $blog_id = 1 ): void {
		global $wpdb;
		foreach ( array_chunk( range( 0, $runs - 1 ), 1_000 ) as $numbers ) {
			$values = array_map( static fn( int $number ): string => "($blog_id, 'environment-" . $number % $environments . "', 'build', 'rebuild', 'automatic', 'accepted', '[]', '', '', '', $at)", $numbers );
			$wpdb->query( "INSERT INTO {$wpdb->headless_deploy_runs} (blog_id, environment_id, lane, action, cause, status, attempts, service_message, excerpt, operation, created_at) VALUES " . implode( ', ', $values ) );
		}
	}

	private function add_pending_changes( int $rows ): void {
		$this->add_changes_of( 0, $rows );
	}

	private function add_changes_of( int $run, int $rows ): void {
		global $wpdb;
		$values = array_fill( 0, $rows, "('production', 'build', 'rebuild', 1, '[]', 'automatic', $run)" );
		$wpdb->query( "INSERT INTO {$wpdb->headless_deploy_changes} (environment_id, lane, action, recorded_at, reasons, cause, run_id) VALUES " . implode( ', ', $values ) );
	}

	private function rows_read( callable $work ): int {
		global $wpdb;
		$count  = static fn(): int => (int) array_sum( array_column( $wpdb->get_results( "SHOW SESSION STATUS LIKE 'Handler_read%'", ARRAY_N ), 1 ) );
		$before = $count();
		$work();
		// Reading the counters reads rows too.
		$after = $count();
		return $after - $before - ( $count() - $after );
	}

	private function count_runs(): int {
		global $wpdb;
		return (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_runs}" );
	}

	private function count_changes(): string {
		global $wpdb;
		return (string) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_changes}" );
	}
}
