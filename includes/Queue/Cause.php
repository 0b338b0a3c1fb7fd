<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * What started a run, as it is stored and sent.
 */
enum Cause: string {
	case Automatic = 'automatic';
	case Manual    = 'manual';
	case Schedule  = 'schedule';
	case Cli       = 'cli';
	case Ability   = 'ability';
	/** A build that this site did not start: an upload, a rollback, a rebuild in the portal. */
	case Host = 'host';

	/**
	 * Reads a stored cause. An unknown one is of a newer version.
	 */
	public static function from_stored( ?string $stored ): self {
		return self::tryFrom( (string) $stored ) ?? self::Automatic;
	}
}
