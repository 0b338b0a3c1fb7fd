<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Servers;

use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Leases;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Site_Time;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Notifications\Notifications_Test_Case;
use HeadlessDeploy\Tests\Test_Database;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_REST_Request;

/**
 * Only the time zone of the site counts: not the one of PHP, which another plugin may have set, and not the one of the
 * database.
 */
#[Group( 'mariadb' )]
final class ServerTimeZoneTest extends Notifications_Test_Case {
	private const NOW = '2026-11-21T10:30:00Z';

	/**
	 * Time zones of PHP, each with one of the database.
	 */
	private const SERVERS = array(
		array( 'UTC', '+00:00' ),
		array( 'Pacific/Kiritimati', '-11:00' ),
		array( 'Pacific/Niue', '+13:00' ),
		array( 'America/St_Johns', '+05:45' ),
	);

	/**
	 * Options of WordPress, and what follows from them.
	 */
	private const SITES = array(
		'half past eleven pm, by a named zone' => array(
			'options'    => array( 'timezone_string' => 'Pacific/Auckland', 'gmt_offset' => '' ),
			'at_three'   => '2026-11-21T14:00:00.000Z',
			'at_seven'   => '2026-11-21T18:00:00.000Z',
			'started'    => 'November 22, 2026, 3:00:05 am',
			'failed'     => '11:30 pm',
			'in_2_hours' => 'November 22, 2026, 1:30 am',
		),
		'one am, by an offset' => array(
			'options'    => array( 'timezone_string' => '', 'gmt_offset' => '-9.5' ),
			'at_three'   => '2026-11-21T12:30:00.000Z',
			'at_seven'   => '2026-11-21T16:30:00.000Z',
			'started'    => 'November 21, 2026, 3:00:05 am',
			'failed'     => '1:00 am',
			'in_2_hours' => '3:00 am',
		),
	);

	/**
	 * @return iterable<string, array{string, string, array<string, mixed>}>
	 */
	public static function zones(): iterable {
		foreach ( self::SERVERS as list( $php, $database ) ) {
			foreach ( self::SITES as $name => $site ) {
				yield "PHP in $php, database at $database, $name" => array( $php, $database, $site );
			}
		}
	}

	protected function tearDown(): void {
		$this->set_server_zones( 'UTC', 'SYSTEM' );
		parent::tearDown();
	}

	#[DataProvider( 'zones' )]
	public function test_schedules_lists_and_exports_use_the_time_of_the_site( string $php, string $database, array $site ): void {
		$this->begin( $php, $database, $site );
		$schedule = $this->rest( 'POST', self::API . '/settings/schedules', array( 'label' => 'Nightly', 'environment' => 'production', 'action' => 'rebuild', 'frequency' => 'daily', 'time' => '03:00' ) );
		$this->assertSame( $site['at_three'], $schedule->get_data()['nextRunAt'] );
		$this->assertSame( (int) strtotime( $site['at_three'] ) + 6, wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
		$this->dispatch_at( $site['at_three'], 5 );
		$run = $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'][0];
		$this->assertSame( str_replace( '00.000Z', '05.000Z', $site['at_three'] ), $run['createdAt'] );
		$this->assertStringContainsString( $site['started'], $this->export() );
	}

	#[DataProvider( 'zones' )]
	public function test_quiet_hours_are_those_of_the_site( string $php, string $database, array $site ): void {
		$this->begin( $php, $database, $site );
		$this->save( array( 'recipients' => array( $this->admin ), 'quietHours' => array( 'from' => '22:00', 'to' => '07:00' ) ) );
		$this->clock->pass( -10_000 );
		$this->fail_a_run();
		$this->dispatch_at( $site['at_seven'], -60 );
		$this->assertSame( array(), $this->mails );
		$this->dispatch_at( $site['at_seven'] );
		$this->assertCount( 1, $this->mails );
		$this->assertStringContainsString( $site['failed'], $this->mails[0]['message'] );
	}

	#[DataProvider( 'zones' )]
	public function test_today_is_the_day_of_the_site( string $php, string $database, array $site ): void {
		$this->begin( $php, $database, $site );
		$this->assertSame( $site['in_2_hours'], Site_Time::time_or_date( $this->clock->now + 7_200_000, $this->clock->now ) );
	}

	#[DataProvider( 'zones' )]
	public function test_leases_last_a_minute( string $php, string $database ): void {
		$this->set_server_zones( $php, $database );
		$clock  = new System_Clock();
		$leases = new Leases( $clock );
		$this->assertTrue( $leases->acquire( Lease::from_now( $this->key(), $clock ) ) );
		$this->assertFalse( $leases->acquire( Lease::from_now( $this->key(), $clock ) ) );
		$this->add_changes();
		$lane = ( new Queue_Reader( $clock ) )->lane( $this->key() );
		$this->assertTrue( $lane->is_leased( $clock->now_ms() ) );
		$this->assertFalse( $lane->is_leased( $clock->now_ms() + Lease::DURATION_MS ) );
	}

	/**
	 * @param array<string, mixed> $site
	 */
	private function begin( string $php, string $database, array $site ): void {
		array_map( update_option( ... ), array_keys( $site['options'] ), $site['options'] );
		$this->clock->now = (int) strtotime( self::NOW ) * 1000;
		$this->edit_stored( array( 'connectedAt' => $this->clock->now - 3_600_000 ) );
		$this->set_server_zones( $php, $database );
	}

	private function set_server_zones( string $php, string $database ): void {
		date_default_timezone_set( $php );
		if ( ! Test_Database::is_sqlite() ) {
			global $wpdb;
			$this->assertNotFalse( $wpdb->query( $wpdb->prepare( 'SET time_zone = %s', $database ) ) );
		}
	}

	private function dispatch_at( string $moment, int $seconds_later = 0 ): void {
		$this->dispatch_after( (int) strtotime( $moment ) + $seconds_later - intdiv( $this->clock->now, 1000 ) );
	}

	private function export(): string {
		$request = new WP_REST_Request( 'GET', self::API . '/runs/export' );
		$request->set_query_params( array( 'format' => 'csv' ) );
		$response = rest_do_request( $request );
		ob_start();
		apply_filters( 'rest_pre_serve_request', false, $response, $request, rest_get_server() );
		return (string) ob_get_clean();
	}
}
