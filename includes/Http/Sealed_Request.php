<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use CURLFile;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Sensitive_Value;
use HeadlessDeploy\Untyped;
use SensitiveParameter;
use WP_Error;
use WpOrg\Requests\Response;

/**
 * Calls a webhook through WordPress's HTTP API, so that proxies and mocks work, while the URL that this API and its
 * hooks see has no token. The hooks are added for this request only. Requests with an API password work the same way.
 */
final class Sealed_Request {
	public const MAX_BYTES = 65_536;

	/**
	 * Whether `check_address()` has allowed the request that `seal()` has still to seal.
	 */
	private bool $is_address_checked = false;

	private string $connect_to = '';

	private string $certificates = '';

	private readonly Redactor $redactor;

	/**
	 * @var Sensitive_Value<string>|null
	 */
	private ?Sensitive_Value $hidden_body = null;

	/**
	 * @param CURLFile|null $file       Is sent as a form instead of a body. cURL reads it in parts.
	 * @param bool          $hides_body Whether the response contains a secret that is not known yet, so that no plugin may
	 *                                  see its body.
	 */
	public function __construct(
		private readonly Webhook $webhook,
		private readonly Address_Check $check,
		private readonly Transfer_Limit $limit,
		private readonly string $method = 'POST',
		private readonly string $accept = 'application/json',
		private readonly ?CURLFile $file = null,
		private readonly bool $hides_body = false,
	) {
		$this->redactor = new Redactor( $webhook->secrets() );
	}

	/**
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
	 * Returns the body of a response that plugins do not see; null when a plugin responded.
	 */
	public function hidden_body(): ?string {
		return $this->hidden_body?->reveal();
	}

	/**
	 * The callbacks run last, so no plugin can undo them; `redact` runs first, so no plugin sees a secret.
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
	 * Returns the arguments that no plugin may change.
	 *
	 * @return array{method: string, body: string, cookies: array{}, timeout: float|int, redirection: int, blocking: bool, stream: bool, sslverify: bool, reject_unsafe_urls: bool, limit_response_size: int, user-agent: string}
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
			// Address_Check has checked the address. WordPress would resolve the name again, even where only the proxy can.
			'reject_unsafe_urls'  => false,
			'limit_response_size' => $this->limit->max_bytes,
			'user-agent'          => 'Headless Deploy; WordPress/' . get_bloginfo( 'version' ),
		);
	}

	/**
	 * Hooked to `http_request_args`.
	 *
	 * @param  array<string, mixed> $arguments
	 * @return array<string, mixed>
	 */
	public function enforce( array $arguments, string $url ): array {
		if ( $url !== $this->webhook->public_url ) {
			return $arguments;
		}
		$this->certificates = Untyped::text( $arguments['sslcertificates'] ?? '' );
		return array_merge( $arguments, $this->enforced() );
	}

	/**
	 * Rejects a URL that must not be called, unless another plugin provides a response. Hooked to `pre_http_request`.
	 *
	 * @param mixed                $preempt   False, or the response of another plugin.
	 * @param array<string, mixed> $arguments
	 */
	public function check_address( mixed $preempt, array $arguments, string $url ): mixed {
		if ( false !== $preempt || $url !== $this->webhook->public_url ) {
			return $preempt;
		}
		$address = $this->check->connect_to( $url );
		if ( is_wp_error( $address ) ) {
			return $address;
		}
		$this->connect_to         = $address;
		$this->is_address_checked = true;
		return false;
	}

	/**
	 * Replaces the transport. Hooked to `requests-requests.before_request`.
	 *
	 * @param array<string, mixed> $options Of WordPress's Requests library, by reference.
	 */
	public function seal( mixed $url, mixed $headers, mixed $data, mixed $type, array &$options ): void {
		if ( ! $this->is_address_checked ) {
			return;
		}
		$this->is_address_checked = false;
		// Other plugins may have changed the URL or the options; they must not decide where the token is sent.
		$options['transport'] = new Sealed_Transport(
			$this->webhook,
			$this->connect_to,
			$this->certificates,
			$this->limit,
			$this->redactor,
			$this->file,
			$this->hides_body ? $this->hide( ... ) : null,
		);
		$options['type']             = $this->method;
		$options['follow_redirects'] = false;
	}

	/**
	 * Redacts the response before any plugin sees it. Hooked to `requests-requests.before_redirect_check`.
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

	/**
	 * Keeps the body of a response and returns the rest.
	 *
	 * @param string $response Headers, an empty line, and the body.
	 */
	private function hide( #[SensitiveParameter] string $response ): string {
		list( $headers, $body ) = explode( "\r\n\r\n", $response, 2 ) + array( '', '' );
		$this->hidden_body      = Sensitive_Value::of( $body );
		return "$headers\r\n\r\n";
	}
}
