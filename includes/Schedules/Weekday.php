<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

/**
 * Days of the week, with the values of the REST API.
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
	 * Returns the ISO 8601 number of the day: 1 for Monday.
	 */
	public function iso(): int {
		return 1 + (int) array_search( $this, self::cases(), true );
	}
}
