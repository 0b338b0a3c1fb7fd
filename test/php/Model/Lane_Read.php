<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * A lane as a process read it under its lease, and the times and environments that the process may have read since. It
 * based its decision on one of them.
 */
final class Lane_Read {
	/**
	 * @var array<int, true>
	 */
	public array $moments = array();

	/**
	 * The stored environment at each later statement; null when it was removed.
	 *
	 * @var list<array<string, mixed>|null>
	 */
	public array $environments = array();

	public function __construct( public readonly Lane_Snapshot $lane ) {}

	/**
	 * Records a time at which the process may have decided.
	 *
	 * @param array<string, mixed>|null $environment
	 */
	public function add( int $now, ?array $environment ): void {
		$this->moments[ $now ] = true;
		if ( ! in_array( $environment, $this->environments, true ) ) {
			$this->environments[] = $environment;
		}
	}

	public function was_due( ?string $block, bool $skips_quiet_period ): bool {
		foreach ( $this->environments as $environment ) {
			foreach ( array_keys( $this->moments ) as $now ) {
				if ( null !== $environment && $this->lane->is_due( $environment, $block, $now, $skips_quiet_period ) ) {
					return true;
				}
			}
		}
		return false;
	}
}
