<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

/**
 * Holds the result of a run for the actions `headless_deploy_run_live` and `headless_deploy_run_failed`. A public API:
 * its fields are stable.
 *
 * @phpstan-type Post array{id: int, type: string}
 */
final class Run_Event {
	/**
	 * @param int        $run               ID of the run.
	 * @param string     $environment       ID of the environment.
	 * @param string     $environment_label Its name.
	 * @param string     $action            `rebuild`, `cleanRebuild`, `purgeCache` or `refresh`.
	 * @param list<Post> $posts             The changed posts of the run, that of the newest change first; a bulk edit may have more than are listed.
	 * @param int        $changes           Number of changes.
	 * @param string     $url               URL of the page that proved the result, else of the front end; may be empty.
	 * @param float|null $seconds           Time from the last save to the live page; null for a failed run.
	 * @param string     $error_code        Code of docs/error-codes.md; empty for a live run.
	 * @param string     $error_message     What happened and what an administrator can do; empty for a live run.
	 */
	public function __construct(
		public readonly int $run,
		public readonly int $blog_id,
		public readonly string $environment,
		public readonly string $environment_label,
		public readonly string $action,
		public readonly array $posts,
		public readonly int $changes,
		public readonly string $url,
		public readonly ?float $seconds,
		public readonly string $error_code,
		public readonly string $error_message,
	) {}
}
