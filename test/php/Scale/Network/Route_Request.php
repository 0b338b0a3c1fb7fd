<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

/**
 * A request of a route that is measured.
 */
final class Route_Request {
	/**
	 * @param string                $path    `%id%` is the id in the answer of the request before.
	 * @param array<string, mixed>  $params  Query of a GET, JSON body of all others.
	 * @param array<string, string> $headers
	 * @param string                $bytes   Raw body.
	 * @param list<self>            $after   Requests that come before and are not measured.
	 * @param int                   $reads   Rows that one statement may read although it answers with few or none of them.
	 */
	public function __construct(
		public readonly string $method,
		public readonly string $path,
		public readonly array $params = array(),
		public readonly int $status = 200,
		public readonly array $headers = array(),
		public readonly string $bytes = '',
		public readonly array $after = array(),
		public readonly int $reads = 0,
	) {}
}
