<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers `PUT /settings/general`: which post types and options count. `GET /settings` shows them.
 */
final class General_Controller {
	public function __construct( private readonly General_Settings $settings ) {}

	/**
	 * Registers the route. Hooked to `rest_api_init`.
	 */
	public function register_routes(): void {
		register_rest_route(
			Rest::ROUTE_NAMESPACE,
			'/settings/general',
			array(
				array(
					'methods'             => 'PUT',
					'callback'            => $this->update( ... ),
					'permission_callback' => Rest::needs( Capabilities::MANAGE ),
				),
				'schema' => General_Schema::view( ... ),
			),
		);
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function update( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$body  = $this->body( $request );
		$error = is_wp_error( $body ) ? $body : $this->settings->save( $body, Rest::expected_etag( $request ) );
		if ( null === $error ) {
			return new WP_REST_Response( $this->settings->view(), 200, array( 'Cache-Control' => 'no-store' ) );
		}
		if ( 'headless_deploy_changed_meanwhile' === $error->get_error_code() ) {
			$error->add_data( array( 'general' => $this->settings->view() ) + (array) $error->get_error_data() );
		}
		return $error;
	}

	/**
	 * @param  WP_REST_Request<array<string, mixed>> $request
	 * @return array<string, mixed>|WP_Error
	 */
	private function body( WP_REST_Request $request ): array|WP_Error {
		$fields  = General_Schema::input()['properties'];
		$refused = Rest::refuse_unknown_fields( $request, ...array_map( strval( ... ), array_keys( $fields ) ) );
		$body    = (array) ( $request->is_json_content_type() ? $request->get_json_params() : $request->get_body_params() );
		if ( null !== $refused || array() === $body ) {
			return $refused ?? Errors::make( 'headless_deploy_general_missing' );
		}
		foreach ( $body as $name => $value ) {
			$valid = rest_validate_value_from_schema( $value, $fields[ $name ], (string) $name );
			if ( is_wp_error( $valid ) ) {
				return $this->refuse_field( (string) $name, $valid->get_error_message() );
			}
			$body[ $name ] = rest_sanitize_value_from_schema( $value, $fields[ $name ], (string) $name );
		}
		return $body;
	}

	private function refuse_field( string $name, string $message ): WP_Error {
		$data = array(
			'status' => 400,
			'params' => array( $name => $message ),
		);
		return new WP_Error( 'rest_invalid_param', $message, $data );
	}
}
