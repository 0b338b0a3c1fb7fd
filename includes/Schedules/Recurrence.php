<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use DateTimeZone;

/**
 * Calculates the runs of a schedule. A local time that daylight saving time skips runs at the first moment after the
 * gap; one that occurs twice runs the first time. Day 31 is the last day of a shorter month.
 */
final class Recurrence {
	private const DAY_SECONDS = 86_400;

	private readonly Local_Time $local_time;

	/**
	 * @param DateTimeZone $zone The site's, from `wp_timezone()`.
	 */
	public function __construct( DateTimeZone $zone ) {
		$this->local_time = new Local_Time( $zone );
	}

	public function after( Schedule $schedule, int $after ): int {
		$seconds = (int) floor( $after / 1000 );
		if ( Frequency::Hourly === $schedule->frequency ) {
			return 1000 * $this->local_time->next_minute( $seconds, $schedule->minutes() % 60 );
		}
		// Earlier local days are over.
		$day = intdiv( $this->local_time->local_time( $seconds ), self::DAY_SECONDS );
		do {
			$day    = $this->day_from( $schedule, $day );
			$moment = $this->local_time->first_moment( $day * self::DAY_SECONDS + 60 * $schedule->minutes() );
			++$day;
		} while ( $moment <= $seconds );
		return 1000 * $moment;
	}

	public function includes( Schedule $schedule, int $moment ): bool {
		return $this->after( $schedule, $moment - 1 ) === $moment;
	}

	private function day_from( Schedule $schedule, int $day ): int {
		if ( null !== $schedule->weekday ) {
			// 1 January 1970 was a Thursday, the fourth day of its week.
			return $day + ( ( $schedule->weekday->iso() - 4 - $day ) % 7 + 7 ) % 7;
		}
		return null === $schedule->day ? $day : $this->day_of_month_from( $schedule->day, $day );
	}

	/**
	 * @param int $wanted Day of the month, 1 to 31.
	 */
	private function day_of_month_from( int $wanted, int $day ): int {
		$date  = $day * self::DAY_SECONDS;
		$month = $day - (int) gmdate( 'j', $date ) + 1;
		$found = $month + min( $wanted, (int) gmdate( 't', $date ) ) - 1;
		if ( $found >= $day ) {
			return $found;
		}
		$month += (int) gmdate( 't', $date );
		return $month + min( $wanted, (int) gmdate( 't', $month * self::DAY_SECONDS ) ) - 1;
	}
}
