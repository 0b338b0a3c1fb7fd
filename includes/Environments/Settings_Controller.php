<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Untyped;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

/**
 * Handles `/settings`. No response contains a secret, not even an error about a pasted URL, and none is cached.
 */
final class Settings_Controller {
	/**
	 * @param array<string, array{value: callable(): mixed, schema: callable(): Json_Schema}> $sections Further sections of the settings, by name.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly array $sections = array(),
	) {}

	public function register_routes(): void {
		$one = '/settings/environments/' . Rest::ENVIRONMENT_ID;
		Rest::register( WP_REST_Server::READABLE, '/settings', $this->show( ... ), Capabilities::MANAGE, $this->schema( ... ) );
		Rest::register(
			WP_REST_Server::CREATABLE,
			'/settings/recognize',
			$this->recognize( ... ),
			Capabilities::MANAGE,
			Environment_Schema::recognition( ... ),
		);
		Rest::register(
			WP_REST_Server::CREATABLE,
			'/settings/environments',
			$this->create( ... ),
			Capabilities::MANAGE,
			Environment_Schema::settings( ... ),
		);
		Rest::register( 'PUT', $one, $this->update( ... ), Capabilities::MANAGE, Environment_Schema::settings( ... ) );
		Rest::register(
			WP_REST_Server::CREATABLE,
			$one . '/refresh-secret',
			$this->generate_refresh_secret( ... ),
			Capabilities::MANAGE,
			Environment_Schema::new_refresh_secret( ... ),
		);
		Rest::register( WP_REST_Server::DELETABLE, $one, $this->delete( ... ), Capabilities::MANAGE, Environment_Schema::settings( ... ) );
	}

	private function schema(): Json_Schema {
		return Environment_Schema::all_settings( array_map( static fn( array $section ): Json_Schema => $section['schema'](), $this->sections ) );
	}

	private function show(): WP_REST_Response {
		$this->environments->repair();
		$this->environments->reseal();
		$environments = $this->environments->all();
		Environment_View::prime( $environments );
		$settings = array(
			'environments'  => array_values( array_map( Environment_View::for_managers( ... ), $environments ) ),
			'problems'      => $this->environments->problems(),
			'encryptionKey' => $this->environments->key_source(),
		);
		return Rest::uncached( $settings + array_map( static fn( array $section ): mixed => $section['value'](), $this->sections ) );
	}

	private function create( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$input   = $this->input( $request );
		$created = is_wp_error( $input ) ? $input : $this->environments->create( $input );
		if ( is_wp_error( $created ) ) {
			return $created;
		}
		$response = Rest::uncached( Environment_View::for_managers( $created ), 201 );
		$response->header( 'Location', rest_url( Rest::ROUTE_NAMESPACE . '/settings/environments/' . $created->id ) );
		return $response;
	}

	private function update( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$input   = $this->input( $request );
		$updated = is_wp_error( $input )
			? $input
			: $this->environments->update( Rest::from_path( $request, 'id' ), $input, Rest::expected_etag( $request ) );
		if ( is_wp_error( $updated ) ) {
			return Environment_View::with_current( $updated, $this->environments->get( Rest::from_path( $request, 'id' ) ) );
		}
		return Rest::uncached( Environment_View::for_managers( $updated ) );
	}

	/**
	 * Generates a secret for refresh requests; only this response contains it.
	 */
	private function generate_refresh_secret( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$id        = Rest::from_path( $request, 'id' );
		$generated = Rest::refuse_unknown_fields( $request ) ?? $this->environments->generate_refresh_secret(
			$id,
			Rest::expected_etag( $request ),
		);
		if ( is_wp_error( $generated ) ) {
			return Environment_View::with_current( $generated, $this->environments->get( $id ) );
		}
		return Rest::uncached(
			array(
				'secret'      => $generated['secret'],
				'environment' => Environment_View::for_managers( $generated['environment'] ),
			),
		);
	}

	private function delete( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$refused = Rest::refuse_unknown_fields( $request );
		$deleted = $refused ?? $this->environments->delete( Rest::from_path( $request, 'id' ), Rest::expected_etag( $request ) );
		if ( is_wp_error( $deleted ) ) {
			return Environment_View::with_current( $deleted, $this->environments->get( Rest::from_path( $request, 'id' ) ) );
		}
		return Rest::uncached(
			array(
				'deleted'  => true,
				'previous' => Environment_View::for_managers( $deleted ),
			),
		);
	}

	private function input( WP_REST_Request $request ): Environment_Input|WP_Error {
		$body = Rest::fields( $request, Environment_Schema::input(), 'headless_deploy_body_missing' );
		return is_wp_error( $body ) ? $body : Environment_Input::from_body( $body );
	}

	/**
	 * Returns what a pasted URL belongs to, which the panel shows while the user types. A URL that is not complete yet is a
	 * result and not an error of the request. Neither the response nor an error repeats the URL.
	 */
	private function recognize( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$refused = Rest::refuse_unknown_fields( $request, 'webhookUrl' );
		if ( null !== $refused ) {
			return $refused;
		}
		$pasted = Rest::field( 'webhookUrl', Rest::body( $request )['webhookUrl'] ?? '', Environment_Schema::pasted_webhook() );
		if ( is_wp_error( $pasted ) ) {
			return $pasted;
		}
		$url = $this->environments->recognize( Untyped::text( $pasted ) );
		return Rest::uncached(
			array(
				'webhook' => is_wp_error( $url ) ? null : array(
					'provider' => $url->provider,
					'target'   => $url->target,
					'actions'  => array_column( $url->offered, 'value' ),
				),
				'message' => is_wp_error( $url ) ? $url->get_error_message() : '',
			),
		);
	}
}
