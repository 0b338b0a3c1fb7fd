<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Secrets;

use SensitiveParameter;

/**
 * The format of a secret of Standard Webhooks (https://www.standardwebhooks.com): `whsec_` and 24 to 64 bytes in base64.
 */
final class Webhook_Secret {
	public const MAX_LENGTH = 128;

	private const PREFIX    = 'whsec_';
	private const BYTES     = 32;
	private const MIN_BYTES = 24;
	private const MAX_BYTES = 64;

	public static function generate(): string {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- the format of Standard Webhooks.
		return self::PREFIX . base64_encode( random_bytes( self::BYTES ) );
	}

	public static function is_valid( #[SensitiveParameter] string $secret ): bool {
		$bytes = self::bytes( $secret );
		return null !== $bytes && strlen( $bytes ) >= self::MIN_BYTES && strlen( $bytes ) <= self::MAX_BYTES;
	}

	/**
	 * Returns the key in base64, without the prefix.
	 */
	public static function encoded_key( #[SensitiveParameter] string $secret ): string {
		return str_starts_with( $secret, self::PREFIX ) ? substr( $secret, strlen( self::PREFIX ) ) : $secret;
	}

	/**
	 * Returns the key of the signature; null for another format.
	 */
	public static function bytes( #[SensitiveParameter] string $secret ): ?string {
		if ( ! str_starts_with( $secret, self::PREFIX ) ) {
			return null;
		}
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- the format of Standard Webhooks.
		$bytes = base64_decode( self::encoded_key( $secret ), true );
		return false === $bytes ? null : $bytes;
	}
}
