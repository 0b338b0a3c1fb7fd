<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Site_Time;

/**
 * Words spans and times, as src/panel/labels/time.ts does in the browser. Nothing is escaped.
 */
final class Time_Format {
	/** Below this, a time is counted in seconds. */
	private const SECONDS_UNTIL_MS = 90_000;

	private const SECOND_MS = 1_000;
	private const MINUTE_MS = 60_000;
	private const HOUR_MS   = 3_600_000;
	private const DAY_MS    = 86_400_000;

	/**
	 * Says how long it is until something happens: rounded up, so that it is never too soon.
	 *
	 * @param int $left_ms The time that is left.
	 */
	public static function left( int $left_ms ): string {
		return $left_ms > self::SECONDS_UNTIL_MS
			? self::minutes( (int) ceil( $left_ms / self::MINUTE_MS ) )
			: self::seconds( max( 0, (int) ceil( $left_ms / self::SECOND_MS ) ) );
	}

	/**
	 * Says how long ago something happened; from a day on, when.
	 *
	 * @param string $at ISO 8601 with milliseconds.
	 */
	public static function ago( string $at, int $now_ms ): string {
		$ago_ms = max( 0, $now_ms - self::ms( $at ) );
		if ( $ago_ms < self::SECOND_MS ) {
			return __( 'just now', 'headless-deploy' );
		}
		if ( $ago_ms >= self::DAY_MS ) {
			return self::clock( $at, $now_ms );
		}
		$span = match ( true ) {
			$ago_ms < self::SECONDS_UNTIL_MS => self::seconds( intdiv( $ago_ms, self::SECOND_MS ) ),
			$ago_ms < self::HOUR_MS          => self::minutes( intdiv( $ago_ms, self::MINUTE_MS ) ),
			/* translators: %d: number of hours, abbreviated. */
			default => sprintf( __( '%d h', 'headless-deploy' ), intdiv( $ago_ms, self::HOUR_MS ) ),
		};
		/* translators: %s: a span of time, for example “4 min”. */
		return sprintf( __( '%s ago', 'headless-deploy' ), $span );
	}

	/**
	 * Reads a time of the wire as milliseconds.
	 *
	 * @param string $at ISO 8601 with milliseconds.
	 */
	public static function ms( string $at ): int {
		return (int) strtotime( $at ) * 1000 + (int) substr( $at, 20, 3 );
	}

	/**
	 * Says at what time something happened, in the site's time zone; with the date when it was not today.
	 */
	private static function clock( string $at, int $now_ms ): string {
		$seconds  = (int) strtotime( $at );
		$is_today = wp_date( 'Y-m-d', $seconds ) === wp_date( 'Y-m-d', intdiv( $now_ms, 1000 ) );
		return $is_today ? Site_Time::time( $seconds ) : Site_Time::date_and_time( $seconds );
	}

	/**
	 * Counts seconds.
	 */
	private static function seconds( int $count ): string {
		/* translators: %d: number of seconds, abbreviated. */
		return sprintf( __( '%d s', 'headless-deploy' ), $count );
	}

	/**
	 * Counts minutes.
	 */
	private static function minutes( int $count ): string {
		/* translators: %d: number of minutes, abbreviated. */
		return sprintf( __( '%d min', 'headless-deploy' ), $count );
	}
}
