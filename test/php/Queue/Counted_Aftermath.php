<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Queue\Aftermath;

/**
 * Counts how often the dispatcher has runs followed.
 */
final class Counted_Aftermath implements Aftermath {
	public int $looks = 0;

	/**
	 * {@inheritDoc}
	 */
	public function follow(): void {
		++$this->looks;
	}

	/**
	 * {@inheritDoc}
	 */
	public function next_at(): ?int {
		return null;
	}

	/**
	 * {@inheritDoc}
	 */
	public function sites_due(): array {
		return array();
	}
}
