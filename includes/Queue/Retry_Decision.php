<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Holds what is to be done after an attempt.
 */
final class Retry_Decision {
	/**
	 * @param Run_Status $status     Accepted, Retrying or Failed.
	 * @param int        $not_before When the run is retried, in milliseconds.
	 * @param bool       $pauses     Whether the environment's automatic runs wait until then, because of the token.
	 */
	private function __construct(
		public readonly Run_Status $status,
		public readonly int $not_before = 0,
		public readonly bool $pauses = false,
	) {}

	/**
	 * Decides that the run has reached the service.
	 */
	public static function accept(): self {
		return new self( Run_Status::Accepted );
	}

	/**
	 * Decides that the run is tried again.
	 */
	public static function retry( int $not_before ): self {
		return new self( Run_Status::Retrying, $not_before );
	}

	/**
	 * Decides that the run is tried again, and that automatic runs wait until then.
	 */
	public static function pause( int $not_before ): self {
		return new self( Run_Status::Retrying, $not_before, true );
	}

	/**
	 * Decides that the run has failed for good.
	 */
	public static function fail(): self {
		return new self( Run_Status::Failed );
	}
}
