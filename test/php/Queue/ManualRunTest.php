<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Write_Failure;

final class ManualRunTest extends Queue_Test_Case {
	public function test_sends_all_pending_changes_immediately(): void {
		$this->add_changes( 3 );
		$id = $this->start_manual_run();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$row = $this->runs()[0];
		$this->assertSame( $id, (int) $row->id );
		$this->assertSame( array( '3', 'manual', '7' ), array( (string) $row->changes, $row->cause, (string) $row->user_id ) );
	}

	public function test_makes_no_call_when_the_site_is_found_to_be_a_copy_during_the_preparation(): void {
		$this->add_manual_run();
		$this->before_statement( self::read_of_covered_changes(), fn() => $this->make_copy() );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( array( 'sending' ), $this->statuses(), 'It is visible as paused.' );
	}

	public function test_sends_the_strongest_pending_action_now(): void {
		$this->add_changes( 1, Action::Rebuild );
		$this->add_changes( 1, Action::CleanRebuild );
		$this->manual_run->start_pending( $this->key(), Cause::Manual, 7 );
		$this->assertSame( array( 'production cleanRebuild' ), $this->caller->calls );
	}

	public function test_returns_an_error_for_an_action_without_a_webhook(): void {
		$urls = $this->environment->urls;
		unset( $urls['purgeCache'] );
		$this->edit_stored( array( 'urls' => $urls ) );
		$refusal = $this->start_manual_run( Action::PurgeCache );
		$this->assert_error( 'headless_deploy_action_not_offered', $refusal );
	}

	public function test_clears_the_warning_about_unsaved_changes(): void {
		update_option( Write_Failure::OPTION, array( 'changes' => 2, 'at' => $this->clock->now ) );
		$this->start_manual_run();
		$this->assertNull( ( new Write_Failure() )->get() );
	}
}
