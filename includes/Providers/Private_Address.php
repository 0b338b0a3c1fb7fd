<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

/**
 * Recognizes private, loopback and reserved IP addresses.
 */
final class Private_Address {
	/**
	 * Reserved ranges that PHP's filter does not know. Source: the IANA special-purpose address registry.
	 */
	private const FURTHER_RANGES = array(
		array( '100.64.0.0', 10 ),
		array( '192.0.0.0', 24 ),
		array( '192.0.2.0', 24 ),
		array( '192.88.99.0', 24 ),
		array( '198.18.0.0', 15 ),
		array( '198.51.100.0', 24 ),
		array( '203.0.113.0', 24 ),
		array( '224.0.0.0', 4 ),
	);

	/**
	 * Tells whether an IP address must not be called; true for anything that is not an IP address.
	 *
	 * @param string $ip IPv4, or IPv6 without brackets.
	 */
	public static function matches( string $ip ): bool {
		if ( false === filter_var( $ip, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE ) ) {
			return true;
		}
		$number = ip2long( $ip );
		if ( false === $number ) {
			// Of IPv6 only global unicast is public, except the ranges that embed an IPv4 address.
			return 1 !== preg_match( '/^[23]/', $ip ) || 1 === preg_match( '/^(2002|2001:0*:|2001:db8)/i', $ip );
		}
		foreach ( self::FURTHER_RANGES as list( $network, $bits ) ) {
			if ( ( $number >> ( 32 - $bits ) ) === ( (int) ip2long( $network ) >> ( 32 - $bits ) ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Tells whether the host of a URL is a private IP address or the name `localhost`.
	 */
	public static function is_written_in( string $host ): bool {
		$bare = trim( $host, '[].' );
		if ( 'localhost' === strtolower( $bare ) || str_ends_with( strtolower( $bare ), '.localhost' ) ) {
			return true;
		}
		return false !== filter_var( $bare, FILTER_VALIDATE_IP ) && self::matches( $bare );
	}
}
