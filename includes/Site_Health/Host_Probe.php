<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Secrets\Webhook;
use Throwable;

/**
 * Sends a HEAD request to the root of a host, with the same address check and limits as a webhook call. Any response
 * proves DNS, connection and certificate. The webhook itself is not called, because some services trigger on GET.
 */
final class Host_Probe {
	private const MAX_MS = 5_000;

	public function __construct( private readonly Calls $calls ) {}

	/**
	 * Returns the error code of an unreachable host, empty for a reachable one.
	 *
	 * @param string $origin Scheme, host and optional port, for example `https://hosting.example`.
	 */
	public function error_code( string $origin ): string {
		try {
			$answer = $this->calls->send( new Webhook( "$origin/", "$origin/", array() ), $this->calls->start( self::MAX_MS ), 'HEAD', '*/*' );
		} catch ( Throwable ) {
			// A callback of another plugin failed.
			return 'headless_deploy_call_failed';
		}
		return 0 === $answer->status ? $answer->response->error_code : '';
	}
}
