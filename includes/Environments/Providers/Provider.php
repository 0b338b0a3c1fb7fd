<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments\Providers;

use HeadlessDeploy\Environments\Pasted_Address;
use HeadlessDeploy\Environments\Webhook_Url;
use WP_Error;

/**
 * Knows the webhooks of one kind of host.
 */
interface Provider {
	/**
	 * Tells whether an address is one of this host's.
	 */
	public function owns( Pasted_Address $address ): bool;

	/**
	 * Reads an address of this host, or says what is wrong with it.
	 */
	public function read( Pasted_Address $address ): Webhook_Url|WP_Error;
}
