<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use Closure;
use CURLFile;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * Sends every request of the plugin with the same rules: HTTPS or a permitted host, no private address, no redirects, no
 * cookies, limited time and bytes.
 */
final class Calls {
	/**
	 * Of one call of a run.
	 */
	public const MAX_MS = 15_000;

	public const PAGE_BYTES = 262_144;

	private const GET_MS = 5_000;

	private readonly Address_Check $check;

	/**
	 * @param (Closure(string): list<string>)|null $resolve     Returns the IPv4 addresses of a host; null for DNS.
	 * @param Local_Hosts|null                     $local_hosts Null reads the constant.
	 * @param int                                  $max_ms      Shortens each call.
	 */
	public function __construct(
		private readonly Clock $clock,
		?Closure $resolve = null,
		?Local_Hosts $local_hosts = null,
		private readonly int $max_ms = PHP_INT_MAX,
	) {
		$this->check = new Address_Check( $local_hosts ?? new Local_Hosts(), $resolve );
	}

	/**
	 * Starts the time of a call, which may have several requests.
	 */
	public function start( int $max_ms = self::MAX_MS, int $max_bytes = Sealed_Request::MAX_BYTES ): Transfer_Limit {
		return new Transfer_Limit( $this->clock, min( $max_ms, $this->max_ms ), $max_bytes );
	}

	/**
	 * Sends a request. Exceptions of other plugins' hooks are not caught here.
	 *
	 * @param CURLFile|null $file       Is sent as a form instead of a body. cURL reads it in parts.
	 * @param bool          $hides_body Whether the response contains a secret that is not known yet, so that no plugin may
	 *                                  see its body.
	 */
	public function send(
		Webhook $webhook,
		Transfer_Limit $limit,
		string $method = 'POST',
		string $accept = 'application/json',
		?CURLFile $file = null,
		bool $hides_body = false,
	): Answer {
		$request  = new Sealed_Request( $webhook, $this->check, $limit, $method, $accept, $file, $hides_body );
		$response = $request->send();
		$redactor = new Redactor( $webhook->secrets() );
		$reader   = new Response_Reader( $redactor, $limit, $this->clock, $webhook->is_known );
		if ( is_wp_error( $response ) ) {
			return new Answer( $reader->read( $response, $limit->elapsed_ms() ) );
		}
		$hidden = $request->hidden_body();
		if ( (int) wp_remote_retrieve_response_code( $response ) >= 400 ) {
			// An error contains no new secret, but says why there is none.
			$response['body'] = $hidden ?? $response['body'];
		}
		$location = wp_remote_retrieve_header( $response, 'location' );
		return new Answer(
			$reader->read( $response, $limit->elapsed_ms() ),
			substr( $redactor->redact( wp_remote_retrieve_body( $response ) ), 0, $limit->max_bytes ),
			is_array( $location ) ? (string) end( $location ) : $location,
			null === $hidden ? null : Sensitive_Value::of( $hidden ),
		);
	}

	/**
	 * Requests a page of a front end.
	 *
	 * @param non-empty-string $url
	 */
	public function page( string $url ): Answer {
		return $this->send( new Webhook( $url, $url, array(), false ), $this->start( self::GET_MS, self::PAGE_BYTES ), 'GET', 'text/html' );
	}

	/**
	 * @param non-empty-string $url
	 * @param list<string>     $secrets Must be redacted from the response.
	 */
	public function json( string $url, Request_Extras $sign_in, #[SensitiveParameter] array $secrets ): Answer {
		$webhook = new Webhook( $url, $url, array_merge( $secrets, $sign_in->sensitive_parts() ), false, $sign_in );
		return $this->send( $webhook, $this->start( self::GET_MS ), 'GET' );
	}
}
