<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Environments\Curl_Support;

/**
 * Holds what the server's PHP has of what the plugin rests on.
 */
final class Server_Facts {
	/**
	 * @param bool $has_curl      Whether PHP has cURL, with TLS.
	 * @param bool $has_secretbox Whether sodium is there, PHP's own or WordPress's stand-in.
	 * @param bool $has_sodium    Whether it is PHP's own.
	 * @param int  $integer_bytes Size of PHP's integers.
	 */
	public function __construct(
		public readonly bool $has_curl,
		public readonly bool $has_secretbox,
		public readonly bool $has_sodium,
		public readonly int $integer_bytes,
	) {}

	/**
	 * Looks at this server.
	 */
	public static function of_this_server(): self {
		return new self( Curl_Support::is_available(), function_exists( 'sodium_crypto_secretbox' ), extension_loaded( 'sodium' ), PHP_INT_SIZE );
	}
}
