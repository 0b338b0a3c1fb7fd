<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Secrets\Webhook;
use WP_Error;
use WpOrg\Requests\Response;

/**
 * Posts to a webhook through WordPress's HTTP API, so that proxies and mocks work, while the address that this API and
 * its hooks handle has no token. The hooks stand for this one request and are taken away again. What is read by GET goes
 * the same way: an API password is as secret as a token.
 */
final class Sealed_Request {
	public const MOST_BYTES = 65_536;

	/**
	 * Whether the request is past its last check, and the transport is still to be sealed.
	 */
	private bool $armed = false;

	/**
	 * IP address that was checked, or empty.
	 */
	private string $connect_to = '';

	/**
	 * Certificates to check with.
	 */
	private string $certificates = '';

	/**
	 * Takes out echoes.
	 */
	private readonly Redactor $redactor;

	/**
	 * @param Address_Check $check Decides where a call may go.
	 */
	public function __construct(
		private readonly Webhook $webhook,
		private readonly Address_Check $check,
		private readonly Transfer_Limit $limit,
		private readonly string $method = 'POST',
		private readonly string $accept = 'application/json',
	) {
		$this->redactor = new Redactor( $webhook->secrets() );
	}

	/**
	 * Sends the request.
	 *
	 * @return array<string, mixed>|WP_Error As `wp_remote_request()` returns it.
	 */
	public function send(): array|WP_Error {
		foreach ( $this->hooks() as list( $hook, $callback, $priority, $arguments ) ) {
			add_filter( $hook, $callback, $priority, $arguments );
		}
		try {
			return wp_remote_request( $this->webhook->public_url, $this->enforced() + array( 'headers' => array( 'Accept' => $this->accept ) ) );
		} finally {
			foreach ( $this->hooks() as list( $hook, $callback, $priority ) ) {
				remove_filter( $hook, $callback, $priority );
			}
		}
	}

	/**
	 * Lists the hooks. The last word in each belongs to us, but for the answer, where we are first.
	 *
	 * @return list<array{string, callable, int, int}>
	 */
	private function hooks(): array {
		return array(
			array( 'http_request_args', array( $this, 'enforce' ), PHP_INT_MAX, 2 ),
			array( 'pre_http_request', array( $this, 'check_address' ), PHP_INT_MAX, 3 ),
			array( 'requests-requests.before_request', array( $this, 'seal' ), PHP_INT_MAX, 5 ),
			array( 'requests-requests.before_redirect_check', array( $this, 'redact' ), PHP_INT_MIN, 1 ),
		);
	}

	/**
	 * Returns the arguments that no other plugin may change.
	 *
	 * @return array<string, mixed>
	 */
	private function enforced(): array {
		return array(
			'method'      => $this->method,
			'body'        => '',
			'cookies'     => array(),
			'timeout'     => $this->limit->ms_left() / 1000,
			'redirection' => 0,
			'blocking'    => true,
			'stream'      => false,
			'sslverify'   => true,
			// Address_Check has looked at it. WordPress would look the name up once more, also where only the proxy can.
			'reject_unsafe_urls'  => false,
			'limit_response_size' => $this->limit->most_bytes,
			'user-agent'          => 'Headless Deploy; WordPress/' . get_bloginfo( 'version' ),
		);
	}

	/**
	 * Restores what must not be loosened. Hooked to `http_request_args`.
	 *
	 * @param  array<string, mixed> $arguments
	 * @return array<string, mixed>
	 */
	public function enforce( array $arguments, string $url ): array {
		if ( $url !== $this->webhook->public_url ) {
			return $arguments;
		}
		$this->certificates = (string) ( $arguments['sslcertificates'] ?? '' );
		return array_merge( $arguments, $this->enforced() );
	}

	/**
	 * Refuses addresses that must not be called, unless somebody answers in the host's place. Hooked to
	 * `pre_http_request`.
	 *
	 * @param mixed                $answer    False, or another plugin's answer.
	 * @param array<string, mixed> $arguments
	 */
	public function check_address( mixed $answer, array $arguments, string $url ): mixed {
		if ( false !== $answer || $url !== $this->webhook->public_url ) {
			return $answer;
		}
		$address = $this->check->connect_to( $url );
		if ( is_wp_error( $address ) ) {
			return $address;
		}
		$this->connect_to = $address;
		$this->armed      = true;
		return false;
	}

	/**
	 * Puts the sealed transport in. Hooked to `requests-requests.before_request`.
	 *
	 * @param mixed                $url     Address of the request.
	 * @param array<string, mixed> $options Of WordPress's Requests library, by reference.
	 */
	public function seal( mixed $url, mixed $headers, mixed $data, mixed $type, array &$options ): void {
		if ( ! $this->armed ) {
			return;
		}
		$this->armed = false;
		// Plugins may have changed the address or the options up to here; where the token goes is not theirs to say.
		$options['transport']        = new Sealed_Transport( $this->webhook, $this->connect_to, $this->certificates, $this->limit, $this->redactor );
		$options['type']             = $this->method;
		$options['follow_redirects'] = false;
	}

	/**
	 * Takes what the answer echoes of the secret out of it, before anybody sees it. Hooked to
	 * `requests-requests.before_redirect_check`.
	 */
	public function redact( Response $response ): void {
		$response->raw  = $this->redactor->redact( (string) $response->raw );
		$response->body = $this->redactor->redact( (string) $response->body );
		foreach ( $response->headers->getAll() as $name => $values ) {
			unset( $response->headers[ $name ] );
			foreach ( $values as $value ) {
				$response->headers[ $name ] = $this->redactor->redact( (string) $value );
			}
		}
	}
}
