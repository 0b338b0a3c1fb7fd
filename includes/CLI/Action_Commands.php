<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;

/**
 * Starts manual runs.
 */
final class Action_Commands {
	public function __construct(
		private readonly Arguments $arguments,
		private readonly Action_Runner $runs,
	) {}

	/**
	 * Rebuilds the front end with all pending changes.
	 *
	 * If another run is being sent, this run is sent after it.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : ID of the environment. Optional if only one environment is connected.
	 *
	 * [--wait[=<seconds>]]
	 * : Waits until the host has accepted or rejected the run, by default for up to 300 seconds. The build may
	 * still be running after that.
	 *
	 * ## EXIT CODES
	 *
	 * 0: the host accepted the run. Without --wait also: the run is sent after the current one.
	 * 1: invalid arguments or unknown environment.
	 * 2: the host rejected the run.
	 * 3: not sent, because the site is a copy or deployments are disabled; or not sent yet, because the run is retried
	 * later or the wait timed out.
	 *
	 * ## EXAMPLES
	 *
	 *     # Rebuild, and continue the script when the host has accepted the run.
	 *     $ wp headless-deploy rebuild --environment=production --wait=60
	 *     Success: Rebuild of Production was accepted. (run 12)
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function rebuild( array $args, array $assoc_args ): void {
		$this->run( Action::Rebuild, $assoc_args );
	}

	/**
	 * Deletes the host's build cache and rebuilds the front end with all pending changes.
	 *
	 * Takes longer than a rebuild. Use it only if pages are still outdated after a rebuild, or if dependencies changed.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : ID of the environment. Optional if only one environment is connected.
	 *
	 * [--wait[=<seconds>]]
	 * : Waits until the host has accepted or rejected the run, by default for up to 300 seconds.
	 *
	 * ## EXIT CODES
	 *
	 * The same as for `wp headless-deploy rebuild`.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy clean-rebuild
	 *     Success: Clean Rebuild of Production was accepted. (run 13)
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function clean_rebuild( array $args, array $assoc_args ): void {
		$this->run( Action::CleanRebuild, $assoc_args );
	}

	/**
	 * Purges the cache of the front end.
	 *
	 * Does not wait for builds.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : ID of the environment. Optional if only one environment is connected.
	 *
	 * [--wait[=<seconds>]]
	 * : Waits until the host has accepted or rejected the run, by default for up to 300 seconds.
	 *
	 * ## EXIT CODES
	 *
	 * The same as for `wp headless-deploy rebuild`.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy purge-cache --environment=production
	 *     Success: Cache of Production purged. (run 14)
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function purge_cache( array $args, array $assoc_args ): void {
		$this->run( Action::PurgeCache, $assoc_args );
	}

	/**
	 * Refreshes every page of the front end.
	 *
	 * Needs a refresh URL. Sends the pending changes too.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : ID of the environment. Optional if only one environment is connected.
	 *
	 * [--wait[=<seconds>]]
	 * : Waits until the front end has accepted or rejected the run, by default for up to 300 seconds.
	 *
	 * ## EXIT CODES
	 *
	 * The same as for `wp headless-deploy rebuild`.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy refresh --environment=production
	 *     Success: Production was refreshed. (run 15)
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function refresh( array $args, array $assoc_args ): void {
		$this->run( Action::Refresh, $assoc_args );
	}

	/**
	 * @param array<string, mixed> $assoc_args
	 */
	private function run( Action $action, array $assoc_args ): void {
		$this->runs->run( $this->arguments->environment( $assoc_args ), $action, $assoc_args );
	}
}
