<?php
/**
 * Tests of the invariants under random schedules.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Lane;
use HeadlessDeploy\Environments\Secrets;
use HeadlessDeploy\Queue\Alarm;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Queue_Store;
use HeadlessDeploy\Queue\Site_Gatekeeper;
use HeadlessDeploy\Queue\Tables;
use HeadlessDeploy\Tests\Test_Database;
use HeadlessDeploy\Webhooks\Answer;
use HeadlessDeploy\Webhooks\Caller;
use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Proves invariants 1, 3, 4 and 5 with the real queue on the real database. HEADLESS_DEPLOY_TEST_SEED begins elsewhere,
 * HEADLESS_DEPLOY_TEST_SCHEDULES makes it longer; a failure names its seed and tells its story.
 */
#[Group( 'mariadb' )]
final class RandomScheduleTest extends Queue_Test_Case implements Caller {
	private const BATCHES = 10;

	/**
	 * The SQLite integration translates every statement, which makes it ten times as slow.
	 */
	private const SCHEDULES_ON_SQLITE = 60;
	private const SCHEDULES_ON_MYSQL  = 300;

	private ?Random_Schedule $schedule = null;

	/**
	 * What was wrong with a call.
	 */
	private ?AssertionFailedError $verdict = null;

	/**
	 * The seeds, in batches.
	 *
	 * @return array<string, array{int, int}>
	 */
	public static function batches(): array {
		$first   = (int) ( getenv( 'HEADLESS_DEPLOY_TEST_SEED' ) ?: 1 );
		$usual   = Test_Database::is_sqlite() ? self::SCHEDULES_ON_SQLITE : self::SCHEDULES_ON_MYSQL;
		$size    = max( 1, intdiv( (int) ( getenv( 'HEADLESS_DEPLOY_TEST_SCHEDULES' ) ?: $usual ), self::BATCHES ) );
		$batches = array();
		for ( $batch = 0; $batch < self::BATCHES; $batch++ ) {
			$from                                             = $first + $batch * $size;
			$batches[ "seeds $from to " . $from + $size - 1 ] = array( $from, $size );
		}
		return $batches;
	}

	/**
	 * Plays some schedules.
	 *
	 * @param int $from First seed.
	 * @param int $size How many.
	 */
	#[DataProvider( 'batches' )]
	public function test_the_invariants_hold( int $from, int $size ): void {
		$start = $this->clock->now;
		for ( $seed = $from; $seed < $from + $size; $seed++ ) {
			$this->clock->now = $start;
			$this->play( $seed );
		}
	}

	/**
	 * Hands a call to the schedule.
	 *
	 * @param Environment $environment The environment.
	 * @param Action      $action      The action.
	 */
	public function call( Environment $environment, Action $action ): Answer {
		$this->assertNotNull( $this->schedule );
		try {
			return $this->schedule->on_call( $environment, $action );
		} catch ( AssertionFailedError $failure ) {
			// The dispatcher takes what is thrown here for a refusal: it must not swallow a verdict.
			$this->verdict ??= $failure;
			throw $failure;
		}
	}

	/**
	 * Plays one schedule, and looks where every row is in the end.
	 *
	 * @param int $seed Its seed.
	 */
	private function play( int $seed ): void {
		global $wpdb;
		foreach ( Tables::all() as $table ) {
			$wpdb->query( "DELETE FROM $table" );
		}
		$gatekeeper     = new Site_Gatekeeper( new Environments( new Secrets(), $this->clock ) );
		$dispatcher     = new Dispatcher( new Queue_Store(), $gatekeeper, $this, $this->clock, new Alarm() );
		$this->schedule = new Random_Schedule(
			$this->clock,
			fn( string $who )                        => 'main' === $who ? $dispatcher->dispatch_site() : $this->dispatch_without_looking( $dispatcher ),
			fn( Action $action, bool $pressed ): int => $pressed ? $this->note_press( $action ) : $this->note( 1, $action ),
			fn( Lane $lane )                         => $dispatcher->cancel( $this->key( $lane ), 7 ),
			$this->set( ... ),
		);
		$this->schedule->play( $seed );
		if ( null !== $this->verdict ) {
			$this->fail( "Seed $seed: " . $this->verdict->getMessage() );
		}
		$this->assert_no_lost_change( $seed, $this->schedule );
	}

	/**
	 * Dispatches as a head does that looked before the lease was taken: the lease alone can stop it.
	 *
	 * @param Dispatcher $dispatcher Sends.
	 */
	private function dispatch_without_looking( Dispatcher $dispatcher ): void {
		foreach ( Lane::cases() as $lane ) {
			$dispatcher->dispatch_lane( $this->key( $lane ) );
		}
	}

	/**
	 * Invariant 1: every row went out with a call that succeeded, or was cancelled; nothing is left over.
	 *
	 * @param int             $seed     Seed of the schedule.
	 * @param Random_Schedule $schedule What was played.
	 */
	private function assert_no_lost_change( int $seed, Random_Schedule $schedule ): void {
		global $wpdb;
		$rows = $wpdb->get_results( 'SELECT c.id, c.changes, d.state FROM ' . Tables::changes() . ' c LEFT JOIN ' . Tables::deliveries() . ' d ON d.id = c.delivery_id', OBJECT_K );
		foreach ( array_keys( $schedule->noted ) as $id ) {
			$state = $rows[ $id ]->state ?? 'gone';
			$told  = "Seed $seed, row $id" . $schedule->story();
			if ( 'accepted' === $state ) {
				$this->assertArrayHasKey( $id, $schedule->covered, "Accepted, but no successful call covered it. $told" );
				continue;
			}
			$is_used_up = 'failed' === $state && '0' === (string) $rows[ $id ]->changes;
			$this->assertTrue( 'cancelled' === $state || $is_used_up, "In the end it is: $state. $told" );
		}
		$open = $wpdb->get_col( 'SELECT state FROM ' . Tables::deliveries() . " WHERE state IN ('sending', 'retrying')" );
		$this->assertSame( array(), $open, "Seed $seed: a delivery never ended." . $schedule->story() );
	}

	/**
	 * Holds and pauses.
	 *
	 * @param bool $hold  Whether changes are held.
	 * @param bool $pause Whether a person has paused.
	 */
	private function set( bool $hold, bool $pause ): void {
		$paused = array( 'reason' => 'person', 'since' => $this->clock->now, 'nextTryAt' => null );
		$this->edit_stored(
			array(
				'automation' => array( 'hold' => $hold ) + $this->environment->automation->to_array(),
				'paused'     => $pause ? $paused : null,
			),
		);
	}
}
