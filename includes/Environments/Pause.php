<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Json_Schema;

/**
 * A pause of an environment's automatic runs. All times are in milliseconds.
 *
 * @phpstan-type Stored array{reason: string, since: int, next_attempt_at: int|null, by: int}
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
	 * Returns the schema of what is stored. A reason that only a newer version knows still pauses.
	 */
	public static function stored(): Json_Schema {
		return Json_Schema::partial(
			reason: Json_Schema::text()->with( minLength: 1 ),
			since: Json_Schema::integer(),
			next_attempt_at: Json_Schema::integer()->or_null(),
			by: Json_Schema::integer(),
		)->with( required: array( 'reason' ) )->or_null();
	}

	/**
	 * @param Stored $stored
	 */
	public static function from_stored( array $stored ): self {
		return new self( Pause_Reason::from_stored( $stored['reason'] ), $stored['since'], $stored['next_attempt_at'], $stored['by'] );
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
		$later = null !== $new->next_attempt_at && $present->next_attempt_at <= $new->since + self::MAX_RETRY_DELAY_MS
			? $present->next_attempt_at
			: null;
		return new self(
			$new->reason,
			$present->since,
			null === $later ? $new->next_attempt_at : max( $later, $new->next_attempt_at ),
			$present->by,
		);
	}

	/**
	 * @return Stored
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
