<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

final class Cli_Result {
	public function __construct(
		public readonly int $code,
		public readonly string $output,
		public readonly string $errors,
	) {}

	public function json(): array {
		return (array) json_decode( $this->output, true, 512, JSON_THROW_ON_ERROR );
	}
}
