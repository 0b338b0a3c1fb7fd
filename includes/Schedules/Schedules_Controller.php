<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use Closure;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

/**
 * Handles `/settings/schedules`. All routes require `headless_deploy_manage`.
 */
final class Schedules_Controller {
	/**
	 * @param Closure(): void                 $schedule_wake_up Schedules the next wake-up.
	 * @param Closure(): array<string, mixed> $run_schema
	 */
	public function __construct(
		private readonly Schedules $schedules,
		private readonly Schedule_View $view,
		private readonly Closure $schedule_wake_up,
		private readonly Closure $run_schema,
	) {}

	/**
	 * Registers the routes. Hooked to `rest_api_init`.
	 */
	public function register_routes(): void {
		register_rest_route(
			Rest::ROUTE_NAMESPACE,
			'/settings/schedules',
			array(
				$this->route( WP_REST_Server::READABLE, $this->list( ... ) ),
				$this->route( WP_REST_Server::CREATABLE, $this->create( ... ) ) + array( 'schema' => $this->schema( ... ) ),
				'schema' => fn(): array => Schedule_Schema::schedules( ( $this->run_schema )() ),
			),
		);
		register_rest_route(
			Rest::ROUTE_NAMESPACE,
			'/settings/schedules/' . Rest::ENVIRONMENT_ID,
			array(
				$this->route( WP_REST_Server::READABLE, $this->get( ... ) ),
				$this->route( 'PUT', $this->update( ... ) ),
				$this->route( WP_REST_Server::DELETABLE, $this->delete( ... ) ),
				'schema' => $this->schema( ... ),
			),
		);
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
		return Schedule_Schema::schedule( ( $this->run_schema )() );
	}

	private function list(): WP_REST_Response {
		return $this->response( array( 'schedules' => $this->view->all() ) );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function get( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$id       = Rest::from_path( $request, 'id' );
		$schedule = $this->schedules->get( $id );
		return null === $schedule ? Errors::make( 'headless_deploy_unknown_schedule', array( 'id' => $id ) ) : $this->response( $this->view->of( $schedule ) );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function create( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$input   = $this->input( $request );
		$created = is_wp_error( $input ) ? $input : $this->schedules->create( $input );
		if ( is_wp_error( $created ) ) {
			return $created;
		}
		( $this->schedule_wake_up )();
		$response = $this->response( $this->view->of( $created ), 201 );
		$response->header( 'Location', rest_url( Rest::ROUTE_NAMESPACE . '/settings/schedules/' . $created->id ) );
		return $response;
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function update( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$input   = $this->input( $request );
		$updated = is_wp_error( $input ) ? $input : $this->schedules->update( Rest::from_path( $request, 'id' ), $input, Rest::expected_etag( $request ) );
		if ( is_wp_error( $updated ) ) {
			return $this->add_current( $updated, $request );
		}
		( $this->schedule_wake_up )();
		return $this->response( $this->view->of( $updated ) );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function delete( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$deleted = $this->schedules->delete( Rest::from_path( $request, 'id' ), Rest::expected_etag( $request ) );
		if ( is_wp_error( $deleted ) ) {
			return $this->add_current( $deleted, $request );
		}
		( $this->schedule_wake_up )();
		return $this->response(
			array(
				'deleted'  => true,
				'previous' => $this->view->of( $deleted ),
			),
		);
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function input( WP_REST_Request $request ): Schedule_Input|WP_Error {
		$refused = Rest::refuse_unknown_fields( $request, ...array_map( strval( ... ), array_keys( Schedule_Schema::input()['properties'] ) ) );
		$body    = (array) ( $request->is_json_content_type() ? $request->get_json_params() : $request->get_body_params() );
		if ( null !== $refused || array() === $body ) {
			return $refused ?? Errors::make( 'headless_deploy_schedule_incomplete', array( 'field' => 'environment, action, frequency, time' ) );
		}
		return Schedule_Input::from_body( $body );
	}

	/**
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function add_current( WP_Error $error, WP_REST_Request $request ): WP_Error {
		$current = $this->schedules->get( Rest::from_path( $request, 'id' ) );
		if ( 'headless_deploy_changed_meanwhile' === $error->get_error_code() && null !== $current ) {
			$error->add_data( array( 'schedule' => $this->view->of( $current ) ) + (array) $error->get_error_data() );
		}
		return $error;
	}

	/**
	 * @param array<string, mixed> $body
	 */
	private function response( array $body, int $status = 200 ): WP_REST_Response {
		return new WP_REST_Response( $body, $status, array( 'Cache-Control' => 'no-store' ) );
	}
}
