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
	/**
	 * How far away the next try is at most when it is set.
	 */
	private const LATEST_TRY_MS = 3_600_000;

	/**
	 * Pauses, unless there is a stronger pause. The same reason again moves the next try alone, and never to an earlier
	 * time: a sender that was suspended knows less than the one that tried since. A time that is further away than any
	 * sender sets one was recorded by a clock that was set back, and is replaced.
	 *
	 * @param  Record   $record
	 * @param  int|null $next_try_at When one run is tried although the pause lasts, in milliseconds.
	 * @param  int      $by          User who pauses, 0 where no user does.
	 * @return Record
	 */
	public static function pause( array $record, Pause_Reason $reason, ?int $next_try_at, int $now, int $by = 0 ): array {
		$present = $record['paused'];
		if ( null !== $present && Pause_Reason::from_stored( $present['reason'] )->outranks( $reason ) ) {
			return $record;
		}
		$is_same          = null !== $present && $present['reason'] === $reason->value;
		$later            = $is_same && null !== $next_try_at && $present['next_try_at'] <= $now + self::LATEST_TRY_MS ? $present['next_try_at'] : null;
		$record['paused'] = array(
			'reason'      => $reason->value,
			'since'       => $is_same ? $present['since'] : $now,
			'next_try_at' => null === $later ? $next_try_at : max( $later, $next_try_at ),
			'by'          => $is_same ? $present['by'] : $by,
		);
		return $record;
	}

	/**
	 * Ends a pause.
	 *
	 * @param  Record       $record
	 * @param  Pause_Reason ...$reasons Reasons that may be ended; any other pause stays.
	 * @return Record
	 */
	public static function lift( array $record, Pause_Reason ...$reasons ): array {
		if ( null !== $record['paused'] && in_array( Pause_Reason::from_stored( $record['paused']['reason'] ), $reasons, true ) ) {
			$record['paused'] = null;
		}
		return $record;
	}
}
