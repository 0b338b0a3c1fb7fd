<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use WpOrg\Requests\Capability;
use WpOrg\Requests\Transport\Curl;

/**
 * Tells whether this server can send. Nothing is sent without cURL: WordPress's other transport bounds neither the time
 * nor the size of an answer, and takes a part of an answer for the whole.
 */
final class Curl_Support {
	/**
	 * Tells whether PHP has cURL, with TLS.
	 */
	public static function is_available(): bool {
		return Curl::test( array( Capability::SSL => true ) );
	}
}
