<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

/**
 * Asks the machine, as WordPress's own check of addresses does.
 */
final class System_Resolver implements Resolver {
	/**
	 * {@inheritDoc}
	 *
	 * @param string $host Name, or an address, which is its own answer.
	 */
	public function addresses( string $host ): array {
		$found = gethostbynamel( $host );
		return is_array( $found ) ? $found : array();
	}
}
