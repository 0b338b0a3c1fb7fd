<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Runs\Run_Schema;
use HeadlessDeploy\Timed_Text;

/**
 * Describes the REST resource of the status, as src/shared/wire.ts has it.
 */
final class Status_Schema {
	public const STATES = array( 'upToDate', 'pending', 'held', 'sending', 'retrying', 'building', 'paused', 'failed', 'canceled' );

	private const TEXT    = array( 'type' => 'string' );
	private const NUMBER  = array( 'type' => 'integer' );
	private const NO_TIME = array(
		'type'   => array( 'string', 'null' ),
		'format' => 'date-time',
	);

	/**
	 * Describes the status.
	 *
	 * @return array<string, mixed>
	 */
	public static function status(): array {
		return array( 'title' => 'headless-deploy-status' ) + Run_Schema::closed(
			array(
				'environments' => Run_Schema::list_of( self::environment() ),
				'mostUrgent'   => array( 'type' => array( 'string', 'null' ) ),
				'scheduler'    => Run_Schema::closed(
					array(
						'lastRunAt'      => self::NO_TIME,
						'healthy'        => array( 'type' => 'boolean' ),
						'overdueSince'   => self::NO_TIME,
						'wpCronDisabled' => array( 'type' => 'boolean' ),
						'systemCron'     => array( 'type' => array( 'object', 'null' ) ) + Run_Schema::closed(
							array(
								'command' => self::TEXT,
								'request' => self::TEXT,
							),
						),
					),
				),
			),
		);
	}

	/**
	 * Describes the state of an environment.
	 *
	 * @return array<string, mixed>
	 */
	private static function environment(): array {
		$run = Run_Schema::run();
		return Run_Schema::closed(
			array(
				'id'          => self::TEXT,
				'label'       => self::TEXT,
				'frontEndUrl' => self::TEXT,
				'lane'        => self::lane(),
				'state'       => Run_Schema::one_of( self::STATES ),
				...self::summary(),
				'next'      => array( 'type' => array( 'object', 'null' ) ) + Run_Schema::closed( array( 'from' => self::TEXT ) + self::summary() ),
				'otherLane' => array( 'type' => array( 'object', 'null' ) ) + Run_Schema::closed(
					self::summary() + array( 'next' => array( 'type' => array( 'object', 'null' ) ) + Run_Schema::closed( array( 'from' => self::TEXT ) + self::summary() ) ),
				),
				'problem'      => self::problem(),
				'needsHelp'    => array( 'type' => 'boolean' ),
				'lacksAddress' => array( 'type' => 'boolean' ),
				'hold'         => array( 'type' => 'boolean' ),
				'pending'      => Run_Schema::list_of( self::pending() ),
				'undeployed'   => Run_Schema::list_of( self::undeployed() ),
				'sending'      => Run_Schema::list_of( $run ),
				'last'         => array( 'type' => array( 'object', 'null' ) ) + $run,
				'otherLast'    => array( 'type' => array( 'object', 'null' ) ) + $run,
				'can'          => Run_Schema::list_of( Run_Schema::one_of( array_column( Action::cases(), 'value' ) ) ),
				'actions'      => Run_Schema::list_of(
					Run_Schema::closed(
						array(
							'action'  => Run_Schema::one_of( array_column( Action::cases(), 'value' ) ),
							'label'   => self::TEXT,
							'allowed' => array( 'type' => 'boolean' ),
							'reason'  => self::TEXT,
						),
					),
				),
				'blocked' => array( 'type' => array( 'object', 'null' ) ) + Run_Schema::closed(
					array(
						'reason'  => Run_Schema::one_of( array_column( Pause_Reason::cases(), 'value' ) ),
						'message' => self::TEXT,
					),
				),
				'paused' => array(
					'type'     => array( 'object', 'null' ),
					'required' => array( 'reason', 'since', 'nextTryAt' ),
				) + Run_Schema::closed(
					array(
						'reason'    => Run_Schema::one_of( array_column( Pause_Reason::cases(), 'value' ) ),
						'since'     => self::NO_TIME,
						'nextTryAt' => self::NO_TIME,
						'by'        => Last_Saved::person_schema(),
						'copy'      => Run_Schema::closed( array( 'confirmed' => array( 'type' => 'boolean' ) ) ),
					),
				),
				'week' => Run_Schema::closed(
					array(
						'changes' => self::NUMBER,
						'runs'    => self::NUMBER,
					),
				),
				'nextCheckAt' => self::NO_TIME,
			),
		);
	}

	/**
	 * @return array<string, array<string, mixed>>
	 */
	private static function summary(): array {
		return array(
			'symbol'   => Run_Schema::one_of( Run_Schema::SYMBOLS ),
			'headline' => Timed_Text::schema(),
			'detail'   => Timed_Text::schema(),
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	private static function problem(): array {
		return array( 'type' => array( 'object', 'null' ) ) + Run_Schema::closed(
			array(
				'severity'    => Run_Schema::one_of( array( 'error', 'warning' ) ),
				'headline'    => self::TEXT,
				'errorCode'   => self::TEXT,
				'message'     => self::TEXT,
				'hostMessage' => self::TEXT,
				'run'         => array( 'type' => array( 'integer', 'null' ) ),
				'needsNewUrl' => array( 'type' => 'boolean' ),
			),
		);
	}

	/**
	 * Describes a lane.
	 *
	 * @return array<string, mixed>
	 */
	private static function lane(): array {
		return Run_Schema::one_of( array_column( Lane::cases(), 'value' ) );
	}

	/**
	 * Describes the changes of failed and canceled runs that are not on the site.
	 *
	 * @return array<string, mixed>
	 */
	private static function undeployed(): array {
		return Run_Schema::closed(
			array(
				'lane'     => self::lane(),
				'changes'  => self::NUMBER,
				'canceled' => self::NUMBER,
				'run'      => self::NUMBER,
				'reasons'  => Run_Schema::list_of( Run_Schema::reason() ),
				'headline' => self::TEXT,
				'message'  => self::TEXT,
			),
		);
	}

	/**
	 * Describes a pending run.
	 *
	 * @return array<string, mixed>
	 */
	private static function pending(): array {
		return Run_Schema::closed(
			array(
				'lane'          => self::lane(),
				'action'        => Run_Schema::one_of( array_column( Action::cases(), 'value' ) ),
				'dueAt'         => self::NO_TIME,
				'changes'       => self::NUMBER,
				'reasons'       => Run_Schema::list_of( Run_Schema::reason() ),
				'held'          => array( 'type' => 'boolean' ),
				'attempt'       => self::NUMBER,
				'nextAttemptAt' => self::NO_TIME,
				'attemptedAt'   => self::NO_TIME,
				'errorCode'     => self::TEXT,
				'message'       => self::TEXT,
				'headline'      => array( 'type' => array( 'object', 'null' ) ) + Timed_Text::schema(),
				'cancelHint'    => self::TEXT,
			),
		);
	}
}
