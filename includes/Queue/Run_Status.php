<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Names how far a run is: the one vocabulary of SQL, REST, WP-CLI and the screens.
 */
enum Run_Status: string {
	/**
	 * SQL for the status of a row, as `of()` computes it.
	 */
	public const SQL = "CASE WHEN status = 'accepted' AND tracked_status <> '' THEN tracked_status ELSE status END";

	case Pending  = 'pending';
	case Sending  = 'sending';
	case Retrying = 'retrying';
	/** The host accepted the call, and nothing more is known. */
	case Accepted = 'accepted';
	case Building = 'building';
	case Live     = 'live';
	/** The call failed for good, or the build did. */
	case Failed   = 'failed';
	case Canceled = 'canceled';

	/**
	 * Computes the status of a run: what tracking found out after the host accepted the call, else what the queue knows.
	 *
	 * @param (object&\stdClass)|null $row Row of the runs table; null for a run that has not begun.
	 */
	public static function of( ?object $row ): self {
		if ( null === $row ) {
			return self::Pending;
		}
		$tracked = 'accepted' === $row->status ? self::tryFrom( (string) $row->tracked_status ) : null;
		return $tracked ?? self::tryFrom( (string) $row->status ) ?? self::Failed;
	}

	/**
	 * Returns the statuses that a row of the runs table can have.
	 *
	 * @return list<string>
	 */
	public static function logged(): array {
		return array_values( array_diff( array_column( self::cases(), 'value' ), array( self::Pending->value ) ) );
	}

	/**
	 * Tells whether nothing more is sent for the run.
	 */
	public function has_ended(): bool {
		return ! in_array( $this, array( self::Pending, self::Sending, self::Retrying ), true );
	}

	/**
	 * Tells whether the host has accepted the run and its build did not fail.
	 */
	public function is_success(): bool {
		return in_array( $this, array( self::Accepted, self::Building, self::Live ), true );
	}
}
