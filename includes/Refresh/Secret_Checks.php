<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Read_Failed;

/**
 * Asks the front ends of the current site, once an hour each, whether they know a new refresh secret: until they do, the
 * previous one stays valid.
 */
final class Secret_Checks {
	/**
	 * Bounds the time of one event. Further front ends are asked by the next one.
	 */
	private const MAX_PER_EVENT = 2;

	/**
	 * @param Closure(Environment): void $ask Ends the previous secret if the front end accepts the new one.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly Closure $ask,
		private readonly Clock $clock,
	) {}

	/**
	 * @throws Read_Failed
	 */
	public function ask_due(): void {
		$now = $this->clock->now_ms();
		$due = array_filter( $this->environments->all(), static fn( Environment $one ): bool => true === $one->refresh?->is_check_due( $now ) );
		foreach ( array_slice( $due, 0, self::MAX_PER_EVENT ) as $environment ) {
			if ( $this->environments->claim_secret_check( $environment->id ) ) {
				( $this->ask )( $environment );
			}
		}
	}
}
