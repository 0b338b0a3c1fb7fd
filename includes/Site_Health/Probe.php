<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * Tells whether a host can be reached.
 */
interface Probe {
	/**
	 * Returns why a host cannot be reached, as a code of Errors; empty when it can.
	 *
	 * @param string $origin Scheme, host and perhaps port, for example `https://hosting.example`.
	 */
	public function error_code( string $origin ): string;
}
