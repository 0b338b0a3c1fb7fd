<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Checks what happened to accepted runs, as part of a dispatch.
 */
interface Run_Tracker {
	/**
	 * Checks the runs of the current site whose next check is due.
	 */
	public function check_due_runs(): void;

	/**
	 * Returns when the next check of the current site is due, in milliseconds, null when no run is tracked.
	 */
	public function next_at(): ?int;

	/**
	 * Returns the sites of the network with a due check, in one query.
	 *
	 * @return list<int>
	 */
	public function sites_due(): array;
}
