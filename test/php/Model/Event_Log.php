<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * The log of a schedule, and the first violated rule.
 */
final class Event_Log {
	private const MAX_LINES = 150;

	/**
	 * The first error, or null.
	 */
	public ?string $fault = null;

	/**
	 * @var list<string>
	 */
	private array $lines = array();

	/**
	 * @var array<string, true>
	 */
	public array $reached = array();

	/**
	 * Records that the schedule has reached a rare state.
	 */
	public function cover( string $what ): void {
		$this->reached[ $what ] = true;
	}

	public function record( string $what ): void {
		$this->lines[] = $what;
	}

	public function fail( string $fault ): void {
		$this->lines[] = "WRONG: $fault";
		$this->fault ??= $fault;
	}

	public function __toString(): string {
		return implode( "\n", array_slice( $this->lines, -self::MAX_LINES ) );
	}
}
