<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Pause;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Attempts;
use HeadlessDeploy\Queue\Due_Time;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Unfinished_Run;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class DueTimeTest extends TestCase {
	private const NOW     = 1_800_000_000_000;
	private const NEVER   = null;
	private const AT_ONCE = 0;

	/**
	 * What is waiting × how the environment is × when it is due: milliseconds from now, null for never.
	 */
	public static function rules(): array {
		$fresh    = array( 'oldest' => 0, 'newest' => 0, 'fresh' => 1, 'changes' => 1 );
		$press    = array( 'manual' => 0, 'oldest' => 0, 'newest' => 0, 'fresh' => 1 );
		$refused  = array( 'undeployed' => 3, 'changes' => 3 );
		$crashed  = array( 'begun' => 'sending' );
		$pressed  = array( 'begun' => 'sending', 'begun_pressed' => true );
		$retrying = array( 'begun' => 'retrying', 'not_before' => 30_000 );
		return array(
			'nothing'                                           => array( array(), array(), self::NEVER ),
			'a fresh change'                                    => array( $fresh, array(), 10_000 ),
			'a fresh change, another later'                     => array( array( 'oldest' => -5_000, 'newest' => -1_000 ) + $fresh, array(), 9_000 ),
			'steady changes, at the maximum wait'               => array( array( 'oldest' => -119_000, 'newest' => 0 ) + $fresh, array(), 1_000 ),
			'a change long ago'                                 => array( array( 'oldest' => -50_000, 'newest' => -50_000 ) + $fresh, array(), -40_000 ),
			'quiet period of none'                              => array( $fresh, array( 'quiet' => 0 ), self::AT_ONCE ),
			'maximum wait shorter than the quiet period'        => array( $fresh, array( 'quiet' => 60, 'max' => 5 ), 5_000 ),
			'a change at the end of a cron request'             => array( $fresh, array( 'at_once' => true ), self::AT_ONCE ),
			'a held change at the end of a cron request'        => array( $fresh, array( 'at_once' => true, 'hold' => true ), self::NEVER ),
			'a change 60 s in the future'                       => array( array( 'oldest' => 60_000, 'newest' => 60_000 ) + $fresh, array(), 70_000 ),
			'a change further in the future: the clock was set' => array( array( 'oldest' => 0, 'newest' => 60_001 ) + $fresh, array(), self::AT_ONCE ),
			'refused changes alone'                             => array( $refused, array(), self::NEVER ),
			'refused changes and a fresh one'                   => array( $refused + $fresh, array(), 10_000 ),
			'refused changes and a press'                       => array( $refused + $press, array(), self::AT_ONCE ),
			'held: a change'                                    => array( $fresh, array( 'hold' => true ), self::NEVER ),
			'held: a press'                                     => array( $press, array( 'hold' => true ), self::AT_ONCE ),
			'held: what has begun goes on'                      => array( $crashed + $fresh, array( 'hold' => true ), self::AT_ONCE ),
			'held: a retry goes on'                             => array( $retrying, array( 'hold' => true ), 30_000 ),
			'a crashed sender'                                  => array( $crashed, array(), self::AT_ONCE ),
			'a crashed sender comes before the quiet period'    => array( $crashed + $fresh, array(), self::AT_ONCE ),
			'a retry'                                           => array( $retrying, array(), 30_000 ),
			'a retry holds newer changes back'                  => array( array( 'oldest' => -90_000, 'newest' => -90_000 ) + $retrying + $fresh, array(), 30_000 ),
			'a retry whose time has come'                       => array( array( 'not_before' => -1 ) + $retrying, array(), -1 ),
			'a press overtakes a retry'                         => array( $retrying + $press, array(), self::AT_ONCE ),
			'a retry within the longest back-off'               => array( array( 'not_before' => 4_380_000 ) + $retrying, array(), 4_380_000 ),
			'a retry further away: the clock was set'           => array( array( 'not_before' => 4_380_001 ) + $retrying, array(), self::AT_ONCE ),
			'paused: a change'                                  => array( $fresh, array( 'paused' => 'person' ), self::NEVER ),
			'paused: a crashed sender'                          => array( $crashed, array( 'paused' => 'person' ), self::NEVER ),
			'paused: a retry'                                   => array( $retrying, array( 'paused' => 'person' ), self::NEVER ),
			'paused: a press that waits for its next attempt'   => array( array( 'begun_pressed' => true ) + $retrying, array( 'paused' => 'person' ), 30_000 ),
			'token: a change waits for the hourly try'          => array( $fresh, array( 'paused' => 'token', 'try' => 1_800_000 ), 1_800_000 ),
			'token: a change keeps its quiet period'            => array( $fresh, array( 'paused' => 'token', 'try' => 2_000 ), 10_000 ),
			'token: a held change waits on'                     => array( $fresh, array( 'paused' => 'token', 'try' => -1, 'hold' => true ), self::NEVER ),
			'token: a retry waits for the hourly try'           => array( $retrying, array( 'paused' => 'token', 'try' => 1_800_000 ), 1_800_000 ),
			'token: a retry that waits longer than the try'     => array( $retrying, array( 'paused' => 'token', 'try' => 1_000 ), 30_000 ),
			'token: a crashed sender waits for the hourly try'  => array( $crashed, array( 'paused' => 'token', 'try' => 1_800_000 ), 1_800_000 ),
			'token: the hour is over'                           => array( array( 'not_before' => -5 ) + $retrying, array( 'paused' => 'token', 'try' => -5 ), -5 ),
			'token: a press does not wait'                      => array( $press + $retrying, array( 'paused' => 'token', 'try' => 1_800_000 ), self::AT_ONCE ),
			'token: a try within the hour'                      => array( $fresh, array( 'paused' => 'token', 'try' => 3_660_000 ), 3_660_000 ),
			'token: a try further away: the clock was set'      => array( $fresh, array( 'paused' => 'token', 'try' => 4_380_001 ), 10_000 ),
			'token: a try whose time was lost'                  => array( $fresh, array( 'paused' => 'token' ), 10_000 ),
			'a new URL since the last attempt'                  => array( array( 'tried' => -60_000 ) + $retrying, array( 'connected' => -20_000 ), -20_000 ),
			'a new URL before the last attempt'                 => array( array( 'tried' => -60_000 ) + $retrying, array( 'connected' => -60_000 ), 30_000 ),
			'a new URL of a clock that was set back'            => array( array( 'tried' => -60_000 ) + $retrying, array( 'connected' => 1 ), 30_000 ),
			'a new URL, but held back by a person'              => array( array( 'tried' => -60_000 ) + $retrying, array( 'connected' => -20_000, 'paused' => 'person' ), self::NEVER ),
			'paused: a press'                                   => array( $press, array( 'paused' => 'token' ), self::AT_ONCE ),
			'paused: a press that a crashed sender took along'  => array( $pressed, array( 'paused' => 'person' ), self::AT_ONCE ),
			'copy: a change'                                    => array( $fresh, array( 'blocked' => 'copy' ), self::NEVER ),
			'copy: a press'                                     => array( $press, array( 'blocked' => 'copy' ), self::NEVER ),
			'copy: a crashed sender'                            => array( $pressed, array( 'blocked' => 'copy' ), self::NEVER ),
			'constant: a press'                                 => array( $press, array( 'blocked' => 'constant' ), self::NEVER ),
			'no cURL: a press'                                  => array( $press, array( 'blocked' => 'no_curl' ), self::NEVER ),
			'disabled: a press'                                 => array( $press, array( 'blocked' => 'disabled' ), self::NEVER ),
			'disabled: a change'                                => array( $fresh, array( 'blocked' => 'disabled' ), self::NEVER ),
			'disabled: a retry'                                 => array( $retrying, array( 'blocked' => 'disabled' ), self::NEVER ),
		);
	}

	/**
	 * @param array<string, mixed> $waiting    What is waiting; times from now.
	 * @param array<string, mixed> $permission How the environment is.
	 */
	#[DataProvider( 'rules' )]
	public function test_rule( array $waiting, array $permission, ?int $expected ): void {
		$lane = self::lane( $waiting );
		$due  = Due_Time::at( $lane, self::permission( $permission ), self::NOW, $permission['at_once'] ?? false );
		$this->assertSame( $expected, null === $due ? null : $due - self::NOW );
		$this->assertSame( null !== $expected && $expected <= 0, Due_Time::is_due( $lane, self::permission( $permission ), self::NOW, $permission['at_once'] ?? false ) );
	}

	/**
	 * @param array<string, mixed> $waiting What is waiting; times from now.
	 */
	private static function lane( array $waiting ): Lane_State {
		$at    = static fn( string $name ): ?int => isset( $waiting[ $name ] ) ? self::NOW + $waiting[ $name ] : null;
		$tried = isset( $waiting['tried'] ) ? sprintf( '[{"at":%d}]', $at( 'tried' ) ) : '[]';
		$begun = isset( $waiting['begun'] )
			? new Unfinished_Run( 1, 'retrying' === $waiting['begun'], $at( 'not_before' ) ?? 0, $waiting['begun_pressed'] ?? false, Action::Rebuild, 1, Attempts::from_json( $tried ), self::NOW )
			: null;
		return new Lane_State(
			Lane_Key::of( 1, 'production', Lane::Build ),
			$at( 'oldest' ),
			$at( 'newest' ),
			$waiting['changes'] ?? 0,
			$at( 'manual' ),
			$waiting['fresh'] ?? 0,
			$waiting['undeployed'] ?? 0,
			unfinished: $begun,
		);
	}

	/**
	 * @param array<string, mixed> $permission How the environment is.
	 */
	private static function permission( array $permission ): Send_Permission {
		$automation = new Automation( array( 'content' => Action::Rebuild ), $permission['quiet'] ?? 10, $permission['max'] ?? 120, $permission['hold'] ?? false );
		$paused     = isset( $permission['paused'] )
			? new Pause( Pause_Reason::from( $permission['paused'] ), self::NOW, isset( $permission['try'] ) ? self::NOW + $permission['try'] : null )
			: null;
		return new Send_Permission( new Environment( 'production', 'Production', 'wpe-headless', array(), array(), '', $automation, array(), $paused, '', connected_at: isset( $permission['connected'] ) ? self::NOW + $permission['connected'] : 0 ), isset( $permission['blocked'] ) ? new Pause( Pause_Reason::from( $permission['blocked'] ) ) : $paused );
	}
}
