<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Site_Gatekeeper;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Secrets\Encryption;
use PHPUnit\Framework\Attributes\Group;

/**
 * Proves that whoever wakes the queue wakes the schedules too.
 */
#[Group( 'mariadb' )]
final class TimetableTest extends Queue_Test_Case {
	public function test_what_a_schedule_notes_is_sent_by_the_same_look(): void {
		$this->scheduled( new Fixed_Timetable( $this->clock->now + 60_000, fn() => $this->note_press() ) );
		$this->after( 59 );
		$this->assertSame( array(), $this->caller->calls );
		$this->after( 1 );
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
	}

	public function test_the_network_s_round_asks_the_sites_that_have_something_due(): void {
		$timetable = new Fixed_Timetable( $this->clock->now, fn() => $this->note_press(), array( get_current_blog_id() ) );
		$this->scheduled( $timetable );
		$this->dispatcher->dispatch_network();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_the_network_s_round_asks_no_other_site(): void {
		$timetable = new Fixed_Timetable();
		$this->scheduled( $timetable );
		$this->note_press();
		$this->dispatcher->dispatch_network();
		$this->assertSame( array( array(), 1 ), array( $timetable->asked, count( $this->caller->calls ) ) );
	}

	public function test_the_alarm_is_set_for_the_next_schedule(): void {
		$this->scheduled( new Fixed_Timetable( $this->clock->now + 7_200_000 ) );
		$this->dispatcher->dispatch_site();
		$ring = (int) wp_next_scheduled( Wake_Up::SINGLE_EVENT );
		$this->assertGreaterThan( $this->clock->now / 1000 + 7200, $ring );
		$this->assertSame( $this->clock->now + 7_200_000, $this->dispatcher->next_due() );
	}

	public function test_a_run_that_is_due_sooner_sets_the_alarm(): void {
		$this->scheduled( new Fixed_Timetable( $this->clock->now + 7_200_000 ) );
		$this->note();
		$this->assertSame( $this->clock->now + 10_000, $this->dispatcher->next_due() );
	}

	/**
	 * Makes the dispatcher with a timetable.
	 */
	private function scheduled( Fixed_Timetable $timetable ): void {
		$gatekeeper       = new Site_Gatekeeper( new Environments( new Encryption(), $this->clock ) );
		$this->dispatcher = new Dispatcher( $this->store, $gatekeeper, $this->caller, $this->clock, new Wake_Up(), $timetable, $this->policy() );
	}
}
