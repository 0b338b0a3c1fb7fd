<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Changes\Listeners\Content_Listener;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Network;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Stored_Value;

/**
 * Records the changes that a request saved but did not record: it was killed, or the database refused the row. Once an
 * hour it compares all posts with the rows of the table of changes, a bounded number in each round.
 *
 * Without a refresh URL, a save without a difference has no row. Then only posts count that were saved right after a row,
 * as by a request that was killed between two rows, those before the database last refused a row, and those that visitors
 * can no longer see.
 *
 * @phpstan-import-type Saved from Unrecorded_Posts
 * @phpstan-type Progress array{scannedAt: int, startedAt: int, since: int, before: int, skipped: int, seen: array<string, int>}
 */
final class Unrecorded_Change_Scan {
	/**
	 * Stores how far this site is compared; not autoloaded.
	 */
	public const OPTION = 'headless_deploy_unrecorded_change_scan';

	private const INTERVAL_MS = 3_600_000;

	/**
	 * How long another process may be busy with a round. The next round begins with the recurring event after that.
	 */
	private const ROUND_MS = 240_000;

	/**
	 * A request that is still running may record its change.
	 */
	private const MIN_AGE_MS = 300_000;

	/**
	 * After the clock was set back, saves up to this old are compared.
	 */
	private const DAY_MS = 86_400_000;

	public function __construct(
		private readonly Policy $policy,
		private readonly Routing $routing,
		private readonly Change_Recorder $changes,
		private readonly Unrecorded_Posts $posts,
		private readonly Write_Failure $write_failure,
	) {}

	/**
	 * Scans the current site, if the last scan was an hour ago or has not come to its end.
	 *
	 * @throws Read_Failed
	 */
	public function scan_site( int $now ): void {
		if ( ! $this->changes->is_source_used( Content_Listener::SOURCE ) ) {
			return;
		}
		$progress = $this->claim( $now );
		if ( null === $progress ) {
			return;
		}
		list( $saved, $before ) = $this->is_without_news( $progress ) ? array( array(), 0 ) : $this->posts->read( $progress['before'], $now );

		$skipped = $this->record_missed( $saved, $progress, $now - self::MIN_AGE_MS );
		$skipped = min( $progress['skipped'], $skipped ?? PHP_INT_MAX );
		$is_done = 0 === $before;
		$this->write(
			array(
				'before'  => $before,
				'since'   => $is_done ? min( $progress['startedAt'] - self::MIN_AGE_MS, $skipped - 1 ) : $progress['since'],
				'skipped' => $is_done ? PHP_INT_MAX : $skipped,
			) + $progress,
		);
	}

	/**
	 * @param  list<int>   $sites Sites that this event visits in any case: those without a recorded change are scanned with them.
	 * @throws Read_Failed
	 */
	public function scan_network( int $now, array $sites = array() ): void {
		$scanned_at = $this->read()['scannedAt'];
		$with_rows  = is_multisite() && $this->is_due( $scanned_at, $now )
			? $this->sites_since( max( 0, $scanned_at - self::INTERVAL_MS ) )
			: array();
		foreach ( array_unique( array( ...$with_rows, ...$sites, get_current_blog_id() ) ) as $blog_id ) {
			if ( Network::is_active_on( $blog_id ) ) {
				Network::on_site( $blog_id, fn() => $this->scan_site( $now ) );
			}
		}
	}

	/**
	 * Records the posts that no row names.
	 *
	 * @param  list<Saved> $saved
	 * @param  Progress    $progress
	 * @param  int         $until    Later saves are compared in the next scan.
	 * @throws Read_Failed
	 * @return int|null    The earliest save that could not be compared.
	 */
	private function record_missed( array $saved, array $progress, int $until ): ?int {
		$recent = array_filter(
			$saved,
			fn( array $post ): bool => $post['savedAt'] > $progress['since']
				&& $post['savedAt'] <= $until
				&& $this->policy->watches( $post['type'] ),
		);
		if ( array() === $recent ) {
			return null;
		}
		$coverage  = Row_Coverage::since( min( array_column( $recent, 'savedAt' ) ) );
		$must_know = $this->told_since( $progress['seen'] );
		$told      = static fn( array $post ): array => $post['savedAt'] <= ( $progress['seen'][ self::type( $post['type'] ) ] ?? 0 )
			? array()
			: array_map( strval( ... ), array_keys( array_filter( $must_know, static fn( int $since ): bool => $post['savedAt'] > $since ) ) );

		list( $posts, $skipped ) = $this->posts->find( array_values( $recent ), $told, $coverage, $this->lost_at() );

		// Read before the first one is recorded, which makes a run pending.
		$covered   = array();
		$is_missed = function ( Unrecorded_Post $post, string $environment_id, Lane $lane ) use ( $must_know, $coverage, &$covered ): bool {
			if ( Lane::Refresh === $lane ) {
				return $post->saved_at > ( $must_know[ $environment_id ] ?? PHP_INT_MAX )
					&& ! $coverage->is_refreshed( $environment_id, $post->id, $post->saved_at );
			}
			$covered[ $environment_id ][ $lane->value ] ??= $this->posts->covered_until( $environment_id, $lane );
			return $post->is_known && $post->saved_at >= intdiv( $covered[ $environment_id ][ $lane->value ], 1_000 ) * 1_000;
		};
		foreach ( $posts as $post ) {
			$change = new Change(
				Content_Listener::SOURCE,
				$post->event,
				Change::POST,
				$post->id,
				$post->type,
				0,
				'',
				Previous_State::UNKNOWN,
				! $this->policy->counts( $post->type ),
			);
			$this->changes->record_missed(
				$change,
				static fn( string $environment_id, Lane $lane ): bool => $is_missed( $post, $environment_id, $lane ),
			);
		}
		return $skipped;
	}

	/**
	 * Tells whether nothing can be found: without a refresh URL, posts are compared with the rows of the last hour only,
	 * and with the time at which the database last refused one.
	 *
	 * @param  Progress    $progress
	 * @throws Read_Failed
	 */
	private function is_without_news( array $progress ): bool {
		return array() === $this->refreshed() && max( $this->posts->last_recorded_at() ?? 0, $this->lost_at() ) < $progress['since'];
	}

	/**
	 * Returns when the database last refused a change of the current site, in milliseconds, 0 if never.
	 */
	private function lost_at(): int {
		return $this->write_failure->get()['at'] ?? 0;
	}

	/**
	 * Returns since when every save of a public post has a row in each environment with a refresh URL.
	 *
	 * @param  array<string, int> $seen
	 * @throws Read_Failed
	 * @return array<string, int> In milliseconds, by environment.
	 */
	private function told_since( array $seen ): array {
		$since = array();
		foreach ( $this->refreshed() as $id ) {
			$since[ $id ] = max( $seen[ self::environment( $id ) ] ?? PHP_INT_MAX, $this->posts->kept_since( $id ) );
		}
		return $since;
	}

	/**
	 * @return list<string>
	 */
	private function refreshed(): array {
		return array_values( array_filter( $this->policy->environments(), $this->routing->is_refreshed( ... ) ) );
	}

	/**
	 * Tells whether an hour has passed. A clock that was set back must not delay the scan for longer.
	 */
	private function is_due( int $scanned_at, int $now ): bool {
		return abs( $now - $scanned_at ) >= self::INTERVAL_MS;
	}

	/**
	 * Claims the next round. Returns null when it is not due, or another process has claimed it.
	 *
	 * @throws Read_Failed
	 * @return Progress|null
	 */
	private function claim( int $now ): ?array {
		$row      = new Option_Row( self::OPTION );
		$raw      = Option_Row::read_for_write( self::OPTION )[ self::OPTION ];
		$progress = $this->parse( $raw );
		$is_new   = 0 === $progress['before'];
		if ( $is_new ? ! $this->is_due( $progress['scannedAt'], $now ) : abs( $now - $progress['scannedAt'] ) < self::ROUND_MS ) {
			return null;
		}
		$begun = array(
			'startedAt' => $now,
			'since'     => $this->since( $progress, $now ),
			'before'    => PHP_INT_MAX,
			'skipped'   => PHP_INT_MAX,
		);
		$claimed = array(
			'scannedAt' => $now,
			'seen'      => $this->seen( $progress['seen'], $now ),
		) + ( $is_new ? $begun : array() ) + $progress;
		return $row->swap( $raw, $claimed ) ? $claimed : null;
	}

	/**
	 * Returns after which time saves are compared. The first scan begins with the last recorded change.
	 *
	 * @param  Progress    $progress
	 * @throws Read_Failed
	 */
	private function since( array $progress, int $now ): int {
		return match ( true ) {
			0 === $progress['since']  => ( $this->posts->last_recorded_at() ?? $now ) - 1,
			$progress['since'] > $now => $now - self::DAY_MS,
			default                   => $progress['since'],
		};
	}

	/**
	 * Returns when the scan first saw each environment with a refresh URL and each watched type: saves before that may have no
	 * row.
	 *
	 * @param  array<string, int> $before
	 * @return array<string, int>
	 */
	private function seen( array $before, int $now ): array {
		$names = array(
			...array_map( self::environment( ... ), $this->refreshed() ),
			...array_map( self::type( ... ), array_values( array_filter( get_post_types(), $this->policy->watches( ... ) ) ) ),
		);
		return array_map(
			static fn( int $at ): int => min( $at, $now ),
			array_intersect_key( $before, array_flip( $names ) ),
		) + array_fill_keys( $names, $now );
	}

	private static function environment( string $id ): string {
		return "environment $id";
	}

	private static function type( string $type ): string {
		return "type $type";
	}

	/**
	 * @param  Progress    $progress
	 * @throws Read_Failed
	 */
	private function write( array $progress ): void {
		$row = new Option_Row( self::OPTION );
		$row->swap( Option_Row::read_for_write( self::OPTION )[ self::OPTION ], $progress );
	}

	/**
	 * @throws Read_Failed
	 * @return Progress
	 */
	private function read(): array {
		return $this->parse( ( new Option_Row( self::OPTION ) )->read() );
	}

	/**
	 * @return Progress
	 */
	private function parse( ?string $raw ): array {
		$time = Json_Schema::integer();
		/** @var Progress */
		return Stored_Value::of_row(
			Json_Schema::partial(
				scannedAt: $time,
				startedAt: $time,
				since: $time,
				before: $time,
				skipped: $time->with( default: PHP_INT_MAX ),
				seen: Json_Schema::map_of( $time ),
			),
			$raw,
		);
	}

	/**
	 * @throws Read_Failed
	 * @return list<int>
	 */
	private function sites_since( int $since ): array {
		global $wpdb;
		$sites = Database::column(
			(string) $wpdb->prepare(
				"SELECT blog_id, MAX(recorded_at) FROM {$wpdb->headless_deploy_changes} GROUP BY blog_id HAVING MAX(recorded_at) >= %d",
				$since,
			),
		);
		return array_map( intval( ... ), $sites );
	}
}
