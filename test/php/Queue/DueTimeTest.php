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
	 * What is pending, the state of the environment, and when it is due: milliseconds from now, null for never.
	 */
	public static function rules(): array {
		$fresh              = array( 'oldest' => 0, 'newest' => 0, 'fresh' => 1, 'changes' => 1 );
		$manual_run         = array( 'manual' => 0, 'oldest' => 0, 'newest' => 0, 'fresh' => 1 );
		$refused            = array( 'undeployed' => 3, 'changes' => 3 );
		$crashed            = array( 'run' => 'sending' );
		$crashed_manual_run = array( 'run' => 'sending', 'is_manual' => true );
		$retrying           = array( 'run' => 'retrying', 'not_before' => 30_000 );
		return array(
			'nothing'                                              => array( array(), array(), self::NEVER ),
			'a fresh change'                                       => array( $fresh, array(), 10_000 ),
			'two fresh changes'                                    => array( array( 'oldest' => -5_000, 'newest' => -1_000 ) + $fresh, array(), 9_000 ),
			'steady changes, at the maximum wait'                  => array( array( 'oldest' => -119_000, 'newest' => 0 ) + $fresh, array(), 1_000 ),
			'an old change'                                        => array( array( 'oldest' => -50_000, 'newest' => -50_000 ) + $fresh, array(), -40_000 ),
			'no quiet period'                                      => array( $fresh, array( 'quiet' => 0 ), self::AT_ONCE ),
			'maximum wait shorter than the quiet period'           => array( $fresh, array( 'quiet' => 60, 'max' => 5 ), 5_000 ),
			'a change at the end of a cron request'                => array( $fresh, array( 'skips_quiet_period' => true ), self::AT_ONCE ),
			'a held change at the end of a cron request'           => array( $fresh, array( 'skips_quiet_period' => true, 'hold' => true ), self::NEVER ),
			'a change 60 s in the future'                          => array( array( 'oldest' => 60_000, 'newest' => 60_000 ) + $fresh, array(), 70_000 ),
			'a change further in the future: wrong clock'          => array( array( 'oldest' => 0, 'newest' => 60_001 ) + $fresh, array(), self::AT_ONCE ),
			'refused changes alone'                                => array( $refused, array(), self::NEVER ),
			'refused changes and a fresh one'                      => array( $refused + $fresh, array(), 10_000 ),
			'refused changes and a manual run'                     => array( $refused + $manual_run, array(), self::AT_ONCE ),
			'held: a change'                                       => array( $fresh, array( 'hold' => true ), self::NEVER ),
			'held: a manual run'                                   => array( $manual_run, array( 'hold' => true ), self::AT_ONCE ),
			'held: an unfinished run continues'                    => array( $crashed + $fresh, array( 'hold' => true ), self::AT_ONCE ),
			'held: a retry continues'                              => array( $retrying, array( 'hold' => true ), 30_000 ),
			'a crashed sender'                                     => array( $crashed, array(), self::AT_ONCE ),
			'a crashed sender comes before the quiet period'       => array( $crashed + $fresh, array(), self::AT_ONCE ),
			'a retry'                                              => array( $retrying, array(), 30_000 ),
			'newer changes wait for a retry'                       => array( array( 'oldest' => -90_000, 'newest' => -90_000 ) + $retrying + $fresh, array(), 30_000 ),
			'a retry that is due'                                  => array( array( 'not_before' => -1 ) + $retrying, array(), -1 ),
			'a manual run overtakes a retry'                       => array( $retrying + $manual_run, array(), self::AT_ONCE ),
			'a retry within the longest back-off'                  => array( array( 'not_before' => 4_380_000 ) + $retrying, array(), 4_380_000 ),
			'a retry further away: wrong clock'                    => array( array( 'not_before' => 4_380_001 ) + $retrying, array(), self::AT_ONCE ),
			'paused: a change'                                     => array( $fresh, array( 'paused' => 'person' ), self::NEVER ),
			'paused: a crashed sender'                             => array( $crashed, array( 'paused' => 'person' ), self::NEVER ),
			'paused: a retry'                                      => array( $retrying, array( 'paused' => 'person' ), self::NEVER ),
			'paused: a retrying manual run'                        => array( array( 'is_manual' => true ) + $retrying, array( 'paused' => 'person' ), 30_000 ),
			'token: a change waits for the hourly attempt'         => array( $fresh, array( 'paused' => 'token', 'try' => 1_800_000 ), 1_800_000 ),
			'token: a change keeps its quiet period'               => array( $fresh, array( 'paused' => 'token', 'try' => 2_000 ), 10_000 ),
			'token: a held change'                                 => array( $fresh, array( 'paused' => 'token', 'try' => -1, 'hold' => true ), self::NEVER ),
			'token: a retry waits for the hourly attempt'          => array( $retrying, array( 'paused' => 'token', 'try' => 1_800_000 ), 1_800_000 ),
			'token: a retry due after the hourly attempt'          => array( $retrying, array( 'paused' => 'token', 'try' => 1_000 ), 30_000 ),
			'token: a crashed sender waits for the hourly attempt' => array( $crashed, array( 'paused' => 'token', 'try' => 1_800_000 ), 1_800_000 ),
			'token: the hour has passed'                           => array( array( 'not_before' => -5 ) + $retrying, array( 'paused' => 'token', 'try' => -5 ), -5 ),
			'token: a manual run does not wait'                    => array( $manual_run + $retrying, array( 'paused' => 'token', 'try' => 1_800_000 ), self::AT_ONCE ),
			'token: an attempt within the hour'                    => array( $fresh, array( 'paused' => 'token', 'try' => 3_660_000 ), 3_660_000 ),
			'token: a later attempt: wrong clock'                  => array( $fresh, array( 'paused' => 'token', 'try' => 4_380_001 ), 10_000 ),
			'token: no time for the next attempt'                  => array( $fresh, array( 'paused' => 'token' ), 10_000 ),
			'a new URL since the last attempt'                     => array( array( 'tried' => -60_000 ) + $retrying, array( 'connected' => -20_000 ), -20_000 ),
			'a new URL before the last attempt'                    => array( array( 'tried' => -60_000 ) + $retrying, array( 'connected' => -60_000 ), 30_000 ),
			'a new URL of a clock that was set back'               => array( array( 'tried' => -60_000 ) + $retrying, array( 'connected' => 1 ), 30_000 ),
			'a new URL in a pause by a user'                       => array( array( 'tried' => -60_000 ) + $retrying, array( 'connected' => -20_000, 'paused' => 'person' ), self::NEVER ),
			'paused: a manual run'                                 => array( $manual_run, array( 'paused' => 'token' ), self::AT_ONCE ),
			'paused: a manual run of a crashed sender'             => array( $crashed_manual_run, array( 'paused' => 'person' ), self::AT_ONCE ),
			'copy: a change'                                       => array( $fresh, array( 'blocked' => 'copy' ), self::NEVER ),
			'copy: a manual run'                                   => array( $manual_run, array( 'blocked' => 'copy' ), self::NEVER ),
			'copy: a crashed sender'                               => array( $crashed_manual_run, array( 'blocked' => 'copy' ), self::NEVER ),
			'constant: a manual run'                               => array( $manual_run, array( 'blocked' => 'constant' ), self::NEVER ),
			'no cURL: a manual run'                                => array( $manual_run, array( 'blocked' => 'no_curl' ), self::NEVER ),
			'disabled: a manual run'                               => array( $manual_run, array( 'blocked' => 'disabled' ), self::NEVER ),
			'disabled: a change'                                   => array( $fresh, array( 'blocked' => 'disabled' ), self::NEVER ),
			'disabled: a retry'                                    => array( $retrying, array( 'blocked' => 'disabled' ), self::NEVER ),
		);
	}

	/**
	 * @param array<string, mixed> $pending    Times in milliseconds from now.
	 * @param array<string, mixed> $permission State of the environment.
	 */
	#[DataProvider( 'rules' )]
	public function test_due_time( array $pending, array $permission, ?int $expected ): void {
		$lane = self::lane( $pending );
		$due  = Due_Time::at( $lane, self::permission( $permission ), self::NOW, $permission['skips_quiet_period'] ?? false );
		$this->assertSame( $expected, null === $due ? null : $due - self::NOW );
		$this->assertSame( null !== $expected && $expected <= 0, Due_Time::is_due( $lane, self::permission( $permission ), self::NOW, $permission['skips_quiet_period'] ?? false ) );
	}

	private static function lane( array $pending ): Lane_State {
		$at    = static fn( string $name ): ?int => isset( $pending[ $name ] ) ? self::NOW + $pending[ $name ] : null;
		$tried = isset( $pending['tried'] ) ? sprintf( '[{"at":%d}]', $at( 'tried' ) ) : '[]';
		$run   = isset( $pending['run'] )
			? new Unfinished_Run( 1, 'retrying' === $pending['run'], $at( 'not_before' ) ?? 0, $pending['is_manual'] ?? false, Action::Rebuild, 1, Attempts::from_json( $tried ), self::NOW )
			: null;
		return new Lane_State(
			Lane_Key::of( 1, 'production', Lane::Build ),
			$at( 'oldest' ),
			$at( 'newest' ),
			$pending['changes'] ?? 0,
			$at( 'manual' ),
			$pending['fresh'] ?? 0,
			$pending['undeployed'] ?? 0,
			unfinished: $run,
		);
	}

	private static function permission( array $permission ): Send_Permission {
		$automation = new Automation( array( 'content' => Action::Rebuild ), $permission['quiet'] ?? 10, $permission['max'] ?? 120, $permission['hold'] ?? false );
		$paused     = isset( $permission['paused'] )
			? new Pause( Pause_Reason::from( $permission['paused'] ), self::NOW, isset( $permission['try'] ) ? self::NOW + $permission['try'] : null )
			: null;
		return new Send_Permission( new Environment( 'production', 'Production', $automation, paused: $paused, connected_at: isset( $permission['connected'] ) ? self::NOW + $permission['connected'] : 0 ), isset( $permission['blocked'] ) ? new Pause( Pause_Reason::from( $permission['blocked'] ) ) : $paused );
	}
}
