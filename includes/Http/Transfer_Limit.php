<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Clock;

/**
 * Holds how long one transfer may take and how much may come, and remembers when that was too much.
 */
final class Transfer_Limit {
	/**
	 * Headers, interim answers and trailers together.
	 */
	public const MOST_HEADER_BYTES = 65_536;

	/**
	 * WordPress and cURL need one second at least, where a name is looked up.
	 */
	private const SHORTEST_MS = 1_000;

	private bool $too_large = false;

	/**
	 * @param int $deadline_ms By the clock that never jumps.
	 * @param int $most_bytes  Of the body, as it comes and opened.
	 */
	public function __construct(
		private readonly Clock $clock,
		private readonly int $deadline_ms,
		public readonly int $most_bytes,
	) {}

	/**
	 * Notes that more comes than is read.
	 */
	public function exceed(): void {
		$this->too_large = true;
	}

	/**
	 * Tells whether more came than is read.
	 */
	public function is_too_large(): bool {
		return $this->too_large;
	}

	/**
	 * Tells whether the time is up.
	 */
	public function is_late(): bool {
		return $this->clock->monotonic_ms() >= $this->deadline_ms;
	}

	/**
	 * Returns the milliseconds that are left.
	 */
	public function ms_left(): int {
		return max( self::SHORTEST_MS, $this->deadline_ms - $this->clock->monotonic_ms() );
	}
}
