<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use WP_Error;

/**
 * The webhooks of one kind of host.
 */
interface Provider {
	public function owns( Pasted_Url $address ): bool;

	public function read( Pasted_Url $address ): Webhook_Url|WP_Error;
}
