<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

/**
 * Names the days of the week, in the words of the wire.
 */
enum Weekday: string {
	case Monday    = 'monday';
	case Tuesday   = 'tuesday';
	case Wednesday = 'wednesday';
	case Thursday  = 'thursday';
	case Friday    = 'friday';
	case Saturday  = 'saturday';
	case Sunday    = 'sunday';

	/**
	 * Returns the number that ISO 8601 gives the day: 1 for Monday.
	 */
	public function iso(): int {
		return 1 + (int) array_search( $this, self::cases(), true );
	}
}
