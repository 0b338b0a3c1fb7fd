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
			$key = Webhook_Secret::is_valid( $secret ) ? Webhook_Secret::bytes( $secret ) : null;
			if ( null !== $key ) {
				// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- as specified.
				$signatures[] = self::VERSION . base64_encode( hash_hmac( 'sha256', $content, $key, true ) );
			}
		}
		return $signatures;
	}
}
