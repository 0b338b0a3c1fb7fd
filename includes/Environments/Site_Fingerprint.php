<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Recognises a copied site by its address, so that a staging copy never fires production's webhooks. Only hashes are
 * stored: search-replace rewrites stored addresses, and then a copy would take itself for the original. Golden cases:
 * test/contract/site-fingerprints.json.
 */
final class Site_Fingerprint {
	/**
	 * Tells whether this process may send for an environment. Worked out at every send and never stored, so one
	 * mistaken process changes nothing for the others.
	 *
	 * @param Environment $environment The environment, read fresh.
	 */
	public static function allows( Environment $environment ): bool {
		return in_array( self::current(), $environment->fingerprints, true );
	}

	/**
	 * Returns this site's fingerprint.
	 */
	public static function current(): string {
		return self::of( self::home() );
	}

	/**
	 * Returns the fingerprint of an address: sha256 of host and path, without scheme, port and `www.`.
	 */
	public static function of( string $url ): string {
		$parts = wp_parse_url( trim( $url ) );
		$parts = is_array( $parts ) ? $parts : array();
		$host  = strtolower( rtrim( $parts['host'] ?? '', '.' ) );
		$host  = str_starts_with( $host, 'www.' ) ? substr( $host, 4 ) : $host;
		return hash( 'sha256', $host . rtrim( $parts['path'] ?? '', '/' ) );
	}

	/**
	 * Returns the site's address as it is configured: plugins that filter `home`, for example one that gives each
	 * language its own domain, must not make a copy of a site.
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
