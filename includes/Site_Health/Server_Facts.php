<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Environments\Send_Policy;

/**
 * Holds the PHP features that the plugin needs.
 */
final class Server_Facts {
	/**
	 * @param bool $has_curl Whether PHP has cURL, with TLS.
	 */
	public function __construct(
		public readonly bool $has_curl,
		public readonly bool $has_secretbox,
		public readonly bool $has_sodium,
		public readonly int $integer_bytes,
	) {}

	public static function of_this_server(): self {
		return new self( Send_Policy::has_curl(), function_exists( 'sodium_crypto_secretbox' ), extension_loaded( 'sodium' ), PHP_INT_SIZE );
	}
}
