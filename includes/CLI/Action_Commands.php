<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;

/**
 * Asks the host for an action now.
 */
final class Action_Commands {
	public function __construct(
		private readonly Environment_Argument $choice,
		private readonly Action_Runner $runs,
	) {}

	/**
	 * Rebuilds the front end, with all changes that are pending.
	 *
	 * While another run is being sent, this one goes out right after it.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : Which environment. Not needed where there is one alone.
	 *
	 * [--wait[=<seconds>]]
	 * : Waits until the run has ended, 300 seconds at most unless another number is given. The host has taken the run
	 * then; it may still be building.
	 *
	 * ## EXIT CODES
	 *
	 * 0: the host took the run. Without --wait also: it goes out right after the current one.
	 * 1: wrong usage, or no such environment.
	 * 2: the host refused.
	 * 3: not sent, because the site is a copy or sending is switched off; or not yet, because it is tried again later
	 * or the wait was too short.
	 *
	 * ## EXAMPLES
	 *
	 *     # Rebuild, and let the script go on when the host has taken it.
	 *     $ wp headless-deploy rebuild --environment=production --wait=60
	 *     Success: Rebuild of “Production”: The host took the call. (run 12)
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function rebuild( array $args, array $assoc_args ): void {
		$this->run( Action::Rebuild, $assoc_args );
	}

	/**
	 * Rebuilds the front end without the host's build cache, with all changes that are pending.
	 *
	 * Takes longer than a rebuild; helps when a build went wrong for no visible reason.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : Which environment. Not needed where there is one alone.
	 *
	 * [--wait[=<seconds>]]
	 * : Waits until the run has ended, 300 seconds at most unless another number is given.
	 *
	 * ## EXIT CODES
	 *
	 * As of `wp headless-deploy rebuild`.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy clean-rebuild
	 *     Success: Clean Rebuild of “Production”: The host took the call. (run 13)
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function clean_rebuild( array $args, array $assoc_args ): void {
		$this->run( Action::CleanRebuild, $assoc_args );
	}

	/**
	 * Purges the front end's cache.
	 *
	 * Never waits for builds.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : Which environment. Not needed where there is one alone.
	 *
	 * [--wait[=<seconds>]]
	 * : Waits until the run has ended, 300 seconds at most unless another number is given.
	 *
	 * ## EXIT CODES
	 *
	 * As of `wp headless-deploy rebuild`.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy purge-cache --environment=production
	 *     Success: Purge Cache of “Production”: The host took the call. (run 14)
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function purge_cache( array $args, array $assoc_args ): void {
		$this->run( Action::PurgeCache, $assoc_args );
	}

	/**
	 * @param array<string, mixed> $assoc_args
	 */
	private function run( Action $action, array $assoc_args ): void {
		$this->runs->run( $this->choice->environment( $assoc_args ), $action, $assoc_args );
	}
}
