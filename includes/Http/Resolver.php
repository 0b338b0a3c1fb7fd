<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

interface Resolver {
	/**
	 * @param  string       $host Name, or an address, which is its own answer.
	 * @return list<string>
	 */
	public function addresses( string $host ): array;
}
