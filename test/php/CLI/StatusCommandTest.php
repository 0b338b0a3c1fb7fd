<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

final class StatusCommandTest extends Command_Test_Case {
	public function test_ends_with_0_when_all_environments_are_up_to_date(): void {
		$result = $this->wp( 0, 'status' );
		$this->assertStringContainsString( 'upToDate', $result->output );
		$this->assertSame( '', $result->errors );
	}

	public function test_ends_with_0_while_changes_are_pending_or_held(): void {
		$this->publish();
		$row = $this->rows( 'status', '--environment=production' )[0];
		$this->assert_fields( array( 'id' => 'production', 'status' => 'pending', 'changes' => 1, 'lastAt' => null ), $row );
		$this->assertMatchesRegularExpression( '/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/', $row['dueAt'] );
		$this->wp( 0, 'hold' );
		$this->assertSame( 'held', trim( $this->wp( 0, 'status', '--environment=production', '--field=status' )->output ) );
		$this->wp( 0, 'status' );
	}

	public function test_ends_with_2_when_a_run_failed(): void {
		$this->connect( 'Refusing' );
		$this->connect( 'Broken' );
		$this->caller->refuse( 'headless_deploy_bad_request', 400 );
		$this->wp( 2, 'rebuild', '--environment=refusing' );
		$this->caller->break_down();
		$this->wp( 3, 'rebuild', '--environment=broken' );
		$this->wp( 2, 'status' );
		$this->wp( 0, 'status', '--environment=production' );
		$row = $this->rows( 'status', '--environment=refusing', '--fields=status,lastRun,lastAction,lastStatus,message' )[0];
		$this->assert_fields( array( 'status' => 'failed', 'lastRun' => 1, 'lastAction' => 'rebuild', 'lastStatus' => 'failed' ), $row );
		$this->assertStringContainsString( 'The host rejected the request, often because', $row['message'] );
	}

	public function test_ends_with_3_while_a_run_is_retried(): void {
		$this->caller->break_down();
		$this->wp( 3, 'rebuild' );
		$row = json_decode( $this->wp( 3, 'status', '--fields=status,nextAttemptAt,message' )->output, true );
		$this->assertSame( 'retrying', $row['status'] );
		$this->assertNotNull( $row['nextAttemptAt'] );
		$this->assertStringContainsString( 'The host reported an internal error', $row['message'] );
	}

	public function test_ends_with_3_while_an_environment_is_paused_and_explains_how_to_resume_it(): void {
		$this->wp( 0, 'environments', 'pause', 'production' );
		$row = json_decode( $this->wp( 3, 'status', '--fields=id,status,paused,message' )->output, true );
		$this->assertSame( array( 'id' => 'production', 'status' => 'paused', 'paused' => 'person', 'message' => 'Automatic runs are paused. Manual runs are still sent. To resume, run: wp headless-deploy environments resume production' ), $row );
	}

	public function test_ends_with_3_when_a_run_is_overdue(): void {
		$this->publish();
		$this->make_changes_due();
		$result = $this->wp( 3, 'status' );
		$this->assertStringContainsString( 'A run was due 60 minutes ago', $result->errors );
		$this->assertStringContainsString( '* * * * * wp --path=', $result->errors );
		$this->assertStringContainsString( 'headless-deploy dispatch', $result->errors );
	}

	public function test_ends_with_1_for_an_unknown_environment(): void {
		$this->wp( 1, 'status', '--environment=other' );
	}

	public function test_without_environments_succeeds_with_a_hint(): void {
		$this->wp( 0, 'environments', 'remove', 'production', '--yes' );
		$this->assertStringContainsString( 'wp headless-deploy environments add', $this->wp( 0, 'status' )->errors );
		$this->assertSame( array(), $this->rows( 'status' ) );
	}
}
