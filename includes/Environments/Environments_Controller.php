<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

/**
 * Handles `GET /environments`, which lists the environments without their webhooks,
 * `POST /settings/environments/{id}/{pause|resume|confirm-copy|confirm-move|restore}` and
 * `POST /environments/{id}/{hold|release}`. Each POST is idempotent, except `restore`.
 */
final class Environments_Controller {
	/**
	 * @param Closure(): void                   $schedule_wake_up Schedules the next dispatch.
	 * @param Closure(string, Decision): string $message          Returns what follows from a decision about an environment.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly Closure $schedule_wake_up,
		private readonly Closure $message,
	) {}

	public function register_routes(): void {
		Rest::register( WP_REST_Server::READABLE, '/environments', $this->list( ... ), Capabilities::VIEW, Environment_Schema::list( ... ) );
		foreach ( Decision::cases() as $decision ) {
			$route = '/environments/' . Rest::ENVIRONMENT_ID . "/$decision->value";
			if ( $decision->is_hold() ) {
				$decide = fn( WP_REST_Request $request ) => $this->decide( $request, $decision, Environment_View::for_viewers( ... ) );
				Rest::register( WP_REST_Server::CREATABLE, $route, $decide, Capabilities::REBUILD, Environment_Schema::held_view( ... ) );
			} else {
				$decide = fn( WP_REST_Request $request ) => $this->decide( $request, $decision, Environment_View::for_managers( ... ) );
				Rest::register(
					WP_REST_Server::CREATABLE,
					"/settings$route",
					$decide,
					Capabilities::MANAGE,
					Environment_Schema::decided_settings( ... ),
				);
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
			return $decision->is_hold() ? $result : Environment_View::with_current( $result, $this->environments->get( $id ) );
		}
		( $this->schedule_wake_up )();
		return Rest::uncached( $view( $result ) + array( 'message' => ( $this->message )( $id, $decision ) ) );
	}
}
