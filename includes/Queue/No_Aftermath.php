<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Stands where nobody looks what became of a run.
 */
final class No_Aftermath implements Aftermath {
	/**
	 * {@inheritDoc}
	 */
	public function follow(): void {}

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
