<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Action;
use HeadlessDeploy\Admin\Database_Problems;
use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Collector;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Test_Database;
use HeadlessDeploy\Tests\Wp_Test_Case;
use mysqli;
use PHPUnit\Framework\Attributes\Group;
use RuntimeException;

#[Group( 'mariadb' )]
final class ChangeCollectorTest extends Wp_Test_Case {
	private Manual_Clock $clock;
	private Change_Collector $collector;

	protected function setUp(): void {
		parent::setUp();
		$this->clock     = new Manual_Clock();
		$this->collector = new Change_Collector( new Change_Store(), new Wake_Up(), $this->clock, new Write_Failure() );
	}

	public function test_saves_the_first_change_immediately_and_the_next_ones_together(): void {
		$this->change( 1 );
		$this->assertSame( array( 1 ), $this->counts() );
		$this->change( 2 );
		$this->change( 3 );
		$this->assertSame( array( 1 ), $this->counts() );
		$this->collector->end();
		$this->assertSame( array( 1, 2 ), $this->counts() );
	}

	public function test_saves_every_five_seconds_in_a_long_request(): void {
		$this->change( 1 );
		$this->change( 2 );
		$this->clock->pass( 4_999 );
		$this->change( 3 );
		$this->assertSame( array( 1 ), $this->counts() );
		$this->clock->pass( 1 );
		$this->change( 4 );
		$this->assertSame( array( 1, 3 ), $this->counts() );
	}

	public function test_schedules_the_wake_up_again_in_a_long_request(): void {
		$this->change( 1 );
		wp_clear_scheduled_hook( Wake_Up::SINGLE_EVENT );
		$this->clock->pass( 29_999 );
		$this->change( 2 );
		$this->assertFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ), 'Asking costs queries, so not every time.' );
		$this->clear_wake_up_elsewhere();
		$this->clock->pass( 1 );
		$this->change( 3 );
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
		$this->clear_wake_up_elsewhere();
		$this->clock->pass( 30_000 );
		$this->collector->end();
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	private function clear_wake_up_elsewhere(): void {
		( new Wake_Up() )->set_first( $this->clock->now );
		$remembered = wp_load_alloptions();
		wp_clear_scheduled_hook( Wake_Up::SINGLE_EVENT );
		wp_cache_set( 'alloptions', $remembered, 'options' );
	}

	public function test_saves_before_a_short_quiet_period_ends(): void {
		$this->change( 1, array( 'quick' => array( Action::Rebuild, new Automation( array(), 4 ) ) ) );
		$this->clock->pass( 2_000 );
		$this->change( 2, array( 'quick' => array( Action::Rebuild, new Automation( array(), 4 ) ) ) );
		$this->assertSame( array( 1, 1 ), $this->counts(), 'Half the quiet period.' );
	}

	public function test_does_not_save_each_post_without_a_quiet_period(): void {
		$actions = array( 'quick' => array( Action::Rebuild, new Automation( array(), 0 ) ) );
		$this->change( 1, $actions );
		$this->clock->pass( 999 );
		$this->change( 2, $actions );
		$this->assertSame( array( 1 ), $this->counts() );
	}

	public function test_saves_the_changes_of_all_environments_in_one_statement(): void {
		global $wpdb;
		( new Wake_Up() )->set_first( $this->clock->now );
		$before = $wpdb->num_queries;
		$this->change(
			1,
			array(
				'production' => array( Action::Rebuild, new Automation( array() ) ),
				'staging'    => array( Action::PurgeCache, new Automation( array() ) ),
			),
		);
		$this->assertSame( 1, $wpdb->num_queries - $before );
		$this->assertSame( array( 'production build rebuild', 'staging cache purgeCache' ), $wpdb->get_col( "SELECT CONCAT(environment_id, ' ', lane, ' ', action) FROM {$wpdb->headless_deploy_changes} ORDER BY id" ) );
	}

	public function test_saves_the_strongest_action_of_a_lane(): void {
		global $wpdb;
		$this->change( 1 );
		$this->change( 2 );
		$this->change( 3, array( 'production' => array( Action::CleanRebuild, new Automation( array() ) ) ) );
		$this->change( 4 );
		$this->collector->end();
		$this->assertSame( array( 'rebuild', 'cleanRebuild' ), $wpdb->get_col( "SELECT action FROM {$wpdb->headless_deploy_changes} ORDER BY id" ) );
	}

	public function test_keeps_the_newest_20_reasons_and_counts_all_changes(): void {
		global $wpdb;
		for ( $id = 1; $id <= 50; $id++ ) {
			$this->change( $id );
		}
		$this->collector->end();
		$this->assertSame( array( 1, 49 ), $this->counts() );
		$reasons = (array) json_decode( (string) $wpdb->get_var( "SELECT reasons FROM {$wpdb->headless_deploy_changes} ORDER BY id DESC LIMIT 1" ), true );
		$this->assertSame( range( 50, 31 ), array_column( $reasons, 'id' ) );
	}

	public function test_keeps_100_reasons_of_a_refresh_and_says_all_where_more_were_dropped(): void {
		global $wpdb;
		$refresh = array( 'production' => array( Action::Refresh, new Automation( array() ) ) );
		$this->change( 1, $refresh );
		foreach ( array( 100 => false, 101 => true ) as $count => $is_all ) {
			for ( $id = 2; $id <= $count + 1; $id++ ) {
				$this->change( $id, $refresh );
			}
			$this->collector->end();
			$reasons = (array) json_decode( (string) $wpdb->get_var( "SELECT reasons FROM {$wpdb->headless_deploy_changes} ORDER BY id DESC LIMIT 1" ), true );
			$this->assertSame( array( 100, $is_all ), array( count( $reasons ), isset( $reasons[0]['all'] ) ) );
			$this->collector = new Change_Collector( new Change_Store(), new Wake_Up(), $this->clock, new Write_Failure() );
			$this->change( 1, $refresh );
		}
	}

	public function test_saves_a_post_again_without_counting_it_again(): void {
		$this->change( 1 );
		$this->change( 1 );
		$this->change( 2 );
		$this->collector->end();
		$this->assertSame( array( 1, 1 ), $this->counts() );
		$this->change( 2 );
		$this->assertSame( array( 1, 1, 0 ), $this->counts(), 'The row is part of the same run.' );
	}

	public function test_counts_a_post_that_is_saved_again_when_a_run_may_have_been_sent_since(): void {
		$this->change( 1 );
		$this->clock->pass( 10_000 );
		$this->change( 1 );
		$this->collector->end();
		$this->assertSame( array( 1, 1 ), $this->counts(), 'The next run includes a change.' );
	}

	public function test_counts_subjects_of_different_kinds_separately(): void {
		$actions = array( array( 'environment' => 'production', 'action' => Action::Rebuild, 'automation' => new Automation( array() ) ) );
		$this->change( 1 );
		foreach ( array( array( Change::POST, 7, '' ), array( Change::TERM, 7, '' ), array( Change::OPTION, 0, 'a' ), array( Change::OPTION, 0, 'b' ), array( Change::OPTION, 0, 'b' ) ) as $subject ) {
			$this->collector->add( new Change( 'any', Change::CHANGED, $subject[0], $subject[1], '', 1, $subject[2] ), $actions );
		}
		$this->collector->end();
		$this->assertSame( array( 1, 4 ), $this->counts() );
	}

	public function test_keeps_the_event_published_when_the_post_is_saved_again(): void {
		global $wpdb;
		$actions = array( array( 'environment' => 'production', 'action' => Action::Rebuild, 'automation' => new Automation( array() ) ) );
		$this->change( 1 );
		foreach ( array( Change::PUBLISHED, Change::UPDATED ) as $event ) {
			$this->collector->add( new Change( 'content', $event, Change::POST, 2, 'post', 1 ), $actions );
		}
		$this->collector->end();
		$this->assertStringContainsString( '"event":"published"', (string) $wpdb->get_var( "SELECT reasons FROM {$wpdb->headless_deploy_changes} ORDER BY id DESC LIMIT 1" ) );
	}

	public function test_saves_changes_after_shutdown_immediately(): void {
		$this->change( 1 );
		$this->collector->end();
		$this->change( 2 );
		$this->assertSame( array( 1, 1 ), $this->counts() );
	}

	public function test_saves_nothing_without_a_change(): void {
		$this->assertSame( array(), $this->queries( fn() => array( $this->collector->end(), $this->change( 1, array() ) ) ) );
	}

	public function test_retries_a_failed_insert(): void {
		global $wpdb;
		$failures = 2;
		add_filter(
			'query',
			static function ( string $query ) use ( &$failures ): string {
				global $wpdb;
				return str_starts_with( $query, "INSERT INTO {$wpdb->headless_deploy_changes}" ) && $failures-- > 0 ? 'INSERT INTO nowhere (id) VALUES (1)' : $query;
			},
		);
		$this->change( 1 );
		$this->assertSame( array( 1 ), $this->counts() );
		$this->assertNull( ( new Write_Failure() )->get() );
	}

	public function test_logs_and_shows_an_insert_that_fails_permanently(): void {
		global $wpdb;
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, "INSERT INTO {$wpdb->headless_deploy_changes}" ) ? 'INSERT INTO nowhere (id) VALUES (1)' : $query );
		$log = (string) ini_get( 'error_log' );
		$tmp = (string) tempnam( sys_get_temp_dir(), 'log' );
		ini_set( 'error_log', $tmp );
		$this->change( 1 );
		$this->assertNull( ( new Write_Failure() )->get(), 'It is tried again at the end of the request.' );
		$this->without_server( $this->collector->end( ... ) );
		ini_set( 'error_log', $log );
		$this->assertStringContainsString( '1 change(s) could not be saved', (string) file_get_contents( $tmp ) );
		unlink( $tmp );
		$this->assertSame( 1, ( new Write_Failure() )->get()['changes'] ?? 0 );
		wp_set_current_user( $this->user( 'administrator' ) );
		$shown = ( new Database_Problems( new Write_Failure(), new Missing_Tables() ) )->all();
		$this->assertStringContainsString( 'Press Rebuild', $shown[0]['text'] ?? '' );
	}

	public function test_saves_a_refused_change_at_the_end_of_the_request(): void {
		$this->refuse_inserts( 3, static fn(): string => 'INSERT INTO nowhere (id) VALUES (1)' );
		$this->with_hidden_errors( fn() => $this->change( 1 ) );
		$this->assertSame( array(), $this->counts() );
		$this->change( 2 );
		$this->collector->write_refused();
		$this->collector->end();
		$this->assertSame( array( 1, 1 ), $this->committed_counts() );
		$this->assertNull( ( new Write_Failure() )->get() );
	}

	/**
	 * `wpdb::query()` calls `wp_die()` when it cannot connect again.
	 */
	public function test_a_lost_connection_does_not_end_the_request_before_its_changes_are_saved(): void {
		$this->refuse_inserts( 1, static fn() => wp_die( 'Error reconnecting to the database' ) );
		$this->change( 1 );
		$this->collector->end();
		$this->assertSame( array( 1 ), $this->committed_counts() );
		$this->assertFalse( has_filter( 'wp_die_handler' ) );
	}

	public function test_a_change_survives_a_server_that_ends_the_connection(): void {
		global $wpdb;
		if ( Test_Database::is_sqlite() ) {
			$this->expectNotToPerformAssertions();
			return;
		}
		$retries                 = $wpdb->reconnect_retries;
		$wpdb->reconnect_retries = 1;
		// WordPress ends PHP when it needs the database next.
		add_filter( 'wp_die_handler', static fn(): callable => static fn() => throw new RuntimeException( 'WordPress ended.' ) );
		$server = mysqli_connect( 'localhost', 'root', '', DB_NAME, 0, (string) getenv( 'HEADLESS_DEPLOY_TEST_MYSQL_SOCKET' ) );
		$this->assertInstanceOf( mysqli::class, $server );
		$server->query( 'KILL ' . $wpdb->get_var( 'SELECT CONNECTION_ID()' ) );
		$this->without_server(
			function (): void {
				set_error_handler( static fn(): bool => true );
				try {
					$this->with_hidden_errors( fn() => $this->change( 1 ) );
				} catch ( RuntimeException ) {
					$this->addToAssertionCount( 1 );
				} finally {
					restore_error_handler();
				}
			},
		);
		$this->collector->write_refused();
		$wpdb->reconnect_retries = $retries;
		$wpdb->db_connect( false );
		$this->assertSame( array( 1 ), $this->committed_counts() );
	}

	public function test_counts_lost_changes_in_a_file_when_the_database_refuses_the_notice_too(): void {
		add_filter( 'upload_dir', static fn( array $folder ): array => array( 'basedir' => Test_Database::folder() ) + $folder );
		add_filter( 'query', static fn( string $query ): string => 1 === preg_match( '/^(INSERT|UPDATE)/', $query ) ? 'INSERT INTO nowhere (id) VALUES (1)' : $query );
		$this->with_hidden_errors( fn() => array( $this->change( 1 ), $this->change( 2 ), $this->change( 3 ), $this->without_server( $this->collector->end( ... ) ) ) );
		remove_all_filters( 'query' );
		$this->assertSame(
			array(
				'changes' => 3,
				'at'      => $this->clock->now,
			),
			( new Write_Failure() )->get(),
		);
		( new Write_Failure() )->forget();
		$this->assertNull( ( new Write_Failure() )->get() );
	}

	/**
	 * Replaces the first INSERTs of changes.
	 *
	 * @param callable(): string $statement
	 */
	private function refuse_inserts( int $count, callable $statement ): void {
		global $wpdb;
		add_filter(
			'query',
			static function ( string $query ) use ( &$count, $statement, $wpdb ): string {
				return str_starts_with( $query, "INSERT INTO {$wpdb->headless_deploy_changes}" ) && $count-- > 0 ? $statement() : $query;
			},
		);
	}

	/**
	 * Runs work while no new connection to the database is possible.
	 *
	 * @param callable(): mixed $work
	 */
	private function without_server( callable $work ): void {
		global $wpdb;
		$host         = $wpdb->dbhost;
		$wpdb->dbhost = '127.0.0.1:1';
		$work();
		$wpdb->dbhost = $host;
	}

	/**
	 * Ends the transaction of the test, in which the rows of another connection are not visible, and deletes the rows.
	 *
	 * @return list<int>
	 */
	private function committed_counts(): array {
		global $wpdb;
		if ( ! Test_Database::is_sqlite() ) {
			$wpdb->query( 'COMMIT' );
		}
		$counts = $this->counts();
		$wpdb->query( "DELETE FROM {$wpdb->headless_deploy_changes}" );
		return $counts;
	}

	/**
	 * @param array<string, array{Action, Automation}>|null $actions What it asks for, null for a rebuild of Production.
	 */
	private function change( int $post_id, ?array $actions = null ): void {
		$actions ??= array( 'production' => array( Action::Rebuild, new Automation( array() ) ) );
		$this->collector->add(
			new Change( 'content', Change::UPDATED, Change::POST, $post_id, 'post', 1 ),
			array_map( static fn( string $id, array $wanted ): array => array( 'environment' => $id, 'action' => $wanted[0], 'automation' => $wanted[1] ), array_keys( $actions ), $actions ),
		);
	}

	/**
	 * @return list<int>
	 */
	private function counts(): array {
		global $wpdb;
		return array_map( intval( ... ), $wpdb->get_col( "SELECT changes FROM {$wpdb->headless_deploy_changes} ORDER BY id" ) );
	}
}
