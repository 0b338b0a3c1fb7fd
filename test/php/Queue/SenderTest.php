<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Queue\Lease;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class SenderTest extends Queue_Test_Case {
	public function test_makes_no_call_after_a_pause_during_the_preparation(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->before_statement( self::read_of_covered_changes(), fn() => $this->pause( 'person' ) );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( 'sending', $this->runs()[0]->status, 'It waits, visibly.' );
	}

	public function test_makes_no_call_after_the_environment_was_removed_during_the_preparation(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->before_statement( self::read_of_covered_changes(), static fn() => update_option( 'headless_deploy_environments', array() ) );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_sends_a_manual_run_immediately_after_a_sender_crashed_before_its_first_write(): void {
		global $wpdb;
		$this->wait_for_the_next_attempt();
		$this->add_manual_run();
		$this->crash_at_statement( "UPDATE {$wpdb->headless_deploy_runs}" );
		$this->clock->pass( Lease::DURATION_MS );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 2, $this->caller->calls );
	}

	private function wait_for_the_next_attempt(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->caller->refuse( 'headless_deploy_token_refused', 403 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( 'retrying', $this->runs()[0]->status );
	}
}
