<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers `PUT /settings/general`: which post types and options count. `GET /settings` shows them.
 */
final class General_Controller {
	public function __construct( private readonly General_Settings $settings ) {}

	public function register_routes(): void {
		Rest::register( 'PUT', '/settings/general', $this->update( ... ), Capabilities::MANAGE, General_Schema::view( ... ) );
	}

	private function update( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$body  = Rest::fields( $request, General_Schema::input(), 'headless_deploy_general_missing' );
		$error = is_wp_error( $body ) ? $body : $this->settings->save( $body, Rest::expected_etag( $request ) );
		return null === $error
			? Rest::uncached( $this->settings->view() )
			: Rest::with_current( $error, 'general', $this->settings->view( ... ) );
	}
}
