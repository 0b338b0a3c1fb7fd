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

	public function accepted_label(): string {
		return self::Refresh === $this ? __( 'Accepted by the front end', 'headless-deploy' ) : __( 'Accepted by the host', 'headless-deploy' );
	}

	/**
	 * Returns the place among runs that are due at the same time: a refresh is on the site when its call has ended, so it is
	 * sent before a build.
	 */
	public function rank(): int {
		return match ( $this ) {
			self::Refresh => 1,
			self::Cache   => 2,
			self::Build   => 3,
		};
	}
}
