<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * What a change of a meta key starts.
 */
enum Meta_Weight {
	/** What the policy says. */
	case Counted;

	/** Refreshes only: the REST API shows the key, but a run for it was refused. */
	case For_Refresh_Only;

	case Ignored;
}
