<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use Closure;
use HeadlessDeploy\Http\Response;

/**
 * Decides what follows from a response: the table of docs/retry-policy.md. Every error that is not listed here fails the
 * run: a redirect, an invalid request, a blocked address, an invalid certificate, a lost key, an exception of another plugin,
 * a response that is too large.
 */
final class Retry_Policy {
	/**
	 * The token was probably regenerated or deleted. 410 is not listed: that webhook does not come back.
	 */
	private const TOKEN_ERRORS = array(
		'headless_deploy_token_refused', // 401 and 403.
		'headless_deploy_webhook_refused', // 401 and 403 of a host that is not a known provider.
		'headless_deploy_webhook_not_found', // 404.
	);

	/**
	 * Responses that may have a Retry-After header.
	 */
	private const RETRY_AFTER_ERRORS = array(
		'headless_deploy_rate_limited', // 429.
		'headless_deploy_service_unavailable', // 503.
		'headless_deploy_refresh_rate_limited',
		'headless_deploy_refresh_unavailable',
	);

	private const TEMPORARY_ERRORS = array(
		...self::RETRY_AFTER_ERRORS,
		'headless_deploy_service_error', // 5xx except 503.
		'headless_deploy_service_busy', // 408, 409 and 425.
		'headless_deploy_no_final_answer', // 1xx.
		// The front end may be being deployed with the route or the secret.
		'headless_deploy_refresh_refused',
		'headless_deploy_refresh_variable_missing',
		'headless_deploy_refresh_not_found',
		'headless_deploy_refresh_error',
		'headless_deploy_refresh_timeout',
		'headless_deploy_refresh_unreachable',
		'headless_deploy_refresh_dns_failed',
		'headless_deploy_timeout',
		'headless_deploy_connection_failed',
		'headless_deploy_dns_failed',
	);

	private const BACKOFF_SECONDS = array( 10, 30, 120, 600, 1800 );
	private const HOURLY_SECONDS  = 3600;
	private const JITTER          = 0.2;
	private const MAX_CRASHES     = 5;

	private const MAX_RETRY_AFTER_MS = 3_600_000;
	private const GIVE_UP_AFTER_MS   = 3 * 86_400_000;
	private const TOKEN_RETRY_MS     = 300_000;
	private const PAUSED_RETRY_MS    = 3_600_000;

	/**
	 * @var Closure(): float
	 */
	private readonly Closure $random;

	/**
	 * @param (Closure(): float)|null $random Returns a number from 0 to 1.
	 */
	public function __construct( ?Closure $random = null ) {
		$this->random = $random ?? static fn(): float => random_int( 0, 1_000_000 ) / 1_000_000;
	}

	/**
	 * @param Attempts $previous_attempts The attempts before it with the current webhook URL.
	 * @param int      $started_at        When the run started, in milliseconds: it is retried for 72 hours.
	 * @param int|null $replace_at        When a stronger action replaces a refresh that still fails; null where none does.
	 */
	public function decide(
		Response $response,
		Attempts $previous_attempts,
		int $started_at,
		bool $is_token_paused,
		int $now,
		?int $replace_at = null,
	): Retry_Decision {
		$code              = $response->error_code;
		$is_token_rejected = in_array( $code, self::TOKEN_ERRORS, true );
		// A purge that follows a refresh may be rejected; the purge that replaces the refresh pauses the environment then.
		$is_temporary = in_array( $code, self::TEMPORARY_ERRORS, true ) || ( $is_token_rejected && ( $replace_at ?? PHP_INT_MAX ) < PHP_INT_MAX );
		return match ( true ) {
			$response->is_accepted()                                                                     => Retry_Decision::accept(),
			null !== $replace_at && ( $now >= $replace_at || ! ( $is_temporary || $is_token_rejected ) ) => Retry_Decision::replace(),
			$is_token_rejected && ! $is_temporary                                                        => $this->token_rejected(
				$previous_attempts,
				$is_token_paused,
				$now,
			),
			! $is_temporary                              => Retry_Decision::fail(),
			$is_token_paused                             => Retry_Decision::pause( $now + self::PAUSED_RETRY_MS ),
			$now - $started_at >= self::GIVE_UP_AFTER_MS => null === $replace_at
				? Retry_Decision::fail()
				: Retry_Decision::replace(),
			default => Retry_Decision::retry(
				min( $this->retry_at( $response, $previous_attempts, $now ), $replace_at ?? PHP_INT_MAX ),
			),
		};
	}

	/**
	 * Tells whether a run failed because its sender crashed too often. Otherwise a run that crashes the process each time
	 * would be sent without end.
	 */
	public function has_crashed_too_often( Attempts $previous_attempts ): bool {
		return $previous_attempts->crashes() > self::MAX_CRASHES;
	}

	/**
	 * Retries after five minutes, because the response may come from a firewall. After the second one in a row, pauses the
	 * environment and retries once an hour.
	 */
	private function token_rejected( Attempts $previous_attempts, bool $is_token_paused, int $now ): Retry_Decision {
		$is_first = ! $is_token_paused && ! in_array( $previous_attempts->last_error(), self::TOKEN_ERRORS, true );
		return $is_first ? Retry_Decision::retry( $now + self::TOKEN_RETRY_MS ) : Retry_Decision::pause( $now + self::PAUSED_RETRY_MS );
	}

	private function retry_at( Response $response, Attempts $previous_attempts, int $now ): int {
		return $now + max( $this->retry_after_ms( $response ), $this->backoff_ms( $previous_attempts->count() ) );
	}

	/**
	 * Returns the host's Retry-After, at most an hour, in milliseconds; 0 when there is none.
	 */
	private function retry_after_ms( Response $response ): int {
		if ( ! in_array( $response->error_code, self::RETRY_AFTER_ERRORS, true ) ) {
			return 0;
		}
		return min( $response->retry_after_ms ?? 0, self::MAX_RETRY_AFTER_MS );
	}

	/**
	 * Grows with each attempt up to an hour, ±20 %, so that sites that failed together do not retry together.
	 */
	private function backoff_ms( int $previous_attempts ): int {
		$seconds = self::BACKOFF_SECONDS[ $previous_attempts ] ?? self::HOURLY_SECONDS;
		return (int) round( $seconds * 1000 * ( 1 - self::JITTER + 2 * self::JITTER * ( $this->random )() ) );
	}
}
