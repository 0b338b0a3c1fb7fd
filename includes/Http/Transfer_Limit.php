<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Clock;

/**
 * The time and size limits of one call, and whether one was exceeded. The time starts with the object.
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

	private readonly int $started_ms;

	private bool $is_too_large = false;

	/**
	 * @param int $max_ms    From now.
	 * @param int $max_bytes Of the body, compressed and decompressed.
	 */
	public function __construct(
		private readonly Clock $clock,
		private readonly int $max_ms,
		public readonly int $max_bytes,
	) {
		$this->started_ms = $clock->monotonic_ms();
	}

	public function mark_too_large(): void {
		$this->is_too_large = true;
	}

	public function is_too_large(): bool {
		return $this->is_too_large;
	}

	public function is_late(): bool {
		return $this->elapsed_ms() >= $this->max_ms;
	}

	public function elapsed_ms(): int {
		return $this->clock->monotonic_ms() - $this->started_ms;
	}

	public function ms_left(): int {
		return max( self::MIN_MS, $this->max_ms - $this->elapsed_ms() );
	}
}
