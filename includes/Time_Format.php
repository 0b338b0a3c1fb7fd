<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Inserts times into the texts of the status, as src/live/labels/timed-text.ts does in the browser. Nothing is
 * escaped.
 */
final class Time_Format {
	/** Below this, a time is counted in seconds. */
	private const SECONDS_UNTIL_MS = 90_000;

	private const SECOND_MS = 1_000;
	private const MINUTE_MS = 60_000;
	private const HOUR_MS   = 3_600_000;
	private const DAY_MS    = 86_400_000;

	/**
	 * @param int $seconds_until_ms Up to this time, “ago” counts seconds.
	 */
	public static function fill( Timed_Text $text, int $now_ms, int $seconds_until_ms = self::SECONDS_UNTIL_MS ): string {
		return match ( $text->key ) {
			'until' => sprintf( $text->text, self::remaining( $text->ms - $now_ms ) ),
			'since' => sprintf( $text->text, self::elapsed( $now_ms - $text->ms ) ),
			'at'    => sprintf( $text->text, self::ago( $text->ms, $now_ms, $seconds_until_ms ) ),
			'clock' => sprintf( $text->text, Site_Time::time_or_date( $text->ms, $now_ms ) ),
			''      => $text->text,
		};
	}

	/**
	 * Like `fill()`, but after the first minute the text changes once a minute.
	 */
	public static function fill_by_minute( Timed_Text $text, int $now_ms ): string {
		$from   = '' === $text->key ? $now_ms : $text->ms;
		$passed = $now_ms - $from;
		return self::fill(
			$text,
			abs( $passed ) < self::MINUTE_MS ? $now_ms : $from + (int) floor( $passed / self::MINUTE_MS ) * self::MINUTE_MS,
			self::MINUTE_MS,
		);
	}

	/**
	 * Rounded down to whole seconds.
	 */
	public static function elapsed( int $ms ): string {
		$seconds = intdiv( max( 0, $ms ), self::SECOND_MS );
		return match ( true ) {
			$seconds < 60       => self::seconds( $seconds ),
			0 === $seconds % 60 => self::minutes( intdiv( $seconds, 60 ) ),
			/* translators: 1: number of minutes, 2: number of seconds, both abbreviated. */
			default => sprintf( __( '%1$d min %2$d s', 'headless-deploy' ), intdiv( $seconds, 60 ), $seconds % 60 ),
		};
	}

	/**
	 * Rounded: below 10 seconds to a tenth, in the site’s number format.
	 */
	public static function duration( int $ms ): string {
		$tenths = max( 1, (int) round( $ms / 100 ) );
		return $tenths < 100
			/* translators: %s: number of seconds, abbreviated. */
			? sprintf( __( '%s s', 'headless-deploy' ), number_format_i18n( $tenths / 10, 0 === $tenths % 10 ? 0 : 1 ) )
			: self::elapsed( $ms + 500 );
	}

	/**
	 * Rounded up, so that a countdown does not end too early.
	 */
	public static function remaining( int $left_ms ): string {
		return $left_ms > self::SECONDS_UNTIL_MS
			? self::minutes( (int) ceil( $left_ms / self::MINUTE_MS ) )
			: self::seconds( max( 0, (int) ceil( $left_ms / self::SECOND_MS ) ) );
	}

	/**
	 * From one day on, returns the date.
	 */
	private static function ago( int $at_ms, int $now_ms, int $seconds_until_ms ): string {
		$ago_ms = max( 0, $now_ms - $at_ms );
		if ( $ago_ms < self::SECOND_MS ) {
			return __( 'just now', 'headless-deploy' );
		}
		if ( $ago_ms >= self::DAY_MS ) {
			return Site_Time::time_or_date( $at_ms, $now_ms );
		}
		$span = match ( true ) {
			$ago_ms < $seconds_until_ms => self::seconds( intdiv( $ago_ms, self::SECOND_MS ) ),
			$ago_ms < self::HOUR_MS     => self::minutes( intdiv( $ago_ms, self::MINUTE_MS ) ),
			/* translators: %d: number of hours, abbreviated. */
			default => sprintf( __( '%d h', 'headless-deploy' ), intdiv( $ago_ms, self::HOUR_MS ) ),
		};
		/* translators: %s: a span of time, for example “4 min”. */
		return sprintf( __( '%s ago', 'headless-deploy' ), $span );
	}

	private static function seconds( int $count ): string {
		/* translators: %d: number of seconds, abbreviated. */
		return sprintf( __( '%d s', 'headless-deploy' ), $count );
	}

	private static function minutes( int $count ): string {
		/* translators: %d: number of minutes, abbreviated. */
		return sprintf( __( '%d min', 'headless-deploy' ), $count );
	}
}
