<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Action;
use HeadlessDeploy\Read_Failed;

/**
 * Prepares the calls of runs. Tests of the queue have an implementation without HTTP.
 */
interface Caller {
	/**
	 * Reads what the call needs, before the sender checks for the last time that it may send: a slow database must not
	 * delay the call beyond the lease.
	 *
	 * @throws Read_Failed
	 */
	public function prepare( string $environment_id, Action $action, int $run_id ): Call;
}
