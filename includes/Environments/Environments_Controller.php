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
 * `POST /settings/environments/{id}/{pause|resume|confirm-copy|confirm-move}` and
 * `POST /environments/{id}/{hold|release}`. Each POST is idempotent.
 */
final class Environments_Controller {
	/**
	 * @param Closure(): void $schedule_wake_up Schedules the next dispatch.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly Closure $schedule_wake_up,
	) {}

	public function register_routes(): void {
		$environments = $this->environments;
		Rest::register( WP_REST_Server::READABLE, '/environments', $this->list( ... ), Capabilities::VIEW, Environment_Schema::list( ... ) );
		$this->register_settings( '/settings/environments/' . Rest::ENVIRONMENT_ID . '/pause', static fn( string $id, ?string $etag ) => $environments->pause( $id, Pause_Reason::Person, null, $etag ) );
		$this->register_settings( '/settings/environments/' . Rest::ENVIRONMENT_ID . '/resume', static fn( string $id, ?string $etag ) => $environments->resume( $id, $etag ) );
		$this->register_settings(
			'/settings/environments/' . Rest::ENVIRONMENT_ID . '/confirm-copy',
			static fn( string $id, ?string $etag ) => $environments->pause( $id, Pause_Reason::Copy, null, $etag ),
		);
		$this->register_settings( '/settings/environments/' . Rest::ENVIRONMENT_ID . '/confirm-move', $environments->confirm_move( ... ) );
		$this->register_hold( '/environments/' . Rest::ENVIRONMENT_ID . '/hold', true );
		$this->register_hold( '/environments/' . Rest::ENVIRONMENT_ID . '/release', false );
	}

	private function list(): WP_REST_Response {
		$environments = $this->environments->all();
		Environment_View::prime( $environments );
		return new WP_REST_Response( array( 'environments' => array_values( array_map( Environment_View::for_viewers( ... ), $environments ) ) ) );
	}

	/**
	 * @param non-falsy-string                                       $route
	 * @param Closure( string, string|null ): (Environment|WP_Error) $mutate Receives the ID and the etag that the caller has seen.
	 */
	private function register_settings( string $route, Closure $mutate ): void {
		$callback = function ( WP_REST_Request $request ) use ( $mutate ): WP_REST_Response|WP_Error {
			$refusal = Rest::refuse_unknown_fields( $request );
			$id      = Rest::from_path( $request, 'id' );
			$result  = $refusal ?? $mutate( $id, Rest::expected_etag( $request ) );
			if ( is_wp_error( $result ) ) {
				return Environment_View::with_current( $result, $this->environments->get( $id ) );
			}
			( $this->schedule_wake_up )();
			return Rest::uncached( Environment_View::for_managers( $result ) );
		};
		Rest::register( WP_REST_Server::CREATABLE, $route, $callback, Capabilities::MANAGE, Environment_Schema::settings( ... ) );
	}

	/**
	 * @param non-falsy-string $route
	 */
	private function register_hold( string $route, bool $hold ): void {
		$callback = function ( WP_REST_Request $request ) use ( $hold ): WP_REST_Response|WP_Error {
			$result = Rest::refuse_unknown_fields( $request ) ?? $this->environments->hold( Rest::from_path( $request, 'id' ), $hold );
			if ( is_wp_error( $result ) ) {
				return $result;
			}
			( $this->schedule_wake_up )();
			return new WP_REST_Response( Environment_View::for_viewers( $result ) );
		};
		Rest::register( WP_REST_Server::CREATABLE, $route, $callback, Capabilities::REBUILD, Environment_Schema::view( ... ) );
	}
}
