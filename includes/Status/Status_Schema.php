<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Deliveries\Delivery_Schema;
use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Environments\Lane;
use HeadlessDeploy\Environments\Last_Saved;

/**
 * Describes the REST resource of the status, as src/shared/wire.ts has it.
 */
final class Status_Schema {
	public const STATES        = array( 'upToDate', 'pending', 'held', 'delivering', 'retrying', 'building', 'paused', 'failed', 'canceled' );
	public const PAUSE_REASONS = array( 'copy', 'token', 'person', 'disabled', 'key', 'constant', 'no_curl', 'unknown' );

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
		return array( 'title' => 'headless-deploy-status' ) + Delivery_Schema::closed(
			array(
				'environments' => Delivery_Schema::list_of( self::environment() ),
				'alarmClock'   => Delivery_Schema::closed(
					array(
						'lastRunAt'      => self::NO_TIME,
						'healthy'        => array( 'type' => 'boolean' ),
						'overdueSince'   => self::NO_TIME,
						'wpCronDisabled' => array( 'type' => 'boolean' ),
						'systemCron'     => array( 'type' => array( 'object', 'null' ) ) + Delivery_Schema::closed(
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
		$delivery = Delivery_Schema::delivery();
		return Delivery_Schema::closed(
			array(
				'id'          => self::TEXT,
				'label'       => self::TEXT,
				'frontEndUrl' => self::TEXT,
				'lane'        => self::lane(),
				'state'       => Delivery_Schema::one_of( self::STATES ),
				'hold'        => array( 'type' => 'boolean' ),
				'pending'     => Delivery_Schema::list_of( self::pending() ),
				'undeployed'  => Delivery_Schema::list_of( self::undeployed() ),
				'delivering'  => Delivery_Schema::list_of( $delivery ),
				'last'        => array( 'type' => array( 'object', 'null' ) ) + $delivery,
				'otherLast'   => array( 'type' => array( 'object', 'null' ) ) + $delivery,
				'can'         => Delivery_Schema::list_of( Delivery_Schema::one_of( array_column( Action::cases(), 'value' ) ) ),
				'paused'      => array(
					'type'     => array( 'object', 'null' ),
					'required' => array( 'reason', 'since', 'nextTryAt' ),
				) + Delivery_Schema::closed(
					array(
						'reason'    => Delivery_Schema::one_of( self::PAUSE_REASONS ),
						'since'     => self::NO_TIME,
						'nextTryAt' => self::NO_TIME,
						'by'        => Last_Saved::person_schema(),
						'copy'      => Delivery_Schema::closed( array( 'confirmed' => array( 'type' => 'boolean' ) ) ),
					),
				),
				'week' => Delivery_Schema::closed(
					array(
						'changes' => self::NUMBER,
						'runs'    => self::NUMBER,
					),
				),
				'lookAt' => self::NO_TIME,
			),
		);
	}

	/**
	 * Describes a lane.
	 *
	 * @return array<string, mixed>
	 */
	private static function lane(): array {
		return Delivery_Schema::one_of( array_column( Lane::cases(), 'value' ) );
	}

	/**
	 * Describes the changes of failed and canceled runs that are not on the site.
	 *
	 * @return array<string, mixed>
	 */
	private static function undeployed(): array {
		return Delivery_Schema::closed(
			array(
				'lane'     => self::lane(),
				'changes'  => self::NUMBER,
				'canceled' => self::NUMBER,
				'run'      => self::NUMBER,
				'reasons'  => Delivery_Schema::list_of( Delivery_Schema::reason() ),
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
		return Delivery_Schema::closed(
			array(
				'lane'          => self::lane(),
				'action'        => Delivery_Schema::one_of( array_column( Action::cases(), 'value' ) ),
				'dueAt'         => self::NO_TIME,
				'changes'       => self::NUMBER,
				'reasons'       => Delivery_Schema::list_of( Delivery_Schema::reason() ),
				'held'          => array( 'type' => 'boolean' ),
				'attempt'       => self::NUMBER,
				'nextAttemptAt' => self::NO_TIME,
				'attemptedAt'   => self::NO_TIME,
				'errorCode'     => self::TEXT,
				'message'       => self::TEXT,
			),
		);
	}
}
