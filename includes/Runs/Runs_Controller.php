<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Refresh\Refresh_Reader;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Untyped;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers `GET /runs`, `GET /runs/{id}` and `POST /runs/{id}/retry`.
 */
final class Runs_Controller {
	public const PER_PAGE = 20;

	private const ITEM         = '/runs/(?P<id>[1-9][0-9]{0,17})';
	private const MAX_PER_PAGE = 100;

	public function __construct(
		private readonly Run_Log $log,
		private readonly Run_View $view,
		private readonly Manual_Run $manual_run,
		private readonly Run_Response $run_response,
	) {}

	public function register_routes(): void {
		Rest::register( 'GET', '/runs', $this->list( ... ), Capabilities::VIEW, Run_Schema::page( ... ), $this->list_args() );
		Rest::register( 'GET', self::ITEM, $this->get( ... ), Capabilities::VIEW, Run_Schema::run( ... ) );
		Rest::register( 'POST', self::ITEM . '/retry', $this->retry( ... ), $this->may_retry( ... ), Run_Schema::response( ... ) );
	}

	/**
	 * @return array<string, Json_Schema>
	 */
	private function list_args(): array {
		return array(
			'per_page' => Json_Schema::integer()->with( minimum: 1, maximum: self::MAX_PER_PAGE, default: self::PER_PAGE ),
			'page'     => Json_Schema::integer()->with( minimum: 1, maximum: 1_000_000, default: 1 ),
		) + Run_Filter::args();
	}

	private function list( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$filter = Run_Filter::from_request( $request );
		if ( null !== $filter->search && ! current_user_can( Capabilities::MANAGE ) ) {
			return Errors::make( 'headless_deploy_forbidden' );
		}
		$per_page = Untyped::number( $request['per_page'] );
		$rows     = $this->log->page( $per_page, Untyped::number( $request['page'] ), $filter );
		$total    = $this->log->count( $filter );
		$response = new WP_REST_Response(
			array(
				'runs'                => Run::list_to_array( array_values( $this->view->render( $rows ) ) ),
				'removedEnvironments' => $this->view->removed_environments(),
			),
		);
		$since = Iso_Time::or_null( $filter->search?->since() );
		if ( null !== $since ) {
			$response->header( 'X-Headless-Deploy-Searched-Since', $since );
		}
		$response->header( 'X-WP-Total', (string) $total );
		$response->header( 'X-WP-TotalPages', (string) (int) ceil( $total / $per_page ) );
		return $response;
	}

	private function get( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$run = $this->view->find( (int) Rest::from_path( $request, 'id' ) );
		return null === $run
			? $this->unknown( $request )
			: new WP_REST_Response( array( 'refreshed' => self::refreshed( $run ) ) + $run->to_array() );
	}

	/**
	 * Returns what the requests of a refresh named; null for other runs. Only one run at a time is read in full.
	 *
	 * @return array<string, mixed>|null
	 */
	private static function refreshed( Run $run ): ?array {
		return Action::Refresh === $run->record->action && null === $run->record->replaced_by
			? ( new Refresh_Reader() )->of_run( $run->record->id )->to_array()
			: null;
	}

	private function may_retry( WP_REST_Request $request ): bool|WP_Error {
		if ( ! current_user_can( Capabilities::VIEW ) ) {
			return Errors::make( 'headless_deploy_forbidden' );
		}
		$run = $this->log->find( (int) Rest::from_path( $request, 'id' ) );
		return null === $run ? $this->unknown( $request ) : Rest::needs( $run->action->capability() )();
	}

	/**
	 * Starts a new run with the action of a failed run. The new run includes its changes; the log keeps the failed run.
	 */
	private function retry( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$refusal = Rest::refuse_unknown_fields( $request );
		$run     = $this->log->find( (int) Rest::from_path( $request, 'id' ) );
		if ( null !== $refusal || null === $run ) {
			return $refusal ?? $this->unknown( $request );
		}
		if ( ! $run->is_call_failed() ) {
			return Errors::make( 'headless_deploy_not_failed', id: (string) $run->id );
		}
		return $this->run_response->of( $this->manual_run->start(
			$run->key->environment_id,
			$run->action,
			Cause::Manual,
			get_current_user_id(),
		) );
	}

	private function unknown( WP_REST_Request $request ): WP_Error {
		return Errors::make( 'headless_deploy_unknown_run', id: Rest::from_path( $request, 'id' ) );
	}
}
