<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Untyped;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers `POST /environments/{id}/runs` and `POST /environments/{id}/pending/{lane}/{now|cancel|undo}`.
 */
final class Run_Actions_Controller {
	public function __construct(
		private readonly Manual_Run $manual_run,
		private readonly Dispatcher $dispatcher,
		private readonly Queue_Reader $queue,
		private readonly Send_Policy $send_policy,
		private readonly Run_Response $run_response,
	) {}

	public function register_routes(): void {
		$action = Json_Schema::text( __( 'The action that the run requests.', 'headless-deploy' ) )->with(
			enum: array_column( Action::cases(), 'value' ),
			required: true,
		);
		$pending = '/environments/' . Rest::ENVIRONMENT_ID . '/pending/(?P<lane>' . implode( '|', array_column( Lane::cases(), 'value' ) ) . ')/';
		Rest::register(
			'POST',
			'/environments/' . Rest::ENVIRONMENT_ID . '/runs',
			$this->run( ... ),
			$this->may_run( ... ),
			Run_Schema::response( ... ),
			array( 'action' => $action ),
		);
		Rest::register( 'POST', $pending . 'now', $this->run_now( ... ), $this->may_decide( ... ), Run_Schema::response( ... ) );
		Rest::register( 'POST', $pending . 'cancel', $this->cancel( ... ), $this->may_decide( ... ), Run_Schema::response( ... ) );
		Rest::register( 'POST', $pending . 'undo', $this->undo( ... ), $this->may_decide( ... ), Run_Schema::response( ... ) );
	}

	/**
	 * WordPress calls it again for the Allow header, even when the schema rejected the action.
	 */
	private function may_run( WP_REST_Request $request ): bool|WP_Error {
		$action = is_string( $request['action'] ) ? Action::tryFrom( $request['action'] ) : null;
		return Rest::needs( $action?->capability() ?? Capabilities::VIEW )();
	}

	private function may_decide( WP_REST_Request $request ): bool|WP_Error {
		if ( ! current_user_can( Capabilities::VIEW ) ) {
			return Errors::make( 'headless_deploy_forbidden' );
		}
		return Rest::needs( $this->queue->lane( $this->key( $request ) )->capability() )();
	}

	private function run( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$before = $this->permission( $request );
		return Rest::refuse_unknown_fields( $request, 'action' ) ?? $this->run_response->of(
			$this->manual_run->start( Rest::from_path( $request, 'id' ), $this->action( $request ), Cause::Manual, get_current_user_id() ),
			$before,
		);
	}

	private function run_now( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$before = $this->permission( $request );
		return $this->refusal( $request ) ?? $this->run_response->of(
			$this->manual_run->start_pending( $this->key( $request ), Cause::Manual, get_current_user_id() ),
			$before,
		);
	}

	private function cancel( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		return $this->refusal( $request )
			?? $this->run_response->of_cancel( $this->dispatcher->cancel( $this->key( $request ), get_current_user_id() ) );
	}

	private function undo( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		return $this->refusal( $request ) ?? $this->run_response->of_undo( $this->dispatcher->undo_cancel( $this->key( $request ) ) );
	}

	private function refusal( WP_REST_Request $request ): ?WP_Error {
		$id = Rest::from_path( $request, 'id' );
		return Rest::refuse_unknown_fields( $request )
			?? ( null !== $this->permission( $request ) ? null : Errors::make( 'headless_deploy_unknown_environment', id: $id ) );
	}

	private function permission( WP_REST_Request $request ): ?Send_Permission {
		return $this->send_policy->all()[ Rest::from_path( $request, 'id' ) ] ?? null;
	}

	private function action( WP_REST_Request $request ): Action {
		return Action::from( Untyped::text( $request['action'] ) );
	}

	/**
	 * The route has validated the lane. WordPress matches routes case-insensitively.
	 */
	private function key( WP_REST_Request $request ): Lane_Key {
		return Lane_Key::of(
			get_current_blog_id(),
			Rest::from_path( $request, 'id' ),
			Lane::from( strtolower( Rest::from_path( $request, 'lane' ) ) ),
		);
	}
}
