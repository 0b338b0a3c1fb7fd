<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run_Response;

/**
 * Starts a manual run, waits for its end if requested, and reports the result.
 */
final class Action_Runner {
	public const WAIT_SECONDS = 300;

	private const MAX_WAIT_SECONDS = 86_400;

	public function __construct(
		private readonly Manual_Run $manual_run,
		private readonly Dispatcher $dispatcher,
		private readonly Run_Watcher $watcher,
		private readonly Console $console,
	) {}

	/**
	 * Starts a run; exits unless it succeeds.
	 */
	public function run( Environment $environment, Action $action, Command_Input $input ): void {
		$seconds = $this->seconds( $input );
		$row_id  = $this->manual_run->enqueue( $environment->id, $action, Cause::Cli, get_current_user_id() );
		if ( is_wp_error( $row_id ) ) {
			$is_copy = 'headless_deploy_copy' === $row_id->get_error_code();
			$this->console->fail(
				$is_copy ? Messages::paused( Pause_Reason::Copy, $environment->id ) : $row_id->get_error_message(),
				Exit_Code::of( $row_id ),
			);
		}
		if ( null !== $environment->paused ) {
			$this->console->warning( Messages::paused( $environment->paused->reason, $environment->id ) );
			$this->console->line( __( 'This manual run is sent anyway.', 'headless-deploy' ) );
		}
		$this->dispatcher->dispatch_lane( Lane_Key::of( get_current_blog_id(), $environment->id, $action->lane() ) );
		$this->dispatcher->schedule_wake_up();
		$this->report( $this->watcher->wait( $row_id, $seconds ?? 0 ), $environment, $action, null !== $seconds );
	}

	/**
	 * Reports the result of a run, and exits unless it succeeded.
	 *
	 * @param Run_Record|null $run Null while the run waits for another run to finish.
	 */
	private function report( ?Run_Record $run, Environment $environment, Action $action, bool $is_waiting ): void {
		$status  = $run?->status() ?? Run_Status::Pending;
		$message = $this->message( $run, $environment, $action );
		if ( null !== $run ) {
			/* translators: %s: number of a run. */
			$message .= ' ' . sprintf( __( '(run %s)', 'headless-deploy' ), (string) $run->id );
		}
		$code = Exit_Code::of_run( $status, $is_waiting );
		if ( Exit_Code::SUCCESS !== $code ) {
			$this->console->fail( $message, $code );
		}
		if ( null !== $run && '' !== $run->error_code ) {
			$this->console->warning( Errors::message( $run->error_code, array( 'status' => (string) $run->http_status ), $run->action ) );
		}
		$this->console->success( $message );
	}

	private function message( ?Run_Record $run, Environment $environment, Action $action ): string {
		$status = $run?->status();
		if ( true === $status?->is_success() ) {
			return $action->accepted_text( $environment->label );
		}
		$message = match ( $status ) {
			Run_Status::Failed   => Errors::message( $run->error_code, array( 'status' => (string) $run->http_status ), $run->action ),
			Run_Status::Retrying => Run_Watcher::retry( $run ),
			default              => Run_Response::open_text( $status ?? Run_Status::Pending ),
		};
		/* translators: 1: name of an action, for example Rebuild. 2: label of an environment. 3: the result. */
		return sprintf( __( '%1$s of “%2$s”: %3$s', 'headless-deploy' ), $action->label(), $environment->label, $message );
	}

	/**
	 * Parses `--wait`; null when it was not given.
	 */
	private function seconds( Command_Input $input ): ?int {
		$wait = $input->has( 'wait' ) ? (string) self::WAIT_SECONDS : $input->text( 'wait' );
		if ( null === $wait ) {
			return null;
		}
		$seconds = filter_var( $wait, FILTER_VALIDATE_INT );
		if ( ! is_int( $seconds ) || $seconds < 1 || $seconds > self::MAX_WAIT_SECONDS ) {
			/* translators: %d: a number of seconds. */
			$this->console->fail( sprintf( __( 'Nothing was sent. --wait takes a number of seconds from 1 to %d.', 'headless-deploy' ), self::MAX_WAIT_SECONDS ) );
		}
		return $seconds;
	}
}
