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
use WP_Error;

final class ManualRunTest extends Queue_Test_Case {
	public function test_a_press_is_sent_at_once_with_all_that_is_pending(): void {
		$this->add_changes( 3 );
		$id = $this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->assertSame( array( 'accepted' ), $this->states() );
		$row = $this->runs()[0];
		$this->assertSame( $id, (int) $row->id );
		$this->assertSame( array( '3', 'manual', '7' ), array( (string) $row->changes, $row->cause, (string) $row->user_id ) );
	}

	public function test_a_press_goes_out_while_changes_are_held(): void {
		$this->edit_stored( array( 'automation' => array( 'hold' => true ) + $this->environment->automation->to_array() ) );
		$this->add_changes( 7 );
		$this->clock->pass( 600_000 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls, 'Held changes are only counted.' );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->assertSame( '7', (string) $this->runs()[0]->changes );
	}

	public function test_a_press_goes_out_while_a_person_has_paused(): void {
		$this->pause( 'person' );
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls, 'A pause holds changes back.' );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_a_copy_sends_nothing_and_changes_nothing_for_the_original(): void {
		$this->make_copy();
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		$this->dispatcher->dispatch_site();
		$refusal = $this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->assertInstanceOf( WP_Error::class, $refusal );
		$this->assertSame( 'headless_deploy_copy', $refusal->get_error_code() );
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( 2, $this->lane()->changes, 'Changes are counted all the same.' );
		$this->make_copy( false );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->states() );
	}

	public function test_a_site_that_is_disabled_sends_nothing_and_counts_on(): void {
		$send_policy = new Send_Policy( new Environments( new Encryption(), $this->clock ), static fn(): Pause_Reason => Pause_Reason::Disabled );
		$dispatcher  = new Dispatcher( $this->queue, $send_policy, $this->caller, $this->clock, new Wake_Up() );
		$manual_run  = new Manual_Run( $this->queue, $dispatcher, $send_policy, $this->clock, new Write_Failure() );
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		$dispatcher->dispatch_site();
		$refusal = $manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->assertInstanceOf( WP_Error::class, $refusal );
		$this->assertSame( 'headless_deploy_disabled', $refusal->get_error_code() );
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( 2, $this->lane()->changes );
	}

	public function test_a_copy_that_turns_up_between_attaching_and_sending_sends_nothing(): void {
		$this->add_manual_run();
		add_filter(
			'query',
			function ( string $query ): string {
				if ( str_starts_with( $query, self::read_of_attached() ) ) {
					$this->make_copy();
				}
				return $query;
			},
		);
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( array( 'sending' ), $this->states(), 'It stands there, to be seen as paused.' );
	}

	public function test_what_is_pending_is_sent_now_with_its_strongest_action(): void {
		$this->add_changes( 1, Action::Rebuild );
		$this->add_changes( 1, Action::CleanRebuild );
		$this->manual_run->start_pending( $this->key(), Cause::Manual, 7 );
		$this->assertSame( array( 'production cleanRebuild' ), $this->caller->calls );
	}

	public function test_nothing_pending_is_said(): void {
		$refusal = $this->manual_run->start_pending( $this->key(), Cause::Manual, 7 );
		$this->assertInstanceOf( WP_Error::class, $refusal );
		$this->assertSame( 'headless_deploy_nothing_pending', $refusal->get_error_code() );
	}

	public function test_an_unknown_environment_is_said(): void {
		$refusal = $this->manual_run->start( 'nowhere', Action::Rebuild, Cause::Manual, 7 );
		$this->assertInstanceOf( WP_Error::class, $refusal );
		$this->assertSame( 'headless_deploy_unknown_environment', $refusal->get_error_code() );
	}

	public function test_an_action_that_the_provider_lacks_is_refused(): void {
		$urls = $this->environment->webhook_urls;
		unset( $urls['purgeCache'] );
		$this->edit_stored( array( 'urls' => $urls ) );
		$refusal = $this->manual_run->start( 'production', Action::PurgeCache, Cause::Manual, 7 );
		$this->assertInstanceOf( WP_Error::class, $refusal );
		$this->assertSame( 'headless_deploy_action_not_offered', $refusal->get_error_code() );
	}

	public function test_a_press_settles_what_could_not_be_noted(): void {
		update_option( Write_Failure::OPTION, array( 'changes' => 2, 'at' => $this->clock->now ) );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 7 );
		$this->assertNull( ( new Write_Failure() )->known() );
	}
}
