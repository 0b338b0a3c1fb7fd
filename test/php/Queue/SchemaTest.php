<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Routing;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * On SQLite only: on MariaDB, CREATE TABLE and DROP TABLE commit the transaction that wraps each test.
 */
final class SchemaTest extends Rest_Queue_Test_Case {
	public function test_creates_missing_tables_and_the_second_manual_run_works(): void {
		global $wpdb;
		$wpdb->suppress_errors( true );
		Schema::drop();
		$refusal = $this->start_manual_run();
		$this->assert_error( 'headless_deploy_queue_unwritable', $refusal );
		$this->assertIsInt( $this->start_manual_run() );
		$wpdb->suppress_errors( false );
	}

	public function test_creates_missing_tables_and_saves_the_change_of_a_published_post(): void {
		Schema::drop();
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( 1, $this->lane()->changes );
	}

	public static function tables(): array {
		return array(
			'changes' => array( 'changes' ),
			'lanes'   => array( 'lanes' ),
			'runs'    => array( 'runs' ),
		);
	}

	#[DataProvider( 'tables' )]
	public function test_no_route_and_no_event_fails_without_a_table( string $name ): void {
		global $wpdb;
		$this->log_in( 'administrator' );
		$this->add_changes();
		$work = array(
			'status'   => fn() => $this->rest( 'GET', self::API . '/status' )->get_status(),
			'dispatch' => fn() => $this->rest( 'POST', self::API . '/dispatch' )->get_status(),
			'runs'     => fn() => $this->rest( 'GET', self::API . '/runs' )->get_status(),
			'single'   => static fn() => do_action( Wake_Up::SINGLE_EVENT ),
			'round'    => static fn() => do_action( Wake_Up::RECURRING_EVENT ),
		);
		foreach ( $work as $what => $do ) {
			$wpdb->suppress_errors( true );
			$wpdb->query( "DROP TABLE {$wpdb->base_prefix}headless_deploy_$name" );
			$this->assertContains( $do(), array( 200, null ), $what );
			$wpdb->suppress_errors( false );
		}
	}

	public function test_reports_a_recreated_table_until_the_next_manual_run(): void {
		global $wpdb;
		$this->log_in( 'administrator' );
		$wpdb->suppress_errors( true );
		$wpdb->query( "DROP TABLE {$wpdb->headless_deploy_changes}" );
		$this->rest( 'GET', self::API . '/status' );
		$wpdb->suppress_errors( false );
		$this->assertSame( array(), Schema::missing() );
		$this->assertSame( array( $wpdb->headless_deploy_changes ), ( new Missing_Tables() )->tables() );
		$this->start_manual_run();
		$this->assertSame( array(), ( new Missing_Tables() )->tables() );
	}

	public static function upgrades(): array {
		return array(
			'the recurring event' => array( Wake_Up::RECURRING_EVENT ),
			'the single event'    => array( Wake_Up::SINGLE_EVENT ),
			'a visit of wp-admin' => array( 'admin_init' ),
		);
	}

	#[DataProvider( 'upgrades' )]
	public function test_upgrades_at_the_first_hook_that_fires( string $hook ): void {
		global $wpdb;
		( new Routing() )->save_schema_version( Schema::VERSION - 1 );
		$wpdb->query( "DROP TABLE {$wpdb->headless_deploy_lanes}" );
		remove_all_actions( $hook );
		set_current_screen( 'admin_init' === $hook ? 'dashboard' : 'front' );
		$this->start_plugin( $this->clock, $this->caller );
		do_action( $hook );
		set_current_screen( 'front' );
		$this->assertSame( array(), Schema::missing() );
		$routing = new Routing();
		$routing->load();
		$this->assertSame( Schema::VERSION, $routing->schema_version() );
	}

	public function test_a_stale_option_cache_causes_a_harmless_second_upgrade(): void {
		$routing = new Routing();
		$routing->save_schema_version( Schema::VERSION );
		$stale = Stored_Routing::sanitize( get_option( Routing::OPTION ) );
		wp_cache_set( 'alloptions', array( Routing::OPTION => maybe_serialize( array( 'schemaVersion' => 0 ) + $stale ) ) + wp_load_alloptions(), 'options' );
		$this->add_changes( 2 );
		$this->start_plugin( $this->clock, $this->caller );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertSame( 2, $this->lane()->changes );
		wp_cache_flush();
		$this->assertSame( Schema::VERSION, Stored_Routing::sanitize( get_option( Routing::OPTION ) )['schemaVersion'] );
		$this->assertSame( array_keys( $stale['environments'] ), array_keys( Stored_Routing::sanitize( get_option( Routing::OPTION ) )['environments'] ) );
	}

	public function test_the_recurring_event_repairs_an_option_cache_without_environments(): void {
		wp_cache_set( 'alloptions', array_diff_key( wp_load_alloptions(), array( Routing::OPTION => '' ) ), 'options' );
		wp_cache_set( 'notoptions', array( Routing::OPTION => true ), 'options' );
		$this->start_plugin( $this->clock, $this->caller );
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( 0, $this->lane()->changes, 'The cached options have no environment.' );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->start_plugin( $this->clock, $this->caller );
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( 1, $this->lane()->changes );
	}

	public function test_the_tables_have_the_indexes_of_the_queue(): void {
		global $wpdb;
		$names = array();
		foreach ( array( $wpdb->headless_deploy_changes, $wpdb->headless_deploy_runs ) as $table ) {
			foreach ( (array) $wpdb->get_results( "SHOW INDEX FROM $table" ) as $index ) {
				$names[ $index->Key_name ][ (int) $index->Seq_in_index ] = $index->Column_name;
			}
		}
		$this->assertSame( array( 'run_id', 'blog_id', 'environment_id', 'lane', 'id' ), array_values( $names['by_lane'] ) );
		$this->assertSame( array( 'run_id', 'blog_id', 'environment_id', 'lane', 'manual', 'previous_run_id', 'id' ), array_slice( array_values( $names['by_kind'] ), 0, 7 ) );
		$this->assertSame( array( 'status', 'blog_id', 'environment_id', 'lane', 'id' ), array_values( $names['by_status'] ) );
	}
}
