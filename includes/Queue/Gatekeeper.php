<?php
/**
 * Who knows whether an environment may send.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Tells what may be sent, for the site that is current.
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
	 *
	 * @param string $id Environment.
	 */
	public function fresh( string $id ): ?Gate;
}
