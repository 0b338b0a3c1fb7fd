<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Runs\Reason;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Text;
use HeadlessDeploy\Tests\Wp_Test_Case;
use HeadlessDeploy\Tracking\Found_Build;
use HeadlessDeploy\Tracking\Tracked_Page;
use PHPUnit\Framework\Attributes\DataProvider;

final class RunTextTest extends Wp_Test_Case {
	/** When the host accepted the run. */
	private const ACCEPTED_AT = Sample_Run::CREATED_AT + 1_000;

	/**
	 * @param array{symbol: string, headline: string, since: string} $expected `since`: the time that the headline counts from.
	 */
	#[DataProvider( 'results' )]
	public function test_describes_the_result_of_a_run( Run $run, array $expected ): void {
		$text     = new Run_Text( $run );
		$headline = $text->headline()->to_array();
		$this->assertSame( $expected, array( 'symbol' => $text->symbol(), 'headline' => $headline['text'], 'since' => $headline['since'] ?? '' ) );
	}

	public function test_takes_from_the_last_attempt_until_the_result_unless_a_build_at_the_host_repaired_it(): void {
		$live = array( 'tracked_status' => 'live', 'tracked_at' => Sample_Run::CREATED_AT + 116_000, 'attempts' => wp_json_encode( array( array( 'at' => Sample_Run::CREATED_AT ), array( 'at' => Sample_Run::CREATED_AT + 10_000 ) ) ) );
		$this->assertSame( 106_000, Sample_Run::of( $live, build: new Found_Build( 'b1' ) )->to_array()['durationMs'] );
		$this->assertNull( Sample_Run::of( $live, build: new Found_Build( 'b16', is_at_host: true ) )->to_array()['durationMs'] );
		$this->assertNull( Sample_Run::of()->to_array()['durationMs'] );
		$this->assertNull( Sample_Run::of( array( 'tracked_status' => 'building' ) + $live )->to_array()['durationMs'] );
	}

	/**
	 * @return array{symbol: string, headline: string, since: string}
	 */
	private static function shown( string $symbol, string $headline, string $since = '' ): array {
		return array( 'symbol' => $symbol, 'headline' => $headline, 'since' => $since );
	}

	public static function results(): iterable {
		$attempts = array( 'attempts' => '[{},{},{}]' );
		$building = array( 'tracked_status' => 'building' );
		$live     = array( 'tracked_status' => 'live' );
		$failed   = array( 'tracked_status' => 'failed' );
		$gone     = new Tracked_Page( 7, 'https://acme.example/summer/', Tracked_Page::GONE, 0 );
		yield 'sending' => array( Sample_Run::of( array( 'status' => 'sending' ) ), self::shown( 'busy', 'Sending' ) );
		yield 'retrying' => array( Sample_Run::of( array( 'status' => 'retrying' ) ), self::shown( 'warning', 'Retrying' ) );
		yield 'accepted' => array( Sample_Run::of(), self::shown( 'accepted', 'Accepted by the host' ) );
		yield 'accepted at the third attempt' => array( Sample_Run::of( $attempts ), self::shown( 'accepted', 'Accepted after 3 attempts' ) );
		yield 'building' => array( Sample_Run::of( $building ), self::shown( 'busy', 'Building, %s', '2026-11-21T13:00:01.000Z' ) );
		yield 'building since the time that the host reported' => array( Sample_Run::of( $building, build: new Found_Build( 'b1', started_at: self::ACCEPTED_AT + 4_000 ) ), self::shown( 'busy', 'Building, %s', '2026-11-21T13:00:05.000Z' ) );
		yield 'building, and the host reported no time' => array( Sample_Run::of( $building, build: new Found_Build( 'b1' ) ), self::shown( 'busy', 'Building, %s', '2026-11-21T13:00:01.000Z' ) );
		yield 'live' => array( Sample_Run::of( $live ), self::shown( 'good', 'Live' ) );
		yield 'live after attempts' => array( Sample_Run::of( $live + $attempts ), self::shown( 'good', 'Live after 3 attempts' ) );
		yield from self::live_refreshes();
		yield 'an unpublished page is gone' => array( Sample_Run::of( $live, live: $gone ), self::shown( 'good', 'Removed from the site' ) );
		yield 'an unpublished page is gone after attempts' => array( Sample_Run::of( $live + $attempts, live: $gone ), self::shown( 'good', 'Removed from the site' ) );
		yield 'the build failed' => array( Sample_Run::of( $failed, error_code: 'headless_deploy_build_failed' ), self::shown( 'bad', 'The build failed' ) );
		yield 'the build was canceled' => array( Sample_Run::of( $failed, error_code: 'headless_deploy_build_canceled' ), self::shown( 'canceled', 'The build was canceled' ) );
		yield 'purged' => array( Sample_Run::of( array( 'action' => 'purgeCache' ) ), self::shown( 'good', 'Cache purged' ) );
		yield 'failed' => array( Sample_Run::of( array( 'status' => 'failed' ), error_code: 'headless_deploy_token_refused' ), self::shown( 'bad', 'Failed: the webhook URL was rejected' ) );
		yield 'canceled by a user' => array( Sample_Run::of( array( 'status' => 'canceled' ), user_name: 'Maria' ), self::shown( 'canceled', 'Canceled by Maria' ) );
		yield 'canceled' => array( Sample_Run::of( array( 'status' => 'canceled' ) ), self::shown( 'canceled', 'Canceled' ) );
	}

	private static function live_refreshes(): iterable {
		yield 'a refresh is live after its newest change' => array( self::refresh( 2_240, array( 1_000, 0 ) ), self::shown( 'good', 'Live 1.2 s after the last change' ) );
		yield 'a refresh is live after exactly a second' => array( self::refresh( 1_000, array( 0 ) ), self::shown( 'good', 'Live 1 s after the last change' ) );
		yield 'a refresh is live after ten seconds' => array( self::refresh( 9_960, array( 0 ) ), self::shown( 'good', 'Live 10 s after the last change' ) );
		yield 'a refresh is live after minutes' => array( self::refresh( 72_900, array( 0 ) ), self::shown( 'good', 'Live 1 min 13 s after the last change' ) );
		yield 'the clock of another server is behind' => array( self::refresh( 0, array( 1_000 ) ), self::shown( 'good', 'Live' ) );
		yield 'a refresh has no changes' => array( self::refresh( 2_000, array() ), self::shown( 'good', 'Live' ) );
		yield 'a refresh of one change is live' => array( self::refresh( 2_700, array( 0 ), array( 'changes' => 1 ) ), self::shown( 'good', 'Live 2.7 s after the change' ) );
		yield 'a build is live' => array( self::refresh( 2_000, array( 0 ), array( 'action' => 'rebuild' ) ), self::shown( 'good', 'Live' ) );
		$gone = static fn( string ...$events ): Run => Sample_Run::of(
			array( 'action' => 'refresh', 'tracked_status' => 'live', 'tracked_at' => Sample_Run::CREATED_AT + 6_000, 'changes' => count( $events ) ),
			live: new Tracked_Page( 7, 'https://acme.example/summer/', Tracked_Page::GONE, 0 ),
			reasons: array_map( static fn( string $event ): Reason => new Reason( $event, at: Sample_Run::CREATED_AT ), $events ),
		);
		yield 'a refresh removed a page' => array( $gone( 'trashed' ), self::shown( 'good', 'Removed from the site 6 s after the change' ) );
		yield 'a refresh removed pages' => array( $gone( 'trashed', 'unpublished', 'deleted' ), self::shown( 'good', 'Removed from the site 6 s after the last change' ) );
		yield 'a refresh removed a page and published another' => array( $gone( 'trashed', 'published' ), self::shown( 'good', 'Live 6 s after the last change' ) );
	}

	/**
	 * @param int                  $live_at    Milliseconds after the first change.
	 * @param list<int>            $changed_at The same.
	 * @param array<string, mixed> $row        Columns that differ.
	 */
	private static function refresh( int $live_at, array $changed_at, array $row = array() ): Run {
		return Sample_Run::of(
			$row + array( 'action' => 'refresh', 'tracked_status' => 'live', 'tracked_at' => Sample_Run::CREATED_AT + $live_at ),
			reasons: array_map( static fn( int $at ): Reason => new Reason( at: Sample_Run::CREATED_AT + $at ), $changed_at ),
		);
	}

	public function test_writes_decimals_as_the_site_does(): void {
		global $wp_locale;
		$before                                    = $wp_locale->number_format;
		$wp_locale->number_format['decimal_point'] = ',';
		$text                                      = ( new Run_Text( self::refresh( 1_200, array( 0 ) ) ) )->live_after();
		$wp_locale->number_format                  = $before;
		$this->assertSame( 'Live 1,2 s after the last change', $text );
	}

	#[DataProvider( 'causes' )]
	public function test_describes_what_started_a_run( Run $run, string $expected ): void {
		$this->assertSame( $expected, ( new Run_Text( $run ) )->cause() );
	}

	public static function causes(): iterable {
		$scheduled = array( 'cause' => 'schedule' );
		yield 'automatic' => array( Sample_Run::of(), 'Automatic' );
		yield 'a user' => array( Sample_Run::of( array( 'cause' => 'manual' ), user_name: 'Maria' ), 'Started by Maria' );
		yield 'a deleted user' => array( Sample_Run::of( array( 'cause' => 'manual' ) ), 'Started manually' );
		yield 'the command line' => array( Sample_Run::of( array( 'cause' => 'cli' ) ), 'Started from the command line' );
		yield 'an ability' => array( Sample_Run::of( array( 'cause' => 'ability' ) ), 'Started by an AI assistant' );
		yield 'a schedule' => array( Sample_Run::of( $scheduled, reasons: array( new Reason( 'scheduled', text: 'Schedule “Nightly”' ) ) ), 'Schedule “Nightly”' );
		yield 'a deleted schedule' => array( Sample_Run::of( $scheduled ), 'Scheduled' );
		yield 'canceled by a user' => array( Sample_Run::of( array( 'status' => 'canceled' ), user_name: 'Maria' ), 'Canceled by Maria' );
	}

	public function test_names_the_changes_of_an_automatic_run_and_the_user_of_a_manual_one(): void {
		$this->assertSame( 'Rebuild · 4 changes', ( new Run_Text( Sample_Run::of() ) )->action_and_cause() );
		$this->assertSame( 'Rebuild · Started by Maria', ( new Run_Text( Sample_Run::of( array( 'cause' => 'manual' ), user_name: 'Maria' ) ) )->action_and_cause() );
		$this->assertSame( 'Rebuild · Automatic', ( new Run_Text( Sample_Run::of( array( 'changes' => 0 ) ) ) )->action_and_cause() );
	}

	public function test_names_no_change_of_a_run_without_changes(): void {
		$this->assertSame( '', ( new Run_Text( Sample_Run::of( array( 'changes' => 0 ) ) ) )->changes() );
	}
}
