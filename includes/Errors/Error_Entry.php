<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Errors;

/**
 * What is known about an error code. docs/error-codes.md is generated from the entries.
 */
final class Error_Entry {
	/**
	 * @param string      $message              What happened, for administrators.
	 * @param int         $status               HTTP status of the response.
	 * @param string      $field                The submitted field that the error is about.
	 * @param string      $remedy               What an administrator can do, where the message does not say it.
	 * @param string|null $remedy_without_build The remedy of a run that is not a build.
	 * @param string|null $remedy_for_editors   Null: ask an administrator.
	 * @param string      $found_in             The field that contains the code or its message, if no route responds with it.
	 */
	public function __construct(
		public readonly string $message,
		public readonly int $status = 400,
		public readonly string $field = '',
		public readonly ?Failure_Kind $kind = null,
		public readonly string $remedy = '',
		public readonly ?string $remedy_without_build = null,
		public readonly ?string $remedy_for_editors = null,
		public readonly string $found_in = '',
	) {}

	/**
	 * Describes a code that only runs have.
	 */
	public static function of_call(
		string $message,
		?Failure_Kind $kind = null,
		string $remedy = '',
		?string $remedy_without_build = null,
	): self {
		return new self( $message, kind: $kind, remedy: $remedy, remedy_without_build: $remedy_without_build, found_in: 'run' );
	}
}
