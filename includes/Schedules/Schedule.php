<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Last_Saved;

/**
 * Holds a schedule: the action, the environment and the times, in the time zone of the site.
 *
 * @phpstan-import-type Record from Stored_Schedules
 * @phpstan-import-type Saved from Last_Saved
 */
final class Schedule {
	public const REASON_TYPE = 'schedule';

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
	 * Returns the stored reason of a run. It contains the label, because the schedule may be renamed or deleted later.
	 *
	 * @return array<string, string|int>
	 */
	public function to_reason( int $at ): array {
		return array(
			'event'   => 'scheduled',
			'type'    => self::REASON_TYPE,
			'subtype' => $this->id,
			'id'      => 0,
			'user'    => 0,
			'at'      => $at,
			'name'    => $this->label,
		);
	}
}
