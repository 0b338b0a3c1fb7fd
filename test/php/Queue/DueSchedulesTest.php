<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Due_Schedules;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Runs\Schedule_Runs;
use HeadlessDeploy\Schedules\Next_Run_Store;
use HeadlessDeploy\Schedules\Schedule;
use HeadlessDeploy\Schedules\Schedule_Input;
use HeadlessDeploy\Schedules\Schedules;
use HeadlessDeploy\Schedules\Stored_Schedules;
use HeadlessDeploy\Secrets\Encryption;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class DueSchedulesTest extends Queue_Test_Case {
	private const HOUR_MS = 3_600_000;

	private Schedules $schedules;

	protected function setUp(): void {
		parent::setUp();
		update_option( 'timezone_string', 'Europe/Stockholm' );
		$this->clock->now = $this->ms( '2026-11-20T21:00:00Z' );
		$this->schedules  = new Schedules( new Environments( new Encryption(), $this->clock ), $this->clock );
		$this->dispatcher = $this->web_server();
	}

	public function test_finds_the_last_run_of_a_schedule(): void {
		$this->nightly();
		$runs = new Schedule_Runs( new Run_Log(), new Run_View( new Run_Log(), new Reasons(), new Environments( new Encryption(), $this->clock ) ) );
		$this->assertSame( array(), $runs->last( $this->schedules->all() ), 'It has not run yet.' );
		$this->caller->refuse( 'headless_deploy_bad_request', 400 );
		$this->clock->pass( 5 * self::HOUR_MS );
		$this->dispatcher->dispatch_site();
		$this->assertSame( Run_Status::Failed, ( $runs->last( $this->schedules->all() )['nightly'] ?? null )?->status );
		$this->clock->pass( 24 * self::HOUR_MS );
		$this->dispatcher->dispatch_site();
		$this->add_manual_run();
		$this->dispatcher->dispatch_site();
		$last = $runs->last( $this->schedules->all() )['nightly'] ?? null;
		$this->assertSame( (int) $this->runs()[1]->id, $last?->record->id );
		$this->assertSame( Run_Status::Accepted, $last?->status );
		$this->assertSame( Cause::Schedule, $last?->record->cause );
	}

	public function test_finds_a_failed_run_of_changes_that_a_schedule_recorded_in_a_pause(): void {
		$this->nightly();
		$this->pause( 'person' );
		$this->clock->pass( 5 * self::HOUR_MS );
		$this->dispatcher->dispatch_site();
		$this->pause( null );
		$this->caller->refuse();
		$this->after( 60 );
		$runs = new Schedule_Runs( new Run_Log(), new Run_View( new Run_Log(), new Reasons(), new Environments( new Encryption(), $this->clock ) ) );
		$this->assertSame( array( 'failed' ), $this->statuses() );
		$this->assertSame( Run_Status::Failed, ( $runs->last( $this->schedules->all() )['nightly'] ?? null )?->status );
	}

	public function test_sends_a_due_schedule_immediately_with_pending_changes(): void {
		$this->nightly();
		$this->clock->pass( 5 * self::HOUR_MS - 1 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->clock->pass( 1 );
		$this->add_changes( 3 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'production cleanRebuild' ), $this->caller->calls );
		$run = $this->runs()[0];
		$this->assertSame( array( 'schedule', 'accepted', '3' ), array( $run->cause, $run->status, (string) $run->changes ) );
		$this->assertSame( '2026-11-22T02:00:00Z', $this->next_run( 'nightly' ) );
	}

	public function test_runs_once_after_several_missed_times(): void {
		$this->nightly();
		$this->clock->pass( 100 * self::HOUR_MS );
		$this->dispatcher->dispatch_site();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'production cleanRebuild' ), $this->caller->calls );
		$this->assertSame( '2026-11-25T02:00:00Z', $this->next_run( 'nightly' ) );
	}

	public function test_several_web_servers_send_a_schedule_once(): void {
		$this->nightly();
		$this->clock->pass( 5 * self::HOUR_MS );
		$store = $this->next_runs();
		$at    = $store->read( get_current_blog_id() )['nightly']->at;
		// All processes read the row before one of them takes the lease.
		$taken = array_map( static fn( string $lease ): bool => $store->take( get_current_blog_id(), 'nightly', $lease, $at ), array( 'first', 'second', 'third' ) );
		$this->assertSame( array( true, false, false ), $taken );
		$this->web_server()->dispatch_site();
		$this->assertSame( array( array(), 0 ), array( $this->caller->calls, $this->manual_rows() ), 'Another process holds the lease.' );
	}

	public function test_a_second_process_during_the_first_adds_no_run(): void {
		global $wpdb;
		$this->nightly();
		$this->clock->pass( 5 * self::HOUR_MS );
		$others = 0;
		$nested = function ( string $query ) use ( &$others ): string {
			global $wpdb;
			if ( 0 === $others && str_contains( $query, "INSERT INTO {$wpdb->headless_deploy_changes}" ) ) {
				++$others;
				$this->due_schedules()->enqueue( $this->clock->now );
			}
			return $query;
		};
		add_filter( 'query', $nested );
		$this->due_schedules()->enqueue( $this->clock->now );
		$this->due_schedules()->enqueue( $this->clock->now );
		$this->assertSame( array( 1, 1 ), array( $others, $this->manual_rows() ) );
	}

	public function test_another_process_takes_over_a_schedule_after_the_lease_of_a_crashed_one(): void {
		$this->nightly();
		$this->clock->pass( 5 * self::HOUR_MS );
		$next_runs = $this->next_runs();
		$this->assertTrue( $next_runs->take( get_current_blog_id(), 'nightly', 'crashed', $next_runs->read( get_current_blog_id() )['nightly']->at ) );
		$this->clock->pass( Next_Run_Store::LEASE_MS - 1 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->clock->pass( 1 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'production cleanRebuild' ), $this->caller->calls );
		$this->assertSame( '2026-11-22T02:00:00Z', $this->next_run( 'nightly' ) );
	}

	public function test_a_stalled_process_that_lost_its_lease_changes_nothing(): void {
		$this->nightly();
		$this->clock->pass( 5 * self::HOUR_MS );
		$next_runs = $this->next_runs();
		$next_runs->take( get_current_blog_id(), 'nightly', 'stalled', $next_runs->read( get_current_blog_id() )['nightly']->at );
		$this->clock->pass( Next_Run_Store::LEASE_MS );
		$this->dispatcher->dispatch_site();
		$row = new New_Change( $this->key(), Action::Rebuild, $this->clock->now, 0, array(), is_manual: true );
		$this->assertFalse( $this->due_schedules()->record( 'nightly', 'stalled', $row ) );
		$next_runs->release( get_current_blog_id(), 'nightly', 'stalled', 1 );
		$this->assertSame( '2026-11-22T02:00:00Z', $this->next_run( 'nightly' ) );
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_a_copy_sends_nothing_and_keeps_the_next_run_of_the_original(): void {
		$this->nightly();
		$this->make_copy();
		$this->clock->pass( 5 * self::HOUR_MS );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( array(), '2026-11-21T02:00:00Z' ), array( $this->caller->calls, $this->next_run( 'nightly' ) ) );
	}

	public function test_records_the_name_of_the_schedule_as_the_reason_in_a_pause(): void {
		global $wpdb;
		$this->nightly();
		$this->pause( 'person' );
		$this->clock->pass( 5 * self::HOUR_MS );
		$this->dispatcher->dispatch_site();
		$row = $wpdb->get_row( "SELECT * FROM {$wpdb->headless_deploy_changes}" );
		$this->assertSame( array( '1', '0', 'schedule', 'cleanRebuild' ), array( (string) $row->changes, (string) $row->manual, $row->cause, $row->action ) );
		$this->assertSame( 'Nightly', json_decode( $row->reasons, true )[0]['name'] );
		$this->assertSame( '2026-11-22T02:00:00Z', $this->next_run( 'nightly' ) );
	}

	public function test_schedules_a_wake_up_for_the_next_run_except_on_a_copy(): void {
		$this->nightly();
		$this->dispatcher->schedule_wake_up();
		$this->assertSame( intdiv( $this->ms( '2026-11-21T02:00:00Z' ), 1000 ), wp_next_scheduled( Wake_Up::SINGLE_EVENT ) - 6 );
		$this->make_copy();
		$this->assertNull( $this->due_schedules()->next_at() );
		$this->make_copy( false );
		$this->assertSame( $this->ms( '2026-11-21T02:00:00Z' ), $this->due_schedules()->next_at() );
	}

	public function test_an_earlier_change_determines_the_next_wake_up(): void {
		$this->nightly();
		$this->assertSame( $this->ms( '2026-11-21T02:00:00Z' ), $this->dispatcher->next_due() );
		$this->add_changes();
		$this->assertSame( $this->clock->now + 10_000, $this->dispatcher->next_due() );
	}

	public function test_the_first_change_moves_the_wake_up_before_the_schedule(): void {
		$this->nightly();
		$this->dispatcher->schedule_wake_up();
		( new Wake_Up() )->set_first( $this->clock->now + 10_000 );
		$this->assertLessThanOrEqual( intdiv( $this->clock->now, 1000 ) + 60, wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_finds_the_sites_of_a_network_with_a_due_schedule(): void {
		$this->nightly();
		$this->assertSame( array(), $this->due_schedules()->sites_due( $this->clock->now ) );
		$this->assertSame( array( get_current_blog_id() ), $this->due_schedules()->sites_due( $this->clock->now + 5 * self::HOUR_MS ) );
		$this->clock->pass( 5 * self::HOUR_MS );
		$this->dispatcher->dispatch_network();
		$this->assertSame( array( 'production cleanRebuild' ), $this->caller->calls );
		$this->assertSame( array(), $this->due_schedules()->sites_due( $this->clock->now ) );
	}

	public function test_a_new_time_zone_moves_the_next_run_and_sends_nothing(): void {
		$this->nightly();
		// Code sets the time zone, so that no option changes.
		add_filter( 'pre_option_timezone_string', static fn(): string => 'Asia/Kolkata' );
		// 03:00 in Stockholm was to be at 02:00 UTC; in Kolkata it was at 21:30 UTC.
		$this->clock->now = $this->ms( '2026-11-21T02:00:00Z' );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( '2026-11-21T21:30:00Z', $this->next_run( 'nightly' ) );
		$this->clock->now = $this->ms( '2026-11-21T21:30:00Z' );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_corrects_a_next_run_that_a_wrong_clock_set_years_ahead(): void {
		$this->nightly();
		$this->next_runs()->set( get_current_blog_id(), 'nightly', $this->ms( '2036-11-21T02:00:00Z' ) );
		$this->dispatcher->dispatch_site();
		$this->assertSame( '2026-11-21T02:00:00Z', $this->next_run( 'nightly' ) );
	}

	public function test_a_web_server_whose_clock_is_behind_does_not_send_again(): void {
		$this->nightly();
		$this->clock->pass( 5 * self::HOUR_MS );
		$this->dispatcher->dispatch_site();
		$this->clock->now -= 2_000;
		$this->dispatcher->dispatch_site();
		$this->clock->now += 2_000;
		$this->dispatcher->dispatch_site();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_restores_a_missing_row_and_deletes_one_without_a_schedule(): void {
		$next_runs = $this->next_runs();
		$this->nightly();
		$next_runs->remove( get_current_blog_id(), 'nightly' );
		$next_runs->add( get_current_blog_id(), 'gone', $this->clock->now - 1 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'nightly' ), array_keys( $next_runs->read( get_current_blog_id() ) ) );
		$this->assertSame( '2026-11-21T02:00:00Z', $this->next_run( 'nightly' ) );
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_does_not_send_a_schedule_that_another_process_deleted(): void {
		global $wpdb;
		$this->nightly();
		get_option( Stored_Schedules::OPTION );
		// Another web server does not update the option cache of this process.
		$wpdb->update( $wpdb->options, array( 'option_value' => serialize( Stored_Schedules::default() ) ), array( 'option_name' => Stored_Schedules::OPTION ) );
		$this->clock->pass( 5 * self::HOUR_MS );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
	}

	/**
	 * Adds a Clean Rebuild at 03:00.
	 */
	private function nightly(): Schedule {
		return $this->add( array( 'label' => 'Nightly', 'action' => 'cleanRebuild', 'frequency' => 'daily', 'time' => '03:00' ) );
	}

	private function add( array $body ): Schedule {
		$input = Schedule_Input::from_body( $body + array( 'environment' => 'production' ) );
		$this->assertInstanceOf( Schedule_Input::class, $input );
		$schedule = $this->schedules->create( $input );
		$this->assertInstanceOf( Schedule::class, $schedule );
		return $schedule;
	}

	private function web_server(): Dispatcher {
		$send_policy = new Send_Policy( new Environments( new Encryption(), $this->clock ) );
		$schedules   = new Due_Schedules( new Stored_Schedules(), $this->next_runs(), $send_policy, $this->clock );
		return new Dispatcher( $this->queue, $send_policy, $this->caller, $this->clock, new Wake_Up(), $schedules );
	}

	private function due_schedules(): Due_Schedules {
		return new Due_Schedules( new Stored_Schedules(), $this->next_runs(), new Send_Policy( new Environments( new Encryption(), $this->clock ) ), $this->clock );
	}

	private function next_runs(): Next_Run_Store {
		return new Next_Run_Store( $this->clock, Queue_Reader::rows( ... ) );
	}

	private function manual_rows(): int {
		global $wpdb;
		return (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_changes} WHERE manual = 1" );
	}

	private function next_run( string $id ): string {
		return gmdate( 'Y-m-d\TH:i:s\Z', intdiv( $this->next_runs()->read( get_current_blog_id() )[ $id ]->at, 1000 ) );
	}

	private function ms( string $iso ): int {
		return 1000 * (int) strtotime( $iso );
	}
}
