<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;

final class RunActionsControllerTest extends Rest_Queue_Test_Case {
	private const RUNS = self::API . '/environments/production/runs';

	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
	}

	public function test_returns_the_manual_run(): void {
		$response = $this->rest( 'POST', self::RUNS, array( 'action' => 'cleanRebuild' ) );
		$data     = $response->get_data();
		$this->assertSame( 201, $response->get_status() );
		$this->assert_fields( array( 'action' => 'cleanRebuild', 'cause' => 'manual', 'status' => 'accepted', 'httpStatus' => 200 ), $data['run'] );
		$this->assertSame( get_current_user_id(), $data['run']['user']['id'] );
		$this->assertNotSame( '', $data['message'] );
	}

	public function test_explains_why_the_host_refused_a_manual_run(): void {
		$this->caller->refuse();
		$response = $this->rest( 'POST', self::RUNS, array( 'action' => 'rebuild' ) );
		$data     = $response->get_data();
		$this->assertSame( array( 201, 'failed' ), array( $response->get_status(), $data['run']['status'] ) );
		$this->assertStringContainsString( 'rejected the request', $data['message'] );
		$this->assertSame( $data['message'], $data['run']['message'] );
	}

	public function test_explains_why_a_manual_run_is_retried(): void {
		$this->caller->refuse_token();
		$response = $this->rest( 'POST', self::RUNS, array( 'action' => 'rebuild' ) );
		$data     = $response->get_data();
		$this->assertSame( array( 202, 'retrying' ), array( $response->get_status(), $data['run']['status'] ) );
		$this->assertStringContainsString( 'no longer accepts the webhook URL', $data['message'] );
		$this->assertStringContainsString( 'The run is retried automatically.', $data['message'] );
	}

	public function test_shows_the_pause_reason_with_a_manual_run(): void {
		$this->pause( 'person' );
		$response = $this->rest( 'POST', self::RUNS, array( 'action' => 'rebuild' ) );
		$this->assertSame( array( 201, 'accepted' ), array( $response->get_status(), $response->get_data()['run']['status'] ) );
		$this->assertStringContainsString( 'because a user paused them', $response->get_data()['message'] );
	}

	public function test_reports_that_a_manual_run_ended_a_token_pause(): void {
		$this->pause( 'token', $this->clock->now + 3_600_000 );
		$this->add_changes( 2 );
		$response = $this->rest( 'POST', self::API . '/environments/production/pending/build/now' );
		$this->assertStringContainsString( 'They resume now.', $response->get_data()['message'] );
		$this->assertNull( $this->rest( 'GET', self::API . '/status' )->get_data()['environments'][0]['paused'] );
	}

	public function test_explains_how_to_end_a_pause_that_a_manual_run_does_not_end(): void {
		$this->pause( 'token', $this->clock->now + 3_600_000 );
		$this->caller->refuse_token();
		$response = $this->rest( 'POST', self::RUNS, array( 'action' => 'rebuild' ) );
		$this->assertSame( 202, $response->get_status() );
		$this->assertStringContainsString( 'They are retried once an hour.', $response->get_data()['message'] );
		$this->assertSame( 'Check the webhook URL at the host, then paste it again under Connections.', $response->get_data()['remedy'] );
	}

	public function test_answers_202_for_a_manual_run_during_a_call_and_sends_it_afterwards(): void {
		$answer                    = null;
		$this->caller->during_next = function () use ( &$answer ): void {
			$answer = $this->rest( 'POST', self::RUNS, array( 'action' => 'rebuild' ) );
		};
		$this->rest( 'POST', self::RUNS, array( 'action' => 'rebuild' ) );
		$this->assertSame( 202, $answer?->get_status() );
		$this->assertNull( $answer->get_data()['run'] );
		$this->assertCount( 2, $this->caller->calls );
	}

	public function test_names_the_users_of_canceled_changes_and_restores_them(): void {
		$author = $this->user( 'editor' );
		$this->rename_user( $author, 'Maria Lindqvist' );
		$reason = new Stored_Reason( 'changed', 'option', user: $author, at: $this->clock->now, name: 'blogname' );
		$this->changes->insert( array( new New_Change( $this->key(), Action::Rebuild, $this->clock->now, 2, array( $reason ) ) ) );
		$canceled = $this->rest( 'POST', self::API . '/environments/production/pending/build/cancel' );
		$this->assertSame( 'Canceled: 2 changes by Maria Lindqvist. The next Rebuild includes these changes.', $canceled->get_data()['message'] );
		$undone = $this->rest( 'POST', self::API . '/environments/production/pending/build/undo' );
		$this->assertSame( array( 200, 'The canceled changes are pending again.' ), array( $undone->get_status(), $undone->get_data()['message'] ) );
		$this->assertSame( 2, $this->lane()->changes );
	}

	public function test_a_canceled_purge_is_included_in_the_next_purge_and_not_in_the_next_run(): void {
		$this->changes->insert( array( new New_Change( $this->key( Lane::Cache ), Action::PurgeCache, $this->clock->now, 1, array() ) ) );
		$canceled = $this->rest( 'POST', self::API . '/environments/production/pending/cache/cancel' );
		$this->assertSame( 'Canceled: 1 change. The next Purge Cache includes these changes.', $canceled->get_data()['message'] );
	}

	public function test_refuses_to_cancel_a_run_during_its_call(): void {
		$answer               = null;
		$this->caller->during = function () use ( &$answer ): void {
			$answer = $this->rest( 'POST', self::API . '/environments/production/pending/build/cancel' );
		};
		$this->rest( 'POST', self::RUNS, array( 'action' => 'rebuild' ) );
		$this->assertSame( array( 409, 'headless_deploy_already_sending' ), array( $answer?->get_status(), $answer?->get_data()['code'] ) );
	}

	public function test_explains_how_to_confirm_a_copy(): void {
		$this->make_copy();
		$response = $this->rest( 'POST', self::RUNS, array( 'action' => 'rebuild' ) );
		$this->assertSame( array( 409, 'headless_deploy_copy' ), array( $response->get_status(), $response->get_data()['code'] ) );
		$this->assertStringContainsString( 'Choose “This site moved”', $response->get_data()['message'] );
	}
}
