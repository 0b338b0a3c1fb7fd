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
	 * Connects an environment, some time before the test begins.
	 *
	 * @param array<string, mixed> $automation Quiet period and so on.
	 */
	protected function connect( string $label = 'Production', array $automation = array() ): Environment {
		$environment = parent::connect( $label, $automation );
		$this->edit_stored( array( 'connectedAt' => $this->clock->now - 3_600_000 ), $environment->id );
		return $environment;
	}

	/**
	 * Makes the retry policy without chance.
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
	 * Notes a press without running the dispatcher.
	 */
	protected function add_manual_run( Action $action = Action::Rebuild ): int {
		return $this->changes->insert( array( New_Change::manual( $this->key( $action->lane() ), $action, $this->clock->now, Cause::Manual, 7 ) ) );
	}

	/**
	 * Returns how the statement begins by which a sender reads what its run carries.
	 */
	protected static function read_of_attached(): string {
		global $wpdb;
		return "SELECT found.* FROM {$wpdb->headless_deploy_lanes} l LEFT JOIN (SELECT total.*";
	}

	protected function lane( Lane $lane = Lane::Build ): Lane_State {
		return $this->queue->lane( $this->key( $lane ) );
	}

	/**
	 * Reads the log, oldest first.
	 *
	 * @return list<object&\stdClass>
	 */
	protected function runs(): array {
		global $wpdb;
		return array_values( (array) $wpdb->get_results( "SELECT * FROM {$wpdb->headless_deploy_runs} ORDER BY id" ) );
	}

	/**
	 * Returns the states of the log, oldest first.
	 *
	 * @return list<string>
	 */
	protected function states(): array {
		return array_map( static fn( object $row ): string => $row->status, $this->runs() );
	}

	/**
	 * @param string|null $reason      Why, null to resume.
	 * @param int|null    $next_try_at When it is tried all the same, in milliseconds.
	 */
	protected function pause( ?string $reason, ?int $next_try_at = null ): void {
		$this->edit_stored(
			array(
				'paused' => null === $reason ? null : array(
					'reason'      => $reason,
					'since'       => $this->clock->now,
					'next_try_at' => $next_try_at,
				),
			),
		);
	}

	protected function make_copy( bool $is_copy = true ): void {
		$this->edit_stored( array( 'fingerprints' => $is_copy ? array( hash( 'sha256', 'elsewhere.example' ) ) : $this->environment->fingerprints ) );
	}

	/**
	 * @param array<string, mixed> $fields What is other than before.
	 * @param string|null          $id     Environment, null for Production.
	 */
	protected function edit_stored( array $fields, ?string $id = null ): void {
		$stored = get_option( 'headless_deploy_environments' );
		$this->assertIsArray( $stored );
		$id ??= $this->environment->id;
		$stored['environments'][ $id ] = array_merge( $stored['environments'][ $id ], $fields );
		update_option( 'headless_deploy_environments', $stored );
	}
}
