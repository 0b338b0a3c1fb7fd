<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * Tests whether a host is reachable.
 */
interface Probe {
	/**
	 * Returns the error code of an unreachable host, empty for a reachable one.
	 *
	 * @param string $origin Scheme, host and optional port, for example `https://hosting.example`.
	 */
	public function error_code( string $origin ): string;
}
