<?php
/**
 * The clock of the web heads.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Clock;

/**
 * Tells the plugin the time, and remembers for each process how often the clock had been set when it looked last.
 */
final class Head_Clock implements Clock {
	/**
	 * Takes the world.
	 *
	 * @param World $world Has the clock.
	 */
	public function __construct( private readonly World $world ) {}

	/**
	 * {@inheritDoc}
	 */
	public function now_ms(): int {
		if ( null !== $this->world->running ) {
			$this->world->running->jumps_seen = $this->world->clock_jumps;
		}
		return $this->world->clock->now_ms();
	}

	/**
	 * {@inheritDoc}
	 */
	public function monotonic_ms(): int {
		return $this->world->clock->monotonic_ms();
	}
}
