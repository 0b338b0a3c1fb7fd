<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Leases;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Store;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Tests\Wp_Test_Case;
use HeadlessDeploy\Tracking\Tracking_Record;
use HeadlessDeploy\Tracking\Tracking_Store;
use PHPUnit\Framework\Attributes\Group;

/**
 * Upgrades tables of schema version 1. They have another prefix, because on MariaDB CREATE TABLE commits the
 * transaction that wraps each test.
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
		foreach ( explode( ';', (string) file_get_contents( __DIR__ . '/schema-1.sql' ) ) as $statement ) {
			if ( '' !== trim( $statement ) ) {
				$this->assertNotFalse( $wpdb->query( str_replace( 'PREFIX_', self::PREFIX . 'headless_deploy_', $statement ) . $wpdb->get_charset_collate() ), $wpdb->last_error );
			}
		}
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

	public function test_pending_changes_and_runs_stay_pending(): void {
		Schema::create();
		$queue = new Queue_Reader( new Manual_Clock( self::NOW ) );
		$build = $queue->lane( $this->key() );
		$this->assertSame( array( 3, 2, Action::CleanRebuild ), array( $build->changes, $build->undeployed, $build->action ) );
		$this->assertSame( array( 2, true, self::NOW + 40_000, 2 ), array( $build->unfinished?->id, $build->unfinished?->is_retrying, $build->unfinished?->not_before, $build->unfinished?->attempts->count() ) );
		$this->assertSame( self::NOW - 500, $queue->lane( $this->key( Lane::Cache ) )->manual_at );
	}

	public function test_sends_a_run_that_was_retrying_before_the_upgrade(): void {
		Schema::create();
		$queue    = new Queue_Reader( new Manual_Clock( self::NOW ) );
		$lease    = Lease::from_now( $this->key(), new Manual_Clock( self::NOW ) );
		$attempts = $queue->lane( $this->key() )->unfinished?->attempts;
		$this->assertNotNull( $attempts );
		$this->assertTrue( ( new Leases( new Manual_Clock( self::NOW ) ) )->acquire( $lease ) );
		$this->assertTrue( ( new Run_Store() )->resume( $lease, 2, Action::CleanRebuild, $attempts ) );
		( new Change_Store() )->attach( $lease, 2 );
		$this->assertSame( 5, $queue->covered_changes( $lease, 2 )?->changes );
	}

	public function test_tracks_runs_from_before_the_upgrade_and_gives_them_no_tracked_status(): void {
		Schema::create();
		$due = ( new Tracking_Store() )->due( self::NOW );
		$this->assertSame( array( 3, 1 ), array_column( $due, 'id' ) );
		$this->assertSame( array( null, null ), array( $due[0]->tracked_status, Tracking_Record::from_json( $due[0]->tracking )->build ) );
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

	private function key( Lane $lane = Lane::Build ): Lane_Key {
		return Lane_Key::of( get_current_blog_id(), 'production', $lane );
	}
}
