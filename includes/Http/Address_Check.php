<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use Closure;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Private_Address;
use WP_Error;
use WP_HTTP_Proxy;

/**
 * Decides whether a URL may be called: HTTPS, a host that resolves, and no private address. WordPress has one error
 * for all three, so this runs before WordPress's own check.
 */
final class Address_Check {
	/**
	 * @param (Closure(string): list<string>)|null $resolve Returns the IPv4 addresses of a host; null for DNS.
	 */
	public function __construct(
		private readonly Local_Hosts $local_hosts,
		private readonly ?Closure $resolve = null,
	) {}

	/**
	 * Tells whether HEADLESS_DEPLOY_LOCAL_HOSTS names the host, whatever its address is.
	 */
	public function is_local( string $url ): bool {
		return $this->local_hosts->allows_url( $url );
	}

	/**
	 * Returns the IP address to connect to, empty for any, or why there must be no connection.
	 */
	public function connect_to( string $url ): string|WP_Error {
		if ( ! Send_Policy::has_curl() ) {
			return Errors::make( 'headless_deploy_no_curl' );
		}
		if ( $this->is_local( $url ) ) {
			return '';
		}
		$host = wp_parse_url( $url, PHP_URL_HOST );
		if ( ! is_string( $host ) || 'https' !== wp_parse_url( $url, PHP_URL_SCHEME ) ) {
			return Errors::make( 'headless_deploy_address_refused' );
		}
		// The proxy resolves the name; this server may not be able to.
		return self::is_name( $host ) && self::is_proxied( $url ) ? '' : $this->checked_address( $host );
	}

	private function checked_address( string $host ): string|WP_Error {
		$addresses = null === $this->resolve ? gethostbynamel( $host ) : ( $this->resolve )( $host );
		if ( false === $addresses || array() === $addresses ) {
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
	 * Tells whether a host is a name that needs DNS: neither an IP address in any notation (the last label of a name
	 * is never a number) nor this machine.
	 *
	 * @param string $host As `wp_parse_url()` returns it; IPv6 in brackets.
	 */
	private static function is_name( string $host ): bool {
		return ! Private_Address::is_written_in( $host ) && 1 !== preg_match( '/[\[\]:]|(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i', $host );
	}

	private static function is_proxied( string $url ): bool {
		$proxy = new WP_HTTP_Proxy();
		return $proxy->is_enabled() && $proxy->send_through_proxy( $url );
	}
}
