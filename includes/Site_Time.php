<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use DateTimeZone;

/**
 * Formats times in the format, time zone and language of the site. `formats()` passes the same format to
 * src/live/labels/site-date.ts.
 */
final class Site_Time {
	/**
	 * Format characters that site-date.ts supports; WordPress's default replaces a format with any other character.
	 */
	private const SUPPORTED_FORMAT = '/^(?:\\\\.|[^a-zA-Z\\\\]|[dDjlSFmMnyYaAgGhHis])+$/su';

	private const DATE = 'F j, Y';
	private const TIME = 'g:i a';

	public static function time( int $seconds ): string {
		return (string) wp_date( self::format( 'time_format', self::TIME ), $seconds );
	}

	/**
	 * Writes a time of day to the second, for example “1:58:04 pm”.
	 */
	public static function exact_time( int $seconds ): string {
		return (string) wp_date( self::with_seconds( self::format( 'time_format', self::TIME ) ), $seconds );
	}

	/**
	 * Writes a date and a time, for example “November 21, 2026, 1:58 pm”.
	 */
	public static function date_and_time( int $seconds ): string {
		return self::join( $seconds, self::time( $seconds ) );
	}

	/**
	 * Writes a time of day, with the date if it is not today.
	 *
	 * @param int $ms     Milliseconds since 1970.
	 * @param int $now_ms Milliseconds since 1970.
	 */
	public static function time_or_date( int $ms, int $now_ms ): string {
		$seconds  = intdiv( $ms, 1000 );
		$is_today = wp_date( 'Y-m-d', $seconds ) === wp_date( 'Y-m-d', intdiv( $now_ms, 1000 ) );
		return $is_today ? self::time( $seconds ) : self::date_and_time( $seconds );
	}

	/**
	 * Writes a date and a time to the second, for example “November 21, 2026, 1:58:04 pm”.
	 */
	public static function date_and_exact_time( int $seconds ): string {
		return self::join( $seconds, self::exact_time( $seconds ) );
	}

	/**
	 * Returns the formats for scripts, with the names of months, days and day periods that they use.
	 *
	 * @return array{date: string, time: string, exactTime: string, names: array<string, list<string>>}
	 */
	public static function formats(): array {
		$date = self::date_format();
		$time = self::format( 'time_format', self::TIME );
		return array(
			'date'      => $date,
			'time'      => $time,
			'exactTime' => self::with_seconds( $time ),
			'names'     => self::names( $date, $time ),
		);
	}

	private static function join( int $seconds, string $time ): string {
		/* translators: 1: a date, for example “November 24, 2026”, 2: a time, for example “9:00 am”. */
		return sprintf( _x( '%1$s, %2$s', 'date and time', 'headless-deploy' ), (string) wp_date( self::date_format(), $seconds ), $time );
	}

	/**
	 * Returns the date format. In languages that decline months WordPress writes “F j” as “j F” (see
	 * `wp_maybe_decline_date()`), so the browser gets that format.
	 */
	private static function date_format(): string {
		$format      = self::format( 'date_format', self::DATE );
		$is_declined = 1 === preg_match( '/^\d/', (string) wp_date( 'F j', 0 ) );
		return $is_declined ? (string) preg_replace( '/F ([dj])S?/', '$1 F', $format ) : $format;
	}

	/**
	 * @param string $default Used when the option is empty or unsupported by site-date.ts.
	 */
	private static function format( string $option, string $default ): string {
		$format = get_option( $option );
		return is_string( $format ) && 1 === preg_match( self::SUPPORTED_FORMAT, $format ) ? $format : $default;
	}

	/**
	 * Adds seconds after the minutes of a format that has none.
	 */
	private static function with_seconds( string $format ): string {
		$plain = (string) preg_replace( '/\\\\./su', '', $format );
		return str_contains( $plain, 's' ) ? $format : (string) preg_replace( '/(?<!\\\\)i/', 'i:s', $format, 1 );
	}

	/**
	 * Returns the names that formats use, by format character: months from January, days from Sunday, and for `a` and
	 * `A` morning and afternoon.
	 *
	 * @return array<string, list<string>>
	 */
	private static function names( string $date, string $time ): array {
		$used  = (string) preg_replace( '/\\\\./su', '', $date . $time );
		$names = array();
		foreach ( array( 'F', 'M', 'l', 'D', 'a', 'A' ) as $character ) {
			if ( str_contains( $used, $character ) ) {
				$names[ $character ] = array_map(
					static fn( int $moment ): string => self::name( $character, $moment, $date ),
					self::moments( $character ),
				);
			}
		}
		return $names;
	}

	/**
	 * @return list<int> Seconds since 1970, in UTC.
	 */
	private static function moments( string $character ): array {
		return match ( $character ) {
			'F', 'M' => array_map( static fn( int $month ): int => (int) gmmktime( 12, 0, 0, $month, 11, 2026 ), range( 1, 12 ) ),
			// 2026-11-01 is a Sunday.
			'l', 'D' => array_map( static fn( int $day ): int => (int) gmmktime( 12, 0, 0, 11, $day, 2026 ), range( 1, 7 ) ),
			default => array( 0, 12 * HOUR_IN_SECONDS ),
		};
	}

	/**
	 * Returns one name in the current language. Some languages decline the name of a month after a day.
	 *
	 * @param int $moment Seconds since 1970, in UTC.
	 */
	private static function name( string $character, int $moment, string $date ): string {
		$utc = new DateTimeZone( 'UTC' );
		return 'F' === $character && 1 === preg_match( '/[dj]\.? F/', $date )
			? substr( (string) wp_date( 'd F', $moment, $utc ), 3 )
			: (string) wp_date( $character, $moment, $utc );
	}
}
