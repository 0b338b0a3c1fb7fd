<?php
/**
 * When to stop reading.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Webhooks;

use HeadlessDeploy\Clock;

/**
 * Watches one transfer: WordPress's own limits neither stop the reading of an endless body, nor bound the whole time.
 */
final class Transfer_Limit {
	/**
	 * Whether more bytes came than are read.
	 */
	private bool $too_large = false;

	/**
	 * Whether the transport has had its one try: WordPress's cURL transport sends again after an unreadable encoding,
	 * and that would be a second build.
	 */
	private bool $over = false;

	/**
	 * Takes the limits.
	 *
	 * @param Clock $clock       Time.
	 * @param int   $deadline_ms By the clock that never jumps.
	 * @param int   $most_bytes  Of the body.
	 */
	public function __construct(
		private readonly Clock $clock,
		private readonly int $deadline_ms,
		public readonly int $most_bytes,
	) {}

	/**
	 * Tells whether to stop now.
	 *
	 * @param int $bytes That came so far.
	 */
	public function is_reached( int $bytes ): bool {
		$this->too_large = $this->too_large || $bytes > $this->most_bytes;
		return $this->over || $this->too_large || $this->is_late();
	}

	/**
	 * Notes that the one try is over.
	 */
	public function end(): void {
		$this->over = true;
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
	 * Returns the seconds that are left; WordPress's cURL transport needs one at least.
	 */
	public function seconds_left(): float {
		return max( 1.0, ( $this->deadline_ms - $this->clock->monotonic_ms() ) / 1000 );
	}
}
