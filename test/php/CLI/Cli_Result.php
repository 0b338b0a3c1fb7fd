<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

/**
 * Holds what a command has written and its exit code.
 */
final class Cli_Result {
	public function __construct(
		public readonly int $code,
		public readonly string $output,
		public readonly string $errors,
	) {}

	/**
	 * @return array<mixed>
	 */
	public function json(): array {
		return (array) json_decode( $this->output, true, 512, JSON_THROW_ON_ERROR );
	}
}
