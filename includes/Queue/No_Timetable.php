<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Stands where nothing is scheduled.
 */
final class No_Timetable implements Timetable {
	/**
	 * {@inheritDoc}
	 */
	public function note_due( int $now ): void {}

	/**
	 * {@inheritDoc}
	 */
	public function next_at(): ?int {
		return null;
	}

	/**
	 * {@inheritDoc}
	 */
	public function sites_due( int $now ): array {
		return array();
	}
}
