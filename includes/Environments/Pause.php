<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * A pause of an environment's automatic runs. All times are in milliseconds.
 */
final class Pause {
	/**
	 * A retry is set at most this far ahead.
	 */
	private const MAX_RETRY_DELAY_MS = 3_600_000;

	/**
	 * @param int      $since           0 where it is not known.
	 * @param int|null $next_attempt_at When one automatic run is tried during the pause.
	 * @param int      $by              User who paused, 0 where no user did.
	 */
	public function __construct(
		public readonly Pause_Reason $reason,
		public readonly int $since = 0,
		public readonly ?int $next_attempt_at = null,
		public readonly int $by = 0,
	) {}

	/**
	 * Reads a stored pause. A reason that only a newer version knows still pauses.
	 */
	public static function from_stored( mixed $stored ): ?self {
		$stored = is_array( $stored ) ? $stored : array();
		$reason = is_string( $stored['reason'] ?? null ) ? $stored['reason'] : '';
		if ( '' === $reason ) {
			return null;
		}
		$number = static fn( string $key ): ?int => is_numeric( $stored[ $key ] ?? null ) ? (int) $stored[ $key ] : null;
		return new self( Pause_Reason::from_stored( $reason ), $number( 'since' ) ?? 0, $number( 'next_attempt_at' ), $number( 'by' ) ?? 0 );
	}

	/**
	 * Returns the pause that counts when a new one begins.
	 *
	 * A stronger pause stays. The same reason keeps its beginning and moves the next try, never to an earlier time: a
	 * sender that was suspended has older information than the sender that tried since. A next try beyond the longest
	 * delay was recorded by a clock that was set back, and is replaced.
	 */
	public static function combine( ?self $present, self $new ): self {
		if ( null === $present ) {
			return $new;
		}
		if ( $present->reason->outranks( $new->reason ) ) {
			return $present;
		}
		if ( $present->reason !== $new->reason ) {
			return $new;
		}
		$later = null !== $new->next_attempt_at && $present->next_attempt_at <= $new->since + self::MAX_RETRY_DELAY_MS ? $present->next_attempt_at : null;
		return new self( $new->reason, $present->since, null === $later ? $new->next_attempt_at : max( $later, $new->next_attempt_at ), $present->by );
	}

	/**
	 * @return array{reason: string, since: int, next_attempt_at: int|null, by: int}
	 */
	public function to_array(): array {
		return array(
			'reason'          => $this->reason->value,
			'since'           => $this->since,
			'next_attempt_at' => $this->next_attempt_at,
			'by'              => $this->by,
		);
	}
}
