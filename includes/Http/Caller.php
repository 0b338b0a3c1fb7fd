<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;

/**
 * Calls webhooks. Tests of the queue hand in one that only pretends.
 */
interface Caller {
	/**
	 * Calls the webhook of an action. Takes at most 15 seconds. What other plugins throw from their hooks inside goes
	 * through: the sender catches it, in the one place that has a run to end.
	 *
	 * @param Environment $environment The environment, read fresh.
	 */
	public function call( Environment $environment, Action $action ): Response;
}
