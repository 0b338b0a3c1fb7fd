<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use DateTimeZone;

/**
 * The hours of a day in which no message is sent, in the time zone of the site. They may include midnight.
 */
final class Quiet_Hours {
	/**
	 * @param string $from `HH:MM`, empty for no quiet hours.
	 * @param string $to   `HH:MM`.
	 * @param int    $now  Milliseconds.
	 */
	public static function include( string $from, string $to, int $now, DateTimeZone $zone ): bool {
		$time = (string) wp_date( 'H:i', intdiv( $now, 1000 ), $zone );
		return match ( true ) {
			'' === $from => false,
			$from < $to  => $time >= $from && $time < $to,
			default      => $time >= $from || $time < $to,
		};
	}
}
