<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Database;
use HeadlessDeploy\Hosting\Build;

/**
 * The pages and the build of a run that are checked, and the results: the column `tracking`.
 *
 * @phpstan-type Found_Build array{
 *   name: string,
 *   message: string,
 *   code: string,
 *   startedAt: int,
 *   finishedAt: int,
 *   running: bool,
 *   number: int,
 *   page: string,
 *   atHost: bool,
 *   trigger: string,
 *   startedBy: string,
 * }
 * @phpstan-type Live_Page array{url: string, pageStatus: 'live'|'gone', post: int}
 */
final class Tracking_Record {
	/** After a second lost response, users see it. */
	private const UNANSWERED_CHECKS = 2;

	/**
	 * @param list<Tracked_Page> $pages             That of the newest change first.
	 * @param Found_Build|null   $build             The host's build; times in milliseconds, 0 for none.
	 * @param Live_Page|null     $live              The page that proved the result.
	 * @param int                $unanswered        How many requests for builds in a row failed.
	 * @param bool               $is_stale          Whether a page showed the old content in the check of this process; not stored.
	 * @param list<int>          $repeated_at       When the refresh was repeated, in milliseconds.
	 * @param bool               $is_replica_behind Whether reads of WordPress returned the old content while a page showed it.
	 * @param bool               $is_unread         Whether the front end did not answer for a page in the check of this process; not stored.
	 */
	public function __construct(
		public readonly array $pages = array(),
		public readonly ?array $build = null,
		public readonly ?array $live = null,
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
		$stored = json_decode( $json, true );
		$stored = is_array( $stored ) ? $stored : array();
		$pages  = is_array( $stored['pages'] ?? null ) ? $stored['pages'] : array();
		return new self(
			array_values( array_filter( array_map( Tracked_Page::from_array( ... ), $pages ) ) ),
			self::found_build( $stored['build'] ?? null ),
			self::live_page( $stored['live'] ?? null ),
			(int) ( $stored['unanswered'] ?? 0 ),
			repeated_at: array_values( array_filter( is_array( $stored['repeatedAt'] ?? null ) ? $stored['repeatedAt'] : array(), is_int( ... ) ) ),
			is_replica_behind: true === ( $stored['replicaBehind'] ?? false ),
		);
	}

	public function json(): string {
		return Database::json(
			array(
				'pages' => array_map( static fn( Tracked_Page $page ): array => $page->to_array(), $this->pages ),
				'build' => $this->build,
				'live'  => $this->live,
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
		$is_known = ( $this->build['name'] ?? '' ) === $build->name;
		$at_host  = $is_known ? $this->build['atHost'] ?? false : $report->at_host;
		return $this->with( build: self::facts_of( $build, $report->page, $at_host ), unanswered: 0 );
	}

	/**
	 * Describes a build that this site did not start.
	 *
	 * @param string $page URL of the build's page, or empty.
	 */
	public static function of_build( Build $build, string $page ): self {
		return new self( build: array( 'trigger' => $build->trigger, 'startedBy' => $build->started_by ) + self::facts_of( $build, $page, false ) );
	}

	/**
	 * @return Found_Build
	 */
	private static function facts_of( Build $build, string $page, bool $at_host ): array {
		return array(
			'name'       => $build->name,
			'message'    => $build->message,
			'code'       => $build->error_code(),
			'startedAt'  => 0 === $build->started_at ? $build->created_at : $build->started_at,
			'finishedAt' => $build->finished_at,
			'running'    => $build->is_running(),
			'number'     => $build->number,
			'page'       => $page,
			'atHost'     => $at_host,
			'trigger'    => '',
			'startedBy'  => '',
		);
	}

	/**
	 * @param list<Tracked_Page> $pages             After a check.
	 * @param Tracked_Page|null  $live_page         The page that proved the result.
	 * @param bool               $is_replica_behind Whether reads of WordPress return the old content that a page shows.
	 */
	public function with_pages( array $pages, ?Tracked_Page $live_page, bool $is_stale, bool $is_replica_behind, bool $is_unread ): self {
		$live = null === $live_page ? $this->live : array(
			'url'        => $live_page->url,
			'pageStatus' => Tracked_Page::GONE === $live_page->page_status ? Tracked_Page::GONE : Tracked_Page::LIVE,
			'post'       => $live_page->post,
		);
		return $this->with( pages: $pages, live: $live, is_stale: $is_stale, is_replica_behind: $this->is_replica_behind || $is_replica_behind, is_unread: $is_unread );
	}

	public function with_repeat( int $now ): self {
		return $this->with( repeated_at: array( ...$this->repeated_at, $now ) );
	}

	private function with( mixed ...$values ): self {
		return new self( ...array_merge( get_object_vars( $this ), $values ) );
	}

	/**
	 * Tells whether a build of the run failed: a build that a user starts at the host may repair it.
	 */
	public function awaits_repair(): bool {
		return '' !== ( $this->build['code'] ?? '' ) || true === ( $this->build['atHost'] ?? false );
	}

	public function is_building(): bool {
		return true === ( $this->build['running'] ?? false );
	}

	public function is_unanswered(): bool {
		return $this->unanswered >= self::UNANSWERED_CHECKS;
	}

	/**
	 * @return Found_Build|null
	 */
	private static function found_build( mixed $stored ): ?array {
		$text = static fn( string $key ): string => is_array( $stored ) && is_string( $stored[ $key ] ?? null ) ? $stored[ $key ] : '';
		return ! is_array( $stored ) || '' === $text( 'name' ) ? null : array(
			'name'       => $text( 'name' ),
			'message'    => $text( 'message' ),
			'code'       => $text( 'code' ),
			'startedAt'  => (int) ( $stored['startedAt'] ?? 0 ),
			'finishedAt' => (int) ( $stored['finishedAt'] ?? 0 ),
			'running'    => true === ( $stored['running'] ?? false ),
			'number'     => (int) ( $stored['number'] ?? 0 ),
			'page'       => $text( 'page' ),
			'atHost'     => true === ( $stored['atHost'] ?? false ),
			'trigger'    => $text( 'trigger' ),
			'startedBy'  => $text( 'startedBy' ),
		);
	}

	/**
	 * @return Live_Page|null
	 */
	private static function live_page( mixed $stored ): ?array {
		$page = Tracked_Page::from_array( $stored );
		return null === $page ? null : array(
			'url'        => $page->url,
			'pageStatus' => Tracked_Page::GONE === $page->page_status ? Tracked_Page::GONE : Tracked_Page::LIVE,
			'post'       => $page->post,
		);
	}
}
