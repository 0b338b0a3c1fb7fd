<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Etags of settings. A write names the etag that its caller has seen, so that it overwrites no newer settings.
 */
final class Etag {
	/**
	 * @param string|null $expected The etag that the caller has seen; null or `*` for any.
	 */
	public static function is_expected( string $present, ?string $expected ): bool {
		return null === $expected || '*' === $expected || $present === $expected;
	}

	/**
	 * Returns the etag of a value that has none stored: the same value has the same etag.
	 */
	public static function of( mixed $value ): string {
		return substr( hash( 'sha256', (string) wp_json_encode( $value ) ), 0, 16 );
	}

	public static function random(): string {
		return bin2hex( random_bytes( 8 ) );
	}
}
