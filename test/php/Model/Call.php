<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

final class Call {
	/**
	 * After this long the client gives up, whatever the service does.
	 */
	public const LONGEST_MS = 15_000;

	/**
	 * @param list<int> $rows      Rows that it carries.
	 * @param int       $at        When it began, in milliseconds.
	 * @param int       $monotonic When it began, by the clock that never jumps.
	 */
	public function __construct(
		public readonly string $lane,
		public readonly int $run,
		public readonly array $rows,
		public readonly Answer_Kind $kind,
		public readonly int $at,
		public readonly int $monotonic,
	) {}
}
