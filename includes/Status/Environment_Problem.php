<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Remedy;
use HeadlessDeploy\Runs\Run;

/**
 * The problem of an environment, and what the current user can do about it: `Problem` of src/shared/wire.ts.
 */
final class Environment_Problem {
	/** Whether a new webhook URL repairs it. */
	public readonly bool $needs_new_url;

	/**
	 * @param string            $error_code    A code of Errors.
	 * @param string            $message       What happened.
	 * @param bool              $used_this_url Whether the attempt that failed was made with the webhook URL that is stored now.
	 * @param 'error'|'warning' $severity
	 * @param string            $host_message  The host's message; empty without `headless_deploy_manage`.
	 * @param int|null          $run           The run that failed; null while it is retried.
	 */
	public function __construct(
		public readonly string $headline,
		public readonly string $error_code,
		public readonly string $message,
		bool $used_this_url = true,
		public readonly string $severity = 'warning',
		public readonly string $host_message = '',
		public readonly ?int $run = null,
	) {
		$this->needs_new_url = $used_this_url && Errors::needs_new_url( $error_code );
	}

	/**
	 * Finds the run that is retried, the last run if it failed, or the reason for the pause; null without a problem.
	 *
	 * @param list<Pending_Run> $pending      Pending runs of all lanes.
	 * @param int               $connected_at When the webhook URL was entered, in milliseconds. A new URL does not repair an earlier failure.
	 */
	public static function find( Lane_Status $lane, array $pending, ?Pause_Summary $pause, int $connected_at = 0 ): ?self {
		$reason = $pause?->pause->reason;
		// While nothing can be sent, the error of an earlier attempt does not help.
		if ( true === $reason?->blocks_manual_runs() ) {
			return null;
		}
		foreach ( $pending as $run ) {
			if ( '' !== $run->message ) {
				$headline = $pause?->headline() ?? __( 'Retrying', 'headless-deploy' );
				return new self( $headline, $run->error_code, $run->message, self::used_this_url( $run->attempted_at, $connected_at ) );
			}
		}
		$last_run = $lane->last_run;
		$is_shown = in_array(
			$lane->status(),
			array( Environment_Status::Failed, Environment_Status::Building, Environment_Status::Up_To_Date ),
			true,
		);
		if ( $is_shown && null !== $last_run && '' !== $last_run->message ) {
			return self::of_run( $last_run, $connected_at );
		}
		$code = self::code_of( $reason );
		return '' === $code || null === $pause ? null : new self( $pause->headline(), $code, Errors::for_reader( $code ) );
	}

	/**
	 * Returns the error that explains a pause that a new webhook URL ends; empty for other pauses.
	 */
	private static function code_of( ?Pause_Reason $reason ): string {
		return match ( $reason ) {
			// 401, 403 or 404 of any host; the run that is retried says which.
			Pause_Reason::Token => 'headless_deploy_webhook_refused',
			Pause_Reason::Key   => 'headless_deploy_key_lost',
			default             => '',
		};
	}

	/**
	 * Returns why the host does not accept the stored webhook URL, as the newest run that used it found out; empty if it does.
	 *
	 * @param list<Lane_Status> $lanes
	 * @param list<Pending_Run> $pending
	 */
	public static function refused_url( array $lanes, array $pending, int $connected_at ): string {
		$newest = null;
		foreach ( $lanes as $lane ) {
			// A refresh does not use the webhook URL.
			if ( Lane::Refresh !== $lane->lane && ( $newest->record->id ?? 0 ) < ( $lane->last_run->record->id ?? 0 ) ) {
				$newest = $lane->last_run;
			}
		}
		$is_refused = static fn( string $code, ?int $attempted_at ): bool => Errors::needs_new_url( $code )
			&& self::used_this_url( $attempted_at, $connected_at );
		foreach ( $pending as $run ) {
			if ( Lane::Refresh !== $run->lane && $is_refused( $run->error_code, $run->attempted_at ) ) {
				return $run->error_code;
			}
		}
		return null !== $newest && $is_refused( $newest->error_code, self::attempted_at( $newest ) ) ? $newest->error_code : '';
	}

	private static function attempted_at( Run $run ): int {
		return $run->record->attempts->last_started_at() ?? $run->record->created_at;
	}

	/**
	 * Says what the current user can do about it.
	 *
	 * @param list<Pending_Run> $pending
	 */
	public function remedy( Lane_Status $lane, array $pending ): string {
		$retried     = array_values( array_filter( $pending, static fn( Pending_Run $run ): bool => '' !== $run->message ) )[0] ?? null;
		$is_replaced = ! $this->needs_new_url && Errors::needs_new_url( $this->error_code );
		return $is_replaced
			? __( 'The webhook URL has been replaced since then. The new one is used from now on.', 'headless-deploy' )
			: Remedy::of( $this->error_code, $retried->action ?? $lane->last_run?->record->action );
	}

	private static function of_run( Run $run, int $connected_at ): self {
		$is_failed = Run_Status::Failed === $run->status;
		$is_build  = $is_failed && $run->is_accepted();
		return new self(
			Errors::headline( $run->error_code ),
			$run->error_code,
			$run->message,
			self::used_this_url( self::attempted_at( $run ), $connected_at ),
			$is_failed && ! Errors::is_canceled_build( $run->error_code ) ? 'error' : 'warning',
			$is_build ? $run->build->message ?? '' : $run->response['message'] ?? '',
			$is_failed ? $run->record->id : null,
		);
	}

	/**
	 * Tells whether an attempt was made with the webhook URL that is stored now.
	 *
	 * @param int|null $attempted_at Null before the first attempt.
	 */
	private static function used_this_url( ?int $attempted_at, int $connected_at ): bool {
		return null !== $attempted_at && $attempted_at > $connected_at;
	}

	/**
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return array(
			'severity'        => $this->severity,
			'headline'        => $this->headline,
			'errorCode'       => $this->error_code,
			'message'         => $this->message,
			'hostMessage'     => $this->host_message,
			'run'             => $this->run,
			'needsNewUrl'     => $this->needs_new_url,
			'connectionLabel' => $this->needs_new_url ? Errors::connection_label( $this->error_code ) : '',
		);
	}
}
