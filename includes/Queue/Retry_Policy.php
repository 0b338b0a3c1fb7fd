<?php
/**
 * What is tried again, and when.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use Closure;
use HeadlessDeploy\Webhooks\Answer;

/**
 * Decides what follows from an answer: the table of docs/retry-policy.md. Whatever is not named here has failed for
 * good: a redirect, a call that the service refuses as it is, an address that must not be called, a bad certificate,
 * a lost key, another plugin's failure, an answer without end.
 */
final class Retry_Policy {
	/**
	 * The token was probably regenerated or deleted: 401 and 403, 404, 410.
	 */
	private const TOKEN = array( 'headless_deploy_token_refused', 'headless_deploy_webhook_not_found', 'headless_deploy_webhook_gone' );

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
	private const JITTER           = 0.2;

	private const SHORTEST_WAIT_MS   = 1_000;
	private const LONGEST_WAIT_MS    = 3_600_000;
	private const GIVE_UP_AFTER_MS   = 86_400_000;
	private const SECOND_LOOK_MS     = 300_000;
	private const TOKEN_TRY_EVERY_MS = 3_600_000;

	/**
	 * Returns a number from 0 to 1.
	 *
	 * @var Closure(): float
	 */
	private readonly Closure $random;

	/**
	 * Takes the source of the jitter.
	 *
	 * @param (Closure(): float)|null $random Returns a number from 0 to 1; null for chance.
	 */
	public function __construct( ?Closure $random = null ) {
		$this->random = $random ?? static fn(): float => random_int( 0, 1_000_000 ) / 1_000_000;
	}

	/**
	 * Decides.
	 *
	 * @param Answer   $answer          What came of the attempt.
	 * @param Attempts $earlier         The attempts before it, with the webhooks that are connected now.
	 * @param int      $began_at        When the first of them was to be made, in milliseconds.
	 * @param bool     $is_token_paused Whether the environment is paused because of its token.
	 * @param int      $now             Milliseconds.
	 */
	public function decide( Answer $answer, Attempts $earlier, int $began_at, bool $is_token_paused, int $now ): Decision {
		$code = $answer->error_code;
		return match ( true ) {
			$answer->accepted()                                                        => Decision::accept(),
			in_array( $code, self::TOKEN, true )                                       => $this->ask_for_a_token( $earlier, $is_token_paused, $now ),
			! in_array( $code, self::BACK_OFF, true )                                  => Decision::fail(),
			$is_token_paused                                                           => Decision::pause( $now + self::TOKEN_TRY_EVERY_MS ),
			null !== $answer->retry_after_ms && in_array( $code, self::AS_TOLD, true ) => $this->wait_as_told( $answer->retry_after_ms, $began_at, $now ),
			default                                                                    => $this->back_off( $earlier->count(), $now ),
		};
	}

	/**
	 * Tells whether a run whose sender crashed is not sent again: whatever ends the process each time must not build
	 * without end.
	 *
	 * @param Attempts $earlier The attempts so far.
	 */
	public function gives_up( Attempts $earlier ): bool {
		return $earlier->crashes() > count( self::BACK_OFF_SECONDS );
	}

	/**
	 * Tries again after five minutes, since one such answer may be a firewall's; at the second in a row, pauses the
	 * environment and tries once an hour.
	 *
	 * @param Attempts $earlier         The attempts before this one.
	 * @param bool     $is_token_paused Whether the environment is paused already.
	 * @param int      $now             Milliseconds.
	 */
	private function ask_for_a_token( Attempts $earlier, bool $is_token_paused, int $now ): Decision {
		$is_first = ! $is_token_paused && ! in_array( $earlier->last_error(), self::TOKEN, true );
		return $is_first ? Decision::retry( $now + self::SECOND_LOOK_MS ) : Decision::pause( $now + self::TOKEN_TRY_EVERY_MS );
	}

	/**
	 * Waits as the service says, an hour at most, for a day. A service that says “at once” must not be called without
	 * pause.
	 *
	 * @param int $wait     Milliseconds.
	 * @param int $began_at When the first attempt was to be made, in milliseconds.
	 * @param int $now      Milliseconds.
	 */
	private function wait_as_told( int $wait, int $began_at, int $now ): Decision {
		if ( $now - $began_at >= self::GIVE_UP_AFTER_MS ) {
			return Decision::fail();
		}
		return Decision::retry( $now + max( self::SHORTEST_WAIT_MS, min( $wait, self::LONGEST_WAIT_MS ) ) );
	}

	/**
	 * Waits longer each time, give or take a fifth, so that sites that failed together do not come back together; gives
	 * up when there is no longer wait.
	 *
	 * @param int $earlier How many attempts were made before this one.
	 * @param int $now     Milliseconds.
	 */
	private function back_off( int $earlier, int $now ): Decision {
		$seconds = self::BACK_OFF_SECONDS[ $earlier ] ?? null;
		if ( null === $seconds ) {
			return Decision::fail();
		}
		$factor = 1 - self::JITTER + 2 * self::JITTER * ( $this->random )();
		return Decision::retry( $now + (int) round( $seconds * 1000 * $factor ) );
	}
}
