<?php
/**
 * The machine's clock.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Tells the machine's time.
 */
final class System_Clock implements Clock {
	/**
	 * {@inheritDoc}
	 */
	public function now_ms(): int {
		return (int) floor( microtime( true ) * 1000 );
	}

	/**
	 * {@inheritDoc}
	 */
	public function monotonic_ms(): int {
		return intdiv( (int) hrtime( true ), 1_000_000 );
	}
}
