<?php
/**
 * What other plugins observe of a sealed request.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Webhooks;

use CurlHandle;
use WpOrg\Requests\Exception;
use WpOrg\Requests\HookManager;

/**
 * Stands between the transport, which knows the whole address, and the hooks, which must not: passes on what holds no
 * secret, shows the public address instead of the whole one, and keeps the rest back.
 */
final class Sealed_Hooks implements HookManager {
	/**
	 * Hooks of the transports that hold neither the address nor the answer.
	 */
	private const HARMLESS = array( 'curl.before_request', 'curl.after_send', 'fsockopen.before_request', 'fsockopen.remote_socket' );

	/**
	 * Whether the transport is cURL, whose progress function ends a transfer.
	 */
	private bool $is_curl = false;

	/**
	 * Takes what it stands between.
	 *
	 * @param HookManager      $hooks      What other plugins listen to.
	 * @param non-empty-string $secret_url Where the request goes.
	 * @param non-empty-string $public_url What others may see of it.
	 * @param string           $connect_to IP address that was checked, or empty.
	 * @param Transfer_Limit   $limit      Watches the transfer.
	 */
	public function __construct(
		private readonly HookManager $hooks,
		private readonly string $secret_url,
		private readonly string $public_url,
		private readonly string $connect_to,
		private readonly Transfer_Limit $limit,
	) {}

	/**
	 * Shows nothing of the secret in a dump.
	 *
	 * @return array{public_url: string}
	 */
	public function __debugInfo(): array {
		return array( 'public_url' => $this->public_url );
	}

	/**
	 * Registers a callback with the hooks behind it.
	 *
	 * @param string   $hook     Name.
	 * @param callable $callback Called.
	 * @param int      $priority Order.
	 */
	public function register( $hook, $callback, $priority = 0 ): void {
		$this->hooks->register( $hook, $callback, $priority );
	}

	/**
	 * Passes a hook on, if it tells nothing.
	 *
	 * @param string       $hook       Name.
	 * @param array<mixed> $parameters Some of them by reference.
	 */
	public function dispatch( $hook, $parameters = array() ): bool {
		if ( 'request.progress' === $hook && ! $this->is_curl ) {
			$this->watch_progress( strlen( (string) $parameters[0] ) + (int) $parameters[1] );
			return true;
		}
		if ( 'curl.before_send' === $hook && $parameters[0] instanceof CurlHandle ) {
			return $this->prepare_curl( $parameters );
		}
		if ( 'curl.after_send' === $hook ) {
			$this->limit->end();
		}
		return in_array( $hook, self::HARMLESS, true ) && $this->hooks->dispatch( $hook, $parameters );
	}

	/**
	 * Shows others the handle with the public address, then sets the whole one and our limits, so that nobody loosens
	 * them.
	 *
	 * @param array<mixed> $parameters The handle, by reference.
	 */
	private function prepare_curl( array $parameters ): bool {
		$handle        = $parameters[0];
		$this->is_curl = true;
		curl_setopt( $handle, CURLOPT_URL, $this->public_url );
		$this->hooks->dispatch( 'curl.before_send', $parameters );
		curl_setopt( $handle, CURLOPT_URL, $this->secret_url );
		curl_setopt( $handle, CURLOPT_FOLLOWLOCATION, false );
		curl_setopt( $handle, CURLOPT_NOPROGRESS, false );
		curl_setopt( $handle, CURLOPT_PROGRESSFUNCTION, fn( mixed $handle, mixed $total, int|float $bytes ): int => $this->limit->is_reached( (int) $bytes ) ? 1 : 0 );
		if ( '' !== $this->connect_to ) {
			// The address that was checked is the one that is called: a name server may answer otherwise the next time.
			$host = (string) wp_parse_url( $this->public_url, PHP_URL_HOST );
			$port = wp_parse_url( $this->public_url, PHP_URL_PORT ) ?? 443;
			curl_setopt( $handle, CURLOPT_RESOLVE, array( "$host:$port:{$this->connect_to}" ) );
		}
		return true;
	}

	/**
	 * Stops the transport of servers without cURL, which reads for ever.
	 *
	 * @param int $bytes That came so far.
	 *
	 * @throws Exception When there is too much, or the time is up.
	 */
	private function watch_progress( int $bytes ): void {
		if ( $this->limit->is_reached( $bytes ) ) {
			throw new Exception( 'The answer is too long, or took too long.', 'headless_deploy.limit' );
		}
	}
}
