<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Network;
use WP_Error;

/**
 * Decides whether the current user, who can manage this site, may use the hosting account behind the API credentials.
 * On a network, only super admins may, and administrators of the sites that the credentials in wp-config.php name.
 */
final class Hosting_Access {
	public function __construct(
		private readonly Credential_Store $store,
		private readonly ?Configured_Credentials $configured = null,
	) {}

	public function may_enter_credentials(): bool {
		return Network::is_operator();
	}

	public function refusal(): ?WP_Error {
		$is_allowed = $this->may_enter_credentials() || ( $this->configured ?? new Configured_Credentials() )->names_site();
		return $is_allowed ? null : Errors::make( 'headless_deploy_hosting_super_admin' );
	}

	/**
	 * Returns complete credentials.
	 */
	public function credentials(): Credentials|WP_Error {
		$refusal     = $this->refusal();
		$credentials = null === $refusal ? $this->store->get() : null;
		if ( true === $credentials?->is_key_lost() ) {
			return Errors::make( 'headless_deploy_credentials_key_lost' );
		}
		return true === $credentials?->is_complete() ? $credentials : $refusal ?? Errors::make( 'headless_deploy_credentials_missing' );
	}
}
