<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Puts what schedules ask for into the queue. The dispatcher asks it before it looks at what is due, so that whoever
 * wakes the queue wakes the schedules too.
 */
interface Timetable {
	/**
	 * Notes what the due schedules of the current site ask for, and moves them to their next run.
	 */
	public function note_due( int $now ): void;

	/**
	 * Returns when a schedule of the current site is due next, in milliseconds, null when there is none.
	 */
	public function next_at(): ?int;

	/**
	 * Returns the sites of the network that have a schedule which is due, in one query.
	 *
	 * @return list<int>
	 */
	public function sites_due( int $now ): array;
}
