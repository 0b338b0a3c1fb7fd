<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

/**
 * The result of one webhook call. Everything in it is redacted and may be stored.
 */
final class Response {
	/**
	 * The only code of a successful call.
	 */
	public const WARNING = 'headless_deploy_html_answer';

	/**
	 * @param int      $http_status     0 without a response.
	 * @param string   $error_code      Code of Errors, empty for success.
	 * @param string   $service_message Message in the response, or empty.
	 * @param string   $excerpt         First 2 KiB of the body.
	 * @param string   $operation       Name of the operation or build, or empty.
	 * @param int|null $retry_after_ms  From `Retry-After`, 0 or more; null without one.
	 */
	public function __construct(
		public readonly int $http_status,
		public readonly string $error_code,
		public readonly int $duration_ms,
		public readonly string $service_message = '',
		public readonly string $excerpt = '',
		public readonly string $operation = '',
		public readonly ?int $retry_after_ms = null,
	) {}

	public function with_error( string $error_code ): self {
		return new self(
			$this->http_status,
			$error_code,
			$this->duration_ms,
			$this->service_message,
			$this->excerpt,
			$this->operation,
			$this->retry_after_ms,
		);
	}

	/**
	 * Tells whether the host accepted the call: any 2xx. A web page is accepted with a warning.
	 */
	public function is_accepted(): bool {
		return '' === $this->error_code || self::WARNING === $this->error_code;
	}
}
