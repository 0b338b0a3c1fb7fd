<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook;
use SensitiveParameter;

/**
 * Sends GET requests with the rules of a webhook call: HTTPS or a permitted host, no private address, no redirects, no
 * cookies, a few seconds, and limited bytes.
 */
final class Fetcher {
	public const PAGE_BYTES = 262_144;

	private const API_BYTES = 65_536;
	private const MAX_MS    = 5_000;

	private readonly Address_Check $check;

	/**
	 * @param (Closure(string): list<string>)|null $resolve     Returns the IPv4 addresses of a host; null for DNS.
	 * @param Local_Hosts|null                     $local_hosts Null reads the constant.
	 */
	public function __construct(
		private readonly Clock $clock,
		?Closure $resolve = null,
		?Local_Hosts $local_hosts = null,
	) {
		$this->check = new Address_Check( $local_hosts ?? new Local_Hosts(), $resolve );
	}

	/**
	 * @param non-empty-string $url
	 */
	public function page( string $url ): Fetched_Document {
		return $this->get( new Webhook( $url, $url, array() ), self::PAGE_BYTES, 'text/html' );
	}

	/**
	 * @param non-empty-string $url
	 * @param list<string>     $secrets Must be redacted from the response.
	 */
	public function json( string $url, Request_Extras $sign_in, #[SensitiveParameter] array $secrets ): Fetched_Document {
		return $this->get( new Webhook( $url, $url, array_merge( $secrets, $sign_in->sensitive_parts() ), extras: $sign_in ), self::API_BYTES, 'application/json' );
	}

	private function get( Webhook $webhook, int $bytes, string $accept ): Fetched_Document {
		$limit    = new Transfer_Limit( $this->clock, $this->clock->monotonic_ms() + self::MAX_MS, $bytes );
		$response = ( new Sealed_Request( $webhook, $this->check, $limit, 'GET', $accept ) )->send();
		$redactor = new Redactor( $webhook->secrets() );
		$parsed   = ( new Response_Reader( $redactor, $limit, $this->clock, false ) )->read( $response, 0 );
		if ( is_wp_error( $response ) || 0 === $parsed->http_status ) {
			return new Fetched_Document( 0, error_code: $parsed->error_code );
		}
		$location = wp_remote_retrieve_header( $response, 'location' );
		return new Fetched_Document(
			$parsed->http_status,
			substr( $redactor->redact( wp_remote_retrieve_body( $response ) ), 0, $bytes ),
			is_array( $location ) ? (string) end( $location ) : $location,
			'',
			$parsed->retry_after_ms,
		);
	}
}
