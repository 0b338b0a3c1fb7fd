<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

/**
 * Holds what one GET came to.
 */
final class Fetched_Document {
	/**
	 * @param int      $status         HTTP status, 0 when there was no answer.
	 * @param string   $body           As much of it as is read.
	 * @param string   $location       Where a redirect leads, or empty.
	 * @param string   $error_code     A code of Errors when there was no answer, else empty.
	 * @param int|null $retry_after_ms How long the host asks to wait; null when it does not say.
	 */
	public function __construct(
		public readonly int $status,
		public readonly string $body = '',
		public readonly string $location = '',
		public readonly string $error_code = '',
		public readonly ?int $retry_after_ms = null,
	) {}

	/**
	 * Tells whether the page or the resource is there.
	 */
	public function is_found(): bool {
		return $this->status >= 200 && $this->status < 300;
	}

	/**
	 * Decodes the body; empty when it is no JSON object or list.
	 *
	 * @return array<mixed>
	 */
	public function json(): array {
		$json = json_decode( $this->body, true, 32 );
		return is_array( $json ) ? $json : array();
	}
}
