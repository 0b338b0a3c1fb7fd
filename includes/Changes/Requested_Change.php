<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Action;

/**
 * Holds the arguments of `headless_deploy_request()`: one environment instead of all, or an action that replaces the
 * policy's. It never triggers an environment whose policy has no action.
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
	 * @param Action|null $action      Action of its policy, null for none.
	 */
	public function action_for( string $environment, ?Action $action ): ?Action {
		if ( null === $action || ( null !== $this->environment && $environment !== $this->environment ) ) {
			return null;
		}
		return $this->action ?? $action;
	}
}
