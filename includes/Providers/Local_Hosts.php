<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

/**
 * The hosts of `HEADLESS_DEPLOY_LOCAL_HOSTS`. A hosting platform on the same machine or in a container may be called
 * by HTTP and at a private address, but only in the environment types local and development.
 */
final class Local_Hosts {
	/**
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
		$this->hosts = array_values( array_filter(
			$list,
			static fn( string $host ): bool => 1 === preg_match( '/^[a-z0-9._-]+:\d{1,5}$/D', $host ),
		) );
	}

	public function allows( string $host, int $port ): bool {
		return in_array( strtolower( $host ) . ':' . $port, $this->hosts, true );
	}

	public function allows_url( string $url ): bool {
		$parts = wp_parse_url( $url );
		if ( ! is_array( $parts ) || ! isset( $parts['host'] ) ) {
			return false;
		}
		return $this->allows( $parts['host'], $parts['port'] ?? ( 'http' === ( $parts['scheme'] ?? '' ) ? 80 : 443 ) );
	}
}
