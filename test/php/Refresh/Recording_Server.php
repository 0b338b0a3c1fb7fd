<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Tests\Rest_Server;

/**
 * Records the headers that it would send.
 */
final class Recording_Server extends Rest_Server {
	/**
	 * @var array<string, string>
	 */
	public array $sent = array();

	/**
	 * @param string $key
	 * @param string $value
	 */
	public function send_header( $key, $value ): void {
		$this->sent[ $key ] = $value;
	}

	/**
	 * @param int $code
	 */
	protected function set_status( $code ): void {}
}
