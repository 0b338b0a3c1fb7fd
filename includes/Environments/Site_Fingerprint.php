<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Recognizes a copy of the site by its address, so that a staging copy never calls production's webhooks. Only hashes are
 * stored, because search-replace rewrites stored addresses in a copy. Golden cases: test/contract/site-fingerprints.json.
 */
final class Site_Fingerprint {
	/**
	 * Tells whether this process may send for an environment. Computed at every send and never stored, so a wrong address
	 * in one process does not affect the others.
	 */
	public static function allows( Environment $environment ): bool {
		return in_array( self::current(), $environment->fingerprints, true );
	}

	public static function current(): string {
		return self::of( self::home() );
	}

	/**
	 * Returns the SHA-256 hash of host and path, without scheme, port and `www.`.
	 */
	public static function of( string $url ): string {
		$parts = wp_parse_url( trim( $url ) );
		$parts = is_array( $parts ) ? $parts : array();
		$host  = strtolower( rtrim( $parts['host'] ?? '', '.' ) );
		$host  = str_starts_with( $host, 'www.' ) ? substr( $host, 4 ) : $host;
		return hash( 'sha256', $host . rtrim( $parts['path'] ?? '', '/' ) );
	}

	/**
	 * Returns the configured address of the site. A plugin that filters `home`, for example to give each language its own
	 * domain, does not make a copy.
	 */
	private static function home(): string {
		if ( defined( 'WP_HOME' ) && ! is_multisite() ) {
			return (string) constant( 'WP_HOME' );
		}
		$options = wp_load_alloptions();
		$home    = $options['home'] ?? get_option( 'home' );
		return is_string( $home ) ? $home : '';
	}
}
