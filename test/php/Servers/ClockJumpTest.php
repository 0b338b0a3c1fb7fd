<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Servers;

use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Queue\Attempts;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Tracking\Tracking_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * The clock of the web server is set forward or back by hours, as after the boot of a virtual machine or a repaired
 * time service. The clock of the database, a different server, stays.
 */
#[Group( 'mariadb' )]
final class ClockJumpTest extends Tracking_Test_Case {
	private const HOUR_MS = 3_600_000;

	/**
	 * Hours.
	 */
	private const JUMPS = array( 5, -5, 72, -72 );

	/**
	 * @return iterable<string, array{int}> Milliseconds.
	 */
	public static function jumps(): iterable {
		foreach ( self::JUMPS as $hours ) {
			yield "$hours hours" => array( $hours * self::HOUR_MS );
		}
	}

	#[DataProvider( 'jumps' )]
	public function test_a_jump_during_a_call_causes_no_second_call( int $ms ): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->caller->during_next = function () use ( $ms ): void {
			$this->jump( $ms );
			$this->other_process()->dispatch_site();
		};
		$this->dispatch();
		$this->assertCount( 1, $this->caller->calls );
		$this->assert_accepted_without_a_crash();
		$this->dispatch_after( 60 );
		$this->assertCount( 1, $this->caller->calls );
	}

	/**
	 * The lease counts by both clocks, so a clock that was set back delays the next attempt as long, a day at most.
	 */
	#[DataProvider( 'jumps' )]
	public function test_a_run_whose_sender_crashed_before_a_jump_is_sent_once_more( int $ms ): void {
		$this->add_changes();
		$this->clock->pass( 10_000 );
		$this->crash_during_the_call();
		$this->jump( $ms );
		$this->clock->pass( Lease::DURATION_MS + max( 0, min( -$ms, DAY_IN_SECONDS * 1_000 ) ) );
		$this->dispatch();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$this->assertCount( 2, $this->caller->calls );
	}

	#[DataProvider( 'jumps' )]
	public function test_a_tracked_run_is_still_found_to_be_live( int $ms ): void {
		$this->deploy( fn() => $this->post( array( 'post_title' => 'Hello' ) ) );
		$this->dispatch_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
		$this->jump( $ms );
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() + 60 ) );
		$this->dispatch_after( 60 );
		$run = $this->last_run();
		$this->assertSame( $ms > 0 ? 'accepted' : 'live', $run['status'], 'After hours no page is checked any more.' );
		$this->assertNull( $this->environment_status()['nextCheckAt'] );
		$this->assertSame( 'upToDate', $this->environment_status()['status'] );
	}

	/**
	 * Of the runs that a jump skips, one is sent. After a jump back, the next run is that of the clock.
	 */
	#[DataProvider( 'jumps' )]
	public function test_schedules_follow_the_clock( int $ms ): void {
		$this->rest( 'POST', self::API . '/settings/schedules', array( 'label' => 'Hourly', 'environment' => 'production', 'action' => 'rebuild', 'frequency' => 'hourly', 'time' => '00:30' ) );
		$this->jump( $ms );
		$this->dispatch();
		$this->assertCount( $ms > 0 ? 1 : 0, $this->caller->calls );
		$calls = count( $this->caller->calls );
		foreach ( array( 1, 2 ) as $hour ) {
			$this->dispatch_after( HOUR_IN_SECONDS );
			$this->assertCount( $calls + $hour, $this->caller->calls );
		}
		$this->assertSame( array( 'accepted' ), array_values( array_unique( $this->statuses() ) ) );
	}

	#[DataProvider( 'jumps' )]
	public function test_the_recurring_event_runs_within_five_minutes( int $ms ): void {
		$this->run_recurring_event();
		$this->jump( $ms );
		$scheduler = $this->rest( 'GET', self::API . '/status' )->get_data()['scheduler'];
		$this->assertFalse( $scheduler['healthy'], 'The event is as late as the clock was set.' );
		$this->open_page_of_admin();
		$this->assertLessThanOrEqual( intdiv( $this->clock->now, 1000 ) + 300, wp_next_scheduled( Wake_Up::RECURRING_EVENT ) );
		$this->clock->pass( 300_000 );
		$this->run_recurring_event();
		$this->assertTrue( $this->rest( 'GET', self::API . '/status' )->get_data()['scheduler']['healthy'] );
	}

	private function jump( int $ms ): void {
		$this->clock->jump( $ms );
		$this->clock->database_ahead -= $ms;
	}

	private function other_process(): Dispatcher {
		$clock                 = new Manual_Clock( $this->clock->now );
		$clock->database_ahead = $this->clock->database_ahead;
		return new Dispatcher( new Queue_Reader( $clock ), new Send_Policy( new Environments( new Encryption(), $clock ) ), $this->caller, $clock, new Wake_Up() );
	}

	private function open_page_of_admin(): void {
		remove_all_actions( 'admin_init' );
		set_current_screen( 'dashboard' );
		$this->start_plugin( $this->clock, $this->caller );
		do_action( 'admin_init' );
		unset( $GLOBALS['current_screen'] );
	}

	/**
	 * As WP-Cron: it schedules the next event before it runs this one.
	 */
	private function run_recurring_event(): void {
		wp_clear_scheduled_hook( Wake_Up::RECURRING_EVENT );
		( new Wake_Up() )->ensure_recurring( $this->clock->now );
		add_filter( 'wp_doing_cron', '__return_true' );
		do_action( Wake_Up::RECURRING_EVENT );
		remove_filter( 'wp_doing_cron', '__return_true' );
	}

	private function assert_accepted_without_a_crash(): void {
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$run = $this->runs()[0];
		$this->assertSame( '', $run->error_code );
		$this->assertSame( 1, Attempts::from_json( $run->attempts )->count() );
	}
}
