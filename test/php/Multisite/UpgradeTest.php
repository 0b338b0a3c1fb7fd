<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * The tables are the network's, and each site stores which version of them it has seen.
 */
final class UpgradeTest extends Network_Test_Case {
	private const SITES = array( 1, 2, 3 );

	/**
	 * @return array<string, array{int}>
	 */
	public static function first_sites(): array {
		return array(
			'the main site' => array( 1 ),
			'another site'  => array( 2 ),
		);
	}

	#[DataProvider( 'first_sites' )]
	public function test_the_first_site_upgrades_the_tables_of_all_and_keeps_their_rows( int $first ): void {
		$this->connect_on( ...self::SITES );
		array_map( fn( int $site ) => $this->on_site( $site, fn(): int => $this->post() ), self::SITES );
		do_action( 'shutdown' );
		$rows = $this->recorded();
		$this->assertCount( count( self::SITES ), $rows );
		$this->install_version_8();
		$this->start_on( $first );
		$this->assertSame( array( true, true, false ), array_map( $this->has_index( ... ), array( 'by_check', 'by_site_check', 'tracked' ) ) );
		$this->assertSame( $rows, $this->recorded() );
		$others = array_diff( self::SITES, array( $first ) );
		$this->assertSame( array(), preg_grep( '/^ALTER|^CREATE|^DROP/', $this->queries( fn() => array_map( $this->start_on( ... ), $others ) ) ) );
		foreach ( self::SITES as $site ) {
			$this->assertSame( Schema::VERSION, $this->on_site( $site, static fn(): int => ( new Routing() )->schema_version() ), "Site $site." );
		}
	}

	private function install_version_8(): void {
		global $wpdb;
		$runs = $wpdb->headless_deploy_runs;
		foreach ( array( "ALTER TABLE $runs DROP INDEX by_check", "ALTER TABLE $runs DROP INDEX by_site_check", "ALTER TABLE $runs ADD INDEX tracked (status,next_check_at,blog_id,finished_at)" ) as $statement ) {
			$this->assertNotFalse( $wpdb->query( $statement ), $wpdb->last_error );
		}
		foreach ( self::SITES as $site ) {
			$this->on_site( $site, static fn() => ( new Routing() )->save_schema_version( 8 ) );
		}
	}

	private function start_on( int $site ): void {
		$this->on_site( $site, function (): void {
			$this->restart();
			do_action( Wake_Up::SINGLE_EVENT );
		} );
	}

	private function has_index( string $name ): bool {
		global $wpdb;
		return in_array( $name, array_column( (array) $wpdb->get_results( "SHOW INDEX FROM {$wpdb->headless_deploy_runs}" ), 'Key_name' ), true );
	}
}
