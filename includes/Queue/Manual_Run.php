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
 * Sends at once what a person asks for. All doors press through it: panel, editor, command line.
 */
final class Manual_Run {
	/**
	 * @param Send_Policy   $send_policy   Who knows what may be sent.
	 * @param Write_Failure $write_failure What could not be written.
	 */
	public function __construct(
		private readonly Queue_Store $store,
		private readonly Dispatcher $dispatcher,
		private readonly Send_Policy $send_policy,
		private readonly Clock $clock,
		private readonly Write_Failure $write_failure,
	) {}

	/**
	 * Sends an action, with all that is pending in its lane. If a run is in flight, it runs right after.
	 *
	 * @param  string       $environment_id Environment of the current site.
	 * @param  string       $cause          A constant of Cause.
	 * @param  int          $user_id        Who presses, 0 for nobody.
	 * @return int|WP_Error Id of the run that carries the press, 0 while it waits for the one in flight.
	 */
	public function press( string $environment_id, Action $action, string $cause, int $user_id ): int|WP_Error {
		$row_id = $this->note( $environment_id, $action, $cause, $user_id );
		if ( is_wp_error( $row_id ) ) {
			return $row_id;
		}
		$this->dispatcher->dispatch_lane( Lane_Key::of( get_current_blog_id(), $environment_id, $action->lane() ) );
		$this->dispatcher->set_alarm();
		try {
			return $this->store->run_of( $row_id );
		} catch ( Read_Failed ) {
			// It is noted, and will be sent; only which run carries it is not known.
			return 0;
		}
	}

	/**
	 * Notes that somebody asks for an action, without sending it. For whoever follows the press: its row names the
	 * run that carries it, `Queue_Store::run_of()`.
	 *
	 * @param  string       $environment_id Environment of the current site.
	 * @param  string       $cause          A constant of Cause.
	 * @param  int          $user_id        Who presses, 0 for nobody.
	 * @return int|WP_Error Id of the row.
	 */
	public function note( string $environment_id, Action $action, string $cause, int $user_id ): int|WP_Error {
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
		$row_id = $this->store->note( array( new New_Change( $key, $action, $this->clock->now_ms(), 0, array(), $cause, $user_id ) ) );
		if ( 0 === $row_id ) {
			( new Missing_Tables() )->mend();
			return Errors::make( 'headless_deploy_queue_unwritable' );
		}
		$this->write_failure->forget();
		( new Missing_Tables() )->forget();
		return $row_id;
	}

	/**
	 * Sends now what is pending in a lane.
	 *
	 * @param Lane_Key $key   Lane of the current site.
	 * @param string   $cause A constant of Cause.
	 */
	public function press_pending( Lane_Key $key, string $cause, int $user_id ): int|WP_Error {
		try {
			$lane = $this->store->lane( $key );
		} catch ( Read_Failed ) {
			return Errors::make( 'headless_deploy_database_unavailable' );
		}
		if ( ! $lane->is_waiting() ) {
			return Errors::make( 'headless_deploy_nothing_pending' );
		}
		$action = null === $lane->unfinished ? $lane->action : $lane->unfinished->action->stronger( $lane->action );
		return $this->press( $key->environment_id, $action, $cause, $user_id );
	}

	/**
	 * Returns what stands in the way of a press, null when nothing does.
	 *
	 * @param string               $environment_id Environment that was asked for.
	 * @param Send_Permission|null $permission     What was found of it.
	 */
	private function refusal( string $environment_id, ?Send_Permission $permission, Action $action ): ?WP_Error {
		if ( null === $permission ) {
			return Errors::make( 'headless_deploy_unknown_environment', array( 'id' => $environment_id ) );
		}
		if ( $permission->is_blocked() ) {
			return $permission->error();
		}
		if ( ! $permission->environment->offers( $action ) ) {
			return Errors::make(
				'headless_deploy_action_not_offered',
				array(
					'label'  => $permission->environment->label,
					'action' => $action->label(),
				),
			);
		}
		return null;
	}
}
