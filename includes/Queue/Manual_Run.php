<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Read_Failed;
use WP_Error;

/**
 * Starts runs that a user asked for. Every entry point uses it: REST, WP-CLI, admin bar and abilities.
 */
final class Manual_Run {
	public function __construct(
		private readonly Queue_Reader $queue,
		private readonly Dispatcher $dispatcher,
		private readonly Send_Policy $send_policy,
		private readonly Clock $clock,
		private readonly Write_Failure $write_failure,
		private readonly Change_Store $changes = new Change_Store(),
	) {}

	/**
	 * Sends an action with all pending changes of its lane; after the run that is being sent, if there is one.
	 *
	 * @param  int          $user_id 0 for none.
	 * @return int|WP_Error Id of the run, 0 while another run is being sent.
	 */
	public function start( string $environment_id, Action $action, Cause $cause, int $user_id ): int|WP_Error {
		$row_id = $this->enqueue( $environment_id, $action, $cause, $user_id );
		if ( is_wp_error( $row_id ) ) {
			return $row_id;
		}
		$this->dispatcher->dispatch_lane( Lane_Key::of( get_current_blog_id(), $environment_id, $action->lane() ) );
		$this->dispatcher->schedule_wake_up();
		try {
			return $this->queue->run_of( $row_id );
		} catch ( Read_Failed ) {
			// The row is stored and will be sent; only the id of its run is unknown.
			return 0;
		}
	}

	/**
	 * Inserts the row of a manual run without sending it. `Queue_Reader::run_of()` finds its run.
	 *
	 * @param  int          $user_id 0 for none.
	 * @return int|WP_Error Id of the row.
	 */
	public function enqueue( string $environment_id, Action $action, Cause $cause, int $user_id ): int|WP_Error {
		try {
			$permission = $this->send_policy->from_primary( $environment_id );
		} catch ( Read_Failed ) {
			return Errors::make( 'headless_deploy_database_unavailable' );
		}
		$refusal = $this->refusal( $environment_id, $permission, $action );
		if ( null !== $refusal ) {
			return $refusal;
		}
		$key    = Lane_Key::of( get_current_blog_id(), $environment_id, $action->lane() );
		$row_id = $this->changes->insert( array( New_Change::manual( $key, $action, $this->clock->now_ms(), $cause, $user_id ) ) );
		if ( 0 === $row_id ) {
			( new Missing_Tables() )->repair();
			return Errors::make( 'headless_deploy_queue_unwritable' );
		}
		$this->write_failure->forget();
		( new Missing_Tables() )->forget();
		return $row_id;
	}

	public function start_pending( Lane_Key $key, Cause $cause, int $user_id ): int|WP_Error {
		try {
			$lane = $this->queue->lane( $key );
		} catch ( Read_Failed ) {
			return Errors::make( 'headless_deploy_database_unavailable' );
		}
		if ( ! $lane->is_pending() ) {
			return Errors::make( 'headless_deploy_nothing_pending' );
		}
		return $this->start( $key->environment_id, $lane->next_action(), $cause, $user_id );
	}

	private function refusal( string $environment_id, ?Send_Permission $permission, Action $action ): ?WP_Error {
		if ( null === $permission ) {
			return Errors::make( 'headless_deploy_unknown_environment', id: $environment_id );
		}
		if ( $permission->is_blocked() ) {
			return $permission->error();
		}
		if ( ! $permission->environment->offers( $action ) ) {
			return Errors::make( 'headless_deploy_action_not_offered', label: $permission->environment->label, action: $action->label() );
		}
		return null;
	}
}
