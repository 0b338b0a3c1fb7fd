<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

/**
 * Orders environments by urgency.
 *
 * @phpstan-import-type Entry from Status
 */
final class Urgency {
	/** Most urgent first. */
	private const ORDER = array( 'failed', 'retrying', 'pending', 'sending', 'building', 'canceled', 'held', 'paused', 'upToDate' );

	/** A pause that an administrator has to end is as urgent as a failure. */
	private const BROKEN = array( 'token', 'key', 'constant', 'no_curl', 'unknown' );

	/**
	 * @param  list<Entry> $environments
	 * @return list<Entry>
	 */
	public static function sort( array $environments ): array {
		usort( $environments, static fn( array $one, array $other ): int => self::rank( $one['state'], $one['paused']['reason'] ?? '' ) <=> self::rank( $other['state'], $other['paused']['reason'] ?? '' ) );
		return $environments;
	}

	public static function needs_help( string $state, string $pause ): bool {
		return self::rank( $state, $pause ) <= self::rank( 'retrying', '' );
	}

	private static function rank( string $state, string $pause ): int {
		return (int) array_search( in_array( $pause, self::BROKEN, true ) ? 'failed' : $state, self::ORDER, true );
	}
}
