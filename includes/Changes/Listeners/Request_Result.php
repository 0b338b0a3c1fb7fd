<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Goes along with the action `headless_deploy_request`, which answers nothing, and comes back signed if any environment
 * does something for it.
 */
final class Request_Result {
	private bool $is_accepted = false;

	public function accept(): void {
		$this->is_accepted = true;
	}

	public function is_accepted(): bool {
		return $this->is_accepted;
	}
}
