<?php
/**
 * Reaching a host without calling a webhook.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use CurlHandle;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Webhooks\Address_Check;
use HeadlessDeploy\Webhooks\Answer_Reader;
use HeadlessDeploy\Webhooks\Redactor;
use HeadlessDeploy\Webhooks\Transfer_Limit;
use Throwable;
use WP_Error;

/**
 * Asks for the head of a host's root page. Any answer at all will do: it proves name, connection and certificate. The
 * webhook itself is not touched, because some services fire on a mere GET. What may not be called may not be probed
 * either: the rules about private addresses are those of the calls.
 */
final class Host_Probe implements Probe {
	private const LONGEST_PROBE_MS = 5_000;
	private const MOST_BYTES       = 65_536;

	/**
	 * Address that is asked for at the moment.
	 */
	private string $url = '';

	/**
	 * IP address that was checked, or empty.
	 */
	private string $connect_to = '';

	/**
	 * Takes what it works with.
	 *
	 * @param Address_Check $check      Decides where a call may go.
	 * @param Clock         $clock      The time.
	 * @param int           $longest_ms The most that one probe may take.
	 */
	public function __construct(
		private readonly Address_Check $check,
		private readonly Clock $clock,
		private readonly int $longest_ms = self::LONGEST_PROBE_MS,
	) {}

	/**
	 * {@inheritDoc}
	 *
	 * @param string $origin Scheme, host and perhaps port.
	 */
	public function trouble( string $origin ): string {
		$this->url = $origin . '/';
		$address   = $this->check->connect_to( $this->url );
		if ( is_wp_error( $address ) ) {
			return (string) $address->get_error_code();
		}
		$this->connect_to = $address;
		$limit            = new Transfer_Limit( $this->clock, $this->clock->monotonic_ms() + $this->longest_ms, self::MOST_BYTES );
		try {
			$response = $this->ask( $limit );
		} catch ( Throwable ) {
			// Another plugin's hook failed.
			return 'headless_deploy_call_failed';
		}
		return is_wp_error( $response ) ? ( new Answer_Reader( new Redactor( array() ), $limit ) )->read( $response, 0 )->error_code : '';
	}

	/**
	 * Asks, with hooks that stand for this one request.
	 *
	 * @param Transfer_Limit $limit Knows how long it may take.
	 *
	 * @return array<string, mixed>|WP_Error
	 */
	private function ask( Transfer_Limit $limit ): array|WP_Error {
		$hooks = array(
			array( 'http_request_host_is_external', $this->permit_host( ... ) ),
			array( 'http_allowed_safe_ports', $this->permit_port( ... ) ),
			array( 'http_api_curl', $this->pin_address( ... ) ),
		);
		foreach ( $hooks as list( $hook, $callback ) ) {
			add_filter( $hook, $callback, PHP_INT_MAX, 3 );
		}
		try {
			return wp_safe_remote_head(
				$this->url,
				array(
					'timeout'     => $limit->seconds_left(),
					'redirection' => 0,
					'user-agent'  => 'Headless Deploy; WordPress/' . get_bloginfo( 'version' ),
				),
			);
		} finally {
			foreach ( $hooks as list( $hook, $callback ) ) {
				remove_filter( $hook, $callback, PHP_INT_MAX );
			}
		}
	}

	/**
	 * Permits a private address for exactly the hosts that are configured. Hooked to `http_request_host_is_external`.
	 *
	 * @param mixed  $permitted Whether it is permitted so far.
	 * @param string $host      Host of the request.
	 * @param string $url       Its address.
	 */
	private function permit_host( mixed $permitted, string $host, string $url ): mixed {
		return $url === $this->url ? $this->check->is_local( $url ) : $permitted;
	}

	/**
	 * Permits the port of this very address. Hooked to `http_allowed_safe_ports`.
	 *
	 * @param mixed  $ports Ports that are permitted so far.
	 * @param string $host  Host of the request.
	 * @param string $url   Its address.
	 */
	private function permit_port( mixed $ports, string $host, string $url ): mixed {
		$port = wp_parse_url( $this->url, PHP_URL_PORT );
		return $url === $this->url && is_int( $port ) && is_array( $ports ) ? array_merge( $ports, array( $port ) ) : $ports;
	}

	/**
	 * Connects to the address that was checked: a name server may answer otherwise the next time. Hooked to
	 * `http_api_curl`.
	 *
	 * @param CurlHandle   $handle    The handle.
	 * @param array<mixed> $arguments Of the request.
	 * @param string       $url       Its address.
	 */
	private function pin_address( CurlHandle $handle, array $arguments, string $url ): void {
		if ( $url === $this->url && '' !== $this->connect_to ) {
			$host = (string) wp_parse_url( $url, PHP_URL_HOST );
			$port = wp_parse_url( $url, PHP_URL_PORT ) ?? 443;
			curl_setopt( $handle, CURLOPT_RESOLVE, array( "$host:$port:{$this->connect_to}" ) );
		}
	}
}
