<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment_Id;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Json_Schema;

/**
 * Describes the REST resource of a schedule: what is written and what is answered.
 *
 * @phpstan-import-type Schema from Json_Schema
 */
final class Schedule_Schema {
	private const MAX_LABEL_LENGTH = 80;
	private const LAST_DAY         = 31;

	/**
	 * Describes the body of a write. The time has no pattern, because Schedule_Errors has a better message.
	 *
	 * @return Schema
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
		return Json_Schema::named( 'schedule-input', Json_Schema::partial( $fields ) );
	}

	/**
	 * @param  Schema $run
	 * @return Schema
	 */
	public static function schedule( array $run ): array {
		$id = array(
			'id' => array(
				'type'    => 'string',
				'pattern' => '^' . Environment_Id::PATTERN . '$',
			),
		);
		$answered = array(
			'nextRunAt' => Json_Schema::time( 'In the past if it is overdue.' ),
			'lastRun'   => Json_Schema::or_null( $run, 'Null before the first run.' ),
			'etag'      => Json_Schema::text( 'Changes with every write; sent back as `If-Match`.' ),
			'lastSaved' => Last_Saved::schema(),
		);
		return Json_Schema::named( 'schedule', Json_Schema::closed( $id + self::fields() + $answered ) );
	}

	/**
	 * @param  Schema $run
	 * @return Schema
	 */
	public static function schedules( array $run ): array {
		return Json_Schema::named( 'schedules', Json_Schema::closed( array( 'schedules' => Json_Schema::list_of( self::schedule( $run ) ) ) ) );
	}

	/**
	 * @return array<string, Schema>
	 */
	private static function fields(): array {
		$day = array(
			'type'    => 'integer',
			'minimum' => 1,
			'maximum' => self::LAST_DAY,
		);
		$time = array(
			'type'    => 'string',
			'pattern' => '^([01][0-9]|2[0-3]):[0-5][0-9]$',
		);
		return array(
			'label'       => Json_Schema::text(),
			'environment' => array(
				'type'      => 'string',
				'maxLength' => 64,
			),
			'action'    => Json_Schema::enum( 'action', Action::class ),
			'frequency' => Json_Schema::enum( 'frequency', Frequency::class ),
			'weekday'   => Json_Schema::or_null( Json_Schema::enum( 'weekday', Weekday::class ), 'Null unless weekly.' ),
			'day'       => Json_Schema::or_null( $day, 'Null unless monthly. In a shorter month, its last day.' ),
			'time'      => Json_Schema::described( $time, '`HH:MM` in the time zone of the site. Of an hourly schedule only the minutes count; the hour is 00.' ),
		);
	}
}
