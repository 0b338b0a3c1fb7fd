<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Action;

/**
 * Holds what a call of `headless_deploy_request()` names: one environment instead of all, another action than the
 * policy's. What an environment's policy refuses stays refused.
 */
final class Requested_Change {
	/**
	 * @param string|null $environment Id of the only environment, null for all.
	 * @param Action|null $action      Action, null for that of each policy.
	 */
	public function __construct(
		private readonly ?string $environment = null,
		private readonly ?Action $action = null,
	) {}

	/**
	 * @param string      $environment Id of the environment.
	 * @param Action|null $action      What its policy says, null for nothing.
	 */
	public function narrow( string $environment, ?Action $action ): ?Action {
		if ( null === $action || ( null !== $this->environment && $environment !== $this->environment ) ) {
			return null;
		}
		return $this->action ?? $action;
	}
}
