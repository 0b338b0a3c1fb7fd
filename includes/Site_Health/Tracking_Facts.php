<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Hosting\Configured_Credentials;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Tracking\Tracking_Store;

/**
 * Describes the tracking of runs for Site Health → Info: API credentials without user name and password, and the number
 * of tracked runs.
 */
final class Tracking_Facts {
	public function __construct(
		private readonly Credential_Store $credentials,
		private readonly Tracking_Store $store,
	) {}

	/**
	 * @return string|array<string, string>
	 */
	public function credentials(): string|array {
		$credentials = $this->credentials->get();
		return null === $credentials ? 'not set' : array(
			'host'      => (string) wp_parse_url( $credentials->api_url, PHP_URL_HOST ),
			'user'      => '' === $credentials->user ? 'not set' : 'set',
			'password'  => self::password( $credentials ),
			'locked by' => self::locks( $credentials ),
			'checked'   => null === $credentials->checked ? 'never' : Debug_Information::time( intdiv( $credentials->checked['at'], 1000 ) ),
			'works'     => match ( $credentials->checked['works'] ?? null ) {
				null  => 'not known',
				true  => 'yes',
				false => 'no',
			},
			'told' => $credentials->checked['code'] ?? '',
		);
	}

	/**
	 * Returns the number of tracked runs, and when the next check is due.
	 */
	public function tracked_runs( int $now ): string {
		$next = $this->store->next_at( $now );
		return null === $next ? '0' : $this->store->count( $now ) . ', next look ' . Debug_Information::time( intdiv( $next, 1000 ) );
	}

	private static function password( Credentials $credentials ): string {
		return match ( true ) {
			$credentials->has_password() => 'set',
			$credentials->is_key_lost()  => 'stored, cannot be read',
			default                      => 'not set',
		};
	}

	private static function locks( Credentials $credentials ): string {
		$names = array_map( static fn( string $field ): string => Configured_Credentials::CONSTANTS[ $field ], $credentials->locked );
		return array() === $names ? 'none' : implode( ', ', $names );
	}
}
