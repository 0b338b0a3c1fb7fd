<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;

/**
 * Signs in an administrator in wp-admin and connects one environment with some change sources.
 */
abstract class Changes_Test_Case extends Wp_Test_Case {
	protected Manual_Clock $clock;
	protected Fake_Caller $caller;

	protected function setUp(): void {
		parent::setUp();
		// The plugin of the bootstrap may still know an earlier test's environments.
		$this->stop_plugin();
		wp_set_current_user( $this->user( 'administrator' ) );
		set_current_screen( 'dashboard' );
		$this->clock  = new Manual_Clock();
		$this->caller = new Fake_Caller();
	}

	protected function tearDown(): void {
		unset( $GLOBALS['current_screen'] );
		parent::tearDown();
	}

	/**
	 * Connects Production with a Rebuild for some sources, and starts the plugin.
	 */
	protected function watch( string ...$sources ): void {
		$policy = array_fill_keys( Automation::SOURCES, 'none' );
		$this->connect( 'Production', array( 'policy' => array_fill_keys( $sources, 'rebuild' ) + $policy ) );
		$this->start_plugin( $this->clock, $this->caller );
	}

	/**
	 * Ends the request, deletes its changes and starts another request.
	 */
	protected function forget(): void {
		global $wpdb;
		do_action( 'shutdown' );
		$wpdb->query( "DELETE FROM {$wpdb->headless_deploy_changes}" );
		$this->start_plugin( $this->clock, $this->caller );
	}

	/**
	 * @return list<string>
	 */
	protected function recorded(): array {
		do_action( 'shutdown' );
		return array_reverse( array_column( ( new Reasons() )->of_rows( $this->rows() ), 'text' ) );
	}

	/**
	 * @return list<int>
	 */
	protected function counts(): array {
		global $wpdb;
		do_action( 'shutdown' );
		return array_map( intval( ... ), array_values( $wpdb->get_col( "SELECT changes FROM {$wpdb->headless_deploy_changes} ORDER BY id" ) ) );
	}

	/**
	 * @return list<string>
	 */
	protected function rows(): array {
		global $wpdb;
		return array_values( $wpdb->get_col( "SELECT reasons FROM {$wpdb->headless_deploy_changes} ORDER BY id DESC" ) );
	}

	/**
	 * Returns the SQL statements of some work and of the end of the request.
	 *
	 * @return list<string>
	 */
	protected function queries_of_request( callable $work ): array {
		return $this->queries( static fn() => array( $work(), do_action( 'shutdown' ) ) );
	}
}
