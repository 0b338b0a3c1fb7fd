<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Checks what happened to accepted runs, as part of a dispatch.
 */
interface Run_Tracker {
	/**
	 * @return bool Whether changes of a refresh were moved to the lane of a stronger action, where they are due.
	 */
	public function check_due_runs(): bool;

	/**
	 * Returns when the next check of the current site is due, in milliseconds, null when no run is tracked.
	 */
	public function next_at(): ?int;

	/**
	 * @return list<int>
	 */
	public function sites_due(): array;
}
