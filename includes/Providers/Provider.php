<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use WP_Error;

/**
 * Reads the webhook URLs of one hosting service.
 */
interface Provider {
	public function owns( Pasted_Url $address ): bool;

	public function read( Pasted_Url $address ): Webhook_Url|WP_Error;
}
