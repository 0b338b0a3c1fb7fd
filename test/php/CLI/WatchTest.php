<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use Closure;
use HeadlessDeploy\Changes\Change_Collector;
use HeadlessDeploy\Changes\Listeners\Listeners;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Unrecorded_Change_Scan;
use HeadlessDeploy\Changes\Unrecorded_Posts;
use HeadlessDeploy\CLI\Dispatch_Command;
use HeadlessDeploy\CLI\Dispatch_Report;
use HeadlessDeploy\CLI\Run_Watcher;
use HeadlessDeploy\CLI\Stop_Signal;
use HeadlessDeploy\Cron_Events;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Network_Repair;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Refresh\Refresh_Request;
use HeadlessDeploy\Refresh\Refresh_Test;
use HeadlessDeploy\Refresh\Replay_Guard;
use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Queue_Test_Case;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

#[RequiresPhpExtension( 'pcntl' )]
#[RequiresPhpExtension( 'posix' )]
final class WatchTest extends Queue_Test_Case {
	private Fake_Console $console;

	/**
	 * Milliseconds.
	 *
	 * @var list<int>
	 */
	private array $slept = array();

	/**
	 * @param Closure(int): bool $continues Called at each sleep with its number; false sends SIGTERM.
	 */
	private function watch( Closure $continues, string $interval = '2' ): void {
		$this->console = new Fake_Console();
		$sleep         = function ( int $ms ) use ( $continues ): void {
			$this->slept[] = $ms;
			$this->clock->pass( $ms );
			if ( ! $continues( count( $this->slept ) ) ) {
				posix_kill( (int) getmypid(), SIGTERM );
			}
		};
		$report       = new Dispatch_Report( $this->caller, new Run_Log() );
		$routing      = new Routing();
		$send_policy  = new Send_Policy( new Environments( new Encryption(), $this->clock ) );
		$dispatcher   = new Dispatcher( $this->queue, $send_policy, $report, $this->clock, new Wake_Up() );
		$policy       = new Policy( $routing );
		$scan         = new Unrecorded_Change_Scan( $policy, $routing, ( new Listeners( $policy, new Change_Collector( $this->changes, new Wake_Up(), $this->clock, new Write_Failure() ), $this->clock ) )->changes, new Unrecorded_Posts( Retention::MAX_PER_ENVIRONMENT ), new Write_Failure() );
		$environments = new Environments( new Encryption(), $this->clock );
		$events       = new Cron_Events( $environments, $dispatcher, new Wake_Up(), new Retention(), $scan, new Network_Repair( $environments ), new Refresh_Test( new Refresh_Request( $environments, new Calls( $this->clock ), $this->clock ), $environments, $this->clock ), new Replay_Guard(), $this->clock );
		$command      = new Dispatch_Command( $dispatcher, $events->run_recurring_event( ... ), Run_Watcher::reset_caches( ... ), $this->clock, $sleep, new Stop_Signal(), $report, $this->console );
		( $command->command() )(
			array(),
			array(
				'watch'    => true,
				'interval' => $interval,
			),
		);
	}

	public function test_sends_each_change_after_its_quiet_period(): void {
		$this->watch(
			function ( int $number ): bool {
				if ( 1 === $number || 20 === $number ) {
					$this->add_changes();
				}
				return $number < 60;
			},
			'1',
		);
		$this->assertCount( 2, $this->caller->calls );
		$this->assertSame( array( 'accepted', 'accepted' ), $this->statuses() );
		$this->assertSame( array( 'Waiting for due runs. Press Ctrl-C to stop.', 'Production: Rebuild, 1 change: The host accepted the request (HTTP 200).', 'Production: Rebuild, 1 change: The host accepted the request (HTTP 200).', 'Stopped.' ), $this->console->output );
	}

	public function test_sleeps_for_the_interval_in_steps_of_one_second(): void {
		$this->watch( static fn( int $number ): bool => $number < 6, '3' );
		$this->assertSame( array_fill( 0, 6, 1000 ), $this->slept );
	}

	public function test_sees_what_another_process_has_saved(): void {
		$this->edit_stored( array( 'automation' => array( 'hold' => true ) + $this->environment->automation->to_array() ) );
		$this->add_changes();
		$this->watch(
			function ( int $number ): bool {
				if ( 30 === $number ) {
					$this->assertSame( array(), $this->caller->calls );
					// Another process does not update the cache of this one.
					global $wpdb;
					$stored = get_option( 'headless_deploy_routing' );
					$this->assertIsArray( $stored );
					$stored['environments'][ $this->environment->id ]['hold'] = false;
					$wpdb->update( $wpdb->options, array( 'option_value' => serialize( $stored ) ), array( 'option_name' => 'headless_deploy_routing' ) );
				}
				return $number < 60;
			},
		);
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_runs_the_recurring_tasks_every_five_minutes(): void {
		$rounds = 0;
		add_action(
			'update_option_' . Wake_Up::LAST_RUN_OPTION,
			static function () use ( &$rounds ): void {
				++$rounds;
			},
		);
		update_option( Wake_Up::LAST_RUN_OPTION, 1, false );
		$this->watch( static fn( int $number ): bool => $number < 601, '60' );
		$this->assertSame( 3, $rounds );
	}

	public function test_uses_no_more_memory_after_hundreds_of_intervals(): void {
		global $wpdb;
		$used = array();
		$this->watch(
			function ( int $number ) use ( &$used, $wpdb ): bool {
				if ( 0 === $number % 20 ) {
					$this->add_changes();
				}
				if ( in_array( $number, array( 50, 350 ), true ) ) {
					gc_collect_cycles();
					$this->console->output = array();
					$this->caller->calls   = array();
					$used[]                = memory_get_usage();
					$this->assertSame( array(), $wpdb->queries );
				}
				return $number < 350;
			},
			'1',
		);
		$this->assertLessThan( 60_000, $used[1] - $used[0] );
		$this->assertGreaterThan( 15, count( $this->runs() ) );
	}

	public function test_restores_the_signal_handlers(): void {
		$this->watch( static fn(): bool => false );
		$this->assertSame( SIG_DFL, pcntl_signal_get_handler( SIGTERM ) );
		$this->assertSame( SIG_DFL, pcntl_signal_get_handler( SIGINT ) );
	}
}
