<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Rest;

/**
 * The REST routes that the plugin has registered, for tests and generated documents.
 */
final class Plugin_Routes {
	/**
	 * @return list<array{method: string, path: string, endpoint: array<string, mixed>}> `path` has its parameters in braces.
	 */
	public static function all(): array {
		$routes = array();
		foreach ( rest_get_server()->get_routes( Rest::ROUTE_NAMESPACE ) as $route => $endpoints ) {
			foreach ( '/' . Rest::ROUTE_NAMESPACE === $route ? array() : $endpoints as $endpoint ) {
				foreach ( array_keys( array_filter( $endpoint['methods'] ) ) as $method ) {
					$routes[] = array(
						'method'   => $method,
						'path'     => self::path_of( $route ),
						'endpoint' => $endpoint,
					);
				}
			}
		}
		return $routes;
	}

	/**
	 * Returns the path of a route with its parameters in braces.
	 *
	 * @param string $route As it was registered.
	 */
	public static function path_of( string $route ): string {
		$path = substr( $route, strlen( '/' . Rest::ROUTE_NAMESPACE ) );
		return (string) preg_replace( '/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/', '{$1}', $path );
	}
}
