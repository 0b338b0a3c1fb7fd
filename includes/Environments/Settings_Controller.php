<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

/**
 * Handles `/settings`. No response contains a secret, not even an error about a pasted URL, and none is cached.
 */
final class Settings_Controller {
	/**
	 * @param array<string, array{value: callable(): mixed, schema: callable(): array<string, mixed>}> $sections Further sections of the settings, by name.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly array $sections = array(),
	) {}

	/**
	 * Hooked to `rest_api_init`.
	 */
	public function register_routes(): void {
		$one = '/settings/environments/' . Rest::ENVIRONMENT_ID;
		register_rest_route(
			Rest::ROUTE_NAMESPACE,
			'/settings',
			array( $this->route( WP_REST_Server::READABLE, $this->show( ... ) ), 'schema' => $this->schema( ... ) ),
		);
		register_rest_route(
			Rest::ROUTE_NAMESPACE,
			'/settings/recognize',
			array( $this->route( WP_REST_Server::CREATABLE, $this->recognize( ... ) ), 'schema' => Environment_Schema::recognition( ... ) ),
		);
		$this->register( '/settings/environments', array( $this->route( WP_REST_Server::CREATABLE, $this->create( ... ) ) ) );
		$this->register( $one, array( $this->route( 'PUT', $this->update( ... ) ), $this->route( WP_REST_Server::DELETABLE, $this->delete( ... ) ) ) );
	}

	/**
	 * @param non-falsy-string           $path
	 * @param list<array<string, mixed>> $routes
	 */
	private function register( string $path, array $routes ): void {
		register_rest_route( Rest::ROUTE_NAMESPACE, $path, $routes + array( 'schema' => Environment_Schema::settings( ... ) ) );
	}

	/**
	 * @return array<string, mixed>
	 */
	private function route( string $methods, callable $callback ): array {
		return array(
			'methods'             => $methods,
			'callback'            => $callback,
			'permission_callback' => Rest::needs( Capabilities::MANAGE ),
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	private function schema(): array {
		return Environment_Schema::all_settings( array_map( static fn( array $section ): array => $section['schema'](), $this->sections ) );
	}

	private function show(): WP_REST_Response {
		$this->environments->repair();
		$this->environments->reseal();
		$environments = array_values( array_map( Environment_View::for_managers( ... ), $this->environments->all() ) );
		$settings     = array(
			'environments'  => $environments,
			'problems'      => $this->environments->problems(),
			'encryptionKey' => $this->environments->key_source(),
		);
		return $this->answer( $settings + array_map( static fn( array $section ): mixed => $section['value'](), $this->sections ) );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function create( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$input   = $this->input( $request );
		$created = is_wp_error( $input ) ? $input : $this->environments->create( $input );
		if ( is_wp_error( $created ) ) {
			return $created;
		}
		$response = $this->answer( Environment_View::for_managers( $created ), 201 );
		$response->header( 'Location', rest_url( Rest::ROUTE_NAMESPACE . '/settings/environments/' . $created->id ) );
		return $response;
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function update( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$input   = $this->input( $request );
		$updated = is_wp_error( $input ) ? $input : $this->environments->update( Rest::from_path( $request, 'id' ), $input, Rest::expected_etag( $request ) );
		return is_wp_error( $updated ) ? Environment_View::with_fresh( $updated, $this->environments->get( Rest::from_path( $request, 'id' ) ) ) : $this->answer( Environment_View::for_managers( $updated ) );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function delete( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$refused = Rest::refuse_unknown_fields( $request );
		$deleted = $refused ?? $this->environments->delete( Rest::from_path( $request, 'id' ), Rest::expected_etag( $request ) );
		if ( is_wp_error( $deleted ) ) {
			return Environment_View::with_fresh( $deleted, $this->environments->get( Rest::from_path( $request, 'id' ) ) );
		}
		return $this->answer(
			array(
				'deleted'  => true,
				'previous' => Environment_View::for_managers( $deleted ),
			),
		);
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function input( WP_REST_Request $request ): Environment_Input|WP_Error {
		$fields  = Environment_Schema::input()['properties'];
		$refused = Rest::refuse_unknown_fields( $request, ...array_map( strval( ... ), array_keys( $fields ) ) );
		$body    = (array) ( $request->is_json_content_type() ? $request->get_json_params() : $request->get_body_params() );
		if ( null !== $refused || array() === $body ) {
			return $refused ?? Errors::make( 'headless_deploy_body_missing' );
		}
		foreach ( $body as $name => $value ) {
			$valid = rest_validate_value_from_schema( $value, $fields[ $name ], (string) $name );
			if ( is_wp_error( $valid ) ) {
				return $this->refuse_field( (string) $name, $valid->get_error_message() );
			}
			$body[ $name ] = rest_sanitize_value_from_schema( $value, $fields[ $name ], (string) $name );
		}
		return Environment_Input::from_body( $body );
	}

	/**
	 * Returns what a pasted URL belongs to, which the panel shows before it is saved. Neither the response nor an error
	 * repeats the URL.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function recognize( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$refused = Rest::refuse_unknown_fields( $request, 'webhookUrl' );
		if ( null !== $refused ) {
			return $refused;
		}
		$body  = (array) ( $request->is_json_content_type() ? $request->get_json_params() : $request->get_body_params() );
		$value = $body['webhookUrl'] ?? '';
		$valid = rest_validate_value_from_schema( $value, Environment_Schema::pasted_url(), 'webhookUrl' );
		if ( is_wp_error( $valid ) || ! is_string( $value ) ) {
			return $this->refuse_field( 'webhookUrl', is_wp_error( $valid ) ? $valid->get_error_message() : '' );
		}
		$url = $this->environments->recognize( $value );
		if ( is_wp_error( $url ) ) {
			$url->add_data( array( 'params' => array( 'webhookUrl' => $url->get_error_message() ) ) + (array) $url->get_error_data() );
			return $url;
		}
		return $this->answer(
			array(
				'provider' => $url->provider,
				'target'   => $url->target(),
				'actions'  => array_column( $url->offered(), 'value' ),
			),
		);
	}

	/**
	 * Makes the error of an invalid field, as WordPress's own routes do.
	 */
	private function refuse_field( string $name, string $message ): WP_Error {
		$data = array(
			'status' => 400,
			'params' => array( $name => $message ),
		);
		return new WP_Error( 'rest_invalid_param', $message, $data );
	}

	/**
	 * @param array<string, mixed> $body
	 */
	private function answer( array $body, int $status = 200 ): WP_REST_Response {
		return new WP_REST_Response( $body, $status, array( 'Cache-Control' => 'no-store' ) );
	}
}
