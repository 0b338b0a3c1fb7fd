<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

/**
 * The status of an environment, as it is sent and shown.
 *
 * @phpstan-import-type Entry from Status
 */
enum Environment_Status: string {
	private const BY_URGENCY = array( self::Failed, self::Retrying, self::Pending, self::Sending, self::Building, self::Canceled, self::Held, self::Paused, self::Up_To_Date );

	/** A pause that an administrator has to end is as urgent as a failure. */
	private const BROKEN = array( 'token', 'key', 'constant', 'no_curl', 'unknown' );

	case Up_To_Date = 'upToDate';
	case Pending    = 'pending';
	case Held       = 'held';
	case Sending    = 'sending';
	case Retrying   = 'retrying';
	case Building   = 'building';
	case Paused     = 'paused';
	case Failed     = 'failed';
	case Canceled   = 'canceled';

	/**
	 * Returns the most urgent environment first.
	 *
	 * @param  list<Entry> $environments
	 * @return list<Entry>
	 */
	public static function sort_by_urgency( array $environments ): array {
		$rank = static fn( array $entry ): int => self::from( $entry['status'] )->rank( $entry['paused']['reason'] ?? '' );
		usort( $environments, static fn( array $one, array $other ): int => $rank( $one ) <=> $rank( $other ) );
		return $environments;
	}

	/**
	 * Tells whether a user has to act.
	 *
	 * @param string $pause Reason of the pause, or empty.
	 */
	public function needs_help( string $pause ): bool {
		return $this->rank( $pause ) <= self::Retrying->rank( '' );
	}

	private function rank( string $pause ): int {
		return (int) array_search( in_array( $pause, self::BROKEN, true ) ? self::Failed : $this, self::BY_URGENCY, true );
	}
}
