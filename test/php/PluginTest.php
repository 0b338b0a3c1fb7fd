<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Installation;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Schedules\Next_Run_Store;

final class PluginTest extends Wp_Test_Case {
	public function test_loading_costs_no_query(): void {
		wp_load_alloptions();
		$this->assertSame( array(), $this->queries( fn() => $this->start_plugin() ) );
	}

	public function test_activation_creates_the_tables_and_schedules_the_recurring_event(): void {
		Schema::drop();
		wp_clear_scheduled_hook( Wake_Up::RECURRING_EVENT );
		do_action( 'activate_' . plugin_basename( \HeadlessDeploy\PLUGIN_FILE ), false );
		$this->assertSame( array(), Schema::missing() );
		$event = wp_get_scheduled_event( Wake_Up::RECURRING_EVENT );
		$this->assertIsObject( $event );
		$this->assertSame( 300, $event->interval );
		$this->assertSame( array(), $event->args );
	}

	public function test_the_next_page_of_wp_admin_upgrades_and_restores_a_missing_event(): void {
		Schema::drop();
		$routing = new Routing();
		$routing->save_schema_version( 0 );
		wp_clear_scheduled_hook( Wake_Up::RECURRING_EVENT );
		( new Installation( new Wake_Up(), $routing ) )->repair();
		$this->assertSame( array(), Schema::missing() );
		$this->assertSame( Schema::VERSION, ( new Routing() )->schema_version() );
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::RECURRING_EVENT ) );
	}

	public function test_a_page_of_wp_admin_costs_no_query_when_nothing_is_missing(): void {
		$routing = new Routing();
		$routing->load();
		( new Wake_Up() )->ensure_recurring( time() * 1000 );
		$this->assertSame( array(), $this->queries( static fn() => ( new Installation( new Wake_Up(), $routing ) )->repair() ) );
	}

	public function test_the_recurring_event_keeps_rows_of_unknown_sites(): void {
		$this->insert_rows( 7 );
		do_action( Wake_Up::RECURRING_EVENT );
		// Network_Round stores its position in the row of site 0.
		$this->assertSame( array( '7', '7', '7', '7' ), array_values( array_diff( $this->sites_with_rows(), array( '0' ) ) ) );
	}

	/**
	 * Puts a row of a site into each table: a change that is to be sent, its lane, and a run.
	 */
	private function insert_rows( int $blog_id ): void {
		global $wpdb;
		$lane = array(
			'blog_id'        => $blog_id,
			'environment_id' => 'gone',
			'lane'           => 'build',
		);
		$run = array(
			'action' => 'rebuild',
			'cause'  => 'automatic',
		);
		$wpdb->insert( $wpdb->headless_deploy_lanes, $lane );
		( new Next_Run_Store() )->add( $blog_id, 'gone', 1 );
		$wpdb->insert(
			$wpdb->headless_deploy_changes,
			$lane + $run + array(
				'recorded_at' => 1,
				'changes'     => 1,
				'reasons'     => '[]',
			),
		);
		$wpdb->insert(
			$wpdb->headless_deploy_runs,
			$lane + $run + array(
				'status'          => 'failed',
				'attempts'        => '[]',
				'service_message' => '',
				'excerpt'         => '',
				'operation'       => '',
				'created_at'      => time() * 1000,
			),
		);
	}

	/**
	 * @return list<string>
	 */
	private function sites_with_rows(): array {
		global $wpdb;
		$sites = array_map( static fn( string $table ): array => $wpdb->get_col( "SELECT blog_id FROM $table" ), Schema::tables() );
		return array_merge( ...$sites );
	}
}
