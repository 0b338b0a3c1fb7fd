<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Environments\Pause_Reason;

/**
 * The status of an environment, as it is sent and shown.
 */
enum Environment_Status: string {
	private const BY_URGENCY = array(
		self::Failed,
		self::Retrying,
		self::Pending,
		self::Sending,
		self::Building,
		self::Canceled,
		self::Held,
		self::Paused,
		self::Up_To_Date,
	);

	/** A pause that an administrator has to end is as urgent as a failure. */
	private const BROKEN = array(
		Pause_Reason::Token,
		Pause_Reason::Key,
		Pause_Reason::Constant,
		Pause_Reason::No_Curl,
		Pause_Reason::Unknown,
	);

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
	 * Tells whether a user has to act.
	 *
	 * @param Pause_Reason|null $pause Why the environment is paused, null if it is not.
	 */
	public function needs_help( ?Pause_Reason $pause ): bool {
		return $this->urgency( $pause ) <= self::Retrying->urgency( null );
	}

	/**
	 * @param  Pause_Reason|null $pause Why the environment is paused, null if it is not.
	 * @return int               The most urgent status has the lowest number.
	 */
	public function urgency( ?Pause_Reason $pause ): int {
		return (int) array_search( in_array( $pause, self::BROKEN, true ) ? self::Failed : $this, self::BY_URGENCY, true );
	}
}
