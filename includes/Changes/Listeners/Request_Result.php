<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Passed along with the action `headless_deploy_request`, which returns nothing, to receive whether any environment
 * runs for the request.
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
