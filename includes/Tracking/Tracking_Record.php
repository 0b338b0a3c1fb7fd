<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Database;
use HeadlessDeploy\Hosting\Build;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\Value_Object;

/**
 * The pages and the build of a run that are checked, and the results: the column `tracking`.
 *
 * @phpstan-import-type Stored from Found_Build as Stored_Build
 * @phpstan-import-type Stored from Tracked_Page as Stored_Page
 */
final class Tracking_Record {
	use Value_Object;

	/** After a second lost response, users see it. */
	private const UNANSWERED_CHECKS = 2;

	/**
	 * @param list<Tracked_Page> $pages             That of the newest change first.
	 * @param Tracked_Page|null  $live              The page that proved the result.
	 * @param int                $unanswered        How many requests for builds in a row failed.
	 * @param bool               $is_stale          Whether a page showed the old content in the check of this process; not stored.
	 * @param list<int>          $repeated_at       When the refresh was repeated, in milliseconds.
	 * @param bool               $is_replica_behind Whether reads of WordPress returned the old content while a page showed it.
	 * @param bool               $is_unread         Whether the front end did not answer for a page in the check of this process; not stored.
	 */
	public function __construct(
		public readonly array $pages = array(),
		public readonly ?Found_Build $build = null,
		public readonly ?Tracked_Page $live = null,
		private readonly int $unanswered = 0,
		public readonly bool $is_stale = false,
		public readonly array $repeated_at = array(),
		public readonly bool $is_replica_behind = false,
		public readonly bool $is_unread = false,
	) {}

	/**
	 * Invalid parts count as missing.
	 */
	public static function from_json( string $json ): self {
		/** @var array{pages: list<Stored_Page>, build: Stored_Build|null, live: Stored_Page|null, unanswered: int, repeatedAt: list<int>, replicaBehind: bool} $stored */
		$stored = Stored_Value::read( self::stored(), json_decode( $json, true ) );
		return new self(
			array_map( Tracked_Page::from_stored( ... ), $stored['pages'] ),
			null === $stored['build'] ? null : Found_Build::from_stored( $stored['build'] ),
			null === $stored['live'] ? null : Tracked_Page::from_stored( $stored['live'] ),
			$stored['unanswered'],
			repeated_at: $stored['repeatedAt'],
			is_replica_behind: $stored['replicaBehind'],
		);
	}

	private static function stored(): Json_Schema {
		static $schema = null;
		return $schema ??= Json_Schema::partial(
			pages: Json_Schema::list_of( Tracked_Page::stored() ),
			build: Found_Build::stored()->or_null(),
			live: Tracked_Page::stored()->or_null(),
			unanswered: Json_Schema::integer(),
			repeatedAt: Json_Schema::list_of( Json_Schema::integer() ),
			replicaBehind: Json_Schema::boolean(),
		);
	}

	public function json(): string {
		return Database::json(
			array(
				'pages' => array_map( static fn( Tracked_Page $page ): array => $page->to_array(), $this->pages ),
				'build' => $this->build?->to_array(),
				'live'  => $this->live?->proof(),
			) + array_filter(
				array(
					'unanswered'    => $this->unanswered,
					'repeatedAt'    => $this->repeated_at,
					'replicaBehind' => $this->is_replica_behind,
				),
			),
		);
	}

	/**
	 * A running build that is not listed any more was not the run's build.
	 */
	public function with_build( Build_Report $report ): self {
		$build = $report->build;
		if ( null === $build ) {
			return match ( $report->is_answered ) {
				null  => $this,
				true  => $this->with( build: $this->is_building() ? null : $this->build, unanswered: 0 ),
				false => $this->with( unanswered: $this->unanswered + 1 ),
			};
		}
		$is_at_host = $this->build?->name === $build->name ? $this->build->is_at_host : $report->at_host;
		return $this->with( build: Found_Build::of( $build, $report->page, $is_at_host ), unanswered: 0 );
	}

	/**
	 * Describes a build that this site did not start.
	 *
	 * @param string $page URL of the build's page, or empty.
	 */
	public static function of_build( Build $build, string $page ): self {
		return new self( build: Found_Build::of( $build, $page, false, is_observed: true ) );
	}

	/**
	 * @param list<Tracked_Page> $pages             After a check.
	 * @param Tracked_Page|null  $live_page         The page that proved the result.
	 * @param bool               $is_replica_behind Whether reads of WordPress return the old content that a page shows.
	 */
	public function with_pages( array $pages, ?Tracked_Page $live_page, bool $is_stale, bool $is_replica_behind, bool $is_unread ): self {
		return $this->with(
			pages: $pages,
			live: $live_page ?? $this->live,
			is_stale: $is_stale,
			is_replica_behind: $this->is_replica_behind || $is_replica_behind,
			is_unread: $is_unread,
		);
	}

	public function with_repeat( int $now ): self {
		return $this->with( repeated_at: array( ...$this->repeated_at, $now ) );
	}

	/**
	 * Tells whether a build of the run failed: a build that a user starts at the host may repair it.
	 */
	public function awaits_repair(): bool {
		return '' !== ( $this->build->code ?? '' ) || true === $this->build?->is_at_host;
	}

	public function is_building(): bool {
		return true === $this->build?->is_running;
	}

	public function is_unanswered(): bool {
		return $this->unanswered >= self::UNANSWERED_CHECKS;
	}
}
