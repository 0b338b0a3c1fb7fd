<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;

/**
 * Starts manual runs.
 */
final class Action_Commands {
	/** Of each command that starts a run. */
	public const EXIT_CODES = 'The same as for `wp headless-deploy rebuild`.';

	public function __construct(
		private readonly Arguments $arguments,
		private readonly Action_Runner $runs,
	) {}

	/**
	 * @return array<string, Command> By name.
	 */
	public function commands(): array {
		return array(
			'rebuild' => $this->command(
				Action::Rebuild,
				'Rebuilds the front end with all pending changes.',
				'If another run is being sent, this run is sent after it.',
				Option::wait( more: ' The build may still be running after that.' ),
				<<<'HELP'
					0: the host accepted the run. Without --wait also: the run is sent after the current one.
					1: invalid arguments or unknown environment.
					2: the host rejected the run.
					3: not sent, because the site is a copy or deployments are disabled; or not sent yet, because the run is retried
					later or the wait timed out.
					HELP,
				<<<'HELP'
					# Rebuild, and continue the script when the host has accepted the run.
					$ wp headless-deploy rebuild --environment=production --wait=60
					Success: Rebuild of Production was accepted. (run 12)
					HELP,
			),
			'clean-rebuild' => $this->command(
				Action::CleanRebuild,
				'Deletes the host\'s build cache and rebuilds the front end with all pending changes.',
				'Takes longer than a rebuild. Use it only if pages are still outdated after a rebuild, or if dependencies changed.',
				Option::wait(),
				self::EXIT_CODES,
				<<<'HELP'
					$ wp headless-deploy clean-rebuild
					Success: Clean Rebuild of Production was accepted. (run 13)
					HELP,
			),
			'purge-cache' => $this->command(
				Action::PurgeCache,
				'Purges the cache of the front end.',
				'Does not wait for builds.',
				Option::wait(),
				self::EXIT_CODES,
				<<<'HELP'
					$ wp headless-deploy purge-cache --environment=production
					Success: Cache of Production purged. (run 14)
					HELP,
			),
			'refresh' => $this->command(
				Action::Refresh,
				'Refreshes every page of the front end, without a build.',
				'Needs a refresh URL. Sends the pending changes too.',
				Option::wait( 'the front end has accepted or rejected the run' ),
				self::EXIT_CODES,
				<<<'HELP'
					$ wp headless-deploy refresh --environment=production
					Success: Production was refreshed. (run 15)
					HELP,
			),
		);
	}

	private function command( Action $action, string $summary, string $details, Option $wait, string $exit_codes, string $examples ): Command {
		return new Command(
			fn( Command_Input $input ) => $this->runs->run( $this->arguments->environment( $input ), $action, $input ),
			$summary,
			$details,
			array( Option::environment(), $wait ),
			array( 'EXIT CODES' => $exit_codes ),
			$examples,
		);
	}
}
