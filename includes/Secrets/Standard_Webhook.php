<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Secrets;

use SensitiveParameter;

/**
 * Signs and verifies messages as Standard Webhooks (https://www.standardwebhooks.com) specifies: HMAC-SHA256 over
 * `id.timestamp.payload`. While a secret is rotated there are several, and one signature for each.
 */
final class Standard_Webhook {
	/**
	 * How far the clocks of the two sides may differ.
	 */
	public const TOLERANCE_SECONDS = 300;

	private const VERSION = 'v1,';

	/**
	 * More signatures would only cost time.
	 */
	private const MAX_SIGNATURES = 8;

	public const MAX_SECRET_LENGTH = 128;

	/** A secret is the prefix, and 24 to 64 bytes in base64. */
	private const PREFIX    = 'whsec_';
	private const BYTES     = 32;
	private const MIN_BYTES = 24;
	private const MAX_BYTES = 64;

	/**
	 * Returns the header `webhook-signature`: one signature for each secret, separated by spaces.
	 *
	 * @param list<string> $secrets   The current one first.
	 * @param int          $timestamp Seconds since 1970.
	 */
	public static function sign( #[SensitiveParameter] array $secrets, string $id, int $timestamp, string $payload ): string {
		return implode( ' ', self::signatures( $secrets, "$id.$timestamp.$payload" ) );
	}

	/**
	 * Tells whether one of the secrets made one of the signatures, at most five minutes ago.
	 *
	 * @param list<string> $secrets    None verifies nothing.
	 * @param string       $timestamp  As the header has it, seconds since 1970.
	 * @param string       $signatures As the header has them, separated by spaces.
	 * @param int          $now        Milliseconds since 1970.
	 */
	public static function verify(
		#[SensitiveParameter]
		array $secrets,
		string $id,
		string $timestamp,
		string $payload,
		string $signatures,
		int $now,
	): bool {
		$is_current = 1 === preg_match( '/\A\d{1,12}\z/', $timestamp ) && abs( $now / 1000 - (int) $timestamp ) <= self::TOLERANCE_SECONDS;
		if ( ! $is_current || '' === $id ) {
			return false;
		}
		$is_signed = false;
		foreach ( self::signatures( $secrets, "$id.$timestamp.$payload" ) as $known ) {
			foreach ( array_slice( explode( ' ', $signatures ), 0, self::MAX_SIGNATURES ) as $signature ) {
				$is_signed = hash_equals( $known, $signature ) || $is_signed;
			}
		}
		return $is_signed;
	}

	/**
	 * @param  list<string> $secrets
	 * @return list<string>
	 */
	private static function signatures( #[SensitiveParameter] array $secrets, string $content ): array {
		$signatures = array();
		foreach ( $secrets as $secret ) {
			// A damaged secret signs nothing: anyone could use an empty key.
			$key = self::is_valid_secret( $secret ) ? self::bytes( $secret ) : null;
			if ( null !== $key ) {
				// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- as specified.
				$signatures[] = self::VERSION . base64_encode( hash_hmac( 'sha256', $content, $key, true ) );
			}
		}
		return $signatures;
	}

	public static function generate_secret(): string {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- the format of Standard Webhooks.
		return self::PREFIX . base64_encode( random_bytes( self::BYTES ) );
	}

	public static function is_valid_secret( #[SensitiveParameter] string $secret ): bool {
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
	private static function bytes( #[SensitiveParameter] string $secret ): ?string {
		if ( ! str_starts_with( $secret, self::PREFIX ) ) {
			return null;
		}
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- the format of Standard Webhooks.
		$bytes = base64_decode( self::encoded_key( $secret ), true );
		return false === $bytes ? null : $bytes;
	}
}
