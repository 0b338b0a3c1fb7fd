<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale;

use Closure;
use HeadlessDeploy\Notifications\Announced_Runs;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Refresh\Change_Feed;
use HeadlessDeploy\Refresh\Refresh_Reader;
use HeadlessDeploy\Runs\Run_Filter;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Search;
use HeadlessDeploy\Services;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\Attributes\RequiresPhp;

/**
 * Reads the EXPLAIN of each statement of the lists, the search, the status, the recurring event and the retention, on
 * tables that are large enough for the optimizer to choose an index: no statement may scan a whole table or a whole
 * index. Counts what the statements of the lists read.
 */
#[Group( 'mariadb' )]
#[Group( 'newest' )]
final class ExplainTest extends Large_Tables_Test_Case {
	/**
	 * Number of statements that read the runs of one environment.
	 */
	private int $of_one_environment = 0;

	public function test_the_lists_use_an_index(): void {
		$this->assert_no_scan(
			function (): void {
				foreach ( array( array(), array( 'page' => 20 ), array( 'environment' => 'environment-3' ), array( 'status' => 'failed' ), array( 'status' => 'live' ), array( 'status' => 'sending,retrying' ), array( 'user' => 7 ), array( 'cause' => 'schedule', 'action' => 'rebuild' ) ) as $filter ) {
					$this->assertSame( 200, $this->rest( 'GET', self::API . '/runs', $filter )->get_status() );
				}
				( new Run_Log() )->older_than( 500, 100, new Run_Filter() );
				( new Run_Log() )->find( 20 );
			},
			15,
		);
		$this->assertGreaterThan( 0, $this->of_one_environment );
	}

	/**
	 * @param array<string, int> $query
	 */
	#[DataProvider( 'lists' )]
	public function test_a_list_writes_no_table_to_disk_and_reads_little_beyond_its_answer( string $route, array $query ): void {
		global $wpdb;
		self::add_unfinished_runs();
		$statements = $this->queries( fn() => $this->assertSame( 200, $this->rest( 'GET', self::API . $route, $query )->get_status() ) );
		$of_plugin  = array_values( preg_grep( '/^\s*SELECT.*' . self::PREFIX . 'headless_deploy_/s', $statements ) );
		$this->assertGreaterThanOrEqual( 4, count( $of_plugin ) );
		array_map( $this->assert_reads_in_proportion( ... ), $of_plugin );
		$this->assertCount( 1, preg_grep( "/FROM $wpdb->posts /", $statements ), 'It reads the posts of all reasons at once, and deleted ones once.' );
	}

	/**
	 * @return array<string, array{string, array<string, int>}>
	 */
	public static function lists(): array {
		return array(
			'20 runs'    => array( '/runs', array( 'per_page' => 20 ) ),
			'100 runs'   => array( '/runs', array( 'per_page' => 100 ) ),
			'the status' => array( '/status', array() ),
		);
	}

	public function test_a_search_uses_an_index(): void {
		$this->assert_no_scan(
			static function (): void {
				foreach ( array( 'updated', 'operations/7', 'Administrator', 'nowhere' ) as $search_text ) {
					( new Run_Log() )->count( new Run_Filter( search: new Search( $search_text, 200, 200 ) ) );
				}
			},
			12,
		);
	}

	public function test_the_status_uses_an_index(): void {
		$this->assert_no_scan( fn() => $this->assertSame( 200, $this->rest( 'GET', self::API . '/status' )->get_status() ), 6 );
	}

	public function test_the_schedules_use_an_index(): void {
		$schedule = array( 'label' => 'Nightly', 'environment' => 'production', 'action' => 'rebuild', 'frequency' => 'daily', 'time' => '03:00' );
		$this->assertSame( 201, $this->rest( 'POST', self::API . '/settings/schedules', $schedule )->get_status() );
		$this->assert_no_scan( fn() => $this->assertSame( 200, $this->rest( 'GET', self::API . '/settings/schedules' )->get_status() ), 1 );
	}

	public function test_the_recurring_event_uses_an_index(): void {
		$this->start_plugin( $this->clock, $this->caller );
		$this->assert_no_scan( static fn() => do_action( Wake_Up::RECURRING_EVENT ), 8 );
		$this->assertGreaterThan( 0, $this->of_one_environment );
	}

	public function test_the_round_of_the_network_reads_no_run_of_the_past(): void {
		$this->add_runs_to_track();
		$statements = $this->statements( fn() => ( new Services( $this->clock, $this->caller ) )->dispatcher()->dispatch_network() );
		$this->assertCount( 1, preg_grep( '/SELECT DISTINCT blog_id FROM \S+_runs /', $statements ) );
		array_map( $this->assert_reads_in_proportion( ... ), $statements );
	}

	/**
	 * Adds runs of all sites that no cron event ever checked, some of them new, and each site's runs that are checked again.
	 */
	private function add_runs_to_track(): void {
		global $wpdb;
		$now  = self::NOW;
		$old  = $now - 8 * 86_400_000;
		$kind = array( "0, $old" => 20_000, "$old, $old" => 1_000, '0, ' . ( $now - 1_000 ) => 80, "$now - 500, $now - 60000" => 80, "$now + 3600000, $now - 60000" => 40 );
		foreach ( $kind as $times => $runs ) {
			$wpdb->query(
				"INSERT INTO {$wpdb->headless_deploy_runs} (blog_id, environment_id, lane, action, cause, status, attempts, service_message, excerpt, operation, created_at, next_check_at, finished_at)"
				. ' SELECT 1 + seq % ' . self::SITES . ", 'environment-3', 'build', 'rebuild', 'automatic', CASE WHEN seq % 7 = 0 THEN 'failed' ELSE 'accepted' END, '[]', '\"\"', '\"\"', '\"\"', $now, $times FROM seq_1_to_$runs",
			);
		}
	}

	public function test_a_refresh_and_the_change_feed_use_an_index(): void {
		global $wpdb;
		// An INSERT of many rows leaves gaps between the ids.
		$since = array_map( static fn( int $offset ): int => (int) $wpdb->get_var( "SELECT id FROM {$wpdb->headless_deploy_changes} ORDER BY id DESC LIMIT 1 OFFSET $offset" ), array( 100, 10_000 ) );
		$this->assert_no_scan(
			static function () use ( $since ): void {
				( new Refresh_Reader() )->of_run( 20, 'environment-3', $since[1] );
				( new Refresh_Reader() )->sequence_of_run( 20 );
				( new Change_Feed() )->since( 'environment-3', $since[0] );
				( new Change_Feed() )->since( 'environment-3', $since[1] );
			},
			10,
		);
	}

	public function test_the_pass_for_results_and_notifications_uses_an_index(): void {
		$events = 0;
		add_action( 'headless_deploy_run_live', static function () use ( &$events ): void {
			++$events;
		} );
		add_filter( 'pre_wp_mail', '__return_true' );
		add_filter( 'wp_doing_cron', '__return_true' );
		update_option( Announced_Runs::OPTION, array( 'seen' => self::RUNS - 40, 'open' => array( 10 => array(), 20 => array() ) ) );
		$this->rest( 'PUT', self::API . '/settings/notifications', array( 'recipients' => array( get_current_user_id() ) ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assert_no_scan( static fn() => do_action( Wake_Up::SINGLE_EVENT ), 12 );
		$this->assertGreaterThanOrEqual( 3, $events );
	}

	#[RequiresPhp( '>= 8.2' )]
	public function test_the_status_stays_small_with_many_pending_changes(): void {
		global $wpdb;
		$size = function ( int $rows ) use ( $wpdb ): int {
			$wpdb->query(
				"INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, cause) SELECT 1, 'production', 'build', 'rebuild', " . self::NOW . ' - 5000, 1,'
				. " CONCAT('[{\"event\":\"updated\",\"type\":\"request\",\"name\":\"', REPEAT('x', 500), '\",\"at\":1}]'), 'automatic' FROM seq_1_to_$rows",
			);
			$before = memory_get_usage();
			memory_reset_peak_usage();
			$status = $this->rest( 'GET', self::API . '/status' )->get_data();
			$this->assertLessThan( 4_000_000, memory_get_peak_usage() - $before );
			$this->assertSame( Change_Count::MORE, $status['environments'][0]['pending'][0]['changes'] );
			return strlen( (string) wp_json_encode( $status ) );
		};
		$this->assertEqualsWithDelta( $size( 10_000 ), $size( 100_000 ), 10, 'It lists only the newest reasons.' );
	}

	/**
	 * Adds to three lanes, each with more than are counted: the first and the last row, a manual run and the run that failed are found.
	 */
	public function test_many_pending_rows_cost_what_a_thousand_cost(): void {
		$few  = $this->reads_of_lanes();
		$last = $this->add_pending_rows( 40_000 );
		$many = $this->reads_of_lanes();
		$this->assertLessThan( $few['reads'] + 4 * 3 * 1_001 * 3, $many['reads'], 'Rows are read once from the index, once from the result and once from its groups.' );
		$this->assertSame( 0, $many['disk_tables'] );
		$lane = ( new Queue_Reader( $this->clock ) )->lanes( 1 )['1/production/build'];
		$this->assertSame(
			array( Change_Count::MORE, Change_Count::MORE, self::NOW - 90_000, self::NOW, self::NOW - 80_000, $last, Cause::Schedule ),
			array( $lane->changes, $lane->undeployed, $lane->oldest, $lane->newest, $lane->manual_at, $lane->last_row_id, $lane->cause ),
		);
		$this->assertSame( array( 30 ), array_keys( $lane->undeployed_runs ) );
	}

	/**
	 * @return int Id of the last row.
	 */
	private function add_pending_rows( int $rows ): int {
		global $wpdb;
		$now    = self::NOW;
		$insert = "INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, cause, manual, previous_run_id)";
		$wpdb->query( "DELETE FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0" );
		foreach ( array( 'production', 'environment-1', 'environment-2' ) as $environment ) {
			$lane = "SELECT 1, '$environment', 'build', 'rebuild'";
			$wpdb->query( "$insert $lane, $now - 90000, 1, '[]', 'automatic', 0, 0" );
			$wpdb->query( "$insert $lane, $now - 80000, 0, '[]', 'schedule', 1, 0" );
			$wpdb->query( "$insert $lane, $now - 70000, 1, '[]', 'automatic', 0, 30 FROM seq_1_to_$rows" );
			$wpdb->query( "$insert $lane, $now - 60000, 1, '[]', 'automatic', 0, 0 FROM seq_1_to_$rows" );
		}
		$wpdb->query( "$insert SELECT 1, 'production', 'build', 'rebuild', $now, 1, '[]', 'automatic', 0, 0" );
		return $wpdb->insert_id;
	}

	/**
	 * @return array{reads: int, disk_tables: int}
	 */
	private function reads_of_lanes(): array {
		$costs = array_map( Statement_Cost::of( ... ), $this->statements( fn() => ( new Queue_Reader( $this->clock ) )->lanes( 1 ) ) );
		return array(
			'reads'       => array_sum( array_column( $costs, 'reads' ) ),
			'disk_tables' => array_sum( array_column( $costs, 'disk_tables' ) ),
		);
	}

	/**
	 * Fails when a statement scans a table or an index.
	 *
	 * @param Closure(): mixed $work
	 * @param int              $least Minimum of different statements on the plugin's tables.
	 */
	private function assert_no_scan( Closure $work, int $least ): void {
		global $wpdb;
		$statements = array();
		$log        = static function ( string $sql ) use ( &$statements ): string {
			if ( str_contains( $sql, self::PREFIX . 'headless_deploy_' ) && 1 === preg_match( '/^\s*\(?(SELECT|UPDATE|DELETE)/', $sql ) ) {
				$statements[ $sql ] = true;
			}
			return $sql;
		};
		add_filter( 'query', $log );
		$work();
		remove_filter( 'query', $log );
		$this->assertGreaterThanOrEqual( $least, count( $statements ) );
		foreach ( array_keys( $statements ) as $sql ) {
			$plan = (array) $wpdb->get_results( "EXPLAIN $sql" );
			$this->assertNotSame( array(), $plan, $sql );
			foreach ( $plan as $step ) {
				$is_of_plugin = is_string( $step->table ) && '<' !== $step->table[0] && $wpdb->users !== $step->table && 'u' !== $step->table;
				$this->assertFalse( $is_of_plugin && in_array( $step->type, array( 'ALL', 'index' ), true ), wp_json_encode( $step ) . "\n$sql" );
			}
			$this->assert_reads_little( $sql, $plan[0] );
		}
	}

	private function assert_reads_little( string $sql, object $step ): void {
		if ( null !== $step->table && ! str_contains( $sql, ' AND id > ' ) && 1 === preg_match( '/^SELECT (id|COUNT\(\*\) AS total) FROM \S+runs WHERE blog_id/', $sql ) ) {
			$this->assertStringContainsString( 'Using index', $step->Extra, "Reads the rows of the log:\n$sql" );
		}
		if ( str_starts_with( $sql, 'SELECT MAX(id)' ) && str_contains( $sql, 'headless_deploy_runs' ) ) {
			$this->assertStringContainsString( 'Using index for group-by', $step->Extra, "Reads all runs of the site:\n$sql" );
		}
		if ( null !== $step->table && 1 === preg_match( '/runs WHERE blog_id = 1 AND (?:1 = 1 AND )?`?environment_id`? = /', $sql ) ) {
			++$this->of_one_environment;
			$this->assertLessThan( self::RUNS / self::SITES, (int) $step->rows, "Reads the runs of other environments:\n$sql" );
		}
	}
}
