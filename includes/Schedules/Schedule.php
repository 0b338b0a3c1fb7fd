<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use HeadlessDeploy\Action;

/**
 * Holds what is to be done regularly, where and when. Times are those of the site's time zone.
 *
 * @phpstan-import-type Record from Stored_Schedules
 */
final class Schedule {
	public const REASON_TYPE = 'schedule';

	/**
	 * @param string                         $label For people, for example Nightly.
	 * @param int|null                       $day   Which day of the month (1 to 31), for a monthly one; in a month that is shorter it is the last one.
	 * @param string                         $time  Written `HH:MM`; of an hourly one the minutes alone count, the hour is 00.
	 * @param array{user: int, at: int}|null $saved Who saved it last, and when.
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
	 * Returns the reason that a run of it shows, as it is stored. The label goes along: the schedule may be renamed or
	 * removed later.
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
