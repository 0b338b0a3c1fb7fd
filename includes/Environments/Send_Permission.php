<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use WP_Error;

/**
 * Whether an environment may be sent to now, and by which runs.
 */
final class Send_Permission {
	/**
	 * A time further in the future was stored before the clock was set back.
	 */
	public const CLOCK_SLACK_MS = 60_000;

	/**
	 * The longest delay of `Retry_Policy`: an hour and a fifth of it.
	 */
	private const MAX_BACKOFF_MS = 4_320_000;

	/**
	 * @param Pause|null $pause What blocks all runs in this process, else what is stored.
	 */
	public function __construct(
		public readonly Environment $environment,
		public readonly ?Pause $pause,
	) {}

	public function is_blocked(): bool {
		return true === $this->pause?->reason->blocks_manual_runs();
	}

	public function is_paused(): bool {
		return null !== $this->pause;
	}

	/**
	 * Tells whether automatic runs of a lane wait. A refresh needs no token.
	 */
	public function pauses( Lane $lane ): bool {
		return $this->is_paused() && ( Lane::Refresh !== $lane || Pause_Reason::Token !== $this->pause?->reason );
	}

	/**
	 * Tells whether the stored pause is that of a rejected token: automatic runs are then tried once an hour.
	 */
	public function is_token_paused(): bool {
		return Pause_Reason::Token === $this->environment->paused?->reason;
	}

	/**
	 * Returns from when on automatic runs of a lane may be sent: 0 when nothing pauses them, the hourly try while the
	 * token is rejected, PHP_INT_MAX when a user has to end the pause.
	 */
	public function automatic_runs_from( Lane $lane, int $now ): int {
		return match ( $this->pause?->reason ) {
			null                => 0,
			Pause_Reason::Token => ! $this->pauses( $lane ) ? 0 : self::within_longest_backoff( $this->pause->next_attempt_at ?? 0, $now ),
			default             => PHP_INT_MAX,
		};
	}

	/**
	 * Returns when the webhooks were entered, 0 if unknown. A time in the future was recorded by a clock that was set
	 * back since.
	 */
	public function connected_at( int $now ): int {
		return $this->environment->connected_at > $now ? 0 : $this->environment->connected_at;
	}

	/**
	 * Returns a time, or now where it is later than the longest back-off: it was recorded by a clock that was set back
	 * since.
	 */
	public static function within_longest_backoff( int $time, int $now ): int {
		return $time > $now + self::MAX_BACKOFF_MS + self::CLOCK_SLACK_MS ? $now : $time;
	}

	public function error(): ?WP_Error {
		return match ( $this->is_blocked() ? $this->pause?->reason : null ) {
			null                   => null,
			Pause_Reason::Disabled => Errors::make( 'headless_deploy_disabled' ),
			Pause_Reason::No_Curl  => Errors::make( 'headless_deploy_no_curl' ),
			Pause_Reason::Constant => Errors::make( 'headless_deploy_constant_broken' ),
			default                => Errors::make( 'headless_deploy_copy' ),
		};
	}

	/**
	 * Returns `blocked` of REST: why no run may be sent, not even a manual one.
	 *
	 * @return array{reason: string, message: string}|null
	 */
	public function blocked(): ?array {
		$error = $this->error();
		return null === $error || null === $this->pause ? null : array(
			'reason'  => $this->pause->reason->value,
			'message' => $error->get_error_message(),
		);
	}

	public function may_run( Action $action ): bool {
		return $this->environment->offers( $action ) && current_user_can( $action->capability() );
	}
}
