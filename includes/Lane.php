<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Says which runs wait for each other: builds do, a purge never waits for a build.
 */
enum Lane: string {
	case Build = 'build';
	case Cache = 'cache';
}
