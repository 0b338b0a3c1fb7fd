<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Decides which pause of an environment counts: each of these takes a record and returns it as it is to be stored.
 *
 * A confirmed copy is stronger than a person, who is stronger than a refused token: what is paused for a stronger
 * reason stays so.
 *
 * @phpstan-import-type Record from Stored_Environments
 */
final class Pauses {
	public const PERSON = 'person';
	public const TOKEN  = 'token';
	public const COPY   = 'copy';

	/**
	 * Stands for a reason that a newer version of the plugin has stored. This version neither sets it nor lifts it.
	 */
	public const UNKNOWN = 'unknown';

	/**
	 * The reasons that are stored, the stronger one later.
	 */
	public const REASONS = array( self::TOKEN, self::PERSON, self::COPY );

	/**
	 * How far away the next try is at most when it is set.
	 */
	private const LATEST_TRY_MS = 3_600_000;

	/**
	 * Pauses, unless there is a stronger pause already. The same reason again moves the next try alone, and never to an
	 * earlier moment: a sender that stood still knows less than the one that has tried since. A moment that is further away
	 * than any sender sets one comes from a clock that was set back, and is replaced.
	 *
	 * @param  Record   $record
	 * @param  int|null $next_try_at When a run is tried all the same, in milliseconds.
	 * @param  int      $by          User who pauses, 0 for the machine.
	 * @return Record
	 */
	public static function pause( array $record, string $reason, ?int $next_try_at, int $now, int $by = 0 ): array {
		$present = $record['paused'];
		if ( null !== $present && self::strength( $present['reason'] ) > self::strength( $reason ) ) {
			return $record;
		}
		$is_same          = null !== $present && $present['reason'] === $reason;
		$later            = $is_same && null !== $next_try_at && $present['next_try_at'] <= $now + self::LATEST_TRY_MS ? $present['next_try_at'] : null;
		$record['paused'] = array(
			'reason'      => $reason,
			'since'       => $is_same ? $present['since'] : $now,
			'next_try_at' => null === $later ? $next_try_at : max( $later, $next_try_at ),
			'by'          => $is_same ? $present['by'] : $by,
		);
		return $record;
	}

	/**
	 * Lifts a pause.
	 *
	 * @param  Record $record
	 * @param  string ...$reasons Reasons that may be lifted; any other pause stays.
	 * @return Record
	 */
	public static function lift( array $record, string ...$reasons ): array {
		if ( in_array( $record['paused']['reason'] ?? '', $reasons, true ) ) {
			$record['paused'] = null;
		}
		return $record;
	}

	/**
	 * Returns how strong a reason is.
	 *
	 * @param string $reason One of REASONS, or UNKNOWN.
	 */
	private static function strength( string $reason ): int {
		$strength = array_search( $reason, self::REASONS, true );
		return false === $strength ? PHP_INT_MAX : $strength;
	}
}
