<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Database;

/**
 * The status of all environments for the current user: `Status` of src/shared/wire.ts. It contains times instead of
 * durations, so that it stays the same until something changes.
 */
final class Site_Status {
	/**
	 * @param list<Environment_Entry> $environments
	 */
	public function __construct(
		public readonly array $environments,
		public readonly Scheduler $scheduler,
	) {}

	/**
	 * @return list<Environment_Entry> The most urgent environment first.
	 */
	public function by_urgency(): array {
		$environments = $this->environments;
		usort( $environments, static fn( Environment_Entry $one, Environment_Entry $other ): int => $one->urgency() <=> $other->urgency() );
		return $environments;
	}

	/**
	 * @param  bool                 $has_progress Whether an editor needs the progress of saves.
	 * @return array<string, mixed>
	 */
	public function to_array( bool $has_progress = true ): array {
		$most_urgent = $this->by_urgency()[0] ?? null;
		return array(
			'environments' => array_map( static fn( Environment_Entry $entry ): array => $entry->to_array( $has_progress ), $this->environments ),
			'mostUrgent'   => $most_urgent?->environment->id,
			'scheduler'    => $this->scheduler->to_array(),
		);
	}

	/**
	 * The time of the last background task is not part of the ETag, because it changes all the time.
	 */
	public function etag(): string {
		$lasting = new self( $this->environments, $this->scheduler->without_last_run() );
		return '"' . md5( Database::json( $lasting->to_array() ) ) . '"';
	}
}
