<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use WP_Error;

/**
 * Knows the webhooks of one kind of host.
 */
interface Provider {
	/**
	 * Tells whether an address is one of this host's.
	 */
	public function owns( Pasted_Url $address ): bool;

	/**
	 * Reads an address of this host, or says what is wrong with it.
	 */
	public function read( Pasted_Url $address ): Webhook_Url|WP_Error;
}
