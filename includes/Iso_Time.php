<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Formats times for REST: ISO 8601 in UTC, with milliseconds.
 */
final class Iso_Time {
	public static function of( int $ms ): string {
		return gmdate( 'Y-m-d\TH:i:s', intdiv( $ms, 1000 ) ) . sprintf( '.%03dZ', $ms % 1000 );
	}

	/**
	 * @param int|null $ms Milliseconds since 1970; null and 0 for none.
	 */
	public static function or_null( ?int $ms ): ?string {
		return null === $ms || 0 === $ms ? null : self::of( $ms );
	}
}
