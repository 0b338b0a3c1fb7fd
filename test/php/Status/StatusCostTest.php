<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class StatusCostTest extends Rest_Queue_Test_Case {
	private const QUERIES_OF_A_STATUS   = 15;
	private const QUERIES_OF_A_DISPATCH = 17;

	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
	}

	public function test_the_status_costs_the_same_for_one_post_and_for_many(): void {
		$this->publish_and_send( 1 );
		$few = $this->queries_of_request( fn() => $this->rest( 'GET', self::API . '/status' ) );
		$this->publish_and_send( 20 );
		$this->publish( 20 );
		$many = $this->queries_of_request( fn() => $this->rest( 'GET', self::API . '/status' ) );
		$this->assertLessThanOrEqual( self::QUERIES_OF_A_STATUS, count( $many ), implode( "\n", $many ) );
		$this->assertLessThanOrEqual( count( $few ) + 3, count( $many ), implode( "\n", $many ) );
	}

	public function test_users_who_paused_and_saved_cost_the_same_for_one_and_for_many(): void {
		$schedule = static fn( string $id ): array => array( 'label' => $id, 'environment' => $id, 'action' => 'rebuild', 'frequency' => 'daily', 'time' => '03:00' );
		$work     = function ( string $id ) use ( $schedule ): void {
			$this->log_in( 'administrator' );
			$this->assertSame( 201, $this->rest( 'POST', self::API . '/settings/schedules', $schedule( $id ) )->get_status() );
			$this->log_in( 'administrator' );
			$this->assertSame( 200, $this->rest( 'PUT', self::API . "/settings/environments/$id", array( 'label' => "$id 2" ) )->get_status() );
			$this->log_in( 'administrator' );
			$this->assertSame( 200, $this->rest( 'POST', self::API . "/settings/environments/$id/pause" )->get_status() );
		};
		$work( 'production' );
		$reader = $this->log_in( 'administrator' );
		$routes = array( '/status', '/environments', '/settings' );
		$few    = array();
		foreach ( $routes as $route ) {
			$few[ $route ] = $this->queries_of_request( fn() => $this->rest( 'GET', self::API . $route ) );
		}
		foreach ( array( 'staging', 'docs', 'shop' ) as $id ) {
			$this->connect( ucfirst( $id ) );
			$work( $id );
		}
		wp_set_current_user( $reader );
		foreach ( $routes as $route ) {
			$many = $this->queries_of_request( fn() => $this->rest( 'GET', self::API . $route ) );
			$this->assertLessThanOrEqual( count( $few[ $route ] ), count( $many ), $route . "\n" . implode( "\n", $many ) );
		}
	}

	public function test_a_page_of_runs_costs_the_same_for_one_run_and_for_many(): void {
		$this->publish_and_send( 1 );
		// The names of users are read once only.
		$this->rest( 'GET', self::API . '/runs' );
		$few = $this->queries_of_request( fn() => $this->rest( 'GET', self::API . '/runs' ) );
		for ( $run = 0; $run < 10; $run++ ) {
			$this->publish_and_send( 3 );
		}
		$many = $this->queries_of_request( fn() => $this->rest( 'GET', self::API . '/runs' ) );
		$this->assertSame( count( $few ), count( $many ), implode( "\n", $many ) );
	}

	public function test_a_dispatch_with_nothing_pending_writes_nothing(): void {
		$this->publish_and_send( 1 );
		// The first one decides what is watched of the run.
		$this->rest( 'POST', self::API . '/dispatch' );
		$queries = $this->queries_of_request( fn() => $this->rest( 'POST', self::API . '/dispatch' ) );
		$this->assertLessThanOrEqual( self::QUERIES_OF_A_DISPATCH, count( $queries ), implode( "\n", $queries ) );
		$this->assertSame( array(), preg_grep( '/^\s*(INSERT|UPDATE|DELETE|REPLACE)/i', $queries ) );
	}

	public function test_a_front_end_page_runs_no_query_of_the_plugin(): void {
		$this->publish_and_send( 1 );
		( new Wake_Up() )->ensure_recurring( $this->clock->now );
		foreach ( array( 'admin_init', 'admin_notices', 'template_redirect', 'shutdown' ) as $hook ) {
			$queries = $this->queries_of_request(
				function () use ( $hook ): void {
					remove_all_actions( $hook );
					set_current_screen( 'admin_init' === $hook ? 'dashboard' : 'front' );
					$this->start_plugin( $this->clock, $this->caller );
					do_action( $hook );
				},
			);
			$this->assertSame( array(), preg_grep( '/headless_deploy/', $queries ), $hook );
		}
	}

	public function test_a_run_with_many_rows_does_not_displace_the_reasons_of_other_runs(): void {
		$this->publish_and_send( 1 );
		global $wpdb;
		$this->add_changes();
		$row  = "(1, 'production', 'build', 'rebuild', {$this->clock->now}, 1, '[]', 0, 'automatic', 0)";
		$rows = implode( ', ', array_fill( 0, 1_100, $row ) );
		$wpdb->query( "INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, manual, cause, user_id) VALUES $rows" );
		$this->start_manual_run( Action::Rebuild, 0 );
		$list = $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'];
		$this->assertSame( array( 0, 1 ), array_map( static fn( array $run ): int => count( $run['reasons'] ), $list ) );
	}

	private function publish( int $count ): void {
		for ( $number = 0; $number < $count; $number++ ) {
			$this->post( array( 'post_author' => $this->user( 'author' ) ) );
		}
		do_action( 'shutdown' );
	}

	private function publish_and_send( int $count ): void {
		$this->publish( $count );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, get_current_user_id() );
	}

	/**
	 * @return list<string>
	 */
	private function queries_of_request( Closure $work ): array {
		rest_get_server();
		wp_cache_flush();
		wp_load_alloptions();
		wp_get_current_user();
		current_user_can( 'read' );
		return $this->queries( $work );
	}
}
