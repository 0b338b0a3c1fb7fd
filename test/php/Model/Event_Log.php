<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Remembers what happened in a schedule, and the first thing that must not have happened.
 */
final class Event_Log {
	private const LINES_TOLD = 150;

	/**
	 * What was wrong first, null as long as all is well.
	 */
	public ?string $fault = null;

	/**
	 * What happened.
	 *
	 * @var list<string>
	 */
	private array $lines = array();

	/**
	 * What was reached, by what it is.
	 *
	 * @var array<string, true>
	 */
	public array $reached = array();

	/**
	 * Remembers that something was reached which schedules are made for.
	 */
	public function reach( string $what ): void {
		$this->reached[ $what ] = true;
	}

	/**
	 * Remembers what happened.
	 */
	public function tell( string $what ): void {
		$this->lines[] = $what;
	}

	/**
	 * Remembers what must not have happened.
	 */
	public function blame( string $fault ): void {
		$this->lines[] = "WRONG: $fault";
		$this->fault ??= $fault;
	}

	/**
	 * Tells all of it.
	 */
	public function __toString(): string {
		return implode( "\n", array_slice( $this->lines, -self::LINES_TOLD ) );
	}
}
