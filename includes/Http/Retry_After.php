<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use DateTimeImmutable;
use DateTimeZone;

final class Retry_After {
	private const MOST_SECONDS = 31_536_000;

	private const DATES = array( '!D, d M Y H:i:s \G\M\T', '!l, d-M-y H:i:s \G\M\T', '!D M j H:i:s Y' );

	public static function in_ms( string $header, int $now ): ?int {
		$header = trim( $header );
		if ( 1 === preg_match( '/^\d+$/D', $header ) ) {
			return 1000 * ( strlen( ltrim( $header, '0' ) ) > 8 ? self::MOST_SECONDS : min( (int) $header, self::MOST_SECONDS ) );
		}
		foreach ( self::DATES as $format ) {
			$date = DateTimeImmutable::createFromFormat( $format, (string) preg_replace( '/ +/', ' ', $header ), new DateTimeZone( 'UTC' ) );
			if ( false !== $date ) {
				return max( 0, min( $date->getTimestamp() * 1000 - $now, self::MOST_SECONDS * 1000 ) );
			}
		}
		return null;
	}
}
