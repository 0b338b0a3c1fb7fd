<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * A statement that fails. If the connection was lost after the database executed it, only its answer is missing.
 */
final class Failed_Statement {
	public function __construct(
		public readonly string $statement,
		public readonly string $error,
		public readonly bool $was_executed,
	) {}
}
