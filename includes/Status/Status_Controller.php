<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Queue\Deferred_Dispatch;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers `GET /status` and `POST /dispatch`.
 */
final class Status_Controller {
	public function __construct(
		private readonly Status $status,
		private readonly Deferred_Dispatch $deferred_dispatch,
		private readonly Clock $clock,
	) {}

	public function register_routes(): void {
		$leaving = Json_Schema::boolean( __( 'Whether the page is closing and does not wait for the response.', 'headless-deploy' ) )->with( default: false );
		Rest::register( 'GET', '/status', $this->get_status( ... ), Capabilities::VIEW, Status_Schema::status( ... ) );
		Rest::register(
			'POST',
			'/dispatch',
			$this->dispatch( ... ),
			Capabilities::VIEW,
			Status_Schema::status( ... ),
			array( 'leaving' => $leaving ),
		);
	}

	private function get_status( WP_REST_Request $request ): WP_REST_Response {
		$status       = $this->status->get();
		$etag         = $status->etag();
		$client_etags = array_map(
			static fn( string $tag ): string => (string) preg_replace( '/^W\//', '', trim( $tag ) ),
			explode( ',', (string) $request->get_header( 'If-None-Match' ) ),
		);
		$response = in_array( $etag, $client_etags, true ) ? new WP_REST_Response( null, 304 ) : new WP_REST_Response( $status->to_array() );
		return $this->with_etag_and_time( $response, $etag );
	}

	/**
	 * Sends runs that are due, or in a moment, and returns the new status. A closing page gets 202 at once.
	 */
	private function dispatch( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$refusal = Rest::refuse_unknown_fields( $request, 'leaving' );
		if ( null !== $refusal ) {
			return $refusal;
		}
		if ( true === $request['leaving'] ) {
			// The client may have disconnected; the request must continue after the response.
			ignore_user_abort( true );
			add_action( 'shutdown', Entry_Point::background( $this->deferred_dispatch->wait_and_send( ... ) ), PHP_INT_MAX );
			return new WP_REST_Response( null, 202 );
		}
		$this->deferred_dispatch->send_soon();
		$status = $this->status->get();
		return $this->with_etag_and_time( new WP_REST_Response( $status->to_array() ), $status->etag() );
	}

	/**
	 * Adds the ETag and the time for countdowns. `Date` has no fractions of a second and some servers replace it; others
	 * remove unknown headers from a 304.
	 */
	private function with_etag_and_time( WP_REST_Response $response, string $etag ): WP_REST_Response {
		$now = $this->clock->now_ms();
		$response->header( 'ETag', $etag );
		$response->header( 'Date', gmdate( 'D, d M Y H:i:s', intdiv( $now, 1000 ) ) . ' GMT' );
		$response->header( 'X-Headless-Deploy-Time', (string) $now );
		return $response;
	}
}
