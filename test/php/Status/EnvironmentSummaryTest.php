<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Runs\Failure_Text;
use HeadlessDeploy\Status\Environment_Problem;
use HeadlessDeploy\Status\Environment_Status;
use HeadlessDeploy\Status\Environment_Summary;
use HeadlessDeploy\Status\Lane_Status;
use HeadlessDeploy\Status\Other_Lane_Summary;
use HeadlessDeploy\Tests\Wp_Test_Case;
use HeadlessDeploy\Time_Format;
use PHPUnit\Framework\Attributes\DataProvider;

final class EnvironmentSummaryTest extends Wp_Test_Case {
	/** 2026-11-21 13:00 UTC, 14:00 in Berlin. */
	private const NOW = 1_795_266_000_000;

	private const USER = array(
		'id'   => 3,
		'name' => 'Jonas Weber',
	);

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
			$this->assertNull( $shown['next'] );
			return;
		}
		$from = Iso_Time::ms( $shown['next']['from'] ?? '' );
		$this->assertSame( $later, self::read( $shown['next'] ?? array(), $from ) );
		$this->assertSame( $later, self::read( $summary->at( $from ), $from ) );
		$this->assertSame( $expected[1], self::read( $summary->at( self::NOW ), self::NOW )[1] );
	}

	public static function states(): iterable {
		$by_jonas = '3 changes by Jonas Weber';
		yield 'no run yet' => array( array(), array( 'accepted', 'Connected', 'No runs yet.' ) );
		yield 'counts down' => array( array( 'pending' => self::pending() ), array( 'scheduled', 'Rebuild in 8 s', $by_jonas ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'counts down in minutes above 90 seconds' => array( array( 'pending' => self::pending( array( 'dueAt' => self::iso( 90_001 ) ) ) ), array( 'scheduled', 'Rebuild in 2 min', $by_jonas ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'rounds the time that is left up' => array( array( 'pending' => self::pending( array( 'dueAt' => self::iso( 7_001 ) ) ) ), array( 'scheduled', 'Rebuild in 8 s', $by_jonas ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'is sent when it is due' => array( array( 'pending' => self::pending( array( 'dueAt' => self::iso( 0 ) ) ) ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'a purge counts down' => array( array( 'pending' => self::pending( array( 'action' => 'purgeCache', 'lane' => 'cache' ) ) ), array( 'scheduled', 'Purge Cache in 8 s', $by_jonas ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'retries' => array( array( 'pending' => self::pending( array( 'nextAttemptAt' => self::iso( 40_000 ), 'attempt' => 2 ) ) ), array( 'warning', 'Retrying in 40 s', "$by_jonas. 2 attempts failed." ), array( 'busy', 'Sending', "$by_jonas. 2 attempts failed." ) );
		yield 'retries a run without changes' => array( array( 'pending' => self::pending( array( 'nextAttemptAt' => self::iso( 40_000 ), 'attempt' => 1, 'changes' => 0 ) ) ), array( 'warning', 'Retrying in 40 s', '1 attempt failed.' ), array( 'busy', 'Sending', '1 attempt failed.' ) );
		yield 'holds changes' => array( array( 'hold' => true, 'pending' => self::pending( array( 'dueAt' => null, 'held' => true ) ) ), array( 'held', 'Held · 3 pending changes', 'Press Rebuild to deploy. Changes by Jonas Weber.' ) );
		yield 'holds more changes than a page counts' => array( array( 'hold' => true, 'pending' => self::pending( array( 'dueAt' => null, 'held' => true, 'changes' => 1_001, 'reasons' => array() ) ) ), array( 'held', 'Held · More than 1,000 pending changes', 'Press Rebuild to deploy.' ) );
		yield 'is being sent' => array( array( 'sending' => self::some_run( array( 'status' => 'sending', 'cause' => 'manual', 'user' => self::USER ) ) ), array( 'busy', 'Sending', 'Rebuild · Started by Jonas Weber' ) );
		yield 'builds' => array( array( 'lastRun' => self::some_run( array( 'status' => 'building' ) ) ), array( 'busy', 'Building', 'Rebuild · 4 changes by Jonas Weber' ) );
		yield 'builds what a user started at the host' => array( array( 'lastRun' => self::some_run( array( 'status' => 'building', 'build' => array( 'origin' => 'Build 16, started in the portal' ) ) ) ), array( 'busy', 'Building', 'Build 16, started in the portal' ) );
		yield 'failed' => array( array( 'lastRun' => self::some_run( array( 'status' => 'failed', 'errorCode' => 'headless_deploy_token_refused' ) ), 'undeployed' => self::undeployed() ), array( 'bad', 'Failed: the webhook URL was rejected', '2 changes are not on the site. Failed: 2 changes.' ) );
		yield 'the build was canceled at the host' => array( array( 'lastRun' => self::some_run( array( 'status' => 'failed', 'accepted' => true, 'errorCode' => 'headless_deploy_build_canceled' ) ) ), array( 'canceled', 'The build was canceled', '' ) );
		yield 'canceled changes are not on the site' => array( array( 'lastRun' => self::some_run(), 'undeployed' => self::undeployed( 2 ) ), array( 'canceled', '2 changes are not on the site', 'Failed: 2 changes.' ) );
		yield 'is held and counts down, because a user pressed a button' => array( array( 'hold' => true, 'pending' => self::pending() ), array( 'scheduled', 'Rebuild in 8 s', $by_jonas ), array( 'busy', 'Sending', $by_jonas ) );
		yield 'is held and builds' => array( array( 'hold' => true, 'lastRun' => self::some_run( array( 'status' => 'building' ) ) ), array( 'busy', 'Building', 'Rebuild · 4 changes by Jonas Weber' ) );
		yield 'is held without a change' => array( array( 'hold' => true ), array( 'accepted', 'Held · Connected', 'No runs yet.' ) );
		yield 'is held and failed' => array( array( 'hold' => true, 'lastRun' => self::some_run( array( 'status' => 'failed', 'errorCode' => 'headless_deploy_timeout' ) ) ), array( 'bad', 'Held · Failed: the host did not respond in time', '' ) );
		yield 'is held and live' => array( array( 'hold' => true, 'lastRun' => self::some_run( array( 'status' => 'live', 'live' => array( 'pageStatus' => 'live' ), 'trackedAt' => self::iso( -89_999 ) ) ) ), array( 'good', 'Held · Live 89 s ago', 'On the site: 4 changes by Jonas Weber.' ), array( 'good', 'Held · Up to date', 'Live since 1:58 pm.' ) );
		yield 'is held and paused' => array( array( 'hold' => true, 'paused' => array( 'reason' => 'person', 'since' => null, 'nextAttemptAt' => null, 'by' => self::USER ) ), array( 'paused', 'Held · Paused by Jonas Weber', 'Automatic runs are paused. Manual runs are still sent.' ) );
		yield from self::at_rest();
		yield from self::pauses();
	}

	/**
	 * @return iterable<string, array{0: array<string, mixed>, 1: array{string, string, string}, 2?: array{string, string, string}}>
	 */
	private static function at_rest(): iterable {
		$arrived = 'On the site: 4 changes by Jonas Weber.';
		$since   = static fn( string $time ): array => array( 'good', 'Up to date', "Live since $time." );
		$live    = static fn( int $ms, string $page_status = 'live' ): array => array( 'lastRun' => self::some_run( array( 'status' => 'live', 'live' => array( 'pageStatus' => $page_status ), 'trackedAt' => self::iso( $ms ) ) ) );
		yield 'is live just now' => array( $live( -999 ), array( 'good', 'Live just now', $arrived ), $since( '1:59 pm' ) );
		yield 'is live for seconds' => array( $live( -89_999 ), array( 'good', 'Live 89 s ago', $arrived ), $since( '1:58 pm' ) );
		yield 'is live for minutes' => array( $live( -299_999 ), array( 'good', 'Live 4 min ago', $arrived ), $since( '1:55 pm' ) );
		yield 'is up to date after five minutes' => array( $live( -300_000 ), $since( '1:55 pm' ) );
		yield 'names the date of a day before' => array( $live( -86_400_000 * 2 ), $since( 'November 19th, 2026, 2:00 pm' ) );
		$refreshed = static fn( string $page_status ): array => array( 'lastRun' => self::some_run( array( 'action' => 'refresh', 'lane' => 'refresh', 'status' => 'live', 'live' => array( 'pageStatus' => $page_status ), 'trackedAt' => self::iso( -1_000 ), 'changes' => 1, 'reasons' => array( array( 'user' => self::USER, 'at' => self::iso( -2_200 ) ) ) ) ) );
		yield 'a refresh is live' => array( $refreshed( 'live' ), array( 'good', 'Live 1 s ago', 'Live 1.2 s after the change. On the site: 1 change by Jonas Weber.' ), $since( '1:59 pm' ) );
		yield 'a refresh removed a page' => array( $refreshed( 'gone' ), array( 'good', 'Live 1 s ago', 'The unpublished content is no longer on the site.' ), $since( '1:59 pm' ) );
		yield 'removed a page' => array( $live( -1_000, 'gone' ), array( 'good', 'Live 1 s ago', 'The unpublished content is no longer on the site.' ), $since( '1:59 pm' ) );
		yield 'a purge is done' => array( array( 'lastRun' => self::some_run( array( 'action' => 'purgeCache', 'lane' => 'cache' ) ) ), array( 'good', 'Cache purged', 'Purged 40 s ago.' ) );
		yield 'the host accepted' => array( array( 'lastRun' => self::some_run() ), array( 'accepted', 'Accepted by the host', 'Accepted 40 s ago. It goes live when the build is done.' ), array( 'accepted', 'Accepted by the host', 'Accepted 15 min ago. WordPress could not confirm that it is live.' ) );
		yield 'the host accepted and the build is tracked' => array( array( 'lastRun' => self::some_run(), 'nextCheckAt' => self::iso( 5_000 ) ), array( 'accepted', 'Accepted by the host', 'Accepted 40 s ago. It goes live when the build is done.' ) );
		yield 'no address to check' => array( array( 'lastRun' => self::some_run(), 'frontEndUrl' => '' ), array( 'accepted', 'Accepted by the host', 'Accepted 40 s ago. WordPress cannot check whether it is live, because this environment has no front-end URL.' ) );
	}

	/**
	 * @return iterable<string, array{array<string, mixed>, array{string, string, string}}>
	 */
	private static function pauses(): iterable {
		$pause = static fn( string $reason, array $more = array() ): array => array( 'paused' => $more + array( 'reason' => $reason, 'since' => self::iso( -60_000 ), 'nextAttemptAt' => null ) );
		yield 'paused by a user' => array( $pause( 'person', array( 'by' => self::USER ) ), array( 'paused', 'Paused by Jonas Weber', 'Since 1:59 pm. Automatic runs are paused. Manual runs are still sent.' ) );
		yield 'paused by a deleted user' => array( $pause( 'person', array( 'by' => null ) ), array( 'paused', 'Paused', 'Since 1:59 pm. Automatic runs are paused. Manual runs are still sent.' ) );
		yield 'paused because of the token' => array( $pause( 'token', array( 'nextAttemptAt' => self::iso( 3_600_000 ) ) ), array( 'paused', 'Paused: the webhook URL was rejected', 'Next automatic attempt at 3:00 pm.' ) );
		yield 'paused with changes' => array( array( 'pending' => self::pending( array( 'dueAt' => null ) ) ) + $pause( 'key' ), array( 'paused', 'Paused: the stored webhook URL cannot be read', '3 changes are pending.' ) );
		yield 'a copy' => array( $pause( 'copy' ), array( 'paused', 'Paused: this is a copy', 'The address of this site changed after it was connected, so this site does not deploy changes.' ) );
		yield 'disabled' => array( $pause( 'disabled' ), array( 'paused', 'Paused in wp-config.php', 'HEADLESS_DEPLOY_DISABLED is set in wp-config.php, so this site does not deploy changes.' ) );
		yield 'a wrong constant' => array( $pause( 'constant' ), array( 'paused', 'Paused: wp-config.php has an error', 'The entry of this environment in HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is not valid, so no run is sent.' ) );
		yield 'no cURL' => array( $pause( 'no_curl' ), array( 'paused', 'Paused: PHP’s cURL extension is missing', 'PHP’s cURL extension is missing on this server, so nothing is sent.' ) );
		yield 'a newer version' => array( $pause( 'unknown' ), array( 'paused', 'Paused by a newer version', 'A newer version of Headless Deploy paused this environment.' ) );
	}

	public function test_describes_the_run_in_the_other_lane(): void {
		$text  = static fn( ?array $pending, ?array $sending = null ): string => self::read( Other_Lane_Summary::of_first( array( new Lane_Status( Lane::Build, $pending, $sending, null, null, false ) ), self::NOW ) ?? array(), self::NOW )[1];
		$purge = array( 'action' => 'purgeCache', 'lane' => 'cache' );
		$this->assertSame( 'Purge Cache in 8 s', $text( self::pending( $purge ) ) );
		$this->assertSame( 'Retrying Purge Cache in 8 s', $text( self::pending( $purge + array( 'nextAttemptAt' => self::iso( 8_000 ) ) ) ) );
		$this->assertSame( 'Purge Cache: 3 changes are pending', $text( self::pending( $purge + array( 'held' => true ) ) ) );
		$this->assertSame( 'Sending Purge Cache', $text( self::pending( array( 'dueAt' => self::iso( 0 ) ) + $purge ) ) );
		$this->assertSame( 'Sending Purge Cache', $text( null, self::some_run( $purge ) ) );
		$this->assertSame( '', $text( null ) );
	}

	public function test_puts_environments_that_need_attention_first(): void {
		$order = array( 'failed', 'retrying', 'pending', 'sending', 'building', 'canceled', 'held', 'paused', 'upToDate' );
		$mixed = array_map( static fn( string $state ): array => array( 'status' => $state, 'paused' => null ), array_reverse( $order ) );
		$this->assertSame( $order, array_column( Environment_Status::sort_by_urgency( $mixed ), 'status' ) );
		foreach ( array( 'token', 'key', 'constant', 'no_curl', 'unknown' ) as $reason ) {
			$broken = array( 'status' => 'paused', 'paused' => array( 'reason' => $reason ) );
			$this->assertSame( $broken, Environment_Status::sort_by_urgency( array( $mixed[7], $broken ) )[0], $reason );
			$this->assertTrue( Environment_Status::Paused->needs_help( $reason ) );
		}
		$this->assertTrue( Environment_Status::Retrying->needs_help( '' ) );
		$this->assertFalse( Environment_Status::Pending->needs_help( '' ) );
		$this->assertFalse( Environment_Status::Paused->needs_help( 'person' ) );
	}

	public function test_keeps_the_order_of_environments_with_equal_urgency(): void {
		$alike = array_map( static fn( int $id ): array => array( 'id' => "$id", 'status' => 'failed', 'paused' => null ), range( 1, 3 ) );
		$this->assertSame( array( '1', '2', '3' ), array_column( Environment_Status::sort_by_urgency( $alike ), 'id' ) );
	}

	public function test_a_blocked_environment_shows_no_problem_of_an_earlier_attempt(): void {
		$lane = new Lane_Status( Lane::Build, null, null, self::some_run( array( 'status' => 'failed', 'message' => 'Refused.', 'errorCode' => 'headless_deploy_refused' ) ), null, false );
		$this->assertNull( Environment_Problem::find( $lane, array(), array( 'reason' => 'copy', 'since' => null, 'nextAttemptAt' => null ) ) );
		$this->assertSame( array( 'error', 41, 'Refused.', false ), self::problem( $lane ) );
	}

	public function test_a_run_that_is_retried_is_the_problem_before_the_last_one(): void {
		$lane = new Lane_Status( Lane::Build, null, null, self::some_run( array( 'status' => 'failed', 'message' => 'Refused.' ) ), null, false );
		$this->assertSame( array( 'warning', null, 'Busy.', false ), self::problem( $lane, array( self::pending( array( 'message' => 'Busy.', 'errorCode' => 'headless_deploy_service_busy' ) ) ) ) );
	}

	public function test_explains_a_token_pause_for_managers_and_editors(): void {
		$lane   = new Lane_Status( Lane::Build, null, null, null, null, true );
		$paused = array( 'reason' => 'token', 'since' => null, 'nextAttemptAt' => null );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 'The host rejects the webhook URL. The URL may no longer be valid, or a firewall blocks requests of this server.', Environment_Problem::find( $lane, array(), $paused )['message'] ?? '' );
		wp_set_current_user( $this->user( 'editor' ) );
		$problem = Environment_Problem::find( $lane, array(), $paused );
		$this->assertSame( 'The host no longer accepts the webhook URL.', $problem['message'] ?? '' );
		$this->assertTrue( $problem['needsNewUrl'] ?? false );
	}

	#[DataProvider( 'connections' )]
	public function test_a_failure_of_the_stored_webhook_url_labels_the_connection( string $code, string $label ): void {
		$lane    = new Lane_Status( Lane::Build, null, null, self::some_run( array( 'status' => 'failed', 'message' => 'Refused.', 'errorCode' => "headless_deploy_$code" ) ), null, false );
		$problem = Environment_Problem::find( $lane, array(), null );
		$this->assertSame( array( '' !== $label, $label ), array( $problem['needsNewUrl'] ?? null, $problem['connectionLabel'] ?? null ) );
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
		$tried_at = '2026-01-01T10:00:00.001Z';
		$failure  = array( 'message' => 'Refused.', 'errorCode' => 'headless_deploy_token_refused' );
		$last     = new Lane_Status( Lane::Build, null, null, self::some_run( array( 'status' => 'failed', 'createdAt' => '2026-01-01T09:59:00.000Z', 'attempts' => array( array( 'at' => $tried_at ) ) ) + $failure ), null, false );
		$none     = new Lane_Status( Lane::Build, null, null, null, null, false );
		$pending  = array( self::pending( array( 'attemptedAt' => $tried_at ) + $failure ) );
		$tried_ms = Iso_Time::ms( $tried_at );
		foreach ( array( array( $last, array() ), array( $none, $pending ) ) as list( $lane, $runs ) ) {
			$current = Environment_Problem::find( $lane, $runs, null, $tried_ms - 1 );
			$earlier = Environment_Problem::find( $lane, $runs, null, $tried_ms );
			$this->assertSame( array( true, false ), array( $current['needsNewUrl'] ?? null, $earlier['needsNewUrl'] ?? null ) );
			$this->assertStringContainsString( 'Copy a new webhook URL', Environment_Problem::remedy( $current, $lane, $runs ) );
			$this->assertStringContainsString( 'The new one is used', Environment_Problem::remedy( $earlier, $lane, $runs ) );
		}
	}

	public function test_a_build_that_a_user_canceled_is_a_warning(): void {
		$lane = new Lane_Status( Lane::Build, null, null, self::some_run( array( 'status' => 'failed', 'accepted' => true, 'message' => 'Canceled.', 'errorCode' => 'headless_deploy_build_canceled', 'build' => array( 'message' => '' ) ) ), null, false );
		$this->assertSame( array( 'warning', 41, 'Canceled.', false ), self::problem( $lane ) );
	}

	public function test_every_code_of_a_failed_call_has_a_headline(): void {
		$page  = (string) file_get_contents( dirname( __DIR__, 3 ) . '/docs/error-codes.md' );
		$calls = explode( '<!-- /generated -->', explode( '<!-- generated: errors of calls -->', $page )[1] ?? '' )[0];
		preg_match_all( '/^\| `(headless_deploy_\w+)`/m', $calls, $found );
		// A warning beside a success, a pause, and the end of a removed environment.
		$codes = array_diff( $found[1], array( 'headless_deploy_html_answer', 'headless_deploy_environment_removed' ) );
		$this->assertGreaterThan( 15, count( $codes ) );
		foreach ( $codes as $code ) {
			$this->assertNotSame( 'Failed', Failure_Text::headline( $code ), $code );
		}
		$this->assertSame( 'Failed', Failure_Text::headline( 'headless_deploy_of_the_future' ) );
	}

	private function summary( array $facts ): Environment_Summary {
		$paused = $facts['paused'] ?? null;
		$lane   = new Lane_Status( Lane::Build, $facts['pending'] ?? null, $facts['sending'] ?? null, $facts['lastRun'] ?? null, $facts['undeployed'] ?? null, null !== $paused, $facts['nextCheckAt'] ?? null );
		return new Environment_Summary( $facts['frontEndUrl'] ?? 'https://www.acme.example', $lane, array_values( array_filter( array( $lane->pending ) ) ), $paused, $facts['hold'] ?? false, 'Press Rebuild to deploy.' );
	}

	/**
	 * @param  array<string, mixed>          $shown
	 * @return array{string, string, string}
	 */
	private static function read( array $shown, int $now ): array {
		return array() === $shown ? array( '', '', '' ) : array( $shown['symbol'], Time_Format::fill( $shown['headline'], $now ), Time_Format::fill( $shown['detail'], $now ) );
	}

	/**
	 * @param  list<array<string, mixed>>                 $pending
	 * @return array{string, int|null, string, bool}|null
	 */
	private static function problem( Lane_Status $lane, array $pending = array() ): ?array {
		$problem = Environment_Problem::find( $lane, $pending, null );
		return null === $problem ? null : array( $problem['severity'], $problem['run'], $problem['message'], $problem['needsNewUrl'] );
	}

	private static function some_run( array $over = array() ): array {
		return $over + array(
			'id'         => 41,
			'lane'       => 'build',
			'action'     => 'rebuild',
			'cause'      => 'automatic',
			'user'       => array( 'id' => 0, 'name' => '' ),
			'reasons'    => self::reasons(),
			'changes'    => 4,
			'status'     => 'accepted',
			'accepted'   => ! in_array( $over['status'] ?? '', array( 'sending', 'failed' ), true ),
			'trackedAt'  => null,
			'live'       => null,
			'build'      => null,
			'errorCode'  => '',
			'message'    => '',
			'response'   => null,
			'attempts'   => array(),
			'createdAt'  => self::iso( -41_000 ),
			'finishedAt' => self::iso( -40_000 ),
		);
	}

	private static function pending( array $over = array() ): array {
		return $over + array(
			'lane'          => 'build',
			'action'        => 'rebuild',
			'dueAt'         => self::iso( 8_000 ),
			'changes'       => 3,
			'reasons'       => self::reasons(),
			'held'          => false,
			'attempt'       => 0,
			'nextAttemptAt' => null,
			'attemptedAt'   => null,
			'errorCode'     => '',
			'message'       => '',
		);
	}

	private static function undeployed( int $canceled = 0 ): array {
		return array(
			'lane'     => 'build',
			'changes'  => 2,
			'canceled' => $canceled,
			'run'      => 41,
			'reasons'  => array(),
			'headline' => '2 changes are not on the site',
			'message'  => 'Failed: 2 changes.',
		);
	}

	/**
	 * @return list<array<string, mixed>>
	 */
	private static function reasons(): array {
		return array(
			array(
				'event' => 'updated',
				'text'  => 'Page “Summer” updated',
				'title' => 'Summer',
				'user'  => self::USER,
			),
		);
	}

	private static function iso( int $ms ): string {
		return Iso_Time::of( self::NOW + $ms );
	}
}
