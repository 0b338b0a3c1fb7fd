<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Runs\Run_Text;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class RunTextTest extends Wp_Test_Case {
	private const MARIA = array(
		'id'   => 2,
		'name' => 'Maria',
	);
	private const NO_USER = array(
		'id'   => 0,
		'name' => '',
	);

	/**
	 * @param array<string, mixed>          $run
	 * @param array{string, string, string} $expected Symbol, headline, and the time that it counts from.
	 */
	#[DataProvider( 'results' )]
	public function test_describes_the_result_of_a_run( array $run, array $expected ): void {
		$text     = new Run_Text( self::some_run( $run ) );
		$headline = $text->headline()->to_array();
		$this->assertSame( $expected, array( $text->symbol(), $headline['text'], $headline['since'] ?? '' ) );
	}

	public static function results(): iterable {
		$attempts = array( array(), array(), array() );
		$build    = static fn( ?string $started ): array => array( 'build' => array( 'startedAt' => $started ) );
		yield 'sending' => array( array( 'status' => 'sending' ), array( 'busy', 'Sending', '' ) );
		yield 'retrying' => array( array( 'status' => 'retrying' ), array( 'warning', 'Retrying', '' ) );
		yield 'accepted' => array( array(), array( 'accepted', 'Accepted by the host', '' ) );
		yield 'accepted at the third attempt' => array( array( 'attempts' => $attempts ), array( 'accepted', 'Accepted after 3 attempts', '' ) );
		yield 'building' => array( array( 'status' => 'building' ), array( 'busy', 'Building, %s', '2026-11-21T13:00:01.000Z' ) );
		yield 'building since the time that the host reported' => array( array( 'status' => 'building' ) + $build( '2026-11-21T13:00:05.000Z' ), array( 'busy', 'Building, %s', '2026-11-21T13:00:05.000Z' ) );
		yield 'building, and the host reported no time' => array( array( 'status' => 'building' ) + $build( null ), array( 'busy', 'Building, %s', '2026-11-21T13:00:01.000Z' ) );
		yield 'live' => array( array( 'status' => 'live' ), array( 'good', 'Live', '' ) );
		yield 'live after attempts' => array( array( 'status' => 'live', 'attempts' => $attempts ), array( 'good', 'Live after 3 attempts', '' ) );
		yield from self::live_refreshes();
		yield 'an unpublished page is gone' => array( array( 'status' => 'live', 'live' => array( 'pageStatus' => 'gone' ) ), array( 'good', 'Removed from the site', '' ) );
		yield 'an unpublished page is gone after attempts' => array( array( 'status' => 'live', 'live' => array( 'pageStatus' => 'gone' ), 'attempts' => $attempts ), array( 'good', 'Removed from the site', '' ) );
		yield 'the build failed' => array( array( 'status' => 'failed', 'errorCode' => 'headless_deploy_build_failed' ), array( 'bad', 'The build failed', '' ) );
		yield 'the build was canceled' => array( array( 'status' => 'failed', 'errorCode' => 'headless_deploy_build_canceled' ), array( 'canceled', 'The build was canceled', '' ) );
		yield 'purged' => array( array( 'action' => 'purgeCache' ), array( 'good', 'Cache purged', '' ) );
		yield 'failed' => array( array( 'status' => 'failed', 'errorCode' => 'headless_deploy_token_refused' ), array( 'bad', 'Failed: the webhook URL was rejected', '' ) );
		yield 'canceled by a user' => array( array( 'status' => 'canceled', 'user' => self::MARIA ), array( 'canceled', 'Canceled by Maria', '' ) );
		yield 'canceled' => array( array( 'status' => 'canceled' ), array( 'canceled', 'Canceled', '' ) );
	}

	private static function live_refreshes(): iterable {
		$refresh = static fn( string $live_at, array $changed_at ): array => array(
			'action'    => 'refresh',
			'status'    => 'live',
			'trackedAt' => "2026-11-21T13:$live_at",
			'reasons'   => array_map( static fn( string $at ): array => array( 'at' => "2026-11-21T13:$at" ), $changed_at ),
		);
		yield 'a refresh is live after its newest change' => array( $refresh( '00:02.240Z', array( '00:01.000Z', '00:00.000Z' ) ), array( 'good', 'Live 1.2 s after the last change', '' ) );
		yield 'a refresh is live after exactly a second' => array( $refresh( '00:01.000Z', array( '00:00.000Z' ) ), array( 'good', 'Live 1.0 s after the last change', '' ) );
		yield 'a refresh is live after ten seconds' => array( $refresh( '00:09.960Z', array( '00:00.000Z' ) ), array( 'good', 'Live 10 s after the last change', '' ) );
		yield 'a refresh is live after minutes' => array( $refresh( '01:12.900Z', array( '00:00.000Z' ) ), array( 'good', 'Live 1 min 13 s after the last change', '' ) );
		yield 'the clock of another server is behind' => array( $refresh( '00:00.000Z', array( '00:01.000Z' ) ), array( 'good', 'Live', '' ) );
		yield 'a refresh has no changes' => array( $refresh( '00:02.000Z', array() ), array( 'good', 'Live', '' ) );
		$gone = static fn( string ...$events ): array => array(
			'live'    => array( 'pageStatus' => 'gone' ),
			'changes' => count( $events ),
			'reasons' => array_map( static fn( string $event ): array => array( 'event' => $event, 'at' => '2026-11-21T13:00:00.000Z' ), $events ),
		) + $refresh( '00:06.000Z', array() );
		yield 'a refresh removed a page' => array( $gone( 'trashed' ), array( 'good', 'Removed from the site 6.0 s after the change', '' ) );
		yield 'a refresh removed pages' => array( $gone( 'trashed', 'unpublished', 'deleted' ), array( 'good', 'Removed from the site 6.0 s after the last change', '' ) );
		yield 'a refresh removed a page and published another' => array( $gone( 'trashed', 'published' ), array( 'good', 'Live 6.0 s after the last change', '' ) );
		yield 'a refresh of one change is live' => array( array( 'changes' => 1 ) + $refresh( '00:02.700Z', array( '00:00.000Z' ) ), array( 'good', 'Live 2.7 s after the change', '' ) );
		yield 'a build is live' => array( array( 'action' => 'rebuild' ) + $refresh( '00:02.000Z', array( '00:00.000Z' ) ), array( 'good', 'Live', '' ) );
	}

	public function test_writes_decimals_as_the_site_does(): void {
		global $wp_locale;
		$before                                    = $wp_locale->number_format;
		$wp_locale->number_format['decimal_point'] = ',';
		$run                                       = array( 'action' => 'refresh', 'status' => 'live', 'trackedAt' => '2026-11-21T13:00:01.200Z', 'reasons' => array( array( 'at' => '2026-11-21T13:00:00.000Z' ) ) );
		$text                                      = ( new Run_Text( self::some_run( $run ) ) )->live_after();
		$wp_locale->number_format                  = $before;
		$this->assertSame( 'Live 1,2 s after the last change', $text );
	}

	#[DataProvider( 'causes' )]
	public function test_describes_what_started_a_run( array $run, string $expected ): void {
		$this->assertSame( $expected, ( new Run_Text( self::some_run( $run ) ) )->cause() );
	}

	public static function causes(): iterable {
		yield 'automatic' => array( array(), 'Automatic' );
		yield 'a user' => array( array( 'cause' => 'manual', 'user' => self::MARIA ), 'Started by Maria' );
		yield 'a deleted user' => array( array( 'cause' => 'manual' ), 'Started manually' );
		yield 'the command line' => array( array( 'cause' => 'cli' ), 'Started from the command line' );
		yield 'an ability' => array( array( 'cause' => 'ability' ), 'Started by an AI assistant' );
		yield 'a schedule' => array( array( 'cause' => 'schedule', 'reasons' => array( array( 'event' => 'scheduled', 'text' => 'Schedule “Nightly”' ) ) ), 'Schedule “Nightly”' );
		yield 'a deleted schedule' => array( array( 'cause' => 'schedule' ), 'Scheduled' );
		yield 'canceled by a user' => array( array( 'status' => 'canceled', 'user' => self::MARIA ), 'Canceled by Maria' );
	}

	public function test_names_the_changes_of_an_automatic_run_and_the_user_of_a_manual_one(): void {
		$this->assertSame( 'Rebuild · 4 changes', ( new Run_Text( self::some_run() ) )->action_and_cause() );
		$this->assertSame( 'Rebuild · Started by Maria', ( new Run_Text( self::some_run( array( 'cause' => 'manual', 'user' => self::MARIA ) ) ) )->action_and_cause() );
		$this->assertSame( 'Rebuild · Automatic', ( new Run_Text( self::some_run( array( 'changes' => 0 ) ) ) )->action_and_cause() );
	}

	public function test_names_no_change_of_a_run_without_changes(): void {
		$this->assertSame( '', ( new Run_Text( self::some_run( array( 'changes' => 0 ) ) ) )->changes() );
	}

	private static function some_run( array $over = array() ): array {
		return $over + array(
			'action'     => 'rebuild',
			'cause'      => 'automatic',
			'user'       => self::NO_USER,
			'reasons'    => array(),
			'changes'    => 4,
			'status'     => 'accepted',
			'build'      => null,
			'errorCode'  => '',
			'attempts'   => array( array() ),
			'createdAt'  => '2026-11-21T13:00:00.000Z',
			'finishedAt' => '2026-11-21T13:00:01.000Z',
		);
	}
}
