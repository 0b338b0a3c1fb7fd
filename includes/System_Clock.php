<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

final class System_Clock implements Clock {
	public function now_ms(): int {
		return (int) floor( microtime( true ) * 1000 );
	}

	public function monotonic_ms(): int {
		return intdiv( (int) hrtime( true ), 1_000_000 );
	}

	/**
	 * {@inheritDoc}
	 *
	 * Whole seconds: without an argument the function ignores the session's time zone, and the SQLite integration has no
	 * smaller unit.
	 */
	public function sql_now_ms(): string {
		return 'UNIX_TIMESTAMP() * 1000';
	}
}
