<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Read_Failed;

/**
 * Calls webhooks. Tests of the queue have an implementation without HTTP.
 */
interface Caller {
	/**
	 * Reads what a call needs, before the sender checks for the last time that it may call: a slow database must not delay
	 * the call beyond the lease.
	 *
	 * @throws Read_Failed
	 */
	public function prepare( Environment $environment, Action $action, int $run_id ): void;

	/**
	 * Takes at most 15 seconds, a refresh that Purge Cache follows twice as long. Exceptions of other plugins' hooks are not caught here: the sender catches them and
	 * ends the run.
	 */
	public function call( Environment $environment, Action $action, int $run_id ): Response;
}
