<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Changes\Listeners\Content_Listener;
use HeadlessDeploy\Database;
use HeadlessDeploy\Network;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Queue\Tables;

/**
 * Notes, once an hour, what a request has saved but not noted any more because it was killed before its last flush.
 * Each last note of a site is looked at once, so that whatever is found is noted once.
 *
 * @phpstan-type Mark array{sweptAt: int, upTo: int}
 */
final class Unrecorded_Change_Scan {
	/**
	 * Keeps when this site was swept, and up to which note; not autoloaded.
	 */
	public const OPTION = 'headless_deploy_unrecorded_change_scan';

	private const EVERY_MS = 3_600_000;

	private const LEAVE_ALONE_MS = 60_000;

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
		private readonly Unrecorded_Posts $posts = new Unrecorded_Posts(),
	) {}

	/**
	 * Sweeps the current site, if its hour has come.
	 */
	public function site( int $now ): void {
		$mark = $this->claim( $now );
		if ( null === $mark || ! $this->changes->wants( Content_Listener::SOURCE ) ) {
			return;
		}
		$last = $this->posts->last_note();
		if ( null === $last || $last <= $mark['upTo'] || $now < $last + self::LEAVE_ALONE_MS ) {
			return;
		}
		foreach ( $this->posts->after( $last, $now, $this->policy->watches( ... ) ) as $id => $type ) {
			$this->changes->note( Content_Listener::SOURCE, Change::UPDATED, Change::POST, $id, $type );
		}
		$this->write( array( 'upTo' => $last ) + $mark );
	}

	public function network( int $now ): void {
		$swept_at = $this->read()['sweptAt'];
		if ( ! $this->is_due( $swept_at, $now ) ) {
			return;
		}
		$sites = is_multisite() ? $this->sites_since( max( 0, $swept_at - self::EVERY_MS ) ) : array();
		foreach ( array_unique( array( ...$sites, get_current_blog_id() ) ) as $blog_id ) {
			if ( Network::serves( $blog_id ) ) {
				Site_Batches::visit( array( $blog_id => $now ), $this->site( ... ) );
			}
		}
	}

	/**
	 * Tells whether an hour has passed; a clock that was put back must not stop it for longer.
	 */
	private function is_due( int $swept_at, int $now ): bool {
		return abs( $now - $swept_at ) >= self::EVERY_MS;
	}

	/**
	 * Takes this hour's turn; null when it is not due, or when another process has taken it.
	 *
	 * @return Mark|null
	 */
	private function claim( int $now ): ?array {
		$row  = new Option_Row( self::OPTION );
		$raw  = $row->read();
		$mark = $this->parse( $raw );
		if ( ! $this->is_due( $mark['sweptAt'], $now ) ) {
			return null;
		}
		$claimed = array( 'sweptAt' => $now ) + $mark;
		return $row->swap( $raw, $claimed ) ? $claimed : null;
	}

	/**
	 * @param Mark $mark
	 */
	private function write( array $mark ): void {
		$row = new Option_Row( self::OPTION );
		$row->swap( $row->read(), $mark );
	}

	/**
	 * @return Mark
	 */
	private function read(): array {
		return $this->parse( ( new Option_Row( self::OPTION ) )->read() );
	}

	/**
	 * Reads a stored mark; where there is none, everything is still to be done.
	 *
	 * @return Mark
	 */
	private function parse( ?string $raw ): array {
		$stored = null === $raw ? null : maybe_unserialize( $raw );
		$number = static fn( string $name ): int => is_array( $stored ) && is_int( $stored[ $name ] ?? null ) ? $stored[ $name ] : 0;
		return array(
			'sweptAt' => $number( 'sweptAt' ),
			'upTo'    => $number( 'upTo' ),
		);
	}

	/**
	 * @return list<int>
	 */
	private function sites_since( int $since ): array {
		global $wpdb;
		return array_map( intval( ... ), Database::column( (string) $wpdb->prepare( 'SELECT blog_id, MAX(recorded_at) FROM ' . Tables::changes() . ' GROUP BY blog_id HAVING MAX(recorded_at) >= %d', $since ) ) );
	}
}
