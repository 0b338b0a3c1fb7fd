<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;

/**
 * Names one lane: the unit in which at most one run is in flight.
 */
final class Lane_Key {
	/**
	 * @param int    $blog_id Site of a network, 1 without one.
	 * @param string $lane    A value of Lane.
	 */
	private function __construct(
		public readonly int $blog_id,
		public readonly string $environment_id,
		public readonly string $lane,
	) {}

	/**
	 * Names the lane of an environment of a site.
	 *
	 * @param int $blog_id Site of a network, 1 without one.
	 */
	public static function of( int $blog_id, string $environment_id, Lane $lane ): self {
		return new self( $blog_id, $environment_id, $lane->value );
	}

	/**
	 * Names the lane of a row of either table.
	 *
	 * @param object&\stdClass $row With the three columns.
	 */
	public static function of_row( object $row ): self {
		return new self( (int) $row->blog_id, (string) $row->environment_id, (string) $row->lane );
	}

	/**
	 * Returns the lane, for keys of environments.
	 */
	public function lane(): Lane {
		return Lane::from( $this->lane );
	}

	/**
	 * Returns the strongest action that is asked for, for keys of environments.
	 *
	 * @param bool $is_clean Whether a Clean Rebuild is asked for.
	 */
	public function strongest( bool $is_clean ): Action {
		if ( Lane::Cache === $this->lane() ) {
			return Action::PurgeCache;
		}
		return $is_clean ? Action::CleanRebuild : Action::Rebuild;
	}

	/**
	 * Returns the key as one word.
	 */
	public function id(): string {
		return "{$this->blog_id}/{$this->environment_id}/{$this->lane}";
	}
}
