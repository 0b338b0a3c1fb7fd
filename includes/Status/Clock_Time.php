<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Site_Time;

/**
 * Formats a time in the site's format and time zone, with the date if it is not today.
 */
final class Clock_Time {
	public static function of( int $ms, int $now_ms ): string {
		$seconds  = intdiv( $ms, 1000 );
		$is_today = wp_date( 'Y-m-d', $seconds ) === wp_date( 'Y-m-d', intdiv( $now_ms, 1000 ) );
		return $is_today ? Site_Time::time( $seconds ) : Site_Time::date_and_time( $seconds );
	}
}
