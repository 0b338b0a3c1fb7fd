<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Environment;

/**
 * Tells what may be sent, for the site that is current, and remembers that a token was refused.
 */
interface Gatekeeper {
	/**
	 * Returns the environments and what stands in their way; may come from a cache.
	 *
	 * @return array<string, Gate>
	 */
	public function all(): array;

	/**
	 * Returns one environment as the database knows it now, or null when it was removed.
	 */
	public function fresh( string $id ): ?Gate;

	/**
	 * Tells whether an environment was removed by somebody, as the database knows it now. One that is only not found
	 * may come back.
	 */
	public function was_removed( string $id ): bool;

	/**
	 * Pauses an environment's automatic runs, because its token is refused; called again, it moves the next try. What
	 * a person has paused stays so. Where the environment was changed since it was read, for example by a new webhook
	 * URL, it is left alone: the refusal was of another one.
	 *
	 * @param Environment $environment As the sender knows it.
	 * @param int         $next_try_at When a run is tried all the same, in milliseconds.
	 */
	public function pause_for_token( Environment $environment, int $next_try_at ): void;

	/**
	 * Ends a pause because of the token, and no other one.
	 */
	public function resume_from_token( string $environment_id ): void;
}
