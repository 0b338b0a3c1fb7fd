<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Providers\Local_Hosts;

/**
 * Calls a webhook: at most 15 seconds, at most 64 KiB of response, no redirects, and no private address that is not
 * configured.
 */
final class Client implements Caller {
	public const MAX_CALL_MS = 15_000;

	private readonly Address_Check $check;

	/**
	 * @param (Closure(string): list<string>)|null $resolve     Returns the IPv4 addresses of a host; null for DNS.
	 * @param Local_Hosts|null                     $local_hosts Null reads the constant.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly Clock $clock,
		?Closure $resolve = null,
		?Local_Hosts $local_hosts = null,
		private readonly int $max_ms = self::MAX_CALL_MS,
	) {
		$this->check = new Address_Check( $local_hosts ?? new Local_Hosts(), $resolve );
	}

	/**
	 * {@inheritDoc}
	 *
	 * The call reads its webhook when it is sent, so that the secret is in memory for as short as possible.
	 */
	public function prepare( string $environment_id, Action $action, int $run_id ): Call {
		return new Call( fn( Environment $environment ): Response => $this->send( $environment, $action ) );
	}

	private function send( Environment $environment, Action $action ): Response {
		$started = $this->clock->monotonic_ms();
		$webhook = $this->environments->webhook( $environment->id, $action );
		if ( is_wp_error( $webhook ) ) {
			return new Response( 0, (string) $webhook->get_error_code(), $this->clock->monotonic_ms() - $started );
		}
		$limit    = new Transfer_Limit( $this->clock, $started + $this->max_ms, Sealed_Request::MAX_BYTES );
		$response = ( new Sealed_Request( $webhook, $this->check, $limit ) )->send();
		$reader   = new Response_Reader( new Redactor( $webhook->secrets() ), $limit, $this->clock, $webhook->is_known );
		return $reader->read( $response, $this->clock->monotonic_ms() - $started );
	}
}
