<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale;

use Closure;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use HeadlessDeploy\Tests\Test_Database;

/**
 * Tables on MariaDB that are large enough for the optimizer to choose an index.
 */
abstract class Large_Tables_Test_Case extends Rest_Queue_Test_Case {
	protected const PREFIX = 'large_';
	protected const NOW    = 1_795_000_000_000;
	protected const RUNS   = 20_000;
	protected const SITES  = 40;

	/**
	 * Rows of indexes that a statement may read to find that lanes or runs have none.
	 */
	protected const READS_WITHOUT_ROWS = 100;

	/**
	 * Prefix of the tables of the test WordPress.
	 */
	private static string $prefix = '';

	/**
	 * Creates the large tables before the tests, because CREATE TABLE commits the transaction of a test.
	 */
	public static function setUpBeforeClass(): void {
		global $wpdb;
		if ( Test_Database::is_sqlite() ) {
			return;
		}
		self::$prefix = $wpdb->base_prefix;
		self::with_large_tables( static function () use ( $wpdb ): void {
			Schema::drop();
			Schema::create();
			self::fill();
			static::fill_more();
			$wpdb->query( 'ANALYZE TABLE ' . implode( ', ', Schema::tables() ) );
		} );
	}

	/**
	 * Adds what only this class measures.
	 */
	protected static function fill_more(): void {}

	/**
	 * @param Closure(): void $work
	 */
	private static function with_large_tables( Closure $work ): void {
		global $wpdb;
		$wpdb->base_prefix = self::PREFIX;
		Schema::register();
		$work();
		$wpdb->base_prefix = self::$prefix;
		Schema::register();
	}

	public static function tearDownAfterClass(): void {
		if ( '' !== self::$prefix ) {
			self::with_large_tables( Schema::drop( ... ) );
		}
	}

	protected function setUp(): void {
		global $wpdb;
		if ( Test_Database::is_sqlite() ) {
			$this->markTestSkipped( 'EXPLAIN has another format on SQLite.' );
		}
		parent::setUp();
		$this->log_in( 'administrator' );
		$this->clock->now  = self::NOW;
		$wpdb->base_prefix = self::PREFIX;
		Schema::register();
	}

	protected function tearDown(): void {
		global $wpdb;
		if ( '' !== self::$prefix ) {
			$wpdb->base_prefix = self::$prefix;
			Schema::register();
		}
		parent::tearDown();
	}

	/**
	 * Fails when a statement reads more than ten times what answers it, or writes a temporary table to disk.
	 */
	protected function assert_reads_in_proportion( string $sql ): void {
		$cost = Statement_Cost::of( $sql );
		$this->assertSame( 0, $cost->disk_tables, $sql );
		$this->assertLessThanOrEqual( 10 * $cost->answered() + self::READS_WITHOUT_ROWS, $cost->reads, $sql );
	}

	/**
	 * @param  Closure(): mixed $work
	 * @return list<string>     The SELECT statements on the plugin's tables, each once.
	 */
	protected function statements( Closure $work ): array {
		$statements = preg_grep( '/^\s*\(?SELECT.*' . self::PREFIX . 'headless_deploy_/s', $this->queries( $work ) );
		return array_values( array_unique( $statements ) );
	}

	/**
	 * Adds runs that are sent and retried, and runs that failed and were canceled, with 40 changes each.
	 */
	protected static function add_unfinished_runs(): void {
		global $wpdb;
		$now = self::NOW;
		foreach ( array( 'sending' => 'environment-0', 'retrying' => 'environment-1', 'failed' => 'production', 'canceled' => 'production' ) as $status => $environment ) {
			$wpdb->query(
				"INSERT INTO {$wpdb->headless_deploy_runs} (blog_id, environment_id, lane, action, cause, changes, status, attempts, service_message, excerpt, operation, created_at)"
				. " VALUES (1, '$environment', 'build', 'rebuild', 'automatic', 40, '$status', '[]', '\"\"', '\"\"', '\"\"', $now)",
			);
			$column = 'production' === $environment ? 'previous_run_id' : 'run_id';
			$wpdb->query(
				"INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, cause, $column)"
				. " SELECT 1, '$environment', 'build', 'rebuild', $now, 1, CONCAT('[{\"event\":\"updated\",\"type\":\"post\",\"subtype\":\"post\",\"id\":', seq, ',\"user\":1,\"at\":1}]'), 'automatic', $wpdb->insert_id FROM seq_1_to_40",
			);
		}
	}

	/**
	 * A tenth of the runs belong to this site. 2,000 changes are pending, as in a held environment.
	 */
	private static function fill(): void {
		global $wpdb;
		$runs = self::RUNS;
		$rows = $runs * 2;
		$now  = self::NOW;
		$blog = 'CASE WHEN seq % 10 = 0 THEN 1 ELSE 2 + seq % ' . self::SITES . ' END';
		$env  = "CONCAT('environment-', (seq DIV 10) % 10)";
		$at   = "$now - ($runs - seq) * 60000";
		$wpdb->query(
			"INSERT INTO {$wpdb->headless_deploy_runs} (id, blog_id, environment_id, lane, action, cause, user_id, changes, status, attempts, error_code, service_message, excerpt, operation, tracked_status, next_check_at, created_at, finished_at)"
			. " SELECT seq, $blog, $env, CASE WHEN seq % 50 = 0 THEN 'cache' ELSE 'build' END, 'rebuild', 'automatic', seq % 9, 2, CASE WHEN seq % 70 = 0 THEN 'failed' ELSE 'accepted' END, '[]',"
			. " CASE WHEN seq % 70 = 0 THEN 'headless_deploy_bad_request' ELSE '' END, '\"\"', '\"\"', CONCAT('\"operations/', seq, '\"'), 'live', -1, $at, $at + 1000 FROM seq_1_to_$runs",
		);
		$wpdb->query(
			"INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, cause, run_id)"
			. " SELECT d.blog_id, d.environment_id, d.lane, 'rebuild', d.created_at - 5000, 1, CONCAT('[{\"event\":\"updated\",\"type\":\"post\",\"subtype\":\"post\",\"id\":', seq, ',\"user\":1,\"at\":1}]'), 'automatic', d.id"
			. " FROM seq_1_to_$rows JOIN {$wpdb->headless_deploy_runs} d ON d.id = (seq + 1) DIV 2",
		);
		$wpdb->query(
			"INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, cause)"
			. " SELECT 1, 'production', 'build', 'rebuild', $now - 5000, 1, '[]', 'automatic' FROM seq_1_to_2000",
		);
		$wpdb->query( "INSERT INTO {$wpdb->headless_deploy_lanes} (blog_id, environment_id, lane) SELECT 1 + seq % 40, CONCAT('environment-', seq), 'build' FROM seq_1_to_2000" );
	}
}
