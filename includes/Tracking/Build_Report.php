<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Hosting\Build;

/**
 * The host's answer about the builds of an environment.
 */
final class Build_Report {
	/**
	 * @param Build|null $build       The run's build, null when it is not listed.
	 * @param bool|null  $is_answered Null when the host was not asked.
	 * @param int        $wait_ms     The host's Retry-After.
	 * @param string     $page        URL of the build's page with its log, empty when it is not known.
	 * @param bool       $at_host     Whether the build was started at the host.
	 */
	public function __construct(
		public readonly ?Build $build = null,
		public readonly ?bool $is_answered = null,
		public readonly int $wait_ms = 0,
		public readonly string $page = '',
		public readonly bool $at_host = false,
	) {}
}
