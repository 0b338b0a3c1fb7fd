<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Holds what is to be done after an attempt.
 */
final class Retry_Decision {
	public const ACCEPT = 'accepted';
	public const RETRY  = 'retrying';
	public const FAIL   = 'failed';

	/**
	 * @param string $state      ACCEPT, RETRY or FAIL: the state that the run goes into.
	 * @param int    $not_before When it is tried again, in milliseconds.
	 * @param bool   $pauses     Whether the environment's automatic runs wait until then, because of the token.
	 */
	private function __construct(
		public readonly string $state,
		public readonly int $not_before = 0,
		public readonly bool $pauses = false,
	) {}

	/**
	 * Decides that the run has reached the service.
	 */
	public static function accept(): self {
		return new self( self::ACCEPT );
	}

	/**
	 * Decides that the run is tried again.
	 */
	public static function retry( int $not_before ): self {
		return new self( self::RETRY, $not_before );
	}

	/**
	 * Decides that the run is tried again, and that automatic runs wait until then.
	 */
	public static function pause( int $not_before ): self {
		return new self( self::RETRY, $not_before, true );
	}

	/**
	 * Decides that the run has failed for good.
	 */
	public static function fail(): self {
		return new self( self::FAIL );
	}
}
