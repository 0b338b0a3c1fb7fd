<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * What follows from an attempt.
 */
final class Retry_Decision {
	/**
	 * @param Run_Status $status      Accepted, Retrying or Failed.
	 * @param int        $not_before  When the run is retried, in milliseconds.
	 * @param bool       $is_replaced Whether the run fails and a stronger action includes its changes.
	 * @param bool       $pauses      Whether automatic runs of the environment are paused until then, because the token was rejected.
	 */
	private function __construct(
		public readonly Run_Status $status,
		public readonly int $not_before = 0,
		public readonly bool $pauses = false,
		public readonly bool $is_replaced = false,
	) {}

	public static function accept(): self {
		return new self( Run_Status::Accepted );
	}

	public static function retry( int $not_before ): self {
		return new self( Run_Status::Retrying, $not_before );
	}

	public static function pause( int $not_before ): self {
		return new self( Run_Status::Retrying, $not_before, true );
	}

	public static function replace(): self {
		return new self( Run_Status::Failed, is_replaced: true );
	}

	public static function fail(): self {
		return new self( Run_Status::Failed );
	}
}
