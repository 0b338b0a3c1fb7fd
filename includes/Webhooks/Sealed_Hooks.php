<?php
/**
 * What other plugins observe of a sealed request.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Webhooks;

use CurlHandle;
use HeadlessDeploy\Environments\Webhook;
use WpOrg\Requests\Exception;
use WpOrg\Requests\HookManager;

/**
 * Stands between the transport, which knows the whole address, and the hooks, which must not: passes on what holds no
 * secret, shows the public address instead of the whole one, and keeps the rest back.
 */
final class Sealed_Hooks implements HookManager {
	/**
	 * Hooks of cURL's transport at which nobody knows the whole address yet. The other transport gets it as an
	 * argument, which whoever listens to its hooks could read from the stack.
	 */
	private const HARMLESS = array( 'curl.before_request' );

	/**
	 * The handle where the transport is cURL, whose progress function ends a transfer.
	 */
	private ?CurlHandle $handle = null;

	/**
	 * Takes what it stands between.
	 *
	 * @param HookManager    $hooks      What other plugins listen to.
	 * @param Webhook        $webhook    Where the request goes, and what others may see of that.
	 * @param string         $connect_to IP address that was checked, or empty.
	 * @param Transfer_Limit $limit      Watches the transfer.
	 * @param array<mixed>   $headers    Headers of the request that everybody may see, name => value.
	 */
	public function __construct(
		private readonly HookManager $hooks,
		private readonly Webhook $webhook,
		private readonly string $connect_to,
		private readonly Transfer_Limit $limit,
		private readonly array $headers = array(),
	) {}

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
		if ( 'request.progress' === $hook && null === $this->handle ) {
			$this->watch_progress( strlen( (string) $parameters[0] ) + (int) $parameters[1] );
			return true;
		}
		if ( 'curl.before_send' === $hook && $parameters[0] instanceof CurlHandle ) {
			return $this->prepare_curl( $parameters[0], $parameters );
		}
		if ( 'curl.after_send' === $hook ) {
			$this->limit->end();
		}
		return in_array( $hook, self::HARMLESS, true ) && $this->hooks->dispatch( $hook, $parameters );
	}

	/**
	 * Takes the whole address out of the handle, which others may have kept. Not earlier than at the very end: it
	 * overwrites what cURL says about the transfer.
	 */
	public function clear(): void {
		if ( null !== $this->handle ) {
			curl_setopt( $this->handle, CURLOPT_URL, $this->webhook->public_url );
			curl_setopt( $this->handle, CURLOPT_HTTPHEADER, array() );
			curl_setopt( $this->handle, CURLOPT_POSTFIELDS, '' );
		}
	}

	/**
	 * Shows others the handle with the public address, then sets the whole one, what goes with it and our limits, so that
	 * nobody loosens them, nor has the request written down.
	 *
	 * @param CurlHandle   $handle     The handle.
	 * @param array<mixed> $parameters The same, by reference.
	 */
	private function prepare_curl( CurlHandle $handle, array $parameters ): bool {
		$this->handle = $handle;
		curl_setopt( $handle, CURLOPT_URL, $this->webhook->public_url );
		$this->hooks->dispatch( 'curl.before_send', $parameters );
		curl_setopt( $handle, CURLOPT_URL, $this->webhook->secret_url() );
		$this->add_extras( $handle );
		curl_setopt( $handle, CURLOPT_VERBOSE, false );
		curl_setopt( $handle, CURLINFO_HEADER_OUT, false );
		curl_setopt( $handle, CURLOPT_SSL_VERIFYPEER, true );
		curl_setopt( $handle, CURLOPT_SSL_VERIFYHOST, 2 );
		curl_setopt( $handle, CURLOPT_FOLLOWLOCATION, false );
		curl_setopt( $handle, CURLOPT_NOPROGRESS, false );
		curl_setopt( $handle, CURLOPT_PROGRESSFUNCTION, fn( mixed $handle, mixed $total, int|float $bytes ): int => $this->limit->is_reached( (int) $bytes ) ? 1 : 0 );
		if ( '' !== $this->connect_to ) {
			// The address that was checked is the one that is called: a name server may answer otherwise the next time.
			$host = (string) wp_parse_url( $this->webhook->public_url, PHP_URL_HOST );
			$port = wp_parse_url( $this->webhook->public_url, PHP_URL_PORT ) ?? 443;
			curl_setopt( $handle, CURLOPT_RESOLVE, array( "$host:$port:{$this->connect_to}" ) );
		}
		return true;
	}

	/**
	 * Sets the headers and the body that nobody else may see. The list of headers is replaced as a whole: those that the
	 * transport itself adds are in it too.
	 *
	 * @param CurlHandle $handle The handle.
	 */
	private function add_extras( CurlHandle $handle ): void {
		$extras = $this->webhook->extras;
		if ( null === $extras || $extras->is_empty() ) {
			return;
		}
		$lines = array( 'Connection: close', 'Expect:' );
		foreach ( $this->webhook->headers( $this->headers ) as $name => $value ) {
			$lines[] = "$name: $value";
		}
		curl_setopt( $handle, CURLOPT_HTTPHEADER, $lines );
		if ( '' !== $extras->body() ) {
			curl_setopt( $handle, CURLOPT_POSTFIELDS, $extras->body() );
		}
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
