<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Timed_Text;

/**
 * Describes the REST resource of a run, as src/shared/wire.ts has it.
 */
final class Run_Schema {
	public const SYMBOLS = array( 'good', 'bad', 'warning', 'paused', 'scheduled', 'held', 'accepted', 'canceled', 'busy' );

	private const TEXT   = array( 'type' => 'string' );
	private const NUMBER = array( 'type' => 'integer' );
	private const TIME   = array(
		'type'   => 'string',
		'format' => 'date-time',
	);
	private const NO_TIME = array(
		'type'   => array( 'string', 'null' ),
		'format' => 'date-time',
	);

	/**
	 * Describes a run.
	 *
	 * @return array<string, mixed>
	 */
	public static function run(): array {
		return array( 'title' => 'headless-deploy-run' ) + self::closed( self::properties() );
	}

	/**
	 * Describes a page of the log.
	 *
	 * @return array<string, mixed>
	 */
	public static function page(): array {
		return array( 'title' => 'headless-deploy-runs' ) + self::closed( array( 'runs' => self::list_of( self::run() ) ) );
	}

	/**
	 * Describes a reason.
	 *
	 * @return array<string, mixed>
	 */
	public static function reason(): array {
		return self::closed(
			array(
				'event'   => self::TEXT,
				'text'    => self::TEXT,
				'title'   => self::TEXT,
				'link'    => self::TEXT,
				'detail'  => self::TEXT,
				'metaKey' => self::TEXT,
				'user'    => self::user(),
				'at'      => self::TIME,
			),
		);
	}

	/**
	 * Describes an object that has these fields and no others.
	 *
	 * @param  array<string, array<string, mixed>> $properties
	 * @return array<string, mixed>
	 */
	public static function closed( array $properties ): array {
		return array(
			'type'                 => 'object',
			'properties'           => $properties,
			'required'             => array_keys( $properties ),
			'additionalProperties' => false,
		);
	}

	/**
	 * Describes a list.
	 *
	 * @param  array<string, mixed> $items What is in it.
	 * @return array<string, mixed>
	 */
	public static function list_of( array $items ): array {
		return array(
			'type'  => 'array',
			'items' => $items,
		);
	}

	/**
	 * Describes a word of a closed set.
	 *
	 * @param  list<string>         $words
	 * @return array<string, mixed>
	 */
	public static function one_of( array $words ): array {
		return array(
			'type' => 'string',
			'enum' => $words,
		);
	}

	/**
	 * Describes the fields of a run.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	private static function properties(): array {
		return array(
			'id'               => self::NUMBER,
			'environment'      => self::TEXT,
			'environmentLabel' => self::TEXT,
			'lane'             => self::one_of( array_column( Lane::cases(), 'value' ) ),
			'action'           => self::one_of( array_column( Action::cases(), 'value' ) ),
			'cause'            => self::one_of( Cause::ALL ),
			'user'             => self::user(),
			'reasons'          => self::list_of( self::reason() ),
			'changes'          => self::NUMBER,
			'status'           => self::one_of( Run_Status::logged() ),
			'accepted'         => array( 'type' => 'boolean' ),
			'trackedAt'        => self::NO_TIME,
			'live'             => self::live(),
			'build'            => self::build(),
			'httpStatus'       => self::NUMBER,
			'errorCode'        => self::TEXT,
			'message'          => self::TEXT,
			'response'         => array( 'type' => array( 'object', 'null' ) ) + self::closed(
				array(
					'message' => self::TEXT,
					'excerpt' => self::TEXT,
				),
			),
			'operation'      => self::TEXT,
			'attempts'       => self::list_of( self::attempt() ),
			'createdAt'      => self::TIME,
			'finishedAt'     => self::NO_TIME,
			'needsNewUrl'    => array( 'type' => 'boolean' ),
			'symbol'         => self::one_of( self::SYMBOLS ),
			'headline'       => Timed_Text::schema(),
			'causeLabel'     => self::TEXT,
			'changesSummary' => self::TEXT,
		);
	}

	/**
	 * Describes the page that proved what came of a run.
	 *
	 * @return array<string, mixed>
	 */
	private static function live(): array {
		return array( 'type' => array( 'object', 'null' ) ) + self::closed(
			array(
				'url'  => self::TEXT,
				'what' => self::one_of( array( 'live', 'gone' ) ),
				'post' => self::NUMBER,
			),
		);
	}

	/**
	 * Describes the host's build.
	 *
	 * @return array<string, mixed>
	 */
	private static function build(): array {
		return array( 'type' => array( 'object', 'null' ) ) + self::closed(
			array(
				'name'       => self::TEXT,
				'number'     => array( 'type' => array( 'integer', 'null' ) ),
				'page'       => array( 'type' => array( 'string', 'null' ) ),
				'origin'     => self::TEXT,
				'startedAt'  => self::NO_TIME,
				'finishedAt' => self::NO_TIME,
				'message'    => self::TEXT,
			),
		);
	}

	/**
	 * Describes who did something.
	 *
	 * @return array<string, mixed>
	 */
	private static function user(): array {
		return self::closed(
			array(
				'id'   => self::NUMBER,
				'name' => self::TEXT,
			),
		);
	}

	/**
	 * Describes an attempt.
	 *
	 * @return array<string, mixed>
	 */
	private static function attempt(): array {
		return self::closed(
			array(
				'at'         => self::TIME,
				'durationMs' => self::NUMBER,
				'httpStatus' => self::NUMBER,
				'error'      => self::TEXT,
				'headline'   => self::TEXT,
			),
		);
	}
}
