<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Leases;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Retry_Policy;
use HeadlessDeploy\Queue\Run_Store;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Wp_Test_Case;
use WP_Error;

/**
 * Connects one environment and replaces the clock and the caller. All else is real: the tables and the options.
 */
abstract class Queue_Test_Case extends Wp_Test_Case {
	protected Manual_Clock $clock;
	protected Fake_Caller $caller;
	protected Queue_Reader $queue;
	protected Change_Store $changes;
	protected Run_Store $run_store;
	protected Leases $leases;
	protected Dispatcher $dispatcher;
	protected Manual_Run $manual_run;
	protected Environment $environment;

	protected function setUp(): void {
		parent::setUp();
		$this->clock       = new Manual_Clock();
		$this->caller      = new Fake_Caller();
		$this->queue       = new Queue_Reader( $this->clock );
		$this->changes     = new Change_Store();
		$this->run_store   = new Run_Store();
		$this->leases      = new Leases( $this->clock );
		$this->environment = $this->connect();
		$send_policy       = new Send_Policy( new Environments( new Encryption(), $this->clock ) );
		$this->dispatcher  = new Dispatcher( $this->queue, $send_policy, $this->caller, $this->clock, new Wake_Up(), null, $this->policy() );
		$this->manual_run  = new Manual_Run( $this->queue, $this->dispatcher, $send_policy, $this->clock, new Write_Failure() );
	}

	/**
	 * Connects an environment an hour before the test begins.
	 */
	protected function connect( string $label = 'Production', array $automation = array() ): Environment {
		$environment = parent::connect( $label, $automation );
		$this->edit_stored( array( 'connectedAt' => $this->clock->now - 3_600_000 ), $environment->id );
		return $environment;
	}

	/**
	 * Creates a retry policy without jitter.
	 */
	protected function policy(): Retry_Policy {
		return new Retry_Policy( static fn(): float => 0.5 );
	}

	protected function after( int $seconds ): void {
		$this->clock->pass( $seconds * 1000 );
		$this->dispatcher->dispatch_site();
	}

	protected function key( Lane $lane = Lane::Build ): Lane_Key {
		return Lane_Key::of( get_current_blog_id(), $this->environment->id, $lane );
	}

	protected function add_changes( int $changes = 1, Action $action = Action::Rebuild ): int {
		return $this->changes->insert( array( new New_Change( $this->key( $action->lane() ), $action, $this->clock->now, $changes, array() ) ) );
	}

	/**
	 * Saves a manual run without starting the dispatcher.
	 */
	protected function add_manual_run( Action $action = Action::Rebuild ): int {
		return $this->changes->insert( array( New_Change::manual( $this->key( $action->lane() ), $action, $this->clock->now, Cause::Manual, 7 ) ) );
	}

	protected function start_manual_run( Action $action = Action::Rebuild, int $user = 7 ): int|WP_Error {
		return $this->manual_run->start( 'production', $action, Cause::Manual, $user );
	}

	protected function acquire_lease(): Lease {
		$lease = Lease::from_now( $this->key(), $this->clock );
		$this->assertTrue( $this->leases->acquire( $lease ) );
		return $lease;
	}

	/**
	 * Runs the dispatcher until its process crashes at a statement; no later statement runs.
	 */
	protected function crash_at_statement( string $beginning ): void {
		$is_dead = false;
		add_filter(
			'query',
			static function ( string $query ) use ( $beginning, &$is_dead ): string {
				$is_dead = $is_dead || str_starts_with( $query, $beginning );
				return $is_dead ? throw new Crash( 'The process was killed.' ) : $query;
			},
		);
		$this->expect_crash();
	}

	protected function crash_during_the_call(): void {
		$this->caller->during_next = static fn() => add_filter( 'query', static fn() => throw new Crash( 'The process was killed.' ) );
		$this->expect_crash();
	}

	private function expect_crash(): void {
		try {
			$this->dispatcher->dispatch_site();
			$this->fail( 'The sender should have crashed.' );
		} catch ( Crash ) {
			remove_all_filters( 'query' );
		}
	}

	/**
	 * Returns the beginning of the statement by which a sender reads the changes of its run.
	 */
	protected static function read_of_covered_changes(): string {
		global $wpdb;
		return "SELECT found.* FROM {$wpdb->headless_deploy_lanes} l LEFT JOIN (SELECT total.*";
	}

	protected function lane( Lane $lane = Lane::Build ): Lane_State {
		return $this->queue->lane( $this->key( $lane ) );
	}

	/**
	 * Returns the rows of the runs, oldest first.
	 *
	 * @return list<object&\stdClass>
	 */
	protected function runs(): array {
		global $wpdb;
		return array_values( (array) $wpdb->get_results( "SELECT * FROM {$wpdb->headless_deploy_runs} ORDER BY id" ) );
	}

	/**
	 * Returns the statuses of the runs, oldest first.
	 *
	 * @return list<string>
	 */
	protected function statuses(): array {
		return array_map( static fn( object $row ): string => $row->status, $this->runs() );
	}

	/**
	 * @param string|null $reason          Null to resume.
	 * @param int|null    $next_attempt_at In milliseconds.
	 */
	protected function pause( ?string $reason, ?int $next_attempt_at = null ): void {
		$this->edit_stored(
			array(
				'paused' => null === $reason ? null : array(
					'reason'          => $reason,
					'since'           => $this->clock->now,
					'next_attempt_at' => $next_attempt_at,
				),
			),
		);
	}

	protected function make_copy( bool $is_copy = true ): void {
		$this->edit_stored( array( 'fingerprints' => $is_copy ? array( hash( 'sha256', 'elsewhere.example' ) ) : $this->environment->fingerprints ) );
	}

	/**
	 * @param string|null $id Environment, null for Production.
	 */
	protected function edit_stored( array $fields, ?string $id = null ): void {
		$this->edit_environment( $fields, $id ?? $this->environment->id );
	}
}
