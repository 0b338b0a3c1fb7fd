<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use DateTimeImmutable;
use DateTimeZone;

/**
 * Converts local times of a time zone to UTC. It uses only offsets: PHP's own conversion skips ahead an hour at the
 * start of daylight saving time, and the list of transitions ends in 2037 in some versions.
 */
final class Local_Time {
	private const MAX_OFFSET_SECONDS = 57_600;
	private const STEP_SECONDS       = 10_800;

	public function __construct( private readonly DateTimeZone $zone ) {}

	/**
	 * Returns the first moment of a local time, or the first moment after the gap that skips it.
	 *
	 * @param int $local Local time in seconds since 1970, as if it were UTC.
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
	 * Returns the next moment with a given minute of any hour. There is one every hour; only a transition of half an
	 * hour makes one interval of 30 or 90 minutes.
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
	 * Returns the local time in seconds since 1970, as if it were UTC.
	 */
	public function local_time( int $moment ): int {
		return $moment + $this->offset( $moment );
	}

	/**
	 * @return int The first moment with another offset, or $latest.
	 */
	private function end_of_offset( int $from, int $latest ): int {
		$offset = $this->offset( $from );
		$last   = $from;
		do {
			$next = min( $last + self::STEP_SECONDS, $latest );
			if ( $this->offset( $next ) !== $offset ) {
				return $this->bisect( $last, $next, $offset );
			}
			$last = $next;
		} while ( $last < $latest );
		return $latest;
	}

	private function bisect( int $inside, int $outside, int $offset ): int {
		while ( $outside - $inside > 1 ) {
			$middle = $inside + intdiv( $outside - $inside, 2 );
			if ( $this->offset( $middle ) === $offset ) {
				$inside = $middle;
			} else {
				$outside = $middle;
			}
		}
		return $outside;
	}

	private function offset( int $moment ): int {
		return $this->zone->getOffset( new DateTimeImmutable( '@' . $moment ) );
	}
}
