<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment_Id;
use HeadlessDeploy\Environments\Last_Saved;

/**
 * Describes the REST resource of a schedule: what is written and what is answered.
 */
final class Schedule_Schema {
	private const MAX_LABEL_LENGTH = 80;
	private const LAST_DAY         = 31;

	/**
	 * Describes the body of a write. The time has no pattern, because Schedule_Errors has a better message.
	 *
	 * @return array{type: string, additionalProperties: bool, properties: array<string, array<string, mixed>>}
	 */
	public static function input(): array {
		$fields         = self::fields();
		$fields['time'] = array(
			'type'      => 'string',
			'maxLength' => 16,
		);
		$fields['label'] = array(
			'type'      => 'string',
			'maxLength' => self::MAX_LABEL_LENGTH,
		);
		return array(
			'type'                 => 'object',
			'additionalProperties' => false,
			'properties'           => $fields,
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	public static function schedule(): array {
		$answered = array(
			'nextRunAt' => array(
				'type'   => 'string',
				'format' => 'date-time',
			),
			// As `GET /runs/{id}` returns it; null before the first run.
			'lastRun'   => array( 'type' => array( 'object', 'null' ) ),
			'etag'      => array( 'type' => 'string' ),
			'lastSaved' => Last_Saved::schema(),
		);
		$id = array(
			'id' => array(
				'type'    => 'string',
				'pattern' => '^' . Environment_Id::PATTERN . '$',
			),
		);
		$fields = $id + self::fields() + $answered;
		return array(
			'title'                => 'headless-deploy-schedule',
			'type'                 => 'object',
			'additionalProperties' => false,
			'properties'           => $fields,
			'required'             => array_keys( $fields ),
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	public static function schedules(): array {
		$list = array(
			'schedules' => array(
				'type'  => 'array',
				'items' => self::schedule(),
			),
		);
		return array(
			'title'                => 'headless-deploy-schedules',
			'type'                 => 'object',
			'additionalProperties' => false,
			'properties'           => $list,
			'required'             => array_keys( $list ),
		);
	}

	/**
	 * @return array<string, array<string, mixed>>
	 */
	private static function fields(): array {
		return array(
			'label'       => array( 'type' => 'string' ),
			'environment' => array(
				'type'      => 'string',
				'maxLength' => 64,
			),
			'action'    => self::one_of( array_column( Action::cases(), 'value' ) ),
			'frequency' => self::one_of( array_column( Frequency::cases(), 'value' ) ),
			'weekday'   => array(
				'type' => array( 'string', 'null' ),
				'enum' => array_merge( array_column( Weekday::cases(), 'value' ), array( null ) ),
			),
			'day' => array(
				'type'    => array( 'integer', 'null' ),
				'minimum' => 1,
				'maximum' => self::LAST_DAY,
			),
			'time' => array(
				'type'    => 'string',
				'pattern' => '^([01][0-9]|2[0-3]):[0-5][0-9]$',
			),
		);
	}

	/**
	 * @param  list<string>         $words
	 * @return array<string, mixed>
	 */
	private static function one_of( array $words ): array {
		return array(
			'type' => 'string',
			'enum' => $words,
		);
	}
}
