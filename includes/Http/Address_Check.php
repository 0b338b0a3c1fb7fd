<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Private_Address;
use WP_Error;
use WP_HTTP_Proxy;

/**
 * Decides whether an address may be called: https, a name that is known, and no private address behind it. WordPress
 * has one and the same error for all three, so it is asked before WordPress asks.
 */
final class Address_Check {
	/**
	 * @param Local_Hosts $local_hosts Hosts that may be private.
	 * @param bool|null   $has_curl    Whether there is a cURL; null looks.
	 */
	public function __construct(
		private readonly Local_Hosts $local_hosts,
		private readonly Resolver $resolver,
		private readonly ?bool $has_curl = null,
	) {}

	/**
	 * Tells whether a host is permitted by name, whatever its address is.
	 */
	public function is_local( string $url ): bool {
		return $this->local_hosts->allow_url( $url );
	}

	/**
	 * Returns the IP address to connect to, empty when any will do, or why there must be no connection.
	 */
	public function connect_to( string $url ): string|WP_Error {
		if ( ! ( $this->has_curl ?? Send_Policy::has_curl() ) ) {
			return Errors::make( 'headless_deploy_no_curl' );
		}
		if ( $this->is_local( $url ) ) {
			return '';
		}
		$host = wp_parse_url( $url, PHP_URL_HOST );
		if ( ! is_string( $host ) || 'https' !== wp_parse_url( $url, PHP_URL_SCHEME ) ) {
			return Errors::make( 'headless_deploy_address_refused' );
		}
		// The proxy looks the name up, and perhaps nobody else can.
		return self::is_name( $host ) && self::is_proxied( $url ) ? '' : $this->checked_address( $host );
	}

	/**
	 * Returns the address behind a host, or why it must not be called.
	 */
	private function checked_address( string $host ): string|WP_Error {
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

	/**
	 * Tells whether a host is a name that only a name server can explain: neither an address in any notation (the last
	 * part of a name is never a number), nor this machine.
	 *
	 * @param string $host As `wp_parse_url()` returns it; IPv6 in brackets.
	 */
	private static function is_name( string $host ): bool {
		return ! Private_Address::is_written_in( $host ) && 1 !== preg_match( '/[\[\]:]|(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i', $host );
	}

	/**
	 * Tells whether WordPress sends a request to an address through a proxy (`WP_PROXY_HOST`).
	 */
	private static function is_proxied( string $url ): bool {
		$proxy = new WP_HTTP_Proxy();
		return $proxy->is_enabled() && $proxy->send_through_proxy( $url );
	}
}
