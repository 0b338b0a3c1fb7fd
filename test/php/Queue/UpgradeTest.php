<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\Group;

/**
 * Upgrades tables that lack columns, indexes and a table, as those of an earlier version do. They have another prefix,
 * because on MariaDB CREATE TABLE commits the transaction that wraps each test.
 */
#[Group( 'mariadb' )]
final class UpgradeTest extends Wp_Test_Case {
	private const NOW    = 1_795_000_000_000;
	private const PREFIX = 'upgraded_';

	private string $prefix;

	protected function setUp(): void {
		global $wpdb;
		parent::setUp();
		$this->prefix      = $wpdb->base_prefix;
		$wpdb->base_prefix = self::PREFIX;
		Schema::register();
		Schema::drop();
		Schema::create();
		$this->remove_what_is_new();
		$this->add_rows();
	}

	protected function tearDown(): void {
		global $wpdb;
		Schema::drop();
		$wpdb->base_prefix = $this->prefix;
		Schema::register();
		parent::tearDown();
	}

	public function test_keeps_every_row_unchanged(): void {
		$before = $this->rows();
		$this->assertSame( array( 4, 1, 4 ), array_map( count( ... ), array_values( $before ) ) );
		Schema::create();
		$after = $this->rows();
		foreach ( $before as $table => $rows ) {
			foreach ( $rows as $number => $row ) {
				$this->assertSame( $row, array_intersect_key( $after[ $table ][ $number ], $row ), $table );
			}
			$this->assertCount( count( $rows ), $after[ $table ] );
		}
	}

	public function test_gives_old_tables_the_current_shape(): void {
		Schema::create();
		$upgraded = $this->shape();
		Schema::drop();
		Schema::create();
		$this->assertSame( $this->shape(), $upgraded );
	}

	public function test_a_second_upgrade_changes_nothing(): void {
		Schema::create();
		$before = array( $this->rows(), $this->shape() );
		Schema::create();
		$this->assertSame( $before, array( $this->rows(), $this->shape() ) );
	}

	private function remove_what_is_new(): void {
		global $wpdb;
		$statements = array(
			"DROP TABLE {$wpdb->headless_deploy_schedules}",
			"ALTER TABLE {$wpdb->headless_deploy_changes} DROP INDEX by_lane, DROP INDEX by_kind, DROP INDEX by_time",
			"ALTER TABLE {$wpdb->headless_deploy_changes} ADD INDEX by_run (run_id,blog_id,environment_id,lane,id,previous_run_id,recorded_at,changes,manual,action)",
			"ALTER TABLE {$wpdb->headless_deploy_lanes} DROP COLUMN sequence, DROP INDEX by_lease",
			"ALTER TABLE {$wpdb->headless_deploy_runs} DROP INDEX by_host_build, DROP COLUMN host_build, DROP COLUMN tracking",
			"ALTER TABLE {$wpdb->headless_deploy_runs} DROP INDEX by_check, DROP INDEX by_site_check, ADD INDEX tracked (status,next_check_at,blog_id,finished_at)",
		);
		foreach ( $statements as $statement ) {
			$this->assertNotFalse( $wpdb->query( $statement ), $wpdb->last_error );
		}
	}

	/**
	 * Adds an accepted, a retrying, a failed and a canceled run, and pending changes.
	 */
	private function add_rows(): void {
		global $wpdb;
		$run  = array( 'attempts' => '[]', 'service_message' => '""', 'excerpt' => '""', 'operation' => '""', 'changes' => 2, 'created_at' => self::NOW - 9000 );
		$runs = array(
			array( 'status' => 'accepted', 'http_status' => 200, 'operation' => '"operations/7"', 'finished_at' => self::NOW - 8000 ),
			array( 'status' => 'retrying', 'http_status' => 503, 'not_before' => self::NOW + 40_000, 'error_code' => 'headless_deploy_service_unavailable', 'attempts' => $this->attempts() ),
			array( 'status' => 'failed', 'http_status' => 400, 'excerpt' => '"Nope \\u00e9"', 'finished_at' => self::NOW - 7000 ),
			array( 'status' => 'canceled', 'user_id' => 7, 'finished_at' => self::NOW - 6000 ),
		);
		foreach ( $runs as $given ) {
			$this->insert( $wpdb->headless_deploy_runs, array( 'action' => 'rebuild', 'cause' => 'automatic' ) + $given + $run );
		}
		$change  = array( 'action' => 'rebuild', 'recorded_at' => self::NOW - 1000, 'changes' => 1, 'reasons' => '[{"event":"updated","post":5}]', 'cause' => 'automatic' );
		$changes = array(
			array( 'run_id' => 2, 'changes' => 2 ),
			array( 'previous_run_id' => 3, 'changes' => 2 ),
			array( 'action' => 'cleanRebuild' ),
			array( 'lane' => 'cache', 'action' => 'purgeCache', 'changes' => 0, 'manual' => 1, 'cause' => 'manual', 'user_id' => 7, 'recorded_at' => self::NOW - 500 ),
		);
		foreach ( $changes as $given ) {
			$this->insert( $wpdb->headless_deploy_changes, $given + $change );
		}
		$this->insert( $wpdb->headless_deploy_lanes, array() );
	}

	private function attempts(): string {
		$try = array( 'at' => self::NOW - 9000, 'durationMs' => 12, 'httpStatus' => 503, 'error' => 'headless_deploy_service_unavailable' );
		return (string) wp_json_encode( array( $try, array( 'at' => self::NOW - 5000 ) + $try ) );
	}

	/**
	 * @param array<string, int|string> $row Differences from the default row.
	 */
	private function insert( string $table, array $row ): void {
		global $wpdb;
		$this->assertSame( 1, $wpdb->insert( $table, $row + array( 'blog_id' => get_current_blog_id(), 'environment_id' => 'production', 'lane' => 'build' ) ), $wpdb->last_error );
	}

	/**
	 * @return array<string, list<array<string, string|null>>> By table.
	 */
	private function rows(): array {
		global $wpdb;
		$rows = array();
		foreach ( array( $wpdb->headless_deploy_changes, $wpdb->headless_deploy_lanes, $wpdb->headless_deploy_runs ) as $table ) {
			$rows[ $table ] = array_values( (array) $wpdb->get_results( "SELECT * FROM $table ORDER BY 1, 2, 3", ARRAY_A ) );
		}
		return $rows;
	}

	/**
	 * @return array<string, array<string, string>> By table.
	 */
	private function shape(): array {
		global $wpdb;
		$shape = array();
		foreach ( Schema::tables() as $table ) {
			foreach ( (array) $wpdb->get_results( "DESCRIBE $table" ) as $column ) {
				$shape[ $table ][ $column->Field ] = "$column->Type $column->Null";
			}
			foreach ( (array) $wpdb->get_results( "SHOW INDEX FROM $table" ) as $index ) {
				$shape[ $table ][ "$index->Key_name $index->Seq_in_index" ] = $index->Column_name;
			}
			// New columns are appended.
			ksort( $shape[ $table ] );
		}
		return $shape;
	}
}
