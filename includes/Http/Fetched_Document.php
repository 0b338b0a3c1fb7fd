<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

/**
 * The response of one GET request.
 */
final class Fetched_Document {
	/**
	 * @param int      $status         HTTP status, 0 without a response.
	 * @param string   $body           Truncated to the limit.
	 * @param string   $location       Target of a redirect, or empty.
	 * @param string   $error_code     Code of Errors when there was no response, else empty.
	 * @param int|null $retry_after_ms From `Retry-After`; null without one.
	 */
	public function __construct(
		public readonly int $status,
		public readonly string $body = '',
		public readonly string $location = '',
		public readonly string $error_code = '',
		public readonly ?int $retry_after_ms = null,
	) {}

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
}
