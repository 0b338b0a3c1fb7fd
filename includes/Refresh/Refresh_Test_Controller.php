<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Environment_Schema;
use HeadlessDeploy\Environments\Environment_View;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers `POST /settings/environments/{id}/refresh-test`, which sends requests of the type `ping`.
 */
final class Refresh_Test_Controller {
	public function __construct(
		private readonly Environments $environments,
		private readonly Refresh_Test $test,
	) {}

	public function register_routes(): void {
		Rest::register(
			'POST',
			'/settings/environments/' . Rest::ENVIRONMENT_ID . '/refresh-test',
			$this->send( ... ),
			Capabilities::MANAGE,
			self::schema( ... ),
		);
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed(
			severity: Json_Schema::one_of( 'refresh-test-severity', array( 'success', 'error' ) ),
			message: Json_Schema::text( 'What the front end answered.' ),
			httpStatus: Json_Schema::integer( '0 if there was no response.' ),
			environment: Environment_Schema::settings(),
		)->named( 'refresh-test' );
	}

	private function send( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$refused     = Rest::refuse_unknown_fields( $request );
		$id          = Rest::from_path( $request, 'id' );
		$environment = $this->environments->get_from_primary( $id );
		if ( null !== $refused || null === $environment ) {
			return $refused ?? Errors::make( 'headless_deploy_unknown_environment', id: $id );
		}
		$result = $this->test->of( $environment );
		return is_wp_error( $result )
			? $result
			: Rest::uncached( $result + array( 'environment' => Environment_View::for_managers(
				$this->environments->get_from_primary( $id ) ?? $environment,
			) ) );
	}
}
