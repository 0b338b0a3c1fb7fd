<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Status\Pending_Run;
use HeadlessDeploy\Tests\Wp_Test_Case;
use HeadlessDeploy\Time_Format;
use HeadlessDeploy\Timed_Text;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Compares the environments of all states with test/contract/environments.json, and says what an editor reads in each.
 */
final class SaveProgressTest extends Wp_Test_Case {
	private const FILE = __DIR__ . '/../../contract/environments.json';

	protected function setUp(): void {
		parent::setUp();
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	/**
	 * `WRITE_CONTRACT=1` writes the file.
	 */
	public function test_the_samples_are_those_that_the_browser_tests_read(): void {
		update_option( 'time_format', 'H:i' );
		$states = array_map( static fn( Environment_Entry $entry ): array => $entry->to_array(), Sample_Environments::all() );
		$json   = ( new Sample_File( $states, Run::list_to_array( Sample_Environments::runs() ) ) )->json();
		if ( '' !== (string) getenv( 'WRITE_CONTRACT' ) ) {
			file_put_contents( self::FILE, $json );
		}
		$this->assertStringEqualsFile( self::FILE, $json );
	}

	/**
	 * @param array{string, string, list<string>} $expected Headline, which is empty for that of the lane, sentences, and steps.
	 */
	#[DataProvider( 'saves' )]
	public function test_says_how_far_a_save_is( string $state, string $kind, int $seconds, string $stage, array $expected ): void {
		$shown    = self::shown( Sample_Environments::all()[ $state ], 40, $seconds );
		$headline = $shown[ 'remove' === $kind ? 'removalHeadline' : 'headline' ] ?? array( 'text' => '' );
		$now      = Sample_Environments::NOW + $seconds * 1_000;
		$steps    = array_map( static fn( array $step ): string => trim( $step[ 'remove' === $kind ? 'removal' : 'text' ] . ' · ' . self::fill( $step['when'], $now ), ' ·' ), $shown['steps'] );
		$this->assertSame( $stage, $shown['stage'] );
		$this->assertSame( $expected, array( self::fill( $headline, $now ), self::fill( $shown[ $kind ], $now ), $steps ) );
	}

	public static function saves(): iterable {
		$saved     = 'Saved in WordPress, not yet on www.acme.example.';
		$published = 'Published in WordPress, not yet on www.acme.example.';
		$removed   = 'Unpublished in WordPress, still on www.acme.example.';
		$included  = 'Changes saved until then are included.';
		$sent      = 'Sent to Production · 1:58 pm';
		$accepted  = 'Accepted by the host';
		$waits     = array( 'Send to Production', $accepted, 'Live' );
		$purged    = 'Refresh failed, so the cache of the whole site is purged.';
		yield 'counts down' => array( 'pending', 'publish', 0, 'countdown', array( 'Rebuild in 8 s', "$published $included", array( 'Send to Production · in 8 s', $accepted, 'Live' ) ) );
		yield 'counts down to a removal' => array( 'pending', 'remove', 0, 'countdown', array( 'Rebuild in 8 s', "$removed $included", array( 'Send to Production · in 8 s', $accepted, 'Removed' ) ) );
		yield 'is sent when the countdown ends' => array( 'pending', 'update', 8, 'sending', array( '', $saved, $waits ) );
		yield 'is being sent' => array( 'sending', 'update', 0, 'sending', array( '', $saved, array( 'Send to Production · 3 s', $accepted, 'Live' ) ) );
		yield 'is retried' => array( 'retrying', 'update', 0, 'countdown', array( 'Retrying in 30 s', 'The host reported an internal error and did not accept the request. If the error persists, check the host’s status page.', array( 'Send to Production · in 30 s', $accepted, 'Live' ) ) );
		yield 'is held' => array( 'held', 'publish', 0, 'resting', array( '', $published, array() ) );
		yield 'is held, and may have changed nothing' => array( 'held', 'update', 0, 'resting', array( '', '', array() ) );
		yield 'is canceled' => array( 'canceled', 'update', 0, 'canceled', array( '', $saved, array() ) );
		yield 'is accepted' => array( 'accepted', 'update', 0, 'accepted', array( $accepted, "$saved You can leave this page.", array( $sent, $accepted, 'Live · not confirmed yet' ) ) );
		yield 'cannot be confirmed' => array( 'unconfirmed', 'remove', 0, 'unconfirmed', array( $accepted, 'It is removed from the site when the build is done. WordPress could not check whether it is live.', array( $sent, $accepted, 'Removed · not confirmed' ) ) );
		yield 'has no address to check' => array( 'withoutAddress', 'publish', 0, 'unconfirmed', array( $accepted, 'It appears on the site when the build is done. You can leave this page.', array( $sent, $accepted ) ) );
		yield 'is built' => array( 'building', 'publish', 0, 'building', array( 'Building, 1 min 12 s', "$published You can leave this page.", array( $sent, 'Building · 1 min 12 s', 'Live' ) ) );
		yield 'is live' => array( 'live', 'publish', 0, 'live', array( 'Live', 'On www.acme.example since 1:59 pm. The run took 1 min 59 s.', array( $sent, $accepted, 'Live · 1:59 pm' ) ) );
		yield 'is live on the next day' => array( 'live', 'publish', 86_400, 'live', array( 'Live', 'On www.acme.example since November 21, 2026, 1:59 pm. The run took 1 min 59 s.', array( 'Sent to Production · November 21, 2026, 1:58 pm', $accepted, 'Live · November 21, 2026, 1:59 pm' ) ) );
		yield 'is removed' => array( 'live', 'remove', 0, 'live', array( 'Removed from the site', 'No longer on www.acme.example since 1:59 pm. The run took 1 min 59 s.', array( $sent, $accepted, 'Removed · 1:59 pm' ) ) );
		yield 'is live after a build' => array( 'built', 'update', 0, 'live', array( 'Live', 'On www.acme.example since 1:59 pm. The run took 1 min 59 s.', array( $sent, 'Built · 1 min 10 s', 'Live · 1:59 pm' ) ) );
		yield 'is rejected' => array( 'failed', 'update', 0, 'failed', array( '', 'The host no longer accepts the webhook URL; it was probably regenerated in the portal. Copy a new webhook URL from the portal and paste it under Connections.', array( 'Send to Production · failed', 'Rejected by the host', 'Live' ) ) );
		yield 'has no response' => array( 'unreachable', 'update', 0, 'failed', array( '', 'The host did not respond within 15 seconds. It may have accepted the request. The host’s portal shows whether a build is running.', array( 'Send to Production · failed', $accepted, 'Live' ) ) );
		yield 'is purged' => array( 'purged', 'publish', 0, 'done', array( '', 'The cache was purged: the next visitor sees the new version.', array( $sent, $accepted ) ) );
		yield 'is refreshed first, and rebuilt later' => array( 'refreshAndBuildPending', 'update', 0, 'countdown', array( 'Refresh in 1 s', "$saved $included", array( 'Send to Production · in 1 s', 'Accepted by the front end', 'Live' ) ) );
		yield 'is live while the rebuild is pending' => array( 'refreshLiveBuildLater', 'update', 0, 'live', array( 'Live 2 min 9 s after the last change', 'On www.acme.example since 1:59 pm. The run took 1 min 59 s.', array( $sent, 'Accepted by the front end', 'Live · 1:59 pm' ) ) );
		yield 'is refreshed, and cannot be confirmed' => array( 'refreshUnchecked', 'update', 0, 'done', array( '', 'The front end knows which pages changed. WordPress could not check whether they are live.', array( $sent, 'Accepted by the front end', 'Live · not confirmed' ) ) );
		yield 'is purged because the refresh failed' => array( 'purgeInsteadAccepted', 'update', 0, 'accepted', array( 'Cache purged', "$purged $saved You can leave this page.", array( $sent, $accepted, 'Live · not confirmed yet' ) ) );
	}

	public function test_a_run_that_started_before_the_save_does_not_show_it(): void {
		$samples = Sample_Environments::all();
		$this->assertSame( 'countdown', self::shown( $samples['sendingWithPending'], 41 )['stage'] );
		$this->assertSame( 'sending', self::shown( $samples['sending'], 41 )['stage'] );
		$this->assertSame( array( 'resting', 'Live since 1:59 pm' ), array( self::shown( $samples['live'], 41 )['stage'], self::fill( self::shown( $samples['live'], 41 )['headline'], Sample_Environments::NOW ) ) );
		$this->assertSame( array( 'resting', 'resting' ), array( self::shown( $samples['buildFailed'], 41 )['stage'], self::shown( $samples['canceled'], 42 )['stage'] ) );
		$this->assertSame( array(), $samples['connected']->to_array()['progress'] );
		$this->assertNull( self::shown( $samples['accepted'], 41 ) );
		$this->assertNull( self::shown( $samples['gone'], 41 ) );
	}

	public function test_a_run_that_ended_does_not_include_changes_that_are_pending(): void {
		$entry = Sample_Environments::entry( array( 'last_run' => Sample_Environments::run() ), cache: array( 'pending' => new Pending_Run( Lane::Cache, Action::PurgeCache, is_held: true ) ) );
		$this->assertSame( 'resting', self::shown( $entry, 40 )['stage'] );
	}

	public function test_every_stage_after_which_a_button_starts_a_run_knows_how_it_is_sent(): void {
		foreach ( array( 'held', 'paused/person', 'paused/token', 'canceled', 'failed', 'buildFailed', 'pending', 'retrying' ) as $state ) {
			$progress = Sample_Environments::all()[ $state ]->to_array()['progress'];
			$this->assertSame( array( 'sending', 'Send to Production' ), array( end( $progress )['stage'], end( $progress )['steps'][0]['text'] ), $state );
		}
	}

	public function test_names_the_host_and_the_port_and_keeps_a_percent_sign(): void {
		$live = array( 'last_run' => Sample_Environments::run( array( 'tracked_status' => 'live', 'tracked_at' => Sample_Environments::NOW ) ) );
		$text = static fn( Environment_Entry $entry ): string => self::fill( self::shown( $entry, 40 )['update'], Sample_Environments::NOW );
		$this->assertStringStartsWith( 'On localhost:3000 since 2:00 pm.', $text( Sample_Environments::entry( $live, front_end_url: 'http://localhost:3000' ) ) );
		$this->assertStringStartsWith( 'On 100%s since 2:00 pm.', $text( Sample_Environments::entry( $live, front_end_url: '', label: '100%s' ) ) );
	}

	/**
	 * Picks an entry as the browser does.
	 *
	 * @param  int                       $last_before Id of the last run before the save.
	 * @return array<string, mixed>|null Null for the status of the lane.
	 */
	private static function shown( Environment_Entry $environment, int $last_before, int $seconds = 0 ): ?array {
		$now = Iso_Time::of( Sample_Environments::NOW + $seconds * 1_000 );
		foreach ( $environment->to_array()['progress'] as $entry ) {
			if ( ( $entry['anySave'] || $entry['run'] > $last_before ) && ( null === $entry['until'] || $entry['until'] > $now ) ) {
				return $entry;
			}
		}
		return null;
	}

	/**
	 * @param array<string, string> $text
	 */
	private static function fill( array $text, int $now ): string {
		$key = array_keys( $text )[1] ?? 'plain';
		return Time_Format::fill( 'plain' === $key ? Timed_Text::plain( $text['text'] ) : Timed_Text::$key( $text['text'], 1_000 * (int) strtotime( $text[ $key ] ) ), $now );
	}
}
