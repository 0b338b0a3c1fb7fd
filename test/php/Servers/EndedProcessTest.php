<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Servers;

use Closure;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Tests\Queue\Queue_Test_Case;
use HeadlessDeploy\Tests\Test_Database;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\TestWith;

/**
 * PHP ends during a dispatch: a fork of this process runs the cron event on the real database. Of a process that was
 * killed nothing runs any more; after a limit of PHP, the shutdown functions of WordPress and the plugin do.
 */
#[Group( 'processes' )]
#[RequiresPhpExtension( 'pcntl' )]
final class EndedProcessTest extends Queue_Test_Case {
	private const CHANGES = 3;

	private const MAX_STATEMENTS = 200;

	/**
	 * Each call of a fork adds a line.
	 */
	private string $calls = '';

	protected function setUp(): void {
		parent::setUp();
		if ( ! Test_Database::is_sqlite() ) {
			$this->markTestSkipped( 'On MariaDB a test is one transaction, which forks cannot share.' );
		}
		$this->calls          = Test_Database::folder() . '/calls.txt';
		$this->caller->during = fn() => file_put_contents( $this->calls, "call\n", FILE_APPEND );
		add_filter( 'wp_doing_cron', '__return_true' );
	}

	protected function tearDown(): void {
		if ( is_file( $this->calls ) ) {
			unlink( $this->calls );
		}
		parent::tearDown();
	}

	#[TestWith( array( Process_End::Killed ) )]
	#[TestWith( array( Process_End::Memory_Limit ) )]
	public function test_a_dispatch_that_ends_at_any_statement_is_continued( Process_End $end ): void {
		$nth = 0;
		do {
			++$nth;
			$this->begin();
			$is_ended = $this->dispatch_in_fork( static fn() => self::end_at_statement( $nth, $end ) );
			$calls    = $this->count_calls();
			$this->assert_honest( "statement $nth" );
			$this->continue_later();
			$this->assert_delivered_once( "statement $nth" );
			$this->assertLessThanOrEqual( $calls + 1, $this->count_calls(), "A run is called again at most once (statement $nth)." );
		} while ( $is_ended && $nth < self::MAX_STATEMENTS );
		$this->assertFalse( $is_ended, 'The last dispatch has ended by itself.' );
		$this->assertGreaterThan( 20, $nth );
	}

	#[TestWith( array( Process_End::Killed ) )]
	#[TestWith( array( Process_End::Memory_Limit ) )]
	#[TestWith( array( Process_End::Time_Limit ) )]
	public function test_a_dispatch_that_ends_during_the_call_is_repeated_once( Process_End $end ): void {
		$this->begin();
		$record = $this->caller->during;
		$this->assertTrue(
			$this->dispatch_in_fork(
				function () use ( $end, $record ): void {
					$this->caller->during = static function () use ( $end, $record ): void {
						$record();
						$end->now();
					};
				},
			),
		);
		$this->assertSame( array( 'sending' ), $this->statuses() );
		$this->continue_later();
		$this->assert_delivered_once();
		$this->assertSame( 2, $this->count_calls() );
	}

	#[TestWith( array( Process_End::Memory_Limit ) )]
	#[TestWith( array( Process_End::Time_Limit ) )]
	public function test_a_cron_request_that_ends_in_another_plugin_sends_what_it_has_recorded( Process_End $end ): void {
		$this->assertTrue(
			$this->in_fork(
				function () use ( $end ): void {
					$this->start_plugin( $this->clock, $this->caller );
					$this->post();
					$end->now();
				},
			),
		);
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$this->assertSame( 1, $this->count_calls() );
	}

	private function begin(): void {
		Test_Database::reset();
		wp_cache_flush();
		if ( is_file( $this->calls ) ) {
			unlink( $this->calls );
		}
		$this->environment = $this->connect();
		$this->add_changes( self::CHANGES );
		$this->clock->pass( 600_000 );
	}

	private static function end_at_statement( int $nth, Process_End $end ): void {
		$count = 0;
		add_filter(
			'query',
			static function ( string $query ) use ( &$count, $nth, $end ): string {
				return ++$count === $nth ? $end->now() : $query;
			},
		);
	}

	/**
	 * @param  Closure(): void $prepare
	 * @return bool            Whether the fork was ended.
	 */
	private function dispatch_in_fork( Closure $prepare ): bool {
		return $this->in_fork(
			function () use ( $prepare ): void {
				$this->start_plugin( $this->clock, $this->caller );
				$prepare();
				do_action( Wake_Up::SINGLE_EVENT );
			},
		);
	}

	/**
	 * @param  Closure(): void $work
	 * @return bool            Whether the fork was ended.
	 */
	private function in_fork( Closure $work ): bool {
		$GLOBALS['wpdb']->close();
		$fork = pcntl_fork();
		Test_Database::connect();
		if ( 0 === $fork ) {
			// PHP and WordPress print nothing of the error.
			ini_set( 'display_errors', '0' );
			ini_set( 'log_errors', '0' );
			define( 'WP_SANDBOX_SCRAPING', true );
			$work();
			exit( 0 );
		}
		pcntl_waitpid( $fork, $status );
		wp_cache_flush();
		return ! pcntl_wifexited( $status ) || 0 !== pcntl_wexitstatus( $status );
	}

	/**
	 * Sends what is left, as the recurring event does after the lease has ended.
	 */
	private function continue_later(): void {
		$this->clock->pass( Lease::DURATION_MS );
		$this->start_plugin( $this->clock, $this->caller );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->stop_plugin();
	}

	private function count_calls(): int {
		return is_file( $this->calls ) ? substr_count( (string) file_get_contents( $this->calls ), "\n" ) : 0;
	}

	private function assert_honest( string $step ): void {
		$this->assertSame( array(), array_diff( $this->statuses(), array( 'sending', 'accepted' ) ), $step );
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::RECURRING_EVENT ), "An event starts the next dispatch ($step)." );
	}

	private function assert_delivered_once( string $step = '' ): void {
		global $wpdb;
		$runs = $this->runs();
		$this->assertSame( array( 'accepted' ), array_column( $runs, 'status' ), $step );
		$this->assertSame( '', $runs[0]->error_code, $step );
		$this->assertSame( (string) self::CHANGES, (string) $runs[0]->changes, $step );
		$this->assertSame( array( (string) $runs[0]->id ), array_map( strval( ... ), $wpdb->get_col( "SELECT DISTINCT run_id FROM {$wpdb->headless_deploy_changes}" ) ), $step );
	}
}
