<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Remedy;
use HeadlessDeploy\Runs\Failure_Text;
use HeadlessDeploy\Runs\Run_View;

/**
 * The problem of an environment, and what the current user can do about it.
 *
 * @phpstan-import-type Run from Run_View
 * @phpstan-import-type Pending from Status
 * @phpstan-import-type Paused from Status
 * @phpstan-type Problem array{
 *   severity: string,
 *   headline: string,
 *   errorCode: string,
 *   message: string,
 *   hostMessage: string,
 *   run: int|null,
 *   needsNewUrl: bool,
 *   connectionLabel: string,
 * }
 */
final class Environment_Problem {
	/** Pauses that a new webhook URL ends, and the error that explains each. */
	private const PAUSES = array(
		// 401, 403 or 404 of any host; the run that is retried says which.
		'token' => 'headless_deploy_webhook_refused',
		'key'   => 'headless_deploy_key_lost',
	);

	/**
	 * Finds the run that is retried, the last run if it failed, or the reason for the pause; null without a problem.
	 *
	 * @param  list<Pending> $pending      Pending runs of both lanes.
	 * @param  Paused|null   $paused
	 * @param  int           $connected_at When the webhook URL was entered, in milliseconds. A new URL does not repair an earlier failure.
	 * @return Problem|null
	 */
	public static function find( Lane_Status $lane, array $pending, ?array $paused, int $connected_at = 0 ): ?array {
		$reason = $paused['reason'] ?? '';
		// While nothing can be sent, the error of an earlier attempt does not help.
		if ( true === Pause_Reason::tryFrom( $reason )?->blocks_manual_runs() ) {
			return null;
		}
		foreach ( $pending as $run ) {
			if ( '' !== $run['message'] ) {
				$headline = null === $paused ? __( 'Retrying', 'headless-deploy' ) : ( new Pause_Summary( $paused, 0 ) )->headline();
				return self::make( $run['errorCode'], $run['message'], $headline, self::used_this_url( $run['attemptedAt'], $connected_at ) );
			}
		}
		$last_run = $lane->last_run;
		$is_shown = in_array( $lane->status(), array( Environment_Status::Failed, Environment_Status::Building, Environment_Status::Up_To_Date ), true );
		if ( $is_shown && null !== $last_run && '' !== $last_run['message'] ) {
			return self::of_run( $last_run, $connected_at );
		}
		$code = self::PAUSES[ $reason ] ?? '';
		return '' === $code || null === $paused ? null : self::make( $code, Errors::for_reader( $code ), ( new Pause_Summary( $paused, 0 ) )->headline() );
	}

	/**
	 * Returns why the host does not accept the stored webhook URL, as the newest run that used it found out; empty if it does.
	 *
	 * @param list<Lane_Status> $lanes
	 * @param list<Pending>     $pending
	 */
	public static function refused_url( array $lanes, array $pending, int $connected_at ): string {
		$newest = null;
		foreach ( $lanes as $lane ) {
			// A refresh does not use the webhook URL.
			if ( Lane::Refresh !== $lane->lane && ( $newest['id'] ?? 0 ) < ( $lane->last_run['id'] ?? 0 ) ) {
				$newest = $lane->last_run;
			}
		}
		$runs = array_filter( $pending, static fn( array $run ): bool => Lane::Refresh->value !== $run['lane'] );
		$last = null === $newest ? array() : array( array( 'errorCode' => $newest['errorCode'], 'attemptedAt' => self::attempted_at( $newest ) ) );
		foreach ( array( ...$runs, ...$last ) as $run ) {
			if ( Failure_Text::needs_new_url( $run['errorCode'] ) && self::used_this_url( $run['attemptedAt'], $connected_at ) ) {
				return $run['errorCode'];
			}
		}
		return '';
	}

	/**
	 * @param Run $run
	 */
	private static function attempted_at( array $run ): string {
		$attempts = array_column( $run['attempts'], 'at' );
		return array() === $attempts ? $run['createdAt'] : end( $attempts );
	}

	/**
	 * Says what the current user can do about a problem that `find()` has found.
	 *
	 * @param Problem       $problem
	 * @param list<Pending> $pending
	 */
	public static function remedy( array $problem, Lane_Status $lane, array $pending ): string {
		$retried     = array_filter( $pending, static fn( array $run ): bool => '' !== $run['message'] );
		$action      = array_values( $retried )[0]['action'] ?? $lane->last_run['action'] ?? '';
		$is_replaced = ! $problem['needsNewUrl'] && Failure_Text::needs_new_url( $problem['errorCode'] );
		return $is_replaced
			? __( 'The webhook URL has been replaced since then. The new one is used from now on.', 'headless-deploy' )
			: Remedy::of( $problem['errorCode'], Action::tryFrom( $action ) );
	}

	/**
	 * @param  Run     $run
	 * @return Problem
	 */
	private static function of_run( array $run, int $connected_at ): array {
		$is_failed = Run_Status::Failed->value === $run['status'];
		$is_build  = $is_failed && $run['accepted'];
		return array(
			'severity'    => $is_failed && ! Failure_Text::is_canceled_build( $run['errorCode'] ) ? 'error' : 'warning',
			'hostMessage' => (string) ( ( $is_build ? $run['build']['message'] ?? '' : $run['response']['message'] ?? '' ) ),
			'run'         => $is_failed ? $run['id'] : null,
		) + self::make( $run['errorCode'], $run['message'], Failure_Text::headline( $run['errorCode'] ), self::used_this_url( self::attempted_at( $run ), $connected_at ) );
	}

	/**
	 * Tells whether an attempt was made with the webhook URL that is stored now.
	 *
	 * @param string|null $attempted_at Null before the first attempt.
	 */
	private static function used_this_url( ?string $attempted_at, int $connected_at ): bool {
		return null !== $attempted_at && Iso_Time::ms( $attempted_at ) > $connected_at;
	}

	/**
	 * @return Problem
	 */
	private static function make( string $code, string $message, string $headline, bool $used_this_url = true ): array {
		$needs_new_url = $used_this_url && Failure_Text::needs_new_url( $code );
		return array(
			'severity'        => 'warning',
			'headline'        => $headline,
			'errorCode'       => $code,
			'message'         => $message,
			'hostMessage'     => '',
			'run'             => null,
			'needsNewUrl'     => $needs_new_url,
			'connectionLabel' => $needs_new_url ? Failure_Text::connection_label( $code ) : '',
		);
	}
}
