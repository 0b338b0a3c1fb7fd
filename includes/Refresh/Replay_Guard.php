<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Database;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Standard_Webhook;
use WP_Error;

/**
 * Accepts each signed request to the current site once. It remembers them while their timestamp would be accepted, for all
 * web servers: each in a row of the options that is not autoloaded, so that many requests at the same time do not wait for
 * each other. Only requests with a valid signature are remembered.
 */
final class Replay_Guard {
	/**
	 * Beginning of the names of the options. The ID of the environment and a hash of the message follow.
	 */
	public const PREFIX = 'headless_deploy_signed_';

	/**
	 * How many requests of one environment are accepted within the validity of a timestamp. Each instance of a front end asks once
	 * when it starts, and a serverless front end may start a thousand at once.
	 */
	public const MAX_REQUESTS = 5_000;

	/**
	 * Hash of the message, long enough that no two are equal.
	 */
	private const HASH_LENGTH = 32;

	/**
	 * A request forgets the old ones of its environment if there are at least this many. The recurring event forgets the others.
	 */
	private const FORGET_FROM = 100;

	/**
	 * @param  string        $message   What was signed.
	 * @param  int           $timestamp Of the message, in seconds since 1970.
	 * @param  int           $now       Milliseconds since 1970.
	 * @throws Read_Failed
	 * @return WP_Error|null Null when the request is new.
	 */
	public function accept( string $environment_id, string $message, int $timestamp, int $now ): ?WP_Error {
		list( $current, $old ) = $this->count( $environment_id, $now );
		if ( $old >= self::FORGET_FROM ) {
			$this->forget( self::PREFIX . "{$environment_id}_", $now );
		}
		if ( $current >= self::MAX_REQUESTS ) {
			return Errors::make( 'headless_deploy_too_many_requests' );
		}
		return match ( $this->add(
			self::PREFIX . "{$environment_id}_" . substr( hash( 'sha256', $message ), 0, self::HASH_LENGTH ),
			$timestamp,
		) ) {
			1       => null,
			0       => Errors::make( 'headless_deploy_signature_invalid' ),
			default => Errors::make( 'headless_deploy_database_unavailable' ),
		};
	}

	/**
	 * Forgets the requests whose timestamp is too old to be accepted again.
	 */
	public function forget_old( int $now ): void {
		$this->forget( self::PREFIX, $now );
	}

	/**
	 * @throws Read_Failed
	 * @return array{int, int} How many requests of an environment are remembered, and how many need not be any more.
	 */
	private function count( string $environment_id, int $now ): array {
		global $wpdb;
		$row = Database::row( (string) $wpdb->prepare(
			"SELECT COUNT(*) AS remembered, COALESCE(SUM(CASE WHEN option_value < %s THEN 1 ELSE 0 END), 0) AS outdated FROM {$wpdb->options} WHERE option_name LIKE %s",
			self::oldest( $now ),
			$wpdb->esc_like( self::PREFIX . "{$environment_id}_" ) . '%',
		) );
		$old = (int) ( $row->outdated ?? 0 );
		return array( (int) ( $row->remembered ?? 0 ) - $old, $old );
	}

	/**
	 * @return int|false 1 for a new name, 0 for one that exists; false when the database refused.
	 */
	private function add( string $name, int $timestamp ): int|false {
		global $wpdb;
		return Database::write_with_retry( (string) $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'off')", $name, self::stored( $timestamp ) ) );
	}

	private function forget( string $prefix, int $now ): void {
		global $wpdb;
		Database::write( (string) $wpdb->prepare(
			"DELETE FROM {$wpdb->options} WHERE option_name LIKE %s AND option_value < %s",
			$wpdb->esc_like( $prefix ) . '%',
			self::oldest( $now ),
		) );
	}

	/**
	 * Returns the oldest timestamp that is accepted.
	 */
	private static function oldest( int $now ): string {
		return self::stored( (int) ceil( $now / 1000 ) - Standard_Webhook::TOLERANCE_SECONDS );
	}

	/**
	 * Writes a timestamp so that texts compare like numbers.
	 */
	private static function stored( int $timestamp ): string {
		return sprintf( '%012d', $timestamp );
	}
}
