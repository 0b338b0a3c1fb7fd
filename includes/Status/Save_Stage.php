<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

/**
 * How far the run of a save is.
 */
enum Save_Stage: string {
	/** No run is in progress, or none that includes the save. */
	case Resting   = 'resting';
	case Countdown = 'countdown';
	case Sending   = 'sending';
	/** The host accepted the run, and its result is still checked. */
	case Accepted = 'accepted';
	/** The host accepted the run, and its result cannot be checked. */
	case Unconfirmed = 'unconfirmed';
	/** The host accepted a run that has no further result, for example a purge. */
	case Done         = 'done';
	case Building     = 'building';
	case Live         = 'live';
	case Build_Failed = 'buildFailed';
	case Failed       = 'failed';
	case Canceled     = 'canceled';

	public function is_accepted(): bool {
		return in_array( $this, array( self::Accepted, self::Unconfirmed, self::Done, self::Building, self::Live, self::Build_Failed ), true );
	}
}
