<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Clock;

/**
 * The time and size limits of one transfer, and whether one was exceeded.
 */
final class Transfer_Limit {
	/**
	 * Headers, interim responses and trailers together.
	 */
	public const MAX_HEADER_BYTES = 65_536;

	/**
	 * WordPress and cURL need at least one second where DNS is used.
	 */
	private const MIN_MS = 1_000;

	private bool $is_too_large = false;

	/**
	 * @param int $deadline_ms By the monotonic clock.
	 * @param int $max_bytes   Of the body, compressed and decompressed.
	 */
	public function __construct(
		private readonly Clock $clock,
		private readonly int $deadline_ms,
		public readonly int $max_bytes,
	) {}

	public function mark_too_large(): void {
		$this->is_too_large = true;
	}

	public function is_too_large(): bool {
		return $this->is_too_large;
	}

	public function is_late(): bool {
		return $this->clock->monotonic_ms() >= $this->deadline_ms;
	}

	public function ms_left(): int {
		return max( self::MIN_MS, $this->deadline_ms - $this->clock->monotonic_ms() );
	}
}
