<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;

/**
 * A lane of an environment of a site: at most one of its runs is sent at a time.
 */
final class Lane_Key {
	private function __construct(
		public readonly int $blog_id,
		public readonly string $environment_id,
		public readonly Lane $lane,
	) {}

	/**
	 * @param int $blog_id Site of a network, 1 without one.
	 */
	public static function of( int $blog_id, string $environment_id, Lane $lane ): self {
		return new self( $blog_id, $environment_id, $lane );
	}

	/**
	 * @param object&\stdClass $row Row of any table with the columns of a lane.
	 */
	public static function of_row( object $row ): self {
		return new self( (int) $row->blog_id, (string) $row->environment_id, Lane::tryFrom( (string) $row->lane ) ?? Lane::Build );
	}

	public function strongest( bool $is_clean ): Action {
		return match ( $this->lane ) {
			Lane::Cache   => Action::PurgeCache,
			Lane::Refresh => Action::Refresh,
			Lane::Build   => $is_clean ? Action::CleanRebuild : Action::Rebuild,
		};
	}

	public function id(): string {
		return "{$this->blog_id}/{$this->environment_id}/{$this->lane->value}";
	}

	/**
	 * @param string $alias Alias of the table with its point, or empty.
	 */
	public function condition( string $alias = '' ): string {
		global $wpdb;
		return (string) $wpdb->prepare(
			"{$alias}blog_id = %d AND {$alias}environment_id = %s AND {$alias}lane = %s",
			$this->blog_id,
			$this->environment_id,
			$this->lane->value,
		);
	}
}
