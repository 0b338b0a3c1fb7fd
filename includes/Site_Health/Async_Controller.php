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
 * Handles `GET /site-health/…` for the tests that make HTTP requests, which the Site Health page requests after it has
 * loaded.
 */
final class Async_Controller {
	public const HOSTS = '/site-health/hosts';
	public const FEED  = '/site-health/change-feed';

	/**
	 * @param Closure(): Tests $tests
	 */
	public function __construct( private readonly Closure $tests ) {}

	public function register_routes(): void {
		$checks = array(
			self::HOSTS => fn(): array => ( $this->tests )()->hosts()->run()->to_array( Hosts_Check::ID ),
			self::FEED  => fn(): array => ( $this->tests )()->feed()->run()->to_array( Feed_Check::ID ),
		);
		foreach ( $checks as $route => $run ) {
			Rest::register( WP_REST_Server::READABLE, $route, static fn(): WP_REST_Response => new WP_REST_Response( $run() ), $this->permission( ... ), Result::schema( ... ) );
		}
	}

	private function permission(): bool|WP_Error {
		return current_user_can( 'view_site_health_checks' ) && current_user_can( Capabilities::MANAGE ) ? true : Errors::make( 'headless_deploy_forbidden' );
	}
}
