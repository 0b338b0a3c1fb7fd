<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Environment;

/**
 * Holds an environment together with what stands in its way at this moment, in this process.
 */
final class Gate {
	public const COPY     = 'copy';
	public const DISABLED = 'disabled';
	public const NO_CURL  = 'no_curl';
	public const TOKEN    = 'token';

	/**
	 * @param string|null $closed COPY, DISABLED or NO_CURL when nothing may be sent, not even by a press.
	 */
	public function __construct(
		public readonly Environment $environment,
		public readonly ?string $closed = null,
	) {}

	/**
	 * Tells whether automatic runs wait; a press still goes out.
	 */
	public function is_paused(): bool {
		return null !== $this->environment->paused;
	}

	/**
	 * Tells whether automatic runs wait because the token is refused; then they are tried once an hour.
	 */
	public function is_token_paused(): bool {
		return self::TOKEN === ( $this->environment->paused['reason'] ?? null );
	}

	/**
	 * Returns from when on automatic runs may go out: 0 when nothing pauses them, else the hourly try of a pause because
	 * of the token; with any other pause a person has to end it, so that moment never comes.
	 */
	public function opens_at( int $now ): int {
		if ( ! $this->is_paused() ) {
			return 0;
		}
		// A time that was lost must not keep it closed for ever.
		return $this->is_token_paused() ? Due_Time::within_an_hour( $this->environment->paused['next_try_at'] ?? 0, $now ) : PHP_INT_MAX;
	}

	/**
	 * Returns when the webhooks were pasted, 0 when that is not known. A moment that is still to come was noted by a
	 * clock that was set back since, and says nothing.
	 */
	public function connected_at( int $now ): int {
		return $this->environment->connected_at > $now ? 0 : $this->environment->connected_at;
	}
}
