<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

/**
 * Starts the whole plugin with the test's clock and caller: routes, listeners and cron.
 */
abstract class Rest_Queue_Test_Case extends Queue_Test_Case {
	protected const API = '/headless-deploy/v1';

	protected function setUp(): void {
		parent::setUp();
		$this->start_plugin( $this->clock, $this->caller, $this->clock->pass( ... ) );
	}

	/**
	 * @param string $role Empty to log out.
	 */
	protected function log_in( string $role ): int {
		$id = '' === $role ? 0 : $this->user( $role );
		wp_set_current_user( $id );
		return $id;
	}

	/**
	 * Returns the first environment of the status.
	 *
	 * @return array<string, mixed>
	 */
	protected function environment_status(): array {
		$response = $this->rest( 'GET', self::API . '/status' );
		$this->assertSame( 200, $response->get_status() );
		return $response->get_data()['environments'][0];
	}
}
