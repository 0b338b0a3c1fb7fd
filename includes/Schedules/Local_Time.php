<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use DateTimeImmutable;
use DateTimeZone;

/**
 * Finds the moments at which the clocks of a time zone show something. It asks for offsets alone: PHP's own reading of
 * a local time leaps over the hour that is left out in spring, and lists of changes end in 2037 with some versions.
 */
final class Local_Time {
	private const MAX_OFFSET_SECONDS = 57_600;
	private const STEP_SECONDS       = 10_800;

	public function __construct( private readonly DateTimeZone $zone ) {}

	/**
	 * Returns the first moment at which the clocks show a local time, or where they leap over it, the first one after.
	 *
	 * @param int $local The local time, in seconds since 1970 as if it were UTC.
	 */
	public function first_moment( int $local ): int {
		$from = $local - self::MAX_OFFSET_SECONDS;
		$end  = $local + self::MAX_OFFSET_SECONDS;
		while ( $from < $end ) {
			$to     = $this->end_of_offset( $from, $end );
			$moment = max( $from, $local - $this->offset( $from ) );
			if ( $moment < $to ) {
				return $moment;
			}
			$from = $to;
		}
		return $local - $this->offset( $end );
	}

	/**
	 * Returns the next moment at which the clocks show a minute of any hour. It comes every hour, whatever the clocks
	 * do; only a zone that changes by half an hour has one interval of 30 or 90 minutes then.
	 *
	 * @param int $minute From 0 to 59.
	 */
	public function next_minute( int $after, int $minute ): int {
		$from = $after + 1;
		for ( ; ; ) {
			$to     = $this->end_of_offset( $from, $from + self::STEP_SECONDS );
			$past   = ( $from + $this->offset( $from ) - 60 * $minute ) % 3600;
			$moment = $from + ( 0 === $past ? 0 : ( $past > 0 ? 3600 - $past : -$past ) );
			if ( $moment < $to ) {
				return $moment;
			}
			$from = $to;
		}
	}

	/**
	 * Returns what the clocks show, in seconds since 1970 as if it were UTC.
	 */
	public function local_time( int $moment ): int {
		return $moment + $this->offset( $moment );
	}

	/**
	 * Returns until when the offset of a moment lasts.
	 *
	 * @return int The first moment with another offset, or $most.
	 */
	private function end_of_offset( int $from, int $most ): int {
		$offset = $this->offset( $from );
		$last   = $from;
		do {
			$next = min( $last + self::STEP_SECONDS, $most );
			if ( $this->offset( $next ) !== $offset ) {
				return $this->bisect( $last, $next, $offset );
			}
			$last = $next;
		} while ( $last < $most );
		return $most;
	}

	/**
	 * Finds the first moment at which an offset no longer counts.
	 */
	private function bisect( int $with, int $without, int $offset ): int {
		while ( $without - $with > 1 ) {
			$middle = $with + intdiv( $without - $with, 2 );
			if ( $this->offset( $middle ) === $offset ) {
				$with = $middle;
			} else {
				$without = $middle;
			}
		}
		return $without;
	}

	private function offset( int $moment ): int {
		return $this->zone->getOffset( new DateTimeImmutable( '@' . $moment ) );
	}
}
