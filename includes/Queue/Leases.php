<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;

/**
 * Takes a lane's lease, does something under it and gives it back.
 */
final class Leases {
	public function __construct(
		private readonly Queue_Store $store,
		private readonly Clock $clock,
	) {}

	/**
	 * Does something under a lane's lease.
	 *
	 * @template T
	 * @param  callable( Lease ): T $work
	 * @return T|null               Null when somebody else holds the lease.
	 */
	public function with_lease( Lane_Key $key, callable $work ): mixed {
		$lease = Lease::from_now( $key, $this->clock );
		if ( ! $this->store->acquire( $lease ) ) {
			return null;
		}
		try {
			return $work( $lease );
		} finally {
			$this->store->release( $lease );
		}
	}
}
