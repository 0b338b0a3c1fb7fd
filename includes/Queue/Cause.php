<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Names why a run is sent, in the words of the wire.
 */
final class Cause {
	public const AUTOMATIC = 'automatic';
	public const MANUAL    = 'manual';
	public const SCHEDULE  = 'schedule';
	public const CLI       = 'cli';
	public const ABILITY   = 'ability';
	public const ALL       = array( self::AUTOMATIC, self::MANUAL, self::SCHEDULE, self::CLI, self::ABILITY );
}
