<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Due_Schedules;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Schedules\Next_Run_Store;
use HeadlessDeploy\Schedules\Schedule_Input;
use HeadlessDeploy\Schedules\Schedules;
use HeadlessDeploy\Schedules\Stored_Schedules;
use HeadlessDeploy\Secrets\Encryption;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;

/**
 * Checks the table of the design: what an automatic change, a schedule, a manual run and a cancellation do in each
 * state of an environment.
 */
final class StatesAndCausesTest extends Queue_Test_Case {
	private const SENT     = 'sent';
	private const RECORDED = 'recorded';
	private const NOTHING  = 'nothing';
	private const LOGGED   = 'logged';

	/**
	 * For each state: what happens to an automatic change, a schedule, a manual run and a cancellation.
	 */
	public static function table(): iterable {
		$table = array(
			'normal'   => array( self::SENT, self::SENT, self::SENT, self::LOGGED ),
			'held'     => array( self::RECORDED, self::SENT, self::SENT, self::LOGGED ),
			'person'   => array( self::RECORDED, self::RECORDED, self::SENT, self::LOGGED ),
			'token'    => array( self::RECORDED, self::RECORDED, self::SENT, self::LOGGED ),
			'copy'     => array( self::RECORDED, self::NOTHING, self::NOTHING, self::LOGGED ),
			'disabled' => array( self::RECORDED, self::NOTHING, self::NOTHING, self::LOGGED ),
		);
		foreach ( $table as $state => list( $automatic, $schedule, $manual, $cancel ) ) {
			yield "$state: an automatic change is $automatic" => array( $state, Cause::Automatic, $automatic );
			yield "$state: a schedule is $schedule" => array( $state, Cause::Schedule, $schedule );
			foreach ( array( Cause::Manual, Cause::Cli, Cause::Ability ) as $cause ) {
				yield "$state: a manual run ($cause->value) is $manual" => array( $state, $cause, $manual );
			}
			yield "$state: a cancel is $cancel" => array( $state, null, $cancel );
		}
	}

	#[DataProvider( 'table' )]
	public function test_each_cause_in_each_state( string $state, ?Cause $cause, string $expected ): void {
		$this->set_state( $state );
		$result = $this->start( $cause );
		$this->assertSame( $expected, $this->outcome( $cause ) );
		if ( self::NOTHING === $expected && Cause::Schedule !== $cause ) {
			$this->assert_error( "headless_deploy_$state", $result );
		}
	}

	public function test_tries_once_an_hour_in_a_token_pause_and_in_no_other_state(): void {
		foreach ( array( 'person' => 0, 'token' => 1, 'copy' => 0, 'disabled' => 0, 'held' => 0 ) as $state => $calls ) {
			$this->caller->calls = array();
			$this->set_state( $state );
			$this->add_changes();
			$this->after( 3600 );
			$this->assertCount( $calls, $this->caller->calls, $state );
			$this->set_state( 'normal' );
			$this->start_manual_run();
		}
	}

	public function test_sends_pending_changes_when_the_environment_can_send_again(): void {
		foreach ( array( 'held', 'person', 'token', 'copy', 'disabled' ) as $state ) {
			$this->caller->calls = array();
			$this->set_state( $state );
			$this->add_changes( 3 );
			$this->after( 600 );
			$this->assertSame( array(), $this->caller->calls, $state );
			$this->set_state( 'normal' );
			$this->dispatcher->dispatch_site();
			$this->assertCount( 1, $this->caller->calls, $state );
		}
	}

	/**
	 * @param Cause|null $cause Null cancels.
	 */
	private function start( ?Cause $cause ): mixed {
		if ( Cause::Schedule === $cause ) {
			$this->after( $this->seconds_to_the_schedule() );
			return null;
		}
		if ( Cause::Automatic === $cause ) {
			$this->add_changes();
			$this->after( 120 );
			return null;
		}
		if ( null === $cause ) {
			$this->add_changes();
			return $this->dispatcher->cancel( $this->key(), 7 );
		}
		return $this->manual_run->start( 'production', Action::Rebuild, $cause, 7 );
	}

	/**
	 * Adds an hourly rebuild, and returns the seconds until its next run.
	 */
	private function seconds_to_the_schedule(): int {
		$schedules = new Schedules( new Environments( new Encryption(), $this->clock ), $this->clock );
		$input     = Schedule_Input::from_body(
			array(
				'label'       => 'Every hour',
				'environment' => 'production',
				'action'      => 'rebuild',
				'frequency'   => 'hourly',
				'time'        => gmdate( '00:i', intdiv( $this->clock->now, 1000 ) + 600 ),
			),
		);
		$this->assertInstanceOf( Schedule_Input::class, $input );
		$this->assertNotInstanceOf( WP_Error::class, $schedules->create( $input ) );
		$this->dispatcher->dispatch_site();
		$next = array_values( $schedules->next_runs( $schedules->all() ) )[0];
		return (int) ceil( ( $next - $this->clock->now ) / 1000 );
	}

	private function outcome( ?Cause $cause ): string {
		$log = array_map( static fn( object $row ): string => "{$row->status} {$row->cause}", $this->runs() );
		if ( array() !== $log ) {
			$this->assertSame( array( null === $cause ? 'canceled manual' : "accepted $cause->value" ), $log );
			$this->assertCount( null === $cause ? 0 : 1, $this->caller->calls );
			return null === $cause ? self::LOGGED : self::SENT;
		}
		$this->assertSame( array(), $this->caller->calls );
		return $this->lane()->changes > 0 ? self::RECORDED : self::NOTHING;
	}

	private function set_state( string $state ): void {
		$this->edit_stored(
			array(
				'automation'   => array( 'hold' => 'held' === $state ) + $this->environment->automation->to_array(),
				'fingerprints' => 'copy' === $state ? array( hash( 'sha256', 'elsewhere.example' ) ) : $this->environment->fingerprints,
			),
		);
		$this->pause( in_array( $state, array( 'person', 'token' ), true ) ? $state : null, 'token' === $state ? $this->clock->now + 3_600_000 : null );
		$send_policy      = new Send_Policy( new Environments( new Encryption(), $this->clock ), static fn(): ?Pause_Reason => 'disabled' === $state ? Pause_Reason::Disabled : null );
		$schedules        = new Due_Schedules( new Stored_Schedules(), new Next_Run_Store( $this->clock ), $send_policy, $this->clock );
		$this->dispatcher = new Dispatcher( $this->queue, $send_policy, $this->caller, $this->clock, new Wake_Up(), $schedules, $this->policy() );
		$this->manual_run = new Manual_Run( $this->queue, $this->dispatcher, $send_policy, $this->clock, new Write_Failure() );
	}
}
