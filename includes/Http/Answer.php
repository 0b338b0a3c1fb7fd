<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Sensitive_Value;

/**
 * The response to one request, and why there is none. Only its hidden body may contain a secret.
 */
final class Answer {
	/**
	 * HTTP status, 0 without a response.
	 */
	public readonly int $status;

	/**
	 * @param string                       $body     Up to the limit.
	 * @param string                       $location Target of a redirect, or empty.
	 * @param Sensitive_Value<string>|null $hidden   The body that no plugin has seen.
	 */
	public function __construct(
		public readonly Response $response,
		public readonly string $body = '',
		public readonly string $location = '',
		private readonly ?Sensitive_Value $hidden = null,
	) {
		$this->status = $response->http_status;
	}

	public function is_found(): bool {
		return $this->status >= 200 && $this->status < 300;
	}

	/**
	 * Decodes the body; empty when it is not a JSON object or list.
	 *
	 * @return array<mixed>
	 */
	public function json(): array {
		$json = json_decode( $this->body, true, 32 );
		return is_array( $json ) ? $json : array();
	}

	/**
	 * Returns the body with the secret that it creates.
	 */
	public function hidden_body(): string {
		return $this->hidden?->reveal() ?? $this->body;
	}
}
