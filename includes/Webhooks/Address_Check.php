<?php
/**
 * Where a call may go.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Webhooks;

use HeadlessDeploy\Environments\Local_Hosts;
use HeadlessDeploy\Environments\Private_Address;
use HeadlessDeploy\Errors;
use WP_Error;

/**
 * Decides whether an address may be called: https, a name that is known, and no private address behind it. WordPress
 * has one and the same error for all three, so it is asked before WordPress asks.
 */
final class Address_Check {
	/**
	 * Takes what it asks.
	 *
	 * @param Local_Hosts $local_hosts Hosts that may be private.
	 * @param Resolver    $resolver    Finds addresses.
	 */
	public function __construct(
		private readonly Local_Hosts $local_hosts,
		private readonly Resolver $resolver,
	) {}

	/**
	 * Tells whether a host is permitted by name, whatever its address is.
	 *
	 * @param string $url The address.
	 */
	public function is_local( string $url ): bool {
		return $this->local_hosts->allow_url( $url );
	}

	/**
	 * Returns the IP address to connect to, empty when any will do, or why there must be no connection.
	 *
	 * @param string $url The address.
	 *
	 * @return string|WP_Error
	 */
	public function connect_to( string $url ): string|WP_Error {
		if ( $this->is_local( $url ) ) {
			return '';
		}
		$host = wp_parse_url( $url, PHP_URL_HOST );
		if ( ! is_string( $host ) || 'https' !== wp_parse_url( $url, PHP_URL_SCHEME ) ) {
			return Errors::make( 'headless_deploy_address_refused' );
		}
		$addresses = $this->resolver->addresses( $host );
		if ( array() === $addresses ) {
			return Errors::make( 'headless_deploy_dns_failed' );
		}
		foreach ( $addresses as $address ) {
			if ( Private_Address::matches( $address ) ) {
				return Errors::make( 'headless_deploy_private_address' );
			}
		}
		return $addresses[0];
	}
}
