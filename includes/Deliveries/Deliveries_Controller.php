<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Deliveries;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Press;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Wire_Time;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;

/**
 * Answers `GET /deliveries`, `GET /deliveries/{id}` and `POST /deliveries/{id}/retry`.
 */
final class Deliveries_Controller {
	private const ITEM     = '/deliveries/(?P<id>[1-9][0-9]{0,17})';
	private const PER_PAGE = 20;
	private const MOST     = 100;

	public function __construct(
		private readonly Delivery_Log $log,
		private readonly Delivery_View $view,
		private readonly Press $press,
		private readonly Run_Answer $answer,
	) {}

	/**
	 * Registers the routes. Hooked to `rest_api_init`.
	 */
	public function register_routes(): void {
		register_rest_route(
			Rest::ROUTE_NAMESPACE,
			'/deliveries',
			array(
				array(
					'methods'             => WP_REST_Server::READABLE,
					'callback'            => $this->list( ... ),
					'permission_callback' => Rest::needs( Capabilities::VIEW ),
					'args'                => $this->list_args(),
				),
				'schema' => Delivery_Schema::page( ... ),
			),
		);
		register_rest_route(
			Rest::ROUTE_NAMESPACE,
			self::ITEM,
			array(
				array(
					'methods'             => WP_REST_Server::READABLE,
					'callback'            => $this->get( ... ),
					'permission_callback' => Rest::needs( Capabilities::VIEW ),
				),
				'schema' => Delivery_Schema::delivery( ... ),
			),
		);
		register_rest_route(
			Rest::ROUTE_NAMESPACE,
			self::ITEM . '/retry',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => $this->retry( ... ),
				'permission_callback' => $this->may_retry( ... ),
			),
		);
	}

	/**
	 * Describes the arguments of the list.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	private function list_args(): array {
		return array(
			'per_page' => array(
				'type'    => 'integer',
				'minimum' => 1,
				'maximum' => self::MOST,
				'default' => self::PER_PAGE,
			),
			'page' => array(
				'type'    => 'integer',
				'minimum' => 1,
				'maximum' => 1_000_000,
				'default' => 1,
			),
		) + Delivery_Filter::args();
	}

	/**
	 * Lists a page of the log, newest first.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function list( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$filter = Delivery_Filter::from_request( $request );
		if ( null !== $filter->search && ! current_user_can( Capabilities::MANAGE ) ) {
			return Errors::make( 'headless_deploy_forbidden' );
		}
		$per_page = (int) $request['per_page'];
		$rows     = $this->log->page( $per_page, (int) $request['page'], $filter );
		$total    = $this->log->count( $filter );
		$response = new WP_REST_Response( array( 'deliveries' => array_values( $this->view->render( $rows ) ) ) );
		$since    = Wire_Time::or_null( $filter->search?->since() );
		if ( null !== $since ) {
			$response->header( 'X-Headless-Deploy-Searched-Since', $since );
		}
		$response->header( 'X-WP-Total', (string) $total );
		$response->header( 'X-WP-TotalPages', (string) (int) ceil( $total / $per_page ) );
		return $response;
	}

	/**
	 * Answers one delivery.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function get( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$delivery = $this->view->find( (int) Rest::from_path( $request, 'id' ) );
		return null === $delivery ? $this->unknown( $request ) : new WP_REST_Response( $delivery );
	}

	/**
	 * Lets those retry who have the capability of the delivery's action.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function may_retry( WP_REST_Request $request ): bool|WP_Error {
		if ( ! current_user_can( Capabilities::VIEW ) ) {
			return Errors::make( 'headless_deploy_forbidden' );
		}
		$row = $this->log->find( (int) Rest::from_path( $request, 'id' ) );
		return null === $row ? $this->unknown( $request ) : Rest::needs( $this->action( $row->action )->capability() )();
	}

	/**
	 * Presses what a failed delivery asked for; its changes go along. The old entry stays as it is.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function retry( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$refusal = Rest::refuse_unknown_fields( $request );
		$row     = $this->log->find( (int) Rest::from_path( $request, 'id' ) );
		if ( null !== $refusal || null === $row ) {
			return $refusal ?? $this->unknown( $request );
		}
		if ( 'failed' !== $row->state ) {
			return Errors::make( 'headless_deploy_not_failed', array( 'id' => (string) $row->id ) );
		}
		return $this->answer->of( $this->press->press( $row->environment_id, $this->action( $row->action ), Cause::MANUAL, get_current_user_id() ) );
	}

	/**
	 * Reads a stored action; a word that nobody knows is a Rebuild, as in the queue.
	 *
	 * @param string $stored As the log has it.
	 */
	private function action( string $stored ): Action {
		return Action::tryFrom( $stored ) ?? Action::Rebuild;
	}

	/**
	 * Says that there is no such delivery.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	private function unknown( WP_REST_Request $request ): WP_Error {
		return Errors::make( 'headless_deploy_unknown_delivery', array( 'id' => Rest::from_path( $request, 'id' ) ) );
	}
}
