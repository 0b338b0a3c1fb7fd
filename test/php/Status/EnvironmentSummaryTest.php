<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Pause;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Runs\Reason;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Status\Environment_Problem;
use HeadlessDeploy\Status\Environment_Status;
use HeadlessDeploy\Status\Environment_Summary;
use HeadlessDeploy\Status\Lane_Status;
use HeadlessDeploy\Status\Other_Lane_Summary;
use HeadlessDeploy\Status\Pause_Summary;
use HeadlessDeploy\Status\Pending_Run;
use HeadlessDeploy\Status\Scheduler;
use HeadlessDeploy\Status\Site_Status;
use HeadlessDeploy\Status\Summary_Moment;
use HeadlessDeploy\Status\Undeployed_Changes;
use HeadlessDeploy\Tests\Runs\Sample_Run;
use HeadlessDeploy\Tests\Wp_Test_Case;
use HeadlessDeploy\Time_Format;
use HeadlessDeploy\Tracking\Found_Build;
use HeadlessDeploy\Tracking\Tracked_Page;
use PHPUnit\Framework\Attributes\DataProvider;

final class EnvironmentSummaryTest extends Wp_Test_Case {
	/** 2026-11-21 13:00 UTC, 14:00 in Berlin. */
	private const NOW = 1_795_266_000_000;

	protected function setUp(): void {
		parent::setUp();
		update_option( 'timezone_string', 'Europe/Berlin' );
		update_option( 'date_format', 'F jS, Y' );
		update_option( 'time_format', 'g:i a' );
	}

	/**
	 * @param array<string, mixed>               $facts    What differs from an environment without runs.
	 * @param array{string, string, string}      $expected Symbol, headline and detail.
	 * @param array{string, string, string}|null $later    The same, once the time of `next` has come.
	 */
	#[DataProvider( 'states' )]
	public function test_describes_the_status_of_an_environment( array $facts, array $expected, ?array $later = null ): void {
		$summary = $this->summary( $facts );
		$shown   = $summary->at( self::NOW );
		$this->assertSame( $expected, self::read( $shown, self::NOW ) );
		if ( null === $later ) {
			$this->assertNull( $shown->next );
			return;
		}
		$this->assertNotNull( $shown->next );
		$from = $shown->next->from;
		$this->assertSame( $later, self::read( $shown->next, $from ) );
		$this->assertSame( $later, self::read( $summary->at( $from ), $from ) );
		$this->assertSame( $expected[1], self::read( $summary->at( self::NOW ), self::NOW )[1] );
	}

	public static function states(): iterable {
		$by_jonas = '3 changes by Jonas Weber';
		yield 'no run yet' => array( array(), array( 'accepted', 'Connected', 'No runs yet.' ) );
		yield 'counts down' => array( array( 'pending' => self::pending() ), array( 'scheduled', 'Rebuild in 8 s', $by_jonas ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'counts down in minutes above 90 seconds' => array( array( 'pending' => self::pending( due_at: self::NOW + 90_001 ) ), array( 'scheduled', 'Rebuild in 2 min', $by_jonas ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'rounds the time that is left up' => array( array( 'pending' => self::pending( due_at: self::NOW + 7_001 ) ), array( 'scheduled', 'Rebuild in 8 s', $by_jonas ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'is sent when it is due' => array( array( 'pending' => self::pending( due_at: self::NOW + 0 ) ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'a purge counts down' => array( array( 'pending' => self::pending( lane: Lane::Cache, action: Action::PurgeCache ) ), array( 'scheduled', 'Purge Cache in 8 s', $by_jonas ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'retries' => array( array( 'pending' => self::pending( next_attempt_at: self::NOW + 40_000, attempts: 2 ) ), array( 'warning', 'Retrying in 40 s', "$by_jonas. 2 attempts failed." ), array( 'busy', 'Sending', "$by_jonas. 2 attempts failed." ) );
		yield 'retries a run without changes' => array( array( 'pending' => self::pending( next_attempt_at: self::NOW + 40_000, attempts: 1, changes: 0 ) ), array( 'warning', 'Retrying in 40 s', '1 attempt failed.' ), array( 'busy', 'Sending', '1 attempt failed.' ) );
		yield 'holds changes' => array( array( 'hold' => true, 'pending' => self::pending( due_at: null, is_held: true ) ), array( 'held', 'Held · 3 pending changes', 'Press Rebuild to deploy. Changes by Jonas Weber.' ) );
		yield 'holds more changes than a page counts' => array( array( 'hold' => true, 'pending' => self::pending( due_at: null, is_held: true, changes: 1_001, reasons: array() ) ), array( 'held', 'Held · 1,000+ pending changes', 'Press Rebuild to deploy.' ) );
		yield 'is being sent' => array( array( 'sending' => self::some_run( array( 'status' => 'sending', 'cause' => 'manual' ), user_name: 'Jonas Weber' ) ), array( 'busy', 'Sending', 'Rebuild · Started by Jonas Weber' ) );
		yield 'builds' => array( array( 'last_run' => self::some_run( array( 'tracked_status' => 'building' ) ) ), array( 'busy', 'Building', 'Rebuild · 4 changes by Jonas Weber' ) );
		yield 'builds what a user started at the host' => array( array( 'last_run' => self::some_run( array( 'tracked_status' => 'building' ), build: new Found_Build( 'b16', number: 16, is_at_host: true ) ) ), array( 'busy', 'Building', 'Build 16, started in the portal' ) );
		yield 'failed' => array( array( 'last_run' => self::some_run( array( 'status' => 'failed' ), error_code: 'headless_deploy_token_refused' ), 'undeployed' => self::undeployed() ), array( 'bad', 'Failed: the webhook URL was rejected', '2 changes are not on the site. Failed: 2 changes.' ) );
		yield 'the build was canceled at the host' => array( array( 'last_run' => self::some_run( array( 'tracked_status' => 'failed' ), error_code: 'headless_deploy_build_canceled' ) ), array( 'canceled', 'The build was canceled', '' ) );
		yield 'canceled changes are not on the site' => array( array( 'last_run' => self::some_run(), 'undeployed' => self::undeployed( 2 ) ), array( 'canceled', '2 changes are not on the site', 'Failed: 2 changes.' ) );
		yield 'is held and counts down, because a user pressed a button' => array( array( 'hold' => true, 'pending' => self::pending() ), array( 'scheduled', 'Rebuild in 8 s', $by_jonas ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'is held and builds' => array( array( 'hold' => true, 'last_run' => self::some_run( array( 'tracked_status' => 'building' ) ) ), array( 'busy', 'Building', 'Rebuild · 4 changes by Jonas Weber' ) );
		yield 'is held without a change' => array( array( 'hold' => true ), array( 'accepted', 'Held · Connected', 'No runs yet.' ) );
		yield 'is held and failed' => array( array( 'hold' => true, 'last_run' => self::some_run( array( 'status' => 'failed' ), error_code: 'headless_deploy_timeout' ) ), array( 'bad', 'Held · Failed: the host did not respond in time', '' ) );
		yield 'is held and live' => array( array( 'hold' => true, 'last_run' => self::live( -89_999 ) ), array( 'good', 'Held · Live 89 s ago', 'On the site: 4 changes by Jonas Weber.' ), array( 'good', 'Held · Up to date', 'Live since 1:58 pm.' ) );
		yield 'is held and paused' => array( array( 'hold' => true, 'pause' => new Pause_Summary( new Pause( Pause_Reason::Person ), 'Jonas Weber' ) ), array( 'paused', 'Held · Paused by Jonas Weber', 'Automatic runs are paused. Manual runs are still sent.' ) );
		yield from self::at_rest();
		yield from self::pauses();
	}

	/**
	 * @return iterable<string, array{0: array<string, mixed>, 1: array{string, string, string}, 2?: array{string, string, string}}>
	 */
	private static function at_rest(): iterable {
		$arrived = 'On the site: 4 changes by Jonas Weber.';
		$since   = static fn( string $time ): array => array( 'good', 'Up to date', "Live since $time." );
		$live    = static fn( int $ms, string $page_status = Tracked_Page::LIVE ): array => array( 'last_run' => self::live( $ms, $page_status ) );
		yield 'is live just now' => array( $live( -999 ), array( 'good', 'Live just now', $arrived ), $since( '1:59 pm' ) );
		yield 'is live for seconds' => array( $live( -89_999 ), array( 'good', 'Live 89 s ago', $arrived ), $since( '1:58 pm' ) );
		yield 'is live for minutes' => array( $live( -299_999 ), array( 'good', 'Live 4 min ago', $arrived ), $since( '1:55 pm' ) );
		yield 'is up to date after five minutes' => array( $live( -300_000 ), $since( '1:55 pm' ) );
		yield 'names the date of a day before' => array( $live( -86_400_000 * 2 ), $since( 'November 19th, 2026, 2:00 pm' ) );
		$refreshed = static fn( string $page_status ): array => array( 'last_run' => self::live( -1_000, $page_status, array( 'action' => 'refresh', 'lane' => 'refresh', 'changes' => 1 ), self::reasons( self::NOW - 2_200 ) ) );
		yield 'a refresh is live' => array( $refreshed( Tracked_Page::LIVE ), array( 'good', 'Live 1 s ago', 'Live 1.2 s after the change. On the site: 1 change by Jonas Weber.' ), $since( '1:59 pm' ) );
		yield 'a refresh removed a page' => array( $refreshed( Tracked_Page::GONE ), array( 'good', 'Live 1 s ago', 'The unpublished content is no longer on the site.' ), $since( '1:59 pm' ) );
		yield 'removed a page' => array( $live( -1_000, Tracked_Page::GONE ), array( 'good', 'Live 1 s ago', 'The unpublished content is no longer on the site.' ), $since( '1:59 pm' ) );
		yield 'a purge is done' => array( array( 'last_run' => self::some_run( array( 'action' => 'purgeCache', 'lane' => 'cache' ) ) ), array( 'good', 'Cache purged', 'Purged 40 s ago.' ) );
		yield 'the host accepted' => array( array( 'last_run' => self::some_run() ), array( 'accepted', 'Accepted by the host', 'Accepted 40 s ago. It goes live when the build is done.' ), array( 'accepted', 'Accepted by the host', 'Accepted 15 min ago. WordPress could not confirm that it is live.' ) );
		yield 'the host accepted and the build is tracked' => array( array( 'last_run' => self::some_run(), 'next_check_at' => self::NOW + 5_000 ), array( 'accepted', 'Accepted by the host', 'Accepted 40 s ago. It goes live when the build is done.' ) );
		yield 'no address to check' => array( array( 'last_run' => self::some_run(), 'front_end_url' => '' ), array( 'accepted', 'Accepted by the host', 'Accepted 40 s ago. WordPress cannot check whether it is live, because this environment has no front-end URL.' ) );
	}

	/**
	 * @return iterable<string, array{array<string, mixed>, array{string, string, string}}>
	 */
	private static function pauses(): iterable {
		$pause = static fn( Pause_Reason $reason, string $by = '', ?int $next_attempt_at = null ): array => array( 'pause' => new Pause_Summary( new Pause( $reason, self::NOW - 60_000, $next_attempt_at ), $by ) );
		yield 'paused by a user' => array( $pause( Pause_Reason::Person, 'Jonas Weber' ), array( 'paused', 'Paused by Jonas Weber', 'Since 1:59 pm. Automatic runs are paused. Manual runs are still sent.' ) );
		yield 'paused by a deleted user' => array( $pause( Pause_Reason::Person ), array( 'paused', 'Paused', 'Since 1:59 pm. Automatic runs are paused. Manual runs are still sent.' ) );
		yield 'paused because of the token' => array( $pause( Pause_Reason::Token, next_attempt_at: self::NOW + 3_600_000 ), array( 'paused', 'Paused: the webhook URL was rejected', 'Next automatic attempt at 3:00 pm.' ) );
		yield 'paused with changes' => array( array( 'pending' => self::pending( due_at: null ) ) + $pause( Pause_Reason::Key ), array( 'paused', 'Paused: the stored webhook URL cannot be read', '3 changes are pending.' ) );
		yield 'a copy' => array( $pause( Pause_Reason::Copy ), array( 'paused', 'Paused: this is a copy', 'The address of this site changed after it was connected, so this site does not deploy changes.' ) );
		yield 'disabled' => array( $pause( Pause_Reason::Disabled ), array( 'paused', 'Paused in wp-config.php', 'HEADLESS_DEPLOY_DISABLED is set in wp-config.php, so this site does not deploy changes.' ) );
		yield 'a wrong constant' => array( $pause( Pause_Reason::Constant ), array( 'paused', 'Paused: wp-config.php has an error', 'The entry of this environment in HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is not valid, so no run is sent.' ) );
		yield 'no cURL' => array( $pause( Pause_Reason::No_Curl ), array( 'paused', 'Paused: PHP’s cURL extension is missing', 'PHP’s cURL extension is missing on this server, so nothing is sent.' ) );
		yield 'a newer version' => array( $pause( Pause_Reason::Unknown ), array( 'paused', 'Paused by a newer version', 'A newer version of Headless Deploy paused this environment.' ) );
	}

	public function test_describes_the_run_in_the_other_lane(): void {
		$text  = static fn( ?Pending_Run $pending, ?Run $sending = null ): string => self::read( Other_Lane_Summary::of_first( array( new Lane_Status( Lane::Build, $pending, $sending ) ), self::NOW ) ?? new Summary_Moment( '', '' ), self::NOW )[1];
		$purge = array( 'lane' => Lane::Cache, 'action' => Action::PurgeCache );
		$this->assertSame( 'Purge Cache in 8 s', $text( self::pending( ...$purge ) ) );
		$this->assertSame( 'Retrying Purge Cache in 8 s', $text( self::pending( ...$purge, next_attempt_at: self::NOW + 8_000 ) ) );
		$this->assertSame( 'Purge Cache: 3 changes are pending', $text( self::pending( ...$purge, is_held: true ) ) );
		$this->assertSame( 'Sending Purge Cache', $text( self::pending( ...$purge, due_at: self::NOW ) ) );
		$this->assertSame( 'Sending Purge Cache', $text( null, self::some_run( array( 'lane' => 'cache', 'action' => 'purgeCache' ) ) ) );
		$this->assertSame( '', $text( null ) );
	}

	public function test_puts_environments_that_need_attention_first(): void {
		$order = array_map( Environment_Status::from( ... ), array( 'failed', 'retrying', 'pending', 'sending', 'building', 'canceled', 'held', 'paused', 'upToDate' ) );
		$this->assertEqualsCanonicalizing( Environment_Status::cases(), $order );
		$mixed = array_reverse( $order );
		usort( $mixed, static fn( Environment_Status $one, Environment_Status $other ): int => $one->urgency( null ) <=> $other->urgency( null ) );
		$this->assertSame( $order, $mixed );
		foreach ( array( Pause_Reason::Token, Pause_Reason::Key, Pause_Reason::Constant, Pause_Reason::No_Curl, Pause_Reason::Unknown ) as $reason ) {
			$this->assertSame( Environment_Status::Failed->urgency( null ), Environment_Status::Paused->urgency( $reason ), $reason->value );
			$this->assertTrue( Environment_Status::Paused->needs_help( $reason ) );
		}
		$this->assertTrue( Environment_Status::Retrying->needs_help( null ) );
		$this->assertFalse( Environment_Status::Pending->needs_help( null ) );
		$this->assertFalse( Environment_Status::Paused->needs_help( Pause_Reason::Person ) );
	}

	public function test_sorts_environments_by_urgency_and_keeps_the_order_of_equal_ones(): void {
		$ids = static fn( array $entries ): array => array_map( static fn( Environment_Entry $entry ): string => $entry->environment->id, $entries );
		$of  = fn( string $label, ?Run $last_run, ?Pause $pause = null ): Environment_Entry => new Environment_Entry(
			new Send_Permission( $this->connect( $label ), $pause ),
			null,
			array( new Lane_Status( Lane::Build, last_run: $last_run ), new Lane_Status( Lane::Cache ), new Lane_Status( Lane::Refresh ) ),
			null,
			false,
			self::NOW,
		);
		$failed = self::failed( 'headless_deploy_timeout' )->last_run;
		$status = new Site_Status(
			array( $of( 'One', null ), $of( 'Two', $failed ), $of( 'Three', null, new Pause( Pause_Reason::Token ) ), $of( 'Four', $failed ), $of( 'Five', null, new Pause( Pause_Reason::Person ) ) ),
			new Scheduler( null, true, null, '', null ),
		);
		$this->assertSame( array( 'two', 'three', 'four', 'one', 'five' ), $ids( $status->by_urgency() ) );
		$this->assertSame( 'two', $status->to_array()['mostUrgent'] );
	}

	public function test_a_blocked_environment_shows_no_problem_of_an_earlier_attempt(): void {
		$lane = self::failed( 'headless_deploy_refused' );
		$this->assertNull( Environment_Problem::find( $lane, array(), new Pause_Summary( new Pause( Pause_Reason::Copy ) ) ) );
		$this->assert_problem( 'error', 41, 'Refused.', $lane );
	}

	public function test_a_run_that_is_retried_is_the_problem_before_the_last_one(): void {
		$this->assert_problem( 'warning', null, 'Busy.', self::failed( '' ), self::pending( message: 'Busy.', error_code: 'headless_deploy_service_busy' ) );
	}

	public function test_explains_a_token_pause_for_managers_and_editors(): void {
		$pause = new Pause_Summary( new Pause( Pause_Reason::Token ) );
		$lane  = new Lane_Status( Lane::Build, pause: $pause );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 'The host rejects the webhook URL. The URL may no longer be valid, or a firewall blocks requests of this server.', Environment_Problem::find( $lane, array(), $pause )?->message );
		wp_set_current_user( $this->user( 'editor' ) );
		$problem = Environment_Problem::find( $lane, array(), $pause );
		$this->assertSame( 'The host no longer accepts the webhook URL.', $problem?->message );
		$this->assertTrue( $problem?->needs_new_url );
	}

	#[DataProvider( 'connections' )]
	public function test_a_failure_of_the_stored_webhook_url_labels_the_connection( string $code, string $label ): void {
		$problem = Environment_Problem::find( self::failed( "headless_deploy_$code" ), array(), null );
		$this->assertSame( '' !== $label, $problem?->needs_new_url );
		$this->assertSame( $label, $problem?->to_array()['connectionLabel'] ?? null );
	}

	public static function connections(): iterable {
		yield 'a rejected token' => array( 'token_refused', 'Webhook URL rejected' );
		yield 'a webhook that was not found' => array( 'webhook_not_found', 'Webhook does not exist' );
		yield 'a webhook that is gone' => array( 'webhook_gone', 'Webhook does not exist' );
		yield 'a webhook that has moved' => array( 'webhook_moved', 'Webhook does not exist' );
		yield 'a lost key' => array( 'key_lost', 'Webhook URL cannot be read' );
		yield 'an address that is not allowed' => array( 'address_refused', 'Webhook URL not allowed' );
		yield 'a timeout' => array( 'timeout', '' );
	}

	public function test_a_failure_of_an_earlier_webhook_url_needs_no_new_one(): void {
		$tried_at = self::NOW - 30_000;
		$code     = 'headless_deploy_token_refused';
		$last     = self::failed( $code, array( 'attempts' => (string) wp_json_encode( array( array( 'at' => $tried_at ) ) ) ) );
		$retried  = array( self::pending( attempted_at: $tried_at, message: 'Refused.', error_code: $code ) );
		foreach ( array( 'the last run' => array( $last, array() ), 'a run that is retried' => array( new Lane_Status( Lane::Build ), $retried ) ) as $name => list( $lane, $runs ) ) {
			$current = Environment_Problem::find( $lane, $runs, null, $tried_at - 1 );
			$earlier = Environment_Problem::find( $lane, $runs, null, $tried_at );
			$this->assertTrue( $current?->needs_new_url, $name );
			$this->assertFalse( $earlier?->needs_new_url, $name );
			$this->assertStringContainsString( 'Copy a new webhook URL', $current->remedy( $lane, $runs ), $name );
			$this->assertStringContainsString( 'The new one is used', $earlier->remedy( $lane, $runs ), $name );
		}
	}

	public function test_a_build_that_a_user_canceled_is_a_warning(): void {
		$run = self::some_run( array( 'tracked_status' => 'failed' ), error_code: 'headless_deploy_build_canceled', message: 'Canceled.', build: new Found_Build( 'b1' ) );
		$this->assert_problem( 'warning', 41, 'Canceled.', new Lane_Status( Lane::Build, last_run: $run ) );
	}

	public function test_every_code_of_a_failed_call_has_a_headline(): void {
		$page  = (string) file_get_contents( dirname( __DIR__, 3 ) . '/docs/error-codes.md' );
		$calls = explode( '<!-- /generated -->', explode( '<!-- generated: errors of calls -->', $page )[1] ?? '' )[0];
		preg_match_all( '/^\| `(headless_deploy_\w+)`/m', $calls, $found );
		// A warning beside a success, a pause, and the end of a removed environment.
		$codes = array_diff( $found[1], array( 'headless_deploy_html_answer', 'headless_deploy_environment_removed' ) );
		$this->assertGreaterThan( 15, count( $codes ) );
		foreach ( $codes as $code ) {
			$this->assertNotSame( 'Failed', Errors::headline( $code ), $code );
		}
		$this->assertSame( 'Failed', Errors::headline( 'headless_deploy_of_the_future' ) );
	}

	private function summary( array $facts ): Environment_Summary {
		$lane = new Lane_Status( Lane::Build, ...array_intersect_key( $facts, array_flip( array( 'pending', 'sending', 'last_run', 'undeployed', 'pause', 'next_check_at' ) ) ) );
		return new Environment_Summary( $facts['front_end_url'] ?? 'https://www.acme.example', $lane, array_filter( array( $lane->pending ) ), $facts['hold'] ?? false, 'Press Rebuild to deploy.' );
	}

	/**
	 * @return array{string, string, string} Symbol, headline and detail.
	 */
	private static function read( Summary_Moment $shown, int $now ): array {
		return array( $shown->symbol, Time_Format::fill( $shown->headline, $now ), Time_Format::fill( $shown->detail, $now ) );
	}

	/**
	 * Asserts the problem of a lane whose failure needs no new webhook URL.
	 */
	private function assert_problem( string $severity, ?int $run, string $message, Lane_Status $lane, Pending_Run ...$pending ): void {
		$problem = Environment_Problem::find( $lane, array_values( $pending ), null );
		$this->assertSame( $severity, $problem?->severity );
		$this->assertSame( $run, $problem?->run );
		$this->assertSame( $message, $problem?->message );
		$this->assertFalse( $problem?->needs_new_url );
	}

	/**
	 * Returns a lane whose last run failed.
	 *
	 * @param array<string, mixed> $row Columns that differ.
	 */
	private static function failed( string $code, array $row = array() ): Lane_Status {
		return new Lane_Status( Lane::Build, last_run: self::some_run( $row + array( 'status' => 'failed' ), message: 'Refused.', error_code: $code ) );
	}

	/**
	 * Returns a run with changes by Jonas Weber that the host accepted 40 seconds ago.
	 *
	 * @param array<string, mixed> $row Columns that differ.
	 */
	private static function some_run( array $row = array(), mixed ...$facts ): Run {
		$row += array( 'attempts' => '', 'created_at' => self::NOW - 41_000, 'finished_at' => 'sending' === ( $row['status'] ?? '' ) ? 0 : self::NOW - 40_000 );
		return Sample_Run::of( $row, ...$facts, ...( isset( $facts['reasons'] ) ? array() : array( 'reasons' => self::reasons() ) ) );
	}

	/**
	 * @param array<string, mixed> $row     Columns that differ.
	 * @param list<Reason>|null    $reasons
	 */
	private static function live( int $ms, string $page_status = Tracked_Page::LIVE, array $row = array(), ?array $reasons = null ): Run {
		return self::some_run(
			$row + array( 'tracked_status' => 'live', 'tracked_at' => self::NOW + $ms ),
			live: new Tracked_Page( 7, 'https://www.acme.example/summer/', $page_status, 0 ),
			reasons: $reasons ?? self::reasons(),
		);
	}

	/**
	 * Returns a rebuild of 3 changes in 8 seconds.
	 */
	private static function pending( mixed ...$facts ): Pending_Run {
		return new Pending_Run( ...$facts + array( 'lane' => Lane::Build, 'action' => Action::Rebuild, 'due_at' => self::NOW + 8_000, 'changes' => 3, 'reasons' => self::reasons() ) );
	}

	private static function undeployed( int $canceled = 0 ): Undeployed_Changes {
		return new Undeployed_Changes( Lane::Build, 2, $canceled, 41, array(), '2 changes are not on the site', 'Failed: 2 changes.' );
	}

	/**
	 * @return list<Reason>
	 */
	private static function reasons( int $at = 0 ): array {
		return array( new Reason( 'updated', text: 'Page “Summer” updated', title: 'Summer', user_id: 3, user_name: 'Jonas Weber', at: $at ) );
	}
}
