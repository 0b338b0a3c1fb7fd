<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use Closure;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Handles `/settings/schedules`. All routes require `headless_deploy_manage`.
 */
final class Schedules_Controller {
	/**
	 * @param Closure(): void        $schedule_wake_up Schedules the next wake-up.
	 * @param Closure(): Json_Schema $run_schema
	 */
	public function __construct(
		private readonly Schedules $schedules,
		private readonly Schedule_View $view,
		private readonly Closure $schedule_wake_up,
		private readonly Closure $run_schema,
	) {}

	public function register_routes(): void {
		$one = '/settings/schedules/' . Rest::ENVIRONMENT_ID;
		Rest::register( 'POST', '/settings/schedules', $this->create( ... ), Capabilities::MANAGE, $this->schema( ... ) );
		Rest::register(
			'GET',
			'/settings/schedules',
			$this->list( ... ),
			Capabilities::MANAGE,
			fn(): Json_Schema => Schedule::list_schema( ( $this->run_schema )() ),
		);
		Rest::register( 'GET', $one, $this->get( ... ), Capabilities::MANAGE, $this->schema( ... ) );
		Rest::register( 'PUT', $one, $this->update( ... ), Capabilities::MANAGE, $this->schema( ... ) );
		Rest::register( 'DELETE', $one, $this->delete( ... ), Capabilities::MANAGE, $this->schema( ... ) );
	}

	private function schema(): Json_Schema {
		return Schedule::schema( ( $this->run_schema )() );
	}

	private function list(): WP_REST_Response {
		return Rest::uncached( array( 'schedules' => $this->view->all() ) );
	}

	private function get( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$id       = Rest::from_path( $request, 'id' );
		$schedule = $this->schedules->get( $id );
		return null === $schedule ? Errors::make( 'headless_deploy_unknown_schedule', id: $id ) : Rest::uncached( $this->view->of( $schedule ) );
	}

	private function create( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$input   = $this->input( $request );
		$created = is_wp_error( $input ) ? $input : $this->schedules->create( $input );
		if ( is_wp_error( $created ) ) {
			return $created;
		}
		( $this->schedule_wake_up )();
		$response = Rest::uncached( $this->view->of( $created ), 201 );
		$response->header( 'Location', rest_url( Rest::ROUTE_NAMESPACE . '/settings/schedules/' . $created->id ) );
		return $response;
	}

	private function update( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$input   = $this->input( $request );
		$updated = is_wp_error( $input )
			? $input
			: $this->schedules->update( Rest::from_path( $request, 'id' ), $input, Rest::expected_etag( $request ) );
		if ( is_wp_error( $updated ) ) {
			return $this->with_current( $updated, $request );
		}
		( $this->schedule_wake_up )();
		return Rest::uncached( $this->view->of( $updated ) );
	}

	private function delete( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$deleted = $this->schedules->delete( Rest::from_path( $request, 'id' ), Rest::expected_etag( $request ) );
		if ( is_wp_error( $deleted ) ) {
			return $this->with_current( $deleted, $request );
		}
		( $this->schedule_wake_up )();
		return Rest::uncached(
			array(
				'deleted'  => true,
				'previous' => $this->view->of( $deleted ),
			),
		);
	}

	private function input( WP_REST_Request $request ): Schedule_Input|WP_Error {
		$refused = Rest::refuse_unknown_fields( $request, ...array_keys( Schedule::input()->properties() ) );
		$body    = Rest::body( $request );
		if ( null !== $refused || array() === $body ) {
			return $refused ?? Errors::make( 'headless_deploy_schedule_incomplete', field: 'environment, action, frequency, time' );
		}
		return Schedule_Input::from_body( $body );
	}

	private function with_current( WP_Error $error, WP_REST_Request $request ): WP_Error {
		return Rest::with_current(
			$error,
			'schedule',
			function () use ( $request ): ?array {
				$current = $this->schedules->get( Rest::from_path( $request, 'id' ) );
				return null === $current ? null : $this->view->of( $current );
			},
		);
	}
}
