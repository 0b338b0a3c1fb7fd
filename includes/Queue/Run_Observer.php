<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Looks at the runs of a site after each of its dispatches.
 */
interface Run_Observer {
	public function after_dispatch(): void;

	/**
	 * Returns the sites of the network that a dispatch has to visit.
	 *
	 * @return list<int>
	 */
	public function sites_due(): array;
}
