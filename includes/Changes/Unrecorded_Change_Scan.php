<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Changes\Listeners\Content_Listener;
use HeadlessDeploy\Database;
use HeadlessDeploy\Network;
use HeadlessDeploy\Option_Row;

/**
 * Records, once an hour, the changes that a request saved but did not record because it was killed before its last
 * flush. The time after each last recorded change is scanned once, so that a change is recorded once.
 *
 * @phpstan-type Progress array{scannedAt: int, upTo: int}
 */
final class Unrecorded_Change_Scan {
	/**
	 * Stores when this site was last scanned, and up to which recorded change; not autoloaded.
	 */
	public const OPTION = 'headless_deploy_unrecorded_change_scan';

	private const INTERVAL_MS = 3_600_000;

	private const MIN_AGE_MS = 60_000;

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
		private readonly Unrecorded_Posts $posts = new Unrecorded_Posts(),
	) {}

	/**
	 * Scans the current site, if the last scan was an hour ago.
	 */
	public function scan_site( int $now ): void {
		$progress = $this->claim( $now );
		if ( null === $progress || ! $this->changes->is_source_used( Content_Listener::SOURCE ) ) {
			return;
		}
		$last = $this->posts->last_recorded_at();
		if ( null === $last || $last <= $progress['upTo'] || $now < $last + self::MIN_AGE_MS ) {
			return;
		}
		foreach ( $this->posts->find( $last, $now, $this->policy->watches( ... ) ) as $id => $type ) {
			$this->changes->record( Content_Listener::SOURCE, Change::UPDATED, Change::POST, $id, $type, '', Previous_State::UNKNOWN );
		}
		$this->write( array( 'upTo' => $last ) + $progress );
	}

	public function scan_network( int $now ): void {
		$scanned_at = $this->read()['scannedAt'];
		if ( ! $this->is_due( $scanned_at, $now ) ) {
			return;
		}
		$sites = is_multisite() ? $this->sites_since( max( 0, $scanned_at - self::INTERVAL_MS ) ) : array();
		foreach ( array_unique( array( ...$sites, get_current_blog_id() ) ) as $blog_id ) {
			if ( Network::is_active_on( $blog_id ) ) {
				Network::on_site( $blog_id, fn() => $this->scan_site( $now ) );
			}
		}
	}

	/**
	 * Tells whether an hour has passed. A clock that was set back must not delay the scan for longer.
	 */
	private function is_due( int $scanned_at, int $now ): bool {
		return abs( $now - $scanned_at ) >= self::INTERVAL_MS;
	}

	/**
	 * Claims this hour's scan. Returns null when it is not due, or another process has claimed it.
	 *
	 * @return Progress|null
	 */
	private function claim( int $now ): ?array {
		$row      = new Option_Row( self::OPTION );
		$raw      = $row->read();
		$progress = $this->parse( $raw );
		if ( ! $this->is_due( $progress['scannedAt'], $now ) ) {
			return null;
		}
		$claimed = array( 'scannedAt' => $now ) + $progress;
		return $row->swap( $raw, $claimed ) ? $claimed : null;
	}

	/**
	 * @param Progress $progress
	 */
	private function write( array $progress ): void {
		$row = new Option_Row( self::OPTION );
		$row->swap( $row->read(), $progress );
	}

	/**
	 * @return Progress
	 */
	private function read(): array {
		return $this->parse( ( new Option_Row( self::OPTION ) )->read() );
	}

	/**
	 * @return Progress
	 */
	private function parse( ?string $raw ): array {
		$stored = Option_Row::parse( $raw );
		$number = static fn( string $name ): int => is_int( $stored[ $name ] ?? null ) ? $stored[ $name ] : 0;
		return array(
			'scannedAt' => $number( 'scannedAt' ),
			'upTo'      => $number( 'upTo' ),
		);
	}

	/**
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
