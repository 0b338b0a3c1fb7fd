<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Database;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Untyped;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Handles the routes below `/settings` about environments, for administrators, and those below `/environments` without their
 * webhooks, for other users. The POST routes of `Decision` are idempotent, except `restore`.
 */
final class Environments_Controller {
	/**
	 * @param array<string, array{value: callable(): mixed, schema: callable(): Json_Schema}> $sections         Further sections of the settings, by name.
	 * @param Closure(): void                                                                 $schedule_wake_up Schedules the next dispatch.
	 * @param Closure(string, Decision): string                                               $message          Returns what follows from a decision about an environment.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly array $sections,
		private readonly Closure $schedule_wake_up,
		private readonly Closure $message,
	) {}

	public function register_routes(): void {
		$this->register_settings_routes();
		Rest::register( 'GET', '/environments', $this->list( ... ), Capabilities::VIEW, Environment_Schema::list( ... ) );
		foreach ( Decision::cases() as $decision ) {
			$route = '/environments/' . Rest::ENVIRONMENT_ID . "/$decision->value";
			if ( $decision->is_hold() ) {
				$decide = fn( WP_REST_Request $request ) => $this->decide( $request, $decision, Environment_View::for_viewers( ... ) );
				Rest::register( 'POST', $route, $decide, Capabilities::REBUILD, Environment_Schema::held_view( ... ) );
			} else {
				$decide = fn( WP_REST_Request $request ) => $this->decide( $request, $decision, Environment_View::for_managers( ... ) );
				Rest::register( 'POST', "/settings$route", $decide, Capabilities::MANAGE, Environment_Schema::decided_settings( ... ) );
			}
		}
	}

	private function list(): WP_REST_Response {
		$environments = $this->environments->all();
		Environment_View::prime( $environments );
		$views = array_map( Environment_View::for_viewers( ... ), array_values( $environments ) );
		return new WP_REST_Response( array( 'environments' => $views ) );
	}

	/**
	 * @param Closure(Environment): array<string, mixed> $view
	 */
	private function decide( WP_REST_Request $request, Decision $decision, Closure $view ): WP_REST_Response|WP_Error {
		$id     = Rest::from_path( $request, 'id' );
		$result = Rest::refuse_unknown_fields( $request ) ?? $decision->apply(
			$this->environments,
			$id,
			$decision->is_hold() ? null : Rest::expected_etag( $request ),
		);
		if ( is_wp_error( $result ) ) {
			return $decision->is_hold() ? $result : Environment_View::with_current( $result, $this->environments->get_from_primary( $id ) );
		}
		( $this->schedule_wake_up )();
		return Rest::uncached( $view( $result ) + array( 'message' => ( $this->message )( $id, $decision ) ) );
	}

	private function register_settings_routes(): void {
		$one = '/settings/environments/' . Rest::ENVIRONMENT_ID;
		Rest::register( 'GET', '/settings', $this->show( ... ), Capabilities::MANAGE, $this->schema( ... ) );
		Rest::register(
			'POST',
			'/settings/recognize',
			$this->recognize( ... ),
			Capabilities::MANAGE,
			Environment_Schema::recognition( ... ),
		);
		Rest::register( 'POST', '/settings/environments', $this->create( ... ), Capabilities::MANAGE, Environment_Schema::settings( ... ) );
		Rest::register( 'PUT', $one, $this->update( ... ), Capabilities::MANAGE, Environment_Schema::settings( ... ) );
		Rest::register(
			'POST',
			$one . '/refresh-secret',
			$this->generate_refresh_secret( ... ),
			Capabilities::MANAGE,
			Environment_Schema::new_refresh_secret( ... ),
		);
		Rest::register( 'DELETE', $one, $this->delete( ... ), Capabilities::MANAGE, Environment_Schema::settings( ... ) );
	}

	private function schema(): Json_Schema {
		return Environment_Schema::all_settings( array_map( static fn( array $section ): Json_Schema => $section['schema'](), $this->sections ) );
	}

	/**
	 * Shows the settings as the primary has them: the user may have just saved them.
	 */
	private function show(): WP_REST_Response {
		return Database::on_primary( $this->settings( ... ) );
	}

	private function settings(): WP_REST_Response {
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
			return Environment_View::with_current( $updated, $this->environments->get_from_primary( Rest::from_path( $request, 'id' ) ) );
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
			return Environment_View::with_current( $generated, $this->environments->get_from_primary( $id ) );
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
			return Environment_View::with_current( $deleted, $this->environments->get_from_primary( Rest::from_path( $request, 'id' ) ) );
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
