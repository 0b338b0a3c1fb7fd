<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Tracking;

use HeadlessDeploy\Action;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Runs\Retention;
use PHPUnit\Framework\Attributes\Group;

final class ObservedBuildsTest extends Tracking_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		add_filter( 'wp_doing_cron', '__return_true' );
		$entered = $this->rest( 'PUT', self::API . '/settings/credentials', array( 'apiUrl' => self::API_URL, 'user' => 'api-user', 'password' => 'a-password-that-is-secret-1234' ) );
		$this->assertSame( 200, $entered->get_status() );
	}

	/**
	 * @param  array<string, string|int> $facts
	 * @return array<string, string|int>
	 */
	private function build( int $number, string $state, int $created_ago_s = 0, array $facts = array() ): array {
		$is_running = in_array( $state, array( 'queued', 'building', 'deploying' ), true );
		return $facts + array(
			'name'       => "accounts/acme/apps/site/environments/e1/builds/id-$number",
			'number'     => $number,
			'createTime' => Iso_Time::of( $this->clock->now - $created_ago_s * 1000 ),
			'state'      => $state,
			'trigger'    => 'upload',
			'startedBy'  => 'upload by sam',
			'operation'  => "operations/o$number",
		) + ( $is_running ? array() : array( 'finishTime' => Iso_Time::of( $this->clock->now ) ) );
	}

	/**
	 * @param  array<string, string>      $filter
	 * @return list<array<string, mixed>>
	 */
	private function listed( array $filter = array() ): array {
		return $this->rest( 'GET', self::API . '/runs', $filter )->get_data()['runs'];
	}

	private function host_requests(): int {
		return count( preg_grep( '#^' . self::API_URL . '#', $this->requested_urls() ) );
	}

	#[Group( 'mariadb' )]
	public function test_an_upload_at_the_host_is_a_run_from_building_to_live(): void {
		$this->report_builds( $this->build( 4, 'building', 20 ) );
		$this->dispatch();
		$run = $this->listed()[0];
		$this->assert_fields( array( 'cause' => 'host', 'status' => 'building', 'title' => 'Build 4', 'causeLabel' => 'Uploaded by sam', 'changes' => 0, 'attempts' => array() ), $run );
		$this->clock->pass( 20_000 );
		$this->report_builds( $this->build( 4, 'live', 40 ) );
		$this->dispatch();
		$this->assertCount( 1, $this->listed(), 'A build is recorded once.' );
		$run = $this->listed()[0];
		$this->assertSame( array( 'live', 'Live', Iso_Time::of( $this->clock->now ), Iso_Time::of( $this->clock->now - 40_000 ) ), array( $run['status'], $run['headline']['text'], $run['resultAt'], $run['createdAt'] ) );
	}

	public function test_is_the_last_run_of_the_card_and_no_status_of_the_queue(): void {
		$this->start_manual_run( Action::PurgeCache, 1 );
		$this->report_builds();
		$this->dispatch_after();
		$before = $this->environment_status();
		$this->clock->pass( 120_000 );
		$this->report_builds( $this->build( 4, 'failed', 20 ) );
		$this->dispatch();
		$status = $this->environment_status();
		$this->assertSame( 'Last run: Build 4, %s', $status['lastRunText']['text'] );
		$this->assertSame( 'Build 4', $status['hostBuild']['title'] );
		foreach ( array( 'status', 'lane', 'headline', 'problem', 'pending', 'undeployed', 'nextCheckAt', 'lastRun' ) as $field ) {
			$this->assertSame( $before[ $field ], $status[ $field ], $field );
		}
		$this->assertSame( 409, $this->rest( 'POST', self::API . "/runs/{$status['hostBuild']['id']}/retry" )->get_status() );
	}

	public function test_a_failed_build_of_the_host_does_not_say_that_this_site_sent_a_run(): void {
		$this->report_builds( $this->build( 5, 'canceled', 10 ), $this->build( 4, 'failed', 20 ) );
		$this->dispatch();
		$texts = array_column( array_map( static fn( array $run ): array => array( $run['title'], trim( $run['message'] . ' ' . $run['remedy'] ) ), $this->listed() ), 1, 0 );
		$this->assertSame( 'Build “4” failed. Visitors still see the previous version. The build log in the hosting portal says why. Fix the error, then deploy again.', $texts['Build 4'] );
		$this->assertSame( 'Build “5” was canceled. Visitors still see the previous version.', $texts['Build 5'] );
	}

	public function test_builds_from_before_the_environment_was_connected_are_not_its_runs(): void {
		$this->edit_stored( array( 'connectedAt' => $this->clock->now - 30_000 ) );
		$this->report_builds( $this->build( 5, 'live', 20 ), $this->build( 4, 'live', 40 ) );
		$this->dispatch();
		$this->assertSame( array( 'Build 5' ), array_column( $this->listed(), 'title' ) );
	}

	public function test_the_last_run_is_the_newest_of_any_lane(): void {
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->clock->pass( 60_000 );
		$this->start_manual_run( Action::PurgeCache, 1 );
		$this->assertSame( array( 'build', 'Last run: Purge Cache, %s' ), array( $this->environment_status()['lane'], $this->environment_status()['lastRunText']['text'] ) );
	}

	public function test_the_build_of_a_run_of_this_site_is_not_recorded_again(): void {
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->report_builds( $this->build( 5, 'building' ) );
		$this->dispatch();
		$this->assertCount( 1, $this->listed(), 'Before the first check of the run.' );
		$this->dispatch_after();
		$this->report_builds( $this->build( 5, 'live', 5 ) );
		$this->dispatch_after( 60 );
		$this->dispatch_after( 300 );
		$this->assertCount( 1, $this->listed() );
		$this->assertSame( array( 'live', 'id-5' ), array( $this->listed()[0]['status'], $this->listed()[0]['build']['name'] ) );
	}

	public function test_lists_a_build_that_was_seen_late_by_the_time_of_its_start(): void {
		$this->clock->pass( 60_000 );
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->report_builds( $this->build( 5, 'live' ), $this->build( 4, 'succeeded', 50 ) );
		$this->dispatch_after();
		$this->assertSame( array( 'Rebuild', 'Build 4' ), array_column( $this->listed(), 'title' ) );
	}

	public function test_no_user_waits_for_the_builds_of_the_host(): void {
		add_filter( 'wp_doing_cron', '__return_false', 20 );
		$this->report_builds( $this->build( 4, 'live' ) );
		$this->dispatch();
		$this->assertSame( 0, $this->host_requests() );
	}

	public function test_a_build_that_repairs_a_failed_run_is_not_a_second_run(): void {
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->report_builds( $this->build( 5, 'failed' ) );
		$this->dispatch_after();
		$this->clock->pass( 120_000 );
		$this->report_builds( $this->build( 6, 'building' ), $this->build( 5, 'failed', 120 ) );
		$this->dispatch();
		$this->assertSame( array( array( 'Rebuild', 'Build 6, started in the portal' ) ), array_map( static fn( array $run ): array => array( $run['title'], $run['build']['origin'] ), $this->listed() ) );
	}

	public function test_asks_the_host_once_a_minute_at_most_and_not_for_a_save_or_a_page(): void {
		$this->report_builds();
		$this->dispatch();
		$this->dispatch();
		$this->assertSame( 1, $this->host_requests() );
		$this->post();
		do_action( 'shutdown' );
		$this->environment_status();
		$this->assertSame( 1, $this->host_requests() );
		$this->clock->pass( 61_000 );
		$this->dispatch();
		$this->assertSame( 2, $this->host_requests() );
	}

	public function test_uses_the_answer_that_a_tracked_run_has_requested(): void {
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->report_builds( $this->build( 6, 'building', 0, array( 'operation' => '' ) ) );
		$this->dispatch();
		$before = $this->host_requests();
		$this->dispatch_after( 61 );
		$this->assertSame( $before + 1, $this->host_requests() );
	}

	public function test_shows_the_names_of_persons_at_the_host_to_managers_only(): void {
		$this->report_builds( $this->build( 4, 'live' ), $this->build( 3, 'succeeded', 60, array( 'trigger' => 'redeploy', 'startedBy' => 'redeploy of build 1 by sam' ) ), $this->build( 2, 'succeeded', 90, array( 'trigger' => 'rebuild', 'startedBy' => 'webhook' ) ) );
		$this->dispatch();
		$this->assertSame( array( 'Uploaded by sam', 'Earlier build deployed again by sam', 'Started at the host' ), array_column( $this->listed(), 'causeLabel' ) );
		$this->log_in( 'editor' );
		$answer = $this->listed();
		$this->assertSame( array( 'Uploaded at the host', 'Earlier build deployed again at the host', 'Started at the host' ), array_column( $answer, 'causeLabel' ) );
		$this->assertStringNotContainsString( 'sam', (string) wp_json_encode( $answer ) );
	}

	public function test_a_host_that_reports_only_names_and_times_is_enough(): void {
		$facts = array( 'name' => 'builds/x', 'createTime' => Iso_Time::of( $this->clock->now - 60_000 ), 'finishTime' => Iso_Time::of( $this->clock->now - 1000 ) );
		$this->report_builds( $facts );
		$this->dispatch();
		$run = $this->listed()[0];
		$this->assertSame( array( 'Build', 'Started at the host', 'accepted', 'Finished' ), array( $run['title'], $run['causeLabel'], $run['status'], $run['headline']['text'] ) );
	}

	public function test_does_not_record_old_and_superseded_builds(): void {
		$this->report_builds( $this->build( 3, 'superseded' ), $this->build( 2, 'succeeded', 8 * DAY_IN_SECONDS ) );
		$this->dispatch();
		$this->assertSame( array(), $this->listed() );
	}

	public function test_the_filters_the_export_and_the_retention_include_observed_builds(): void {
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->report_builds( $this->build( 3, 'succeeded' ) );
		$this->dispatch_after();
		$this->clock->pass( 200_000 );
		$this->report_builds( $this->build( 4, 'live' ) );
		$this->dispatch();
		$this->assertSame( array( 'Build 4' ), array_column( $this->listed( array( 'cause' => 'host' ) ), 'title' ) );
		$this->assertSame( array( 'Rebuild' ), array_column( $this->listed( array( 'cause' => 'manual' ) ), 'title' ) );
		$this->assertSame( array( 'Build 4', 'Rebuild' ), array_column( $this->listed( array( 'status' => 'live' ) ), 'title' ) );
		( new Retention() )->sweep( $this->clock->now + 100 * DAY_IN_SECONDS * 1000 );
		$this->assertSame( array(), $this->listed() );
	}

	public function test_a_running_build_that_the_host_does_not_list_any_more_is_not_asked_for_forever(): void {
		$this->report_builds( $this->build( 4, 'building' ) );
		$this->dispatch();
		$this->report_builds();
		$this->dispatch_after( 7200 );
		$before = $this->host_requests();
		$this->assertSame( 'accepted', $this->listed()[0]['status'] );
		$this->dispatch_after( 5 );
		$this->assertSame( $before, $this->host_requests() );
	}

	public function test_announces_no_result_of_a_build_that_this_site_did_not_start(): void {
		$announced = 0;
		add_action( 'headless_deploy_run_live', static function () use ( &$announced ): void {
			++$announced;
		} );
		$this->dispatch();
		$this->clock->pass( 61_000 );
		$this->report_builds( $this->build( 4, 'live' ) );
		$this->dispatch();
		$this->dispatch_after( 61 );
		$this->assertCount( 1, $this->listed() );
		$this->assertSame( 0, $announced );
	}
}
