<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Run_Status;
use WP_Error;
use WP_REST_Response;

/**
 * The response to starting, canceling and restoring runs: `RunAnswer` of src/shared/wire.ts.
 */
final class Run_Response {
	public const SEVERITIES = array( 'success', 'info', 'error' );

	public function __construct( private readonly Run_View $view ) {}

	/**
	 * Responds with 201 if the call has ended, and with 202 if the run is sent later.
	 *
	 * @param Send_Permission|null $before The environment as it was before the run, which may have paused its automatic runs.
	 */
	public function of( int|WP_Error $result, ?Send_Permission $before = null ): WP_REST_Response|WP_Error {
		if ( is_wp_error( $result ) ) {
			return $result;
		}
		$run    = 0 === $result ? null : $this->view->find( $result );
		$status = $run->status ?? Run_Status::Pending;
		$pause  = $before?->environment->paused?->reason;
		return new WP_REST_Response(
			array(
				'run'      => $run?->to_array(),
				'severity' => self::severity( $status ),
				'message'  => trim( self::message( $run ) . ' ' . $this->pause_message( $status, $pause ) ),
				'remedy'   => Pause_Reason::Token === $pause && ! $status->is_success() ? ( new Pause_Text( $pause ) )->remedy() : $run->remedy ?? '',
			),
			$status->has_ended() ? 201 : 202,
		);
	}

	/**
	 * @param int|string $result Id of the canceled run, else a code of Errors.
	 */
	public function of_cancel( int|string $result ): WP_REST_Response|WP_Error {
		if ( is_string( $result ) ) {
			return Errors::make( $result );
		}
		$run = $this->view->find( $result );
		return self::success( $run, self::canceled_text( $run ) );
	}

	public static function canceled_text( ?Run $run ): string {
		if ( null === $run || 0 === $run->record->changes ) {
			return __( 'Run canceled. It had no changes.', 'headless-deploy' );
		}
		$text = match ( $run->record->key->lane ) {
			/* translators: %s: for example “3 changes by Maria Lindqvist and Jonas Weber”. */
			Lane::Cache => __( 'Canceled: %s. The next Purge Cache includes these changes.', 'headless-deploy' ),
			/* translators: %s: for example “3 changes by Maria Lindqvist and Jonas Weber”. */
			Lane::Refresh => __( 'Canceled: %s. The next Refresh includes these changes.', 'headless-deploy' ),
			/* translators: %s: for example “3 changes by Maria Lindqvist and Jonas Weber”. */
			Lane::Build => __( 'Canceled: %s. The next Rebuild includes these changes.', 'headless-deploy' ),
		};
		return sprintf( $text, Change_Summary::by( $run->record->changes, $run->reasons ) );
	}

	/**
	 * @param string $refusal Empty, or a code of Errors.
	 */
	public function of_undo( string $refusal ): WP_REST_Response|WP_Error {
		return '' !== $refusal
			? Errors::make( $refusal )
			: self::success( null, __( 'The canceled changes are pending again.', 'headless-deploy' ) );
	}

	private static function success( ?Run $run, string $message ): WP_REST_Response {
		return new WP_REST_Response(
			array(
				'run'      => $run?->to_array(),
				'severity' => 'success',
				'message'  => $message,
				'remedy'   => '',
			),
		);
	}

	/**
	 * Describes the result of a run that a user started.
	 *
	 * @param Run|null $run Null while it waits for another run to finish.
	 */
	public static function message( ?Run $run ): string {
		return match ( true ) {
			null === $run                         => self::open_text( Run_Status::Pending ),
			$run->status->is_success()            => trim( $run->record->action->accepted_text( $run->environment_label ) . ' ' . $run->message ),
			Run_Status::Failed === $run->status   => $run->message,
			Run_Status::Retrying === $run->status => $run->message . ' ' . __( 'The run is retried automatically.', 'headless-deploy' ),
			default                               => self::open_text( $run->status ),
		};
	}

	/**
	 * Describes a run without a result of its call.
	 */
	public static function open_text( Run_Status $status ): string {
		return match ( $status ) {
			Run_Status::Canceled => __( 'The run was canceled.', 'headless-deploy' ),
			Run_Status::Sending  => __( 'The run is being sent.', 'headless-deploy' ),
			default              => __( 'The run is sent after the current one.', 'headless-deploy' ),
		};
	}

	/**
	 * @return value-of<self::SEVERITIES>
	 */
	private static function severity( Run_Status $status ): string {
		return match ( true ) {
			$status->is_success()          => 'success',
			Run_Status::Failed === $status => 'error',
			default                        => 'info',
		};
	}

	/**
	 * Explains why automatic runs were paused before this run, and whether they resume.
	 *
	 * @param Pause_Reason|null $reason Why automatic runs were paused, null when they were not.
	 */
	private function pause_message( Run_Status $status, ?Pause_Reason $reason ): string {
		return match ( true ) {
			Pause_Reason::Person === $reason => __( 'Automatic runs stay paused because a user paused them. Manual runs are sent.', 'headless-deploy' ),
			Pause_Reason::Token !== $reason  => '',
			$status->is_success()            => __( 'Automatic runs were paused because the host rejected the webhook URL. They resume now.', 'headless-deploy' ),
			default                          => __( 'Automatic runs are paused because the host rejects the webhook URL. They are retried once an hour.', 'headless-deploy' ),
		};
	}
}
