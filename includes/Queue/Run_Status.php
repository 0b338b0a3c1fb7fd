<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * The status of a run in SQL, REST, WP-CLI and on the screens.
 */
enum Run_Status: string {
	/**
	 * SQL for the status of a row, as `of()` computes it.
	 */
	public const SQL = "CASE WHEN status IN ('accepted', 'observed') AND tracked_status <> '' THEN tracked_status WHEN status = 'observed' THEN 'accepted' ELSE status END";

	/**
	 * The status in the table of a build that this site did not start. No statement of the queue selects it.
	 */
	public const OBSERVED = 'observed';

	case Pending  = 'pending';
	case Sending  = 'sending';
	case Retrying = 'retrying';
	/** The host accepted the call; nothing else is known. */
	case Accepted = 'accepted';
	case Building = 'building';
	case Live     = 'live';
	/** The call failed and is not retried, or the build failed. */
	case Failed   = 'failed';
	case Canceled = 'canceled';

	/**
	 * Computes the status of a run: what tracking found out after the host accepted the call, else what the queue knows.
	 *
	 * @param string $status         Column of the table of runs.
	 * @param string $tracked_status Column of the table of runs.
	 */
	public static function of( string $status, string $tracked_status ): self {
		$stored  = self::from_stored( $status );
		$tracked = self::Accepted === $stored ? self::tryFrom( $tracked_status ) : null;
		return $tracked ?? $stored;
	}

	/**
	 * Reads the column `status` of the table of runs.
	 */
	public static function from_stored( string $status ): self {
		return self::OBSERVED === $status ? self::Accepted : self::tryFrom( $status ) ?? self::Failed;
	}

	/**
	 * Returns the statuses that a row of the runs table can have.
	 *
	 * @return list<string>
	 */
	public static function logged(): array {
		return array_values( array_diff( array_column( self::cases(), 'value' ), array( self::Pending->value ) ) );
	}

	public function has_ended(): bool {
		return ! in_array( $this, array( self::Pending, self::Sending, self::Retrying ), true );
	}

	public function is_success(): bool {
		return in_array( $this, array( self::Accepted, self::Building, self::Live ), true );
	}
}
