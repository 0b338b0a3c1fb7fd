<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

/**
 * Holds what one webhook call came to. Everything in it has been redacted and may be stored.
 */
final class Response {
	/**
	 * The one code that comes with a success.
	 */
	public const WARNING = 'headless_deploy_html_answer';

	/**
	 * @param int      $http_status     Status of the answer, 0 when there was none.
	 * @param string   $error_code      A code of Errors, empty for a success.
	 * @param int      $duration_ms     How long the call took.
	 * @param string   $service_message The service's own words, or empty.
	 * @param string   $excerpt         The first 2 KiB of the body.
	 * @param string   $operation       Name of the operation or build, or empty.
	 * @param int|null $retry_after_ms  How long the service asks to wait, 0 or more; null when it does not say.
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

	/**
	 * Tells whether the service took the call: any 2xx. One that is a web page is taken too, and its error code warns.
	 */
	public function accepted(): bool {
		return '' === $this->error_code || self::WARNING === $this->error_code;
	}
}
