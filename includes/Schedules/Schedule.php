<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment_Id;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Json_Schema;

/**
 * Holds a schedule: the action, the environment and the times, in the time zone of the site.
 *
 * @phpstan-import-type Record from Stored_Schedules
 * @phpstan-import-type Saved from Last_Saved
 */
final class Schedule {
	public const REASON_TYPE = 'schedule';

	private const MAX_LABEL_LENGTH = 80;

	private const LAST_DAY = 31;

	/**
	 * @param string   $label For example Nightly.
	 * @param int|null $day   Day of a monthly schedule, 1 to 31; in a shorter month, the last day.
	 * @param string   $time  `HH:MM`; an hourly schedule has the hour 00.
	 * @param Saved    $saved User who last saved it, and when.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $label,
		public readonly string $environment,
		public readonly Action $action,
		public readonly Frequency $frequency,
		public readonly ?Weekday $weekday,
		public readonly ?int $day,
		public readonly string $time,
		public readonly string $etag = '',
		public readonly ?array $saved = null,
	) {}

	/**
	 * @param Record $record As it was sanitized.
	 */
	public static function from_record( string $id, array $record ): self {
		return new self(
			$id,
			$record['label'],
			$record['environment'],
			Action::from( $record['action'] ),
			Frequency::from( $record['frequency'] ),
			null === $record['weekday'] ? null : Weekday::from( $record['weekday'] ),
			$record['day'],
			$record['time'],
			$record['etag'],
			$record['saved'],
		);
	}

	public function minutes(): int {
		return 60 * (int) substr( $this->time, 0, 2 ) + (int) substr( $this->time, 3, 2 );
	}

	/**
	 * Describes the body of a write. The time has no pattern, because Schedule_Errors has a better message.
	 */
	public static function input(): Json_Schema {
		$written = array(
			'time'  => Json_Schema::text()->with( maxLength: 16 ),
			'label' => Json_Schema::text()->with( maxLength: self::MAX_LABEL_LENGTH ),
		);
		return Json_Schema::partial( ...array_merge( self::fields(), $written ) )->named( 'schedule-input' );
	}

	public static function schema( Json_Schema $run ): Json_Schema {
		$read_only = array(
			'nextRunAt' => Json_Schema::time( 'In the past if it is overdue.' ),
			'lastRun'   => $run->or_null( 'Null before the first run.' ),
			'etag'      => Json_Schema::text( 'Changes with every write; sent back as `If-Match`.' ),
			'lastSaved' => Last_Saved::schema(),
		);
		return Json_Schema::closed( ...array( 'id' => Environment_Id::schema() ) + self::fields() + $read_only )->named( 'schedule' );
	}

	public static function list_schema( Json_Schema $run ): Json_Schema {
		return Json_Schema::closed( schedules: Json_Schema::list_of( self::schema( $run ) ) )->named( 'schedules' );
	}

	/**
	 * Describes a stored schedule. One without an action, frequency, environment or time is invalid.
	 */
	public static function stored(): Json_Schema {
		$stored = array(
			'environment' => Environment_Id::schema(),
			'saved'       => Last_Saved::stored(),
			'etag'        => Json_Schema::text(),
		);
		return Json_Schema::partial( ...array_merge( self::fields(), $stored ) )->with( required: array(
			'action',
			'frequency',
			'environment',
			'time',
		) );
	}

	/**
	 * @return array<string, Json_Schema>
	 */
	private static function fields(): array {
		return array(
			'label'       => Json_Schema::text(),
			'environment' => Json_Schema::text()->with( maxLength: 64 ),
			'action'      => Json_Schema::enum( 'action', Action::class ),
			'frequency'   => Json_Schema::enum( 'frequency', Frequency::class ),
			'weekday'     => Json_Schema::enum( 'weekday', Weekday::class )->or_null( 'Null unless weekly.' ),
			'day'         => Json_Schema::integer()->with( minimum: 1, maximum: self::LAST_DAY )->or_null(
				'Null unless monthly. In a shorter month, its last day.',
			),
			'time' => Json_Schema::text( '`HH:MM` in the time zone of the site. Of an hourly schedule only the minutes count; the hour is 00.' )->with( pattern: Stored_Schedules::TIME_PATTERN ),
		);
	}
}
