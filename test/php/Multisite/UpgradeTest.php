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
		$indexes = $this->indexes();
		$this->install_version_8();
		$this->assertNotSame( $indexes, $this->indexes() );
		$this->start_on( $first );
		$this->assertSame( $indexes, $this->indexes() );
		$this->assertSame( $rows, $this->recorded() );
		$others = array_diff( self::SITES, array( $first ) );
		$this->assertSame( array(), preg_grep( '/^ALTER|^CREATE|^DROP/', $this->queries( fn() => array_map( $this->start_on( ... ), $others ) ) ) );
		foreach ( self::SITES as $site ) {
			$this->assertSame( Schema::VERSION, $this->on_site( $site, static fn(): int => ( new Routing() )->schema_version() ), "Site $site." );
		}
	}

	private function install_version_8(): void {
		global $wpdb;
		$runs       = "ALTER TABLE {$wpdb->headless_deploy_runs}";
		$changes    = "ALTER TABLE {$wpdb->headless_deploy_changes}";
		$statements = array(
			"$runs DROP INDEX by_check",
			"$runs DROP INDEX by_site_check",
			"$runs ADD INDEX tracked (status,next_check_at,blog_id,finished_at)",
			"$changes DROP INDEX by_lane",
			"$changes DROP INDEX by_kind",
			"$changes ADD INDEX by_run (run_id,blog_id,environment_id,lane,id,previous_run_id,recorded_at,changes,manual,action)",
		);
		foreach ( $statements as $statement ) {
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

	/**
	 * @return list<string>
	 */
	private function indexes(): array {
		global $wpdb;
		$indexes = array();
		foreach ( array( $wpdb->headless_deploy_changes, $wpdb->headless_deploy_runs ) as $table ) {
			foreach ( (array) $wpdb->get_results( "SHOW INDEX FROM $table" ) as $index ) {
				$indexes[] = "$table $index->Key_name $index->Seq_in_index $index->Column_name";
			}
		}
		sort( $indexes );
		return $indexes;
	}
}
