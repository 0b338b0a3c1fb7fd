<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Services;

final class NetworkDispatchTest extends Network_Test_Case {
	public function test_the_main_sites_event_sends_the_runs_of_all_sites(): void {
		$this->connect_on( 1, 2, 3 );
		foreach ( array( 2, 3 ) as $site ) {
			$this->on_site( $site, fn(): int => $this->post() );
		}
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		$this->restart();
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertSame( array( 'site-2 rebuild', 'site-3 rebuild' ), $this->caller->calls );
		$this->assertSame( array( '2 site-2 1 sent', '3 site-3 1 sent' ), $this->recorded() );
		$this->assertSame( 1, get_current_blog_id() );
	}

	public function test_the_event_of_another_site_sends_only_its_own_runs(): void {
		$this->connect_on( 1, 2, 3 );
		foreach ( array( 1, 2, 3 ) as $site ) {
			$this->on_site( $site, fn(): int => $this->post() );
		}
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		$this->on_site( 2, static fn() => do_action( Wake_Up::RECURRING_EVENT ) );
		$this->assertSame( array( 'site-2 rebuild' ), $this->caller->calls );
	}

	public function test_more_sites_cost_no_more_queries_in_a_round_without_runs(): void {
		$with_three = $this->queries_of_a_round();
		array_map( $this->add_site( ... ), array( '/fourth/', '/fifth/', '/sixth/' ) );
		$this->assertSame( $with_three, $this->queries_of_a_round() );
	}

	public function test_a_round_visits_only_sites_with_due_runs(): void {
		$this->connect_on( 1, 2, 3 );
		$this->on_site( 3, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		$this->restart();
		$this->on_site( 3, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		$this->restart();
		$visited = array();
		add_action(
			'switch_blog',
			static function ( int $new ) use ( &$visited ): void {
				$visited[] = $new;
			},
		);
		( new Services( $this->clock, $this->caller ) )->dispatcher()->dispatch_network();
		$this->assertCount( 1, $this->caller->calls );
		$this->assertNotContains( 2, $visited );
		$this->assertContains( 3, $visited );
	}

	public function test_the_main_sites_round_sends_the_schedule_of_another_site(): void {
		$this->connect_on( 2 );
		wp_set_current_user( 1 );
		$schedule = array(
			'label'       => 'Hourly',
			'environment' => 'site-2',
			'action'      => 'rebuild',
			'frequency'   => 'hourly',
			'time'        => '00:00',
		);
		$made = $this->on_site( 2, fn() => $this->rest( 'POST', self::API . '/settings/schedules', $schedule ) );
		$this->assertSame( 201, $made->get_status(), (string) wp_json_encode( $made->get_data() ) );
		$this->clock->pass( 3_601_000 );
		$this->restart();
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertSame( array( 'site-2 rebuild' ), $this->caller->calls );
	}

	public function test_the_main_sites_scheduler_determines_the_health_of_all_sites(): void {
		do_action( Wake_Up::RECURRING_EVENT );
		$this->connect_on( 3 );
		wp_set_current_user( 1 );
		$status = $this->on_site( 3, fn(): array => $this->rest( 'GET', self::API . '/status' )->get_data() );
		$this->assertTrue( $status['scheduler']['healthy'] );
		$this->assertNotNull( $status['scheduler']['lastRunAt'] );
		$this->assertFalse( $this->on_site( 3, static fn(): int|false => wp_next_scheduled( Wake_Up::RECURRING_EVENT ) ) );
	}

	private function queries_of_a_round(): int {
		global $wpdb;
		$services = new Services( $this->clock, $this->caller );
		$services->dispatcher()->dispatch_network();
		$this->assertSame( '0', $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_changes}" ) );
		return count( $this->queries( static fn() => $services->dispatcher()->dispatch_network() ) );
	}
}
