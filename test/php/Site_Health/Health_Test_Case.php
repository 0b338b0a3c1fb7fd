<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Site_Health;

use HeadlessDeploy\Site_Health\Result;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use WP_Site_Health;

/**
 * Runs the plugin's tests of Site Health as an administrator with one connected environment.
 */
abstract class Health_Test_Case extends Rest_Queue_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		require_once ABSPATH . 'wp-admin/includes/class-wp-site-health.php';
		$this->log_in( 'administrator' );
	}

	/**
	 * @return array<string, array<string, mixed>>
	 */
	protected function plugin_tests( string $kind ): array {
		return array_filter( WP_Site_Health::get_tests()[ $kind ], static fn( string $id ): bool => str_starts_with( $id, 'headless_deploy_' ), ARRAY_FILTER_USE_KEY );
	}

	protected function examine( string $id ): array {
		$test = $this->plugin_tests( 'direct' )[ "headless_deploy_$id" ]['test'] ?? null;
		$this->assertIsCallable( $test, "There is a test $id." );
		return $this->well_formed( $test() );
	}

	protected function render( Result $result ): array {
		return $this->well_formed( $result->to_array( 'headless_deploy_test' ) );
	}

	/**
	 * Fails unless a result has what the page of Site Health needs, and is HTML without a hole.
	 *
	 * @param  array<string, mixed> $result
	 * @return array<string, mixed>
	 */
	protected function well_formed( array $result ): array {
		$this->assertSame( array( 'label', 'status', 'badge', 'description', 'actions', 'test' ), array_keys( $result ) );
		$this->assertContains( $result['status'], array( 'good', 'recommended', 'critical' ) );
		$this->assertNotSame( '', $result['label'] );
		$this->assertNotSame( '', $result['description'] );
		$this->assertSame( wp_kses( $result['description'], array( 'p' => array(), 'ul' => array(), 'li' => array(), 'code' => array() ) ), $result['description'] );
		return $result;
	}
}
