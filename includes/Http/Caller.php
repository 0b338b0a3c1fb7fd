<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;

/**
 * Calls webhooks. Tests of the queue have an implementation without HTTP.
 */
interface Caller {
	/**
	 * Takes at most 15 seconds, a refresh that Purge Cache follows twice as long. Exceptions of other plugins' hooks are not caught here: the sender catches them and
	 * ends the run.
	 */
	public function call( Environment $environment, Action $action, int $run_id ): Response;
}
