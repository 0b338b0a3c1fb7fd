<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Clock;

final class Server_Clock implements Clock {
	/**
	 * Placeholder for the time at which the database runs the statement.
	 */
	public const DATABASE_NOW = '987654321987654';

	public function __construct( private readonly World $world ) {}

	public function now_ms(): int {
		return $this->world->clock->now_ms();
	}

	public function monotonic_ms(): int {
		return $this->world->clock->monotonic_ms();
	}

	/**
	 * {@inheritDoc}
	 *
	 * The database reads its clock when it runs the statement, not when the process creates it.
	 */
	public function sql_now_ms(): string {
		return self::DATABASE_NOW;
	}
}
