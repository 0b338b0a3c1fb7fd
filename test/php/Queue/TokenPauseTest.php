<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Secrets\Encryption;
use PHPUnit\Framework\Attributes\DataProvider;

final class TokenPauseTest extends Queue_Test_Case {
	private const MINUTE = 60;
	private const HOUR   = 3600;

	/**
	 * Ways in which a service says that it does not know us.
	 */
	public static function refusals(): array {
		return array(
			'401' => array( 'headless_deploy_token_refused', 401 ),
			'403' => array( 'headless_deploy_token_refused', 403 ),
			'404' => array( 'headless_deploy_webhook_not_found', 404 ),
		);
	}

	#[DataProvider( 'refusals' )]
	public function test_the_first_refusal_is_looked_at_again_after_five_minutes( string $code, int $status ): void {
		$this->add_changes( 2 );
		$this->caller->refuse( $code, $status );
		$this->after( 10 );
		$this->assertSame( array( 'retrying', null ), array( $this->states()[0], $this->paused() ), 'It may have been a firewall.' );
		$this->after( 5 * self::MINUTE - 1 );
		$this->assertCount( 1, $this->caller->calls );
		$this->after( 1 );
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_the_second_refusal_pauses_and_keeps_what_is_pending(): void {
		$this->get_paused( 3 );
		$row = $this->runs()[0];
		$this->assertSame( array( 'retrying', '3', '403' ), array( $row->status, (string) $row->changes, (string) $row->http_status ) );
		$this->assertSame( array( 'token', $this->clock->now + 3_600_000 ), array( $this->paused()?->reason->value, $this->paused()?->next_try_at ) );
		$this->assertSame( $this->clock->now + 3_600_000, (int) $row->not_before );
	}

	public function test_it_is_tried_once_an_hour_with_all_that_came_in(): void {
		$this->get_paused( 3 );
		$since = $this->paused()?->since;
		$this->caller->refuse_token( 3 );
		for ( $try = 1; $try <= 3; $try++ ) {
			$this->add_changes( 1 );
			$this->after( self::HOUR - 1 );
			$this->assertCount( 1 + $try, $this->caller->calls );
			$this->after( 1 );
			$this->assertCount( 2 + $try, $this->caller->calls );
			$this->assertSame( array( $since, $this->clock->now + 3_600_000 ), array( $this->paused()?->since, $this->paused()?->next_try_at ) );
		}
		$this->assertSame( array( 'retrying', '6' ), array( $this->states()[0], (string) $this->runs()[0]->changes ) );
		$this->assertCount( 1, $this->runs() );
	}

	public function test_a_success_resumes_by_itself(): void {
		$this->get_paused( 3 );
		$this->after( self::HOUR );
		$this->assertSame( array( 'accepted', null ), array( $this->states()[0], $this->paused() ) );
		$this->add_changes();
		$this->after( 10 );
		$this->assertSame( array( 'accepted', 'accepted' ), $this->states() );
	}

	public function test_a_press_goes_out_in_the_pause_and_its_success_resumes(): void {
		$this->get_paused( 3 );
		$this->after( self::MINUTE );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->assertSame( array( 'accepted', '3', null ), array( $this->states()[0], (string) $this->runs()[0]->changes, $this->paused() ) );
	}

	public function test_a_press_that_is_refused_moves_the_next_try(): void {
		$this->get_paused( 3 );
		$this->after( 10 * self::MINUTE );
		$this->caller->refuse_token();
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->assertSame( array( 'retrying', $this->clock->now + 3_600_000, $this->clock->now + 3_600_000 ), array( $this->states()[0], (int) $this->runs()[0]->not_before, $this->paused()?->next_try_at ) );
		$this->after( self::HOUR - 1 );
		$this->assertCount( 3, $this->caller->calls );
		$this->after( 1 );
		$this->assertSame( array( 'accepted', null ), array( $this->states()[0], $this->paused() ) );
	}

	public function test_a_success_of_the_other_lane_resumes_too(): void {
		$this->get_paused( 3 );
		$this->manual_run->start( 'production', Action::PurgeCache, Cause::Manual, 7 );
		$this->assertNull( $this->paused() );
	}

	public function test_both_lanes_share_the_pause_and_one_try_an_hour(): void {
		$this->get_paused( 3 );
		$this->add_changes( 1, Action::PurgeCache );
		$this->after( 30 * self::MINUTE );
		$this->assertCount( 2, $this->caller->calls, 'The pause holds the other lane back.' );
		$this->caller->refuse_token();
		$this->after( 30 * self::MINUTE );
		$this->assertCount( 3, $this->caller->calls, 'One try, whichever lane makes it.' );
		$this->after( self::HOUR );
		$this->assertCount( 5, $this->caller->calls, 'The first success lets the other one go, too.' );
		$this->assertSame( array( 'accepted', 'accepted' ), $this->states() );
	}

	public function test_a_try_that_fails_in_another_way_moves_the_next_one_by_an_hour_as_well(): void {
		$this->get_paused( 3 );
		$this->caller->break_down( 8 );
		for ( $try = 1; $try <= 8; $try++ ) {
			$this->after( self::HOUR );
			$this->assertCount( 2 + $try, $this->caller->calls );
			$this->assertSame( $this->clock->now + 3_600_000, $this->paused()?->next_try_at );
			$this->assertSame( array( 'retrying' ), $this->states() );
		}
		$this->after( self::HOUR );
		$this->assertSame( array( 'accepted', null ), array( $this->states()[0], $this->paused() ) );
	}

	public function test_a_webhook_url_that_is_pasted_is_tried_at_once(): void {
		$this->get_paused( 3 );
		$this->after( self::MINUTE );
		$this->paste_a_new_url();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted', '3', null ), array( $this->states()[0], (string) $this->runs()[0]->changes, $this->paused() ) );
	}

	public function test_a_pasted_url_sets_the_alarm_to_now(): void {
		$this->get_paused( 3 );
		$this->paste_a_new_url();
		$this->dispatcher->schedule_wake_up();
		$this->assertLessThan( $this->clock->now / 1000 + 20, wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_a_pasted_url_begins_with_a_clean_slate(): void {
		$this->get_paused( 3 );
		$this->paste_a_new_url();
		$this->caller->refuse_token();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'retrying', null, $this->clock->now + 300_000 ), array( $this->states()[0], $this->paused(), (int) $this->runs()[0]->not_before ) );
		$this->after( 10 );
		$this->assertCount( 3, $this->caller->calls, 'It waits like any other, it is not tried on and on.' );
	}

	public function test_a_url_that_is_pasted_while_the_old_one_is_refused_is_not_paused(): void {
		$this->add_changes( 3 );
		$this->caller->refuse_token( 2 );
		$this->after( 10 );
		$this->caller->during = function (): void {
			$this->caller->during = null;
			$this->paste_a_new_url();
		};
		$this->after( 5 * self::MINUTE );
		$this->assertNull( $this->paused() );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_a_url_that_is_pasted_just_before_the_pause_is_written_is_not_paused(): void {
		global $wpdb;
		$this->add_changes( 3 );
		$this->caller->refuse_token( 2 );
		$this->after( 10 );
		$is_pasted = false;
		add_filter(
			'query',
			function ( string $query ) use ( &$is_pasted ): string {
				global $wpdb;
				if ( ! $is_pasted && str_starts_with( $query, "UPDATE {$wpdb->headless_deploy_runs} SET status = 'retrying'" ) ) {
					$is_pasted = true;
					$this->paste_a_new_url();
				}
				return $query;
			},
		);
		$this->after( 5 * self::MINUTE );
		$this->assertTrue( $is_pasted );
		$this->assertNull( $this->paused() );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_what_a_person_has_paused_stays_so(): void {
		$this->add_changes( 3 );
		$this->caller->refuse_token( 2 );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->pause( 'person' );
		$this->after( 5 * self::MINUTE );
		$this->assertSame( array( 2, 'person' ), array( count( $this->caller->calls ), $this->paused()?->reason->value ) );
		$this->after( self::HOUR );
		$this->assertSame( array( 'accepted', 'person' ), array( $this->states()[0], $this->paused()?->reason->value ) );
	}

	public function test_who_lost_the_lease_pauses_nothing(): void {
		$this->add_changes( 3 );
		$this->caller->refuse_token();
		$this->after( 10 );
		$this->caller->during = function (): void {
			$this->caller->during = null;
			$this->clock->pass( Lease::DURATION_MS );
			$this->dispatcher->dispatch_site();
			$this->caller->refuse_token();
		};
		$this->after( 5 * self::MINUTE );
		$this->assertSame( array( 'accepted', null ), array( $this->states()[0], $this->paused() ) );
	}

	public function test_a_clock_that_was_set_back_keeps_nobody_waiting(): void {
		$this->get_paused( 3 );
		$this->clock->jump( -86_400_000 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted', null ), array( $this->states()[0], $this->paused() ) );
	}

	private function get_paused( int $changes ): void {
		$this->add_changes( $changes );
		$this->caller->refuse_token( 2 );
		$this->after( 10 );
		$this->after( 5 * self::MINUTE );
		$this->assertSame( 'token', $this->paused()?->reason->value );
	}

	private function paste_a_new_url(): void {
		$this->clock->pass( 1_000 );
		$this->edit_stored( array( 'connectedAt' => $this->clock->now, 'paused' => null, 'etag' => 'pasted' ) );
	}

	private function paused(): ?Pause {
		return ( new Environments( new Encryption(), $this->clock ) )->get( 'production' )?->paused;
	}
}
