<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use HeadlessDeploy\Action;
use HeadlessDeploy\CLI\Action_Runner;
use HeadlessDeploy\CLI\Command_Input;
use HeadlessDeploy\CLI\Exit_Code;
use HeadlessDeploy\CLI\Run_Watcher;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Tests\Queue\Queue_Test_Case;

final class RunWatcherTest extends Queue_Test_Case {
	private Fake_Console $console;

	/**
	 * Milliseconds.
	 *
	 * @var list<int>
	 */
	private array $slept = array();

	private function run_action( array $options ): int {
		$this->console = new Fake_Console();
		$sleep         = function ( int $ms ): void {
			$this->slept[] = $ms;
			$this->clock->pass( $ms );
		};
		$watcher = new Run_Watcher( $this->queue, new Run_Log(), $this->dispatcher, $this->clock, $sleep, $this->console );
		try {
			( new Action_Runner( $this->manual_run, $this->dispatcher, $watcher, $this->console ) )->run( $this->environment, Action::Rebuild, new Command_Input( array(), $options ) );
			return Exit_Code::SUCCESS;
		} catch ( Command_Exit $end ) {
			return $end->getCode();
		}
	}

	public function test_does_not_sleep_when_the_host_accepts_immediately(): void {
		$this->assertSame( Exit_Code::SUCCESS, $this->run_action( array( 'wait' => true ) ) );
		$this->assertSame( array(), $this->slept );
		$this->assertSame( array( 'Success: Rebuild of Production was accepted. (run 1)' ), $this->console->output );
	}

	public function test_waits_through_retries_and_sends_them(): void {
		$this->caller->refuse( 'headless_deploy_service_error', 500 );
		$this->caller->refuse( 'headless_deploy_service_error', 500 );
		$this->assertSame( Exit_Code::SUCCESS, $this->run_action( array( 'wait' => true ) ) );
		$this->assertCount( 3, $this->caller->calls );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$retries = array_filter( $this->console->output, static fn( string $line ): bool => str_contains( $line, 'The run is retried at' ) );
		$this->assertCount( 2, $retries, 'Each reason is printed once.' );
		$this->assertGreaterThan( 30_000, array_sum( $this->slept ) );
	}

	public function test_ends_with_2_when_a_retry_fails_permanently(): void {
		$this->caller->refuse( 'headless_deploy_service_error', 500 );
		$this->caller->refuse( 'headless_deploy_bad_request', 400 );
		$this->assertSame( Exit_Code::FAILED, $this->run_action( array( 'wait' => true ) ) );
	}

	public function test_waits_no_longer_than_the_given_time(): void {
		for ( $try = 1; $try <= 6; $try++ ) {
			$this->caller->refuse( 'headless_deploy_service_error', 500 );
		}
		$this->assertSame( Exit_Code::NOT_SENT, $this->run_action( array( 'wait' => '15' ) ) );
		$this->assertSame( 15_000, array_sum( $this->slept ) );
		$this->assertSame( array( 'retrying' ), $this->statuses(), 'The run continues.' );
	}

	public function test_waits_for_a_manual_run_behind_a_run_that_is_being_sent(): void {
		$this->add_manual_run( Action::CleanRebuild );
		$lease = Lease::from_now( $this->key(), $this->clock );
		$this->assertTrue( $this->leases->acquire( $lease ) );
		$first = $this->run_store->start( $lease, $this->lane() );
		$this->changes->attach( $lease, $first );
		$this->clock->pass( 1000 );
		$this->assertSame( Exit_Code::SUCCESS, $this->run_action( array( 'wait' => '120' ) ), implode( "\n", $this->console->output ) );
		$this->assertStringContainsString( 'Another run is being sent', $this->console->output[0] );
		$this->assertGreaterThan( 50_000, array_sum( $this->slept ), 'The lease of the crashed sender has to expire first.' );
	}

	public function test_reports_a_cancellation_during_the_wait(): void {
		$this->caller->refuse( 'headless_deploy_service_error', 500 );
		$this->caller->during = null;
		$canceled             = false;
		add_filter(
			'query',
			function ( string $query ) use ( &$canceled ): string {
				if ( ! $canceled && array() !== $this->slept ) {
					$canceled = true;
					$this->dispatcher->cancel( $this->key(), 0, Cause::Manual );
				}
				return $query;
			},
		);
		$this->assertSame( Exit_Code::NOT_SENT, $this->run_action( array( 'wait' => true ) ) );
		$this->assertStringContainsString( 'was canceled', end( $this->console->output ) );
	}

	public function test_warns_when_the_host_answers_with_a_web_page(): void {
		$this->caller->answers[] = new Response( 200, Response::WARNING, 12 );
		$this->assertSame( Exit_Code::SUCCESS, $this->run_action( array() ) );
		$this->assertStringStartsWith( 'Warning: The host responded with a web page,', $this->console->output[0] );
	}
}
