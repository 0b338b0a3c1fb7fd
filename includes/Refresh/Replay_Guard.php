<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Standard_Webhook;
use WP_Error;

/**
 * Accepts each signed request to the current site once. It remembers them while their timestamp would be accepted, for all
 * web servers: in an option that is not autoloaded. Only requests with a valid signature are remembered.
 *
 * @phpstan-type Seen array<string, int>
 */
final class Replay_Guard {
	public const OPTION = 'headless_deploy_signed_requests';

	/**
	 * Bounds the option. One front end asks once at each start.
	 */
	public const MAX_REQUESTS = 500;

	/**
	 * Hash of the message, long enough that no two are equal.
	 */
	private const HASH_LENGTH = 32;

	/**
	 * @param  string        $message   What was signed.
	 * @param  int           $timestamp Of the message, in seconds since 1970.
	 * @param  int           $now       Milliseconds since 1970.
	 * @throws Read_Failed
	 * @return WP_Error|null Null when the request is new.
	 */
	public function accept( string $message, int $timestamp, int $now ): ?WP_Error {
		$hash   = substr( hash( 'sha256', $message ), 0, self::HASH_LENGTH );
		$stored = ( new Option_Row( self::OPTION ) )->change(
			self::parse( ... ),
			static function ( array $seen ) use ( $hash, $timestamp, $now ): array|WP_Error {
				$current = array_filter( $seen, static fn( int $at ): bool => ( $at + Standard_Webhook::TOLERANCE_SECONDS ) * 1000 >= $now );
				return match ( true ) {
					isset( $current[ $hash ] )              => Errors::make( 'headless_deploy_signature_invalid' ),
					count( $current ) >= self::MAX_REQUESTS => Errors::make( 'headless_deploy_too_many_requests' ),
					default                                 => $current + array( $hash => $timestamp ),
				};
			},
		);
		return is_wp_error( $stored ) ? $stored : null;
	}

	/**
	 * @return Seen Timestamps in seconds, by hash of the message.
	 */
	private static function parse( ?string $raw ): array {
		$seen = array();
		foreach ( Option_Row::parse( $raw ) as $hash => $timestamp ) {
			if ( is_int( $timestamp ) ) {
				$seen[ (string) $hash ] = $timestamp;
			}
		}
		return $seen;
	}
}
