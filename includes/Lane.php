<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Runs of one lane wait for each other. A purge never waits for a build, and a refresh for neither.
 */
enum Lane: string {
	case Build   = 'build';
	case Cache   = 'cache';
	case Refresh = 'refresh';
}
