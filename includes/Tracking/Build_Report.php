<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Hosting\Build;

/**
 * Holds what one question about the builds of an environment came to.
 */
final class Build_Report {
	/**
	 * @param Build|null $build       The run's build, null when it is not among those that were told.
	 * @param bool|null  $is_answered Whether the host has answered; null when nobody asked.
	 * @param int        $wait_ms     How long the host asks to wait.
	 * @param string     $page        Address of the build's page with its log, empty when it is not known.
	 * @param bool       $at_host     Whether the builds that were started at the host count, too.
	 */
	public function __construct(
		public readonly ?Build $build = null,
		public readonly ?bool $is_answered = null,
		public readonly int $wait_ms = 0,
		public readonly string $page = '',
		public readonly bool $at_host = false,
	) {}
}
