<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use Closure;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Rest;

/**
 * One test of Site Health.
 */
final class Check {
	/**
	 * @param Closure(): Result $run
	 * @param string            $route Of a test that makes HTTP requests, which the page requests after it has loaded; empty for
	 *                                 a test that only reads.
	 */
	public function __construct(
		public readonly string $id,
		private readonly string $label,
		private readonly Closure $run,
		public readonly bool $applies = true,
		public readonly string $route = '',
	) {}

	/**
	 * Returns the test as WordPress lists it.
	 *
	 * @return array<string, mixed>
	 */
	public function entry(): array {
		$label  = array( 'label' => $this->label );
		$result = $this->result_or_failure( ... );
		return $label + ( '' === $this->route ? array( 'test' => $result ) : array(
			'test'              => rest_url( Rest::ROUTE_NAMESPACE . $this->route ),
			'has_rest'          => true,
			'async_direct_test' => $result,
		) );
	}

	/**
	 * @throws Read_Failed
	 * @return array<string, mixed>
	 */
	public function result(): array {
		return ( $this->run )()->to_array( $this->id );
	}

	/**
	 * @return array<string, mixed> If the database cannot be read, the result says so.
	 */
	private function result_or_failure(): array {
		try {
			return $this->result();
		} catch ( Read_Failed ) {
			$failed = new Result( Result::CRITICAL, __( 'Headless Deploy could not read the database', 'headless-deploy' ) );
			return $failed->add_text( $this->label . ': ' . Entry_Point::error()->get_error_message() )->to_array( $this->id );
		}
	}
}
