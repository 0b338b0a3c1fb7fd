<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Secrets\Encryption;

final class ManualRunTest extends Queue_Test_Case {
	public function test_sends_all_pending_changes_immediately(): void {
		$this->add_changes( 3 );
		$id = $this->start_manual_run();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$row = $this->runs()[0];
		$this->assertSame( $id, (int) $row->id );
		$this->assertSame( array( '3', 'manual', '7' ), array( (string) $row->changes, $row->cause, (string) $row->user_id ) );
	}

	public function test_sends_while_changes_are_held(): void {
		$this->edit_stored( array( 'automation' => array( 'hold' => true ) + $this->environment->automation->to_array() ) );
		$this->add_changes( 7 );
		$this->after( 600 );
		$this->assertSame( array(), $this->caller->calls, 'Held changes are not sent.' );
		$this->start_manual_run();
		$this->assertSame( '7', (string) $this->runs()[0]->changes );
	}

	public function test_sends_while_a_user_has_paused_the_environment(): void {
		$this->pause( 'person' );
		$this->add_changes( 2 );
		$this->after( 600 );
		$this->assertSame( array(), $this->caller->calls, 'Changes are not sent in a pause.' );
		$this->start_manual_run();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_a_copy_sends_nothing_and_keeps_its_changes(): void {
		$this->make_copy();
		$this->add_changes( 2 );
		$this->after( 600 );
		$refusal = $this->start_manual_run();
		$this->assert_error( 'headless_deploy_copy', $refusal );
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( 2, $this->lane()->changes, 'The changes stay pending.' );
		$this->make_copy( false );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_a_disabled_site_sends_nothing_and_keeps_its_changes(): void {
		$send_policy = new Send_Policy( new Environments( new Encryption(), $this->clock ), static fn(): Pause_Reason => Pause_Reason::Disabled );
		$dispatcher  = new Dispatcher( $this->queue, $send_policy, $this->caller, $this->clock, new Wake_Up() );
		$manual_run  = new Manual_Run( $this->queue, $dispatcher, $send_policy, $this->clock, new Write_Failure() );
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		$dispatcher->dispatch_site();
		$refusal = $manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->assert_error( 'headless_deploy_disabled', $refusal );
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( 2, $this->lane()->changes );
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

	public function test_returns_an_error_when_nothing_is_pending(): void {
		$refusal = $this->manual_run->start_pending( $this->key(), Cause::Manual, 7 );
		$this->assert_error( 'headless_deploy_nothing_pending', $refusal );
	}

	public function test_returns_an_error_for_an_unknown_environment(): void {
		$refusal = $this->manual_run->start( 'nowhere', Action::Rebuild, Cause::Manual, 7 );
		$this->assert_error( 'headless_deploy_unknown_environment', $refusal );
	}

	public function test_returns_an_error_for_an_action_without_a_webhook(): void {
		$urls = $this->environment->webhook_urls;
		unset( $urls['purgeCache'] );
		$this->edit_stored( array( 'urls' => $urls ) );
		$refusal = $this->start_manual_run( Action::PurgeCache );
		$this->assert_error( 'headless_deploy_action_not_offered', $refusal );
	}

	public function test_clears_the_warning_about_unsaved_changes(): void {
		update_option( Write_Failure::OPTION, array( 'changes' => 2, 'at' => $this->clock->now ) );
		$this->start_manual_run();
		$this->assertNull( ( new Write_Failure() )->known() );
	}
}
