<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use Closure;
use HeadlessDeploy\Http\Response;

/**
 * Decides what follows from an answer: the table of docs/retry-policy.md. Whatever is not named here has failed for
 * good: a redirect, a call that the service refuses as it is, an address that must not be called, a bad certificate,
 * a lost key, another plugin's failure, an answer without end.
 */
final class Retry_Policy {
	/**
	 * The token was probably regenerated or deleted: 401 and 403, 404. 410 says that the webhook will not come back.
	 */
	private const TOKEN = array( 'headless_deploy_token_refused', 'headless_deploy_webhook_not_found' );

	/**
	 * The service may say how long to wait: 429, 503.
	 */
	private const AS_TOLD = array( 'headless_deploy_rate_limited', 'headless_deploy_service_unavailable' );

	/**
	 * It may work in a while: 429 and 503 that do not say when, any other 5xx, 408 and 409 and 425, 1xx, and no answer.
	 */
	private const BACK_OFF = array(
		...self::AS_TOLD,
		'headless_deploy_service_error',
		'headless_deploy_service_busy',
		'headless_deploy_no_final_answer',
		'headless_deploy_timeout',
		'headless_deploy_connection_failed',
		'headless_deploy_dns_failed',
	);

	private const BACK_OFF_SECONDS = array( 10, 30, 120, 600, 1800 );
	private const HOURLY_SECONDS   = 3600;
	private const JITTER           = 0.2;
	private const MOST_CRASHES     = 5;

	private const LONGEST_TOLD_MS    = 3_600_000;
	private const GIVE_UP_AFTER_MS   = 3 * 86_400_000;
	private const SECOND_LOOK_MS     = 300_000;
	private const TOKEN_TRY_EVERY_MS = 3_600_000;

	/**
	 * Returns a number from 0 to 1.
	 *
	 * @var Closure(): float
	 */
	private readonly Closure $random;

	/**
	 * @param (Closure(): float)|null $random Returns a number from 0 to 1; null for chance.
	 */
	public function __construct( ?Closure $random = null ) {
		$this->random = $random ?? static fn(): float => random_int( 0, 1_000_000 ) / 1_000_000;
	}

	/**
	 * Decides.
	 *
	 * @param Response $answer          What came of the attempt.
	 * @param Attempts $earlier         The attempts before it, with the webhooks that are connected now.
	 * @param int      $began_at        When the first of them was to be made, in milliseconds: 72 hours later none is tried again.
	 * @param bool     $is_token_paused Whether the environment is paused because of its token.
	 */
	public function decide( Response $answer, Attempts $earlier, int $began_at, bool $is_token_paused, int $now ): Retry_Decision {
		$code = $answer->error_code;
		return match ( true ) {
			$answer->accepted()                        => Retry_Decision::accept(),
			in_array( $code, self::TOKEN, true )       => $this->ask_for_a_token( $earlier, $is_token_paused, $now ),
			! in_array( $code, self::BACK_OFF, true )  => Retry_Decision::fail(),
			$is_token_paused                           => Retry_Decision::pause( $now + self::TOKEN_TRY_EVERY_MS ),
			$now - $began_at >= self::GIVE_UP_AFTER_MS => Retry_Decision::fail(),
			default                                    => Retry_Decision::retry( $now + max( $this->told_ms( $answer ), $this->back_off_ms( $earlier->count() ) ) ),
		};
	}

	/**
	 * Tells whether a run whose sender crashed is not sent again: whatever ends the process each time must not build
	 * without end.
	 *
	 * @param Attempts $earlier The attempts so far.
	 */
	public function gives_up( Attempts $earlier ): bool {
		return $earlier->crashes() > self::MOST_CRASHES;
	}

	/**
	 * Tries again after five minutes, since one such answer may be a firewall's; at the second in a row, pauses the
	 * environment and tries once an hour.
	 *
	 * @param Attempts $earlier         The attempts before this one.
	 * @param bool     $is_token_paused Whether the environment is paused already.
	 */
	private function ask_for_a_token( Attempts $earlier, bool $is_token_paused, int $now ): Retry_Decision {
		$is_first = ! $is_token_paused && ! in_array( $earlier->last_error(), self::TOKEN, true );
		return $is_first ? Retry_Decision::retry( $now + self::SECOND_LOOK_MS ) : Retry_Decision::pause( $now + self::TOKEN_TRY_EVERY_MS );
	}

	/**
	 * Returns how long the host asks to wait, an hour at most, in milliseconds; 0 when it does not say, or says at once.
	 *
	 * @param Response $answer What came of the attempt.
	 */
	private function told_ms( Response $answer ): int {
		return in_array( $answer->error_code, self::AS_TOLD, true ) ? min( $answer->retry_after_ms ?? 0, self::LONGEST_TOLD_MS ) : 0;
	}

	/**
	 * Returns a wait that grows with each attempt up to an hour, give or take a fifth, so that sites that failed together do
	 * not come back together.
	 *
	 * @param int $earlier How many attempts were made before this one.
	 */
	private function back_off_ms( int $earlier ): int {
		$seconds = self::BACK_OFF_SECONDS[ $earlier ] ?? self::HOURLY_SECONDS;
		return (int) round( $seconds * 1000 * ( 1 - self::JITTER + 2 * self::JITTER * ( $this->random )() ) );
	}
}
