<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Rest;
use WP_REST_Response;
use WP_REST_Server;

/**
 * Handles `GET /environments`: the environments without their webhooks.
 */
final class Environments_Controller {
	public function __construct( private readonly Environments $environments ) {}

	/**
	 * Hooked to `rest_api_init`.
	 */
	public function register_routes(): void {
		register_rest_route(
			Rest::ROUTE_NAMESPACE,
			'/environments',
			array(
				array(
					'methods'             => WP_REST_Server::READABLE,
					'callback'            => $this->list( ... ),
					'permission_callback' => Rest::needs( Capabilities::VIEW ),
				),
				'schema' => Environment_Schema::list( ... ),
			),
		);
	}

	private function list(): WP_REST_Response {
		return new WP_REST_Response( array( 'environments' => array_values( array_map( Environment_View::for_viewers( ... ), $this->environments->all() ) ) ) );
	}
}
