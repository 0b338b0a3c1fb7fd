<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

/**
 * Answers `POST /settings/environments/{id}/refresh-test`, which sends a request of the type `ping`.
 */
final class Refresh_Test_Controller {
	public function __construct(
		private readonly Environments $environments,
		private readonly Refresh_Request $request,
	) {}

	public function register_routes(): void {
		Rest::register( WP_REST_Server::CREATABLE, '/settings/environments/' . Rest::ENVIRONMENT_ID . '/refresh-test', $this->test( ... ), Capabilities::MANAGE, self::schema( ... ) );
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed(
			severity: Json_Schema::one_of( 'refresh-test-severity', array( 'success', 'error' ) ),
			message: Json_Schema::text( 'What the front end answered.' ),
			httpStatus: Json_Schema::integer( '0 if there was no response.' ),
		)->named( 'refresh-test' );
	}

	private function test( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$refused     = Rest::refuse_unknown_fields( $request );
		$id          = Rest::from_path( $request, 'id' );
		$environment = $this->environments->get_from_primary( $id );
		if ( null !== $refused || null === $environment ) {
			return $refused ?? Errors::make( 'headless_deploy_unknown_environment', id: $id );
		}
		if ( null === $environment->refresh || '' === $environment->refresh->url || ! $environment->refresh->has_secret() ) {
			return Errors::make( 'headless_deploy_refresh_not_connected' );
		}
		$response = $this->request->ping( $environment );
		return Rest::uncached(
			array(
				'severity' => $response->is_accepted() ? 'success' : 'error',
				'message'  => $response->is_accepted()
					/* translators: %s: duration, for example “120 ms”. */
					? sprintf( __( 'The front end accepted the test request in %s.', 'headless-deploy' ), sprintf( /* translators: %s: number of milliseconds. */ __( '%s ms', 'headless-deploy' ), number_format_i18n( $response->duration_ms ) ) )
					: Errors::message( $response->error_code, array( 'status' => (string) $response->http_status ) ),
				'httpStatus' => $response->http_status,
			),
		);
	}
}
