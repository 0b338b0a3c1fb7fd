<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use WP_REST_Server;

/**
 * Prepares the routes of a namespace once. WordPress does it for each request and each link, which takes a tenth of the
 * time of the tests.
 */
class Rest_Server extends WP_REST_Server {
	/**
	 * @var array<string, array<string, mixed>>
	 */
	private array $routes = array();

	public function get_routes( $route_namespace = '' ) {
		if ( has_filter( 'rest_endpoints' ) ) {
			return parent::get_routes( $route_namespace );
		}
		return $this->routes[ $route_namespace ] ??= parent::get_routes( $route_namespace );
	}

	public function register_route( $route_namespace, $route, $route_args, $override = false ) {
		$this->routes = array();
		parent::register_route( $route_namespace, $route, $route_args, $override );
	}
}
