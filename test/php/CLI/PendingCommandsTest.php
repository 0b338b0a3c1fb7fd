<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use HeadlessDeploy\Action;

final class PendingCommandsTest extends Command_Test_Case {
	public function test_lists_pending_changes_with_their_reasons(): void {
		$this->publish( 'Hello' );
		$rows = $this->rows( 'pending', 'list' );
		$this->assertCount( 1, $rows );
		$this->assert_fields( array( 'environment' => 'production', 'lane' => 'build', 'action' => 'rebuild', 'changes' => 1, 'held' => false ), $rows[0] );
		$this->assertStringContainsString( 'Hello', $rows[0]['reasons'][0], 'Without a user the titles are shown.' );
	}

	public function test_lists_one_lane(): void {
		$this->publish();
		$this->assertSame( array(), $this->rows( 'pending', 'list', '--lane=cache' ) );
		$this->assertCount( 1, $this->rows( 'pending', 'list', '--lane=build', '--environment=production' ) );
	}

	public function test_sends_pending_changes_now(): void {
		$this->publish();
		$this->assertStringContainsString( 'Rebuild of Production was accepted. (run 1)', $this->wp( 0, 'pending', 'now', '--wait' )->output );
		$this->assertSame( array( 'rebuild' ), $this->called_actions() );
		$this->assertSame( array(), $this->rows( 'pending', 'list' ) );
		$this->assertSame( 1, $this->rows( 'runs', 'list' )[0]['changes'] );
	}

	public function test_logs_the_cancellation_of_pending_changes(): void {
		$this->publish();
		wp_set_current_user( $this->user( 'administrator' ) );
		$name = wp_get_current_user()->display_name;
		$this->assertSame( "Success: Canceled the pending run for “Production” (run 1).\n", $this->wp( 0, 'pending', 'cancel' )->output );
		$this->assertSame( array(), $this->rows( 'pending', 'list' ) );
		$row = $this->rows( 'runs', 'list', '--fields=status,cause,user,changes' )[0];
		$this->assertSame( array( 'canceled', 'cli', $name, 1 ), array_values( $row ) );
		$this->assertSame( array(), $this->called_actions() );
	}

	public function test_undo_makes_canceled_changes_pending_again(): void {
		$this->publish();
		$this->wp( 0, 'pending', 'cancel' );
		$this->assertSame( array(), $this->rows( 'pending', 'list' ) );
		$this->assertSame( "Success: The canceled changes for “Production” are pending again.\n", $this->wp( 0, 'pending', 'undo' )->output );
		$this->assertSame( 1, $this->rows( 'pending', 'list' )[0]['changes'] );
		$this->assertStringContainsString( 'There are no canceled changes', $this->wp( 1, 'pending', 'undo' )->errors );
	}

	public function test_ends_with_1_when_nothing_is_pending(): void {
		$this->assertStringContainsString( 'There are no pending changes', $this->wp( 1, 'pending', 'now' )->errors );
		$this->wp( 1, 'pending', 'cancel', '--lane=cache' );
	}

	public function test_requires_a_lane_when_both_are_pending(): void {
		$this->publish();
		$this->add_changes( 1, Action::PurgeCache );
		$this->assertCount( 2, $this->rows( 'pending', 'list' ) );
		$this->assertStringContainsString( '--lane=build, --lane=cache', $this->wp( 1, 'pending', 'now' )->errors );
		$this->wp( 0, 'pending', 'now', '--lane=cache' );
		$this->assertSame( array( 'purgeCache' ), $this->called_actions() );
		$this->wp( 0, 'pending', 'cancel' );
	}

	public function test_ends_with_3_during_a_call(): void {
		$this->publish();
		$this->acquire_lease();
		$this->assertStringContainsString( 'already being sent', $this->wp( 3, 'pending', 'cancel' )->errors );
		$this->assertStringContainsString( 'The run is sent after the current one.', $this->wp( 0, 'rebuild' )->output );
	}

	public function test_holds_changes_and_schedules_a_wake_up_when_they_are_released(): void {
		$this->wp( 0, 'hold' );
		$this->publish();
		$this->make_changes_due();
		$this->assertSame( "No run was due.\n", $this->wp( 0, 'dispatch' )->output );
		$this->assertTrue( $this->rows( 'pending', 'list' )[0]['held'] );
		$this->assertStringNotContainsString( 'headless_deploy_dispatch', (string) wp_json_encode( get_option( 'cron' ) ) );
		$this->assertSame( "Success: Production: Deploying 1 change. New changes deploy automatically.\n", $this->wp( 0, 'release' )->output );
		$this->assertStringContainsString( 'headless_deploy_dispatch', (string) wp_json_encode( get_option( 'cron' ) ) );
		$this->assertStringContainsString( 'Production: Rebuild, 1 change: The host accepted the request (HTTP 200).', $this->wp( 0, 'dispatch' )->output );
	}
}
