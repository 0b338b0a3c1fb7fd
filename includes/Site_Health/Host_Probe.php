<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Http\Address_Check;
use HeadlessDeploy\Http\Redactor;
use HeadlessDeploy\Http\Response_Reader;
use HeadlessDeploy\Http\Sealed_Request;
use HeadlessDeploy\Http\Transfer_Limit;
use HeadlessDeploy\Secrets\Webhook;
use Throwable;

/**
 * Sends a HEAD request to the root of a host, with the same address check and limits as a webhook call. Any response
 * proves DNS, connection and certificate. The webhook itself is not called, because some services trigger on GET.
 */
final class Host_Probe {
	private const TIME_LIMIT_MS = 5_000;
	private const MAX_BYTES     = 65_536;

	public function __construct(
		private readonly Address_Check $check,
		private readonly Clock $clock,
		private readonly int $time_limit_ms = self::TIME_LIMIT_MS,
	) {}

	/**
	 * Returns the error code of an unreachable host, empty for a reachable one.
	 *
	 * @param string $origin Scheme, host and optional port, for example `https://hosting.example`.
	 */
	public function error_code( string $origin ): string {
		$limit = new Transfer_Limit( $this->clock, $this->clock->monotonic_ms() + $this->time_limit_ms, self::MAX_BYTES );
		try {
			$response = ( new Sealed_Request( new Webhook( "$origin/", "$origin/", array() ), $this->check, $limit, 'HEAD', '*/*' ) )->send();
		} catch ( Throwable ) {
			// A callback of another plugin failed.
			return 'headless_deploy_call_failed';
		}
		return is_wp_error( $response ) ? ( new Response_Reader( new Redactor( array() ), $limit ) )->read( $response, 0 )->error_code : '';
	}
}
