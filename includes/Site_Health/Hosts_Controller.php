<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use Closure;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Response;
use WP_REST_Server;

/**
 * Handles `GET /site-health/hosts`, which the Site Health page requests after it has loaded.
 */
final class Hosts_Controller {
	public const ROUTE = '/site-health/hosts';

	/**
	 * @param Closure(): Hosts_Check $make_check
	 */
	public function __construct( private readonly Closure $make_check ) {}

	public function register_routes(): void {
		Rest::register( WP_REST_Server::READABLE, self::ROUTE, $this->get_result( ... ), $this->permission( ... ), Result::schema( ... ) );
	}

	private function permission(): bool|WP_Error {
		return current_user_can( 'view_site_health_checks' ) && current_user_can( Capabilities::MANAGE ) ? true : Errors::make( 'headless_deploy_forbidden' );
	}

	private function get_result(): WP_REST_Response {
		return new WP_REST_Response( ( $this->make_check )()->run()->to_array( Hosts_Check::ID ) );
	}
}
