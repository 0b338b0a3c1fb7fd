<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

/**
 * Knows the hosts of `HEADLESS_DEPLOY_LOCAL_HOSTS`: a hosting platform on the same machine or in a container may be
 * called over http and at a private address, in the environment types local and development alone.
 */
final class Local_Hosts {
	/**
	 * Permitted hosts with their port, in lower case.
	 *
	 * @var list<string>
	 */
	private readonly array $hosts;

	/**
	 * @param string|null $hosts For example `127.0.0.1:8889,platform:80`; null reads the constant.
	 */
	public function __construct( ?string $hosts = null, ?string $environment_type = null ) {
		$constant = defined( 'HEADLESS_DEPLOY_LOCAL_HOSTS' ) ? constant( 'HEADLESS_DEPLOY_LOCAL_HOSTS' ) : '';
		$hosts ??= is_string( $constant ) ? $constant : '';
		$is_local    = in_array( $environment_type ?? wp_get_environment_type(), array( 'local', 'development' ), true );
		$list        = array_map( 'trim', explode( ',', $is_local ? strtolower( $hosts ) : '' ) );
		$this->hosts = array_values( array_filter( $list, static fn( string $host ): bool => 1 === preg_match( '/^[a-z0-9._-]+:\d{1,5}$/D', $host ) ) );
	}

	/**
	 * Tells whether exactly this host and port is permitted.
	 *
	 * @param string $host Host name or IPv4 address.
	 */
	public function allow( string $host, int $port ): bool {
		return in_array( strtolower( $host ) . ':' . $port, $this->hosts, true );
	}

	/**
	 * Tells whether the host of an address is permitted.
	 *
	 * @param string $url Either http or https.
	 */
	public function allow_url( string $url ): bool {
		$parts = wp_parse_url( $url );
		if ( ! is_array( $parts ) || ! isset( $parts['host'] ) ) {
			return false;
		}
		return $this->allow( $parts['host'], $parts['port'] ?? ( 'http' === ( $parts['scheme'] ?? '' ) ? 80 : 443 ) );
	}
}
