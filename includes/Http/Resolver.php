<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

/**
 * Finds the addresses of a host.
 */
interface Resolver {
	/**
	 * Returns the IPv4 addresses of a host; none when its name is not known.
	 *
	 * @param  string       $host Name, or an address, which is its own answer.
	 * @return list<string>
	 */
	public function addresses( string $host ): array;
}
