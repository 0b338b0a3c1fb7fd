<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class UndeployedTest extends Rest_Queue_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
		$this->rename_user( get_current_user_id(), 'Maria Lindqvist' );
	}

	private function cancel( int $changes ): void {
		$this->add_changes( $changes );
		$this->assertIsInt( $this->dispatcher->cancel( $this->key(), get_current_user_id() ) );
	}

	/**
	 * Lets the build of the newest run fail.
	 */
	private function fail_the_build(): void {
		global $wpdb;
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_runs} SET tracked_status = 'failed', tracked_at = created_at, next_check_at = -1 ORDER BY id DESC LIMIT 1" );
	}

	public function test_lists_canceled_changes_with_the_user_who_canceled_them(): void {
		$this->cancel( 2 );
		$entry = $this->environment_status();
		$this->assert_fields( array( 'status' => 'canceled', 'lane' => 'build', 'lastRun' => null ), $entry );
		$undeployed = $entry['undeployed'][0];
		$this->assertSame( array( 2, 2 ), array( $undeployed['changes'], $undeployed['canceled'] ) );
		$this->assertSame( '2 changes are not on the site', $undeployed['headline'] );
		$this->assertSame( 'Canceled by Maria Lindqvist: 2 changes.', $undeployed['message'] );
	}

	public function test_a_purge_after_a_cancellation_does_not_hide_canceled_changes(): void {
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->cancel( 1 );
		$this->start_manual_run( Action::PurgeCache, 1 );
		$entry = $this->environment_status();
		$this->assertSame( array( 'canceled', 'build', 'rebuild', 'purgeCache' ), array( $entry['status'], $entry['lane'], $entry['lastRun']['action'], $entry['otherLastRuns'][0]['action'] ) );
		$this->assertSame( '1 change is not on the site', $entry['undeployed'][0]['headline'] );
	}

	public function test_a_run_with_canceled_changes_ends_the_list(): void {
		$this->cancel( 2 );
		$this->start_manual_run( Action::Rebuild, 1 );
		$entry = $this->environment_status();
		$this->assertSame( array( 'upToDate', array(), 2 ), array( $entry['status'], $entry['undeployed'], $entry['lastRun']['changes'] ) );
	}

	public function test_a_pending_run_counts_canceled_changes(): void {
		$this->cancel( 2 );
		$this->add_changes( 1 );
		$entry = $this->environment_status();
		$this->assertSame( array( 'pending', 3, array() ), array( $entry['status'], $entry['pending'][0]['changes'], $entry['undeployed'] ) );
	}

	public function test_lists_changes_of_failed_calls_failed_builds_and_canceled_runs(): void {
		$this->add_changes( 4 );
		$this->after( 60 );
		$this->fail_the_build();
		$this->caller->refuse();
		$this->add_changes( 2 );
		$this->after( 60 );
		$this->cancel( 1 );
		$entry = $this->environment_status();
		$this->assertSame( array( 'failed', 'failed' ), array( $entry['status'], $entry['lastRun']['status'] ) );
		$this->assertSame( array( 7, 1 ), array( $entry['undeployed'][0]['changes'], $entry['undeployed'][0]['canceled'] ) );
		$this->assertSame( 'Failed: 6 changes. Canceled by Maria Lindqvist: 1 change.', $entry['undeployed'][0]['message'] );
	}

	public function test_a_successful_build_covers_earlier_failed_builds(): void {
		$this->add_changes( 4 );
		$this->after( 60 );
		$this->fail_the_build();
		$this->assertSame( 4, $this->environment_status()['undeployed'][0]['changes'] );
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->assertSame( array(), $this->environment_status()['undeployed'] );
	}

	public function test_a_purge_hides_no_failed_and_no_pending_build(): void {
		$this->caller->refuse();
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->start_manual_run( Action::PurgeCache, 1 );
		$this->add_changes( 1, Action::PurgeCache );
		$entry = $this->environment_status();
		$this->assertSame( array( 'failed', 'build', 'cache' ), array( $entry['status'], $entry['lane'], $entry['pending'][0]['lane'] ) );
		$this->add_changes( 1 );
		$entry = $this->environment_status();
		$this->assertSame( array( 'pending', 'build' ), array( $entry['status'], $entry['lane'] ) );
	}

	public function test_a_purge_is_the_headline_when_the_build_lane_is_empty(): void {
		$this->start_manual_run( Action::PurgeCache, 1 );
		$this->assertSame( array( 'cache', 'purgeCache' ), array( $this->environment_status()['lane'], $this->environment_status()['lastRun']['action'] ) );
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->assertSame( array( 'build', 'upToDate' ), array( $this->environment_status()['lane'], $this->environment_status()['status'] ) );
		$this->add_changes( 1, Action::PurgeCache );
		$this->assertSame( array( 'cache', 'pending' ), array( $this->environment_status()['lane'], $this->environment_status()['status'] ) );
		$this->assertSame( 0, $this->lane( Lane::Build )->changes );
	}
}
