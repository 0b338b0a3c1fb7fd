<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Secrets\Encryption;

final class TokenPauseTest extends Queue_Test_Case {
	private const MINUTE = 60;
	private const HOUR   = 3600;

	public function test_retries_the_first_refusal_after_five_minutes(): void {
		$this->add_changes( 2 );
		$this->caller->refuse_token();
		$this->after( 10 );
		$this->assertSame( array( 'retrying', null ), array( $this->statuses()[0], $this->paused() ), 'It may have been a firewall.' );
		$this->after( 5 * self::MINUTE - 1 );
		$this->assertCount( 1, $this->caller->calls );
		$this->after( 1 );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_pauses_after_the_second_refusal_and_keeps_the_changes(): void {
		$this->get_paused( 3 );
		$row = $this->runs()[0];
		$this->assertSame( array( 'retrying', '3', '403' ), array( $row->status, (string) $row->changes, (string) $row->http_status ) );
		$this->assertSame( array( 'token', $this->clock->now + 3_600_000 ), array( $this->paused()?->reason->value, $this->paused()?->next_attempt_at ) );
		$this->assertSame( $this->clock->now + 3_600_000, (int) $row->not_before );
	}

	public function test_tries_once_an_hour_with_all_newer_changes(): void {
		$this->get_paused( 3 );
		$since = $this->paused()?->since;
		$this->caller->refuse_token( 3 );
		for ( $try = 1; $try <= 3; $try++ ) {
			$this->add_changes( 1 );
			$this->after( self::HOUR - 1 );
			$this->assertCount( 1 + $try, $this->caller->calls );
			$this->after( 1 );
			$this->assertCount( 2 + $try, $this->caller->calls );
			$this->assertSame( array( $since, $this->clock->now + 3_600_000 ), array( $this->paused()?->since, $this->paused()?->next_attempt_at ) );
		}
		$this->assertSame( array( 'retrying', '6' ), array( $this->statuses()[0], (string) $this->runs()[0]->changes ) );
		$this->assertCount( 1, $this->runs() );
	}

	public function test_resumes_after_a_success(): void {
		$this->get_paused( 3 );
		$this->after( self::HOUR );
		$this->assertSame( array( 'accepted', null ), array( $this->statuses()[0], $this->paused() ) );
		$this->add_changes();
		$this->after( 10 );
		$this->assertSame( array( 'accepted', 'accepted' ), $this->statuses() );
	}

	public function test_postpones_the_next_attempt_after_a_refused_manual_run(): void {
		$this->get_paused( 3 );
		$this->after( 10 * self::MINUTE );
		$this->caller->refuse_token();
		$this->start_manual_run();
		$this->assertSame( array( 'retrying', $this->clock->now + 3_600_000, $this->clock->now + 3_600_000 ), array( $this->statuses()[0], (int) $this->runs()[0]->not_before, $this->paused()?->next_attempt_at ) );
		$this->after( self::HOUR - 1 );
		$this->assertCount( 3, $this->caller->calls );
		$this->after( 1 );
		$this->assertSame( array( 'accepted', null ), array( $this->statuses()[0], $this->paused() ) );
	}

	public function test_resumes_after_a_success_in_the_other_lane(): void {
		$this->get_paused( 3 );
		$this->start_manual_run( Action::PurgeCache );
		$this->assertNull( $this->paused() );
	}

	public function test_both_lanes_share_one_attempt_an_hour(): void {
		$this->get_paused( 3 );
		$this->add_changes( 1, Action::PurgeCache );
		$this->after( 30 * self::MINUTE );
		$this->assertCount( 2, $this->caller->calls, 'The pause holds the other lane back.' );
		$this->caller->refuse_token();
		$this->after( 30 * self::MINUTE );
		$this->assertCount( 3, $this->caller->calls, 'One try, whichever lane makes it.' );
		$this->after( self::HOUR );
		$this->assertCount( 5, $this->caller->calls, 'The first success lets the other one go, too.' );
		$this->assertSame( array( 'accepted', 'accepted' ), $this->statuses() );
	}

	public function test_postpones_the_next_attempt_by_an_hour_after_any_failure(): void {
		$this->get_paused( 3 );
		$this->caller->break_down( 8 );
		for ( $try = 1; $try <= 8; $try++ ) {
			$this->after( self::HOUR );
			$this->assertCount( 2 + $try, $this->caller->calls );
			$this->assertSame( $this->clock->now + 3_600_000, $this->paused()?->next_attempt_at );
			$this->assertSame( array( 'retrying' ), $this->statuses() );
		}
		$this->after( self::HOUR );
		$this->assertSame( array( 'accepted', null ), array( $this->statuses()[0], $this->paused() ) );
	}

	public function test_tries_a_new_webhook_url_immediately(): void {
		$this->get_paused( 3 );
		$this->after( self::MINUTE );
		$this->paste_a_new_url();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted', '3', null ), array( $this->statuses()[0], (string) $this->runs()[0]->changes, $this->paused() ) );
	}

	public function test_counts_refusals_of_a_new_webhook_url_from_zero(): void {
		$this->get_paused( 3 );
		$this->paste_a_new_url();
		$this->caller->refuse_token();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'retrying', null, $this->clock->now + 300_000 ), array( $this->statuses()[0], $this->paused(), (int) $this->runs()[0]->not_before ) );
		$this->after( 10 );
		$this->assertCount( 3, $this->caller->calls, 'It waits like any other, it is not tried on and on.' );
	}

	public function test_does_not_pause_a_webhook_url_that_was_replaced_during_the_call(): void {
		$this->add_changes( 3 );
		$this->caller->refuse_token( 2 );
		$this->after( 10 );
		$this->caller->during_next = function (): void {
			$this->paste_a_new_url();
		};
		$this->after( 5 * self::MINUTE );
		$this->assertNull( $this->paused() );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_does_not_pause_a_webhook_url_that_was_replaced_before_the_pause_is_saved(): void {
		global $wpdb;
		$this->add_changes( 3 );
		$this->caller->refuse_token( 2 );
		$this->after( 10 );
		$this->before_statement(
			"UPDATE {$wpdb->headless_deploy_runs} SET status = 'retrying'",
			function () use ( &$is_pasted ): void {
				$is_pasted = true;
				$this->paste_a_new_url();
			},
		);
		$this->after( 5 * self::MINUTE );
		$this->assertTrue( $is_pasted );
		$this->assertNull( $this->paused() );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_keeps_the_pause_of_a_user(): void {
		$this->add_changes( 3 );
		$this->caller->refuse_token( 2 );
		$this->start_manual_run();
		$this->pause( 'person' );
		$this->after( 5 * self::MINUTE );
		$this->assertSame( array( 2, 'person' ), array( count( $this->caller->calls ), $this->paused()?->reason->value ) );
		$this->after( self::HOUR );
		$this->assertSame( array( 'accepted', 'person' ), array( $this->statuses()[0], $this->paused()?->reason->value ) );
	}

	public function test_a_sender_that_lost_its_lease_does_not_pause(): void {
		$this->add_changes( 3 );
		$this->caller->refuse_token();
		$this->after( 10 );
		$this->caller->during_next = function (): void {
			$this->clock->pass( Lease::DURATION_MS );
			$this->dispatcher->dispatch_site();
			$this->caller->refuse_token();
		};
		$this->after( 5 * self::MINUTE );
		$this->assertSame( array( 'accepted', null ), array( $this->statuses()[0], $this->paused() ) );
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
