<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Goes along with the action `headless_deploy_request`, which answers nothing, and comes back signed if any environment
 * does something for it.
 */
final class Request_Result {
	private bool $is_signed = false;

	public function sign(): void {
		$this->is_signed = true;
	}

	public function is_signed(): bool {
		return $this->is_signed;
	}
}
