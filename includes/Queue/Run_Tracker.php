<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Looks what became of runs that the host has taken. The dispatcher asks it after it has sent what is due, so that
 * whoever wakes the queue has this looked after too.
 */
interface Run_Tracker {
	/**
	 * Looks, on the current site, at what it is time to look at.
	 */
	public function check_due_runs(): void;

	/**
	 * Returns when it is time to look next on the current site, in milliseconds, null when nothing is followed.
	 */
	public function next_at(): ?int;

	/**
	 * Returns the sites of the network where it is time to look, in one query.
	 *
	 * @return list<int>
	 */
	public function sites_due(): array;
}
