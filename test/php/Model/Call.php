<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

final class Call {
	/**
	 * The timeout of the client.
	 */
	public const MAX_MS = 15_000;

	/**
	 * @param list<int> $rows             Rows of its run.
	 * @param int       $at               Start in milliseconds.
	 * @param int       $monotonic        Start by the monotonic clock.
	 * @param bool      $replaces_refresh Whether some rows come from a refresh that failed.
	 */
	public function __construct(
		public readonly string $lane,
		public readonly int $run,
		public readonly array $rows,
		public readonly Answer_Kind $kind,
		public readonly int $at,
		public readonly int $monotonic,
		public readonly bool $replaces_refresh,
	) {}
}
