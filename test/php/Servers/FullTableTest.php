<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Servers;

use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use HeadlessDeploy\Tests\Test_Database;
use PHPUnit\Framework\Attributes\AfterClass;
use PHPUnit\Framework\Attributes\BeforeClass;
use PHPUnit\Framework\Attributes\Group;
use WP_Site_Health;

/**
 * The server answers with error 1114, “The table is full”, as where its tablespace or disk has no room: the table of
 * changes is replaced by one of MyISAM with pointers of two bytes. FullDatabaseTest fills the whole database of SQLite.
 */
#[Group( 'mariadb' )]
final class FullTableTest extends Rest_Queue_Test_Case {
	private const HOUR_MS = 3_600_000;

	private const FULL = 'wp_headless_deploy_changes_full';

	private const ROW_BYTES = array( 10_000, 100, 1 );

	private static int $pointer_bytes = 0;

	private static string $table = '';

	/**
	 * Outside of a test, because CREATE TABLE commits its transaction.
	 */
	#[BeforeClass]
	public static function make_full_table(): void {
		if ( Test_Database::is_sqlite() ) {
			return;
		}
		global $wpdb;
		self::$table         = $wpdb->headless_deploy_changes;
		self::$pointer_bytes = (int) $wpdb->get_var( 'SELECT @@GLOBAL.myisam_data_pointer_size' );
		$wpdb->query( 'SET GLOBAL myisam_data_pointer_size = 2' );
		$wpdb->query( 'CREATE TABLE ' . self::FULL . " LIKE $wpdb->headless_deploy_changes" );
		$wpdb->query( 'ALTER TABLE ' . self::FULL . ' ENGINE = MyISAM' );
		$was_shown = $wpdb->suppress_errors( true );
		foreach ( self::ROW_BYTES as $bytes ) {
			do {
				$has_room = $wpdb->insert( self::FULL, array( 'blog_id' => 99, 'reasons' => str_repeat( 'x', $bytes ) ) );
			} while ( false !== $has_room );
		}
		self::assertStringContainsString( 'is full', $wpdb->last_error );
		$wpdb->suppress_errors( $was_shown );
	}

	#[AfterClass]
	public static function drop_full_table(): void {
		if ( '' !== self::$table ) {
			global $wpdb;
			$wpdb->query( 'DROP TABLE ' . self::FULL );
			$wpdb->query( 'SET GLOBAL myisam_data_pointer_size = ' . self::$pointer_bytes );
		}
	}

	protected function setUp(): void {
		parent::setUp();
		if ( Test_Database::is_sqlite() ) {
			$this->markTestSkipped( 'FullDatabaseTest does it on SQLite.' );
		}
		$this->log_in( 'administrator' );
		add_filter( 'wp_insert_post_data', $this->set_modified( ... ) );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->clock->now = intdiv( $this->clock->now, 1000 ) * 1000 + self::HOUR_MS;
		$this->start_plugin( $this->clock, $this->caller );
	}

	protected function tearDown(): void {
		if ( '' !== self::$table ) {
			$GLOBALS['wpdb']->headless_deploy_changes = self::$table;
			( new Write_Failure() )->forget();
		}
		parent::tearDown();
	}

	public function test_a_publish_is_not_blocked_and_its_loss_is_said(): void {
		$this->publish_into_the_full_table();
		$this->assertSame( 1, ( new Write_Failure() )->get()['changes'] ?? 0 );
		$health = WP_Site_Health::get_tests()['direct']['headless_deploy_database']['test']();
		$this->assertSame( 'critical', $health['status'] );
	}

	public function test_the_change_is_found_and_sent_when_there_is_room_again(): void {
		$id = $this->publish_into_the_full_table();
		$this->clock->pass( 2 * self::HOUR_MS );
		$this->start_plugin( $this->clock, $this->caller );
		do_action( Wake_Up::RECURRING_EVENT );
		do_action( 'shutdown' );
		$this->clock->pass( 60_000 );
		$this->rest( 'POST', self::API . '/dispatch' );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$reasons = $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'][0]['reasons'];
		// WordPress was installed moments ago: its own first posts have no row either.
		$this->assertContains( get_the_title( $id ), array_column( $reasons, 'title' ) );
	}

	/**
	 * @return int Id of the post.
	 */
	private function publish_into_the_full_table(): int {
		global $wpdb;
		$wpdb->headless_deploy_changes = self::FULL;
		$id                            = $this->with_hidden_errors(
			function (): int {
				$id = $this->post( array( 'post_title' => 'Published' ) );
				do_action( 'shutdown' );
				return $id;
			},
		);
		$wpdb->headless_deploy_changes = self::$table;
		$this->assertSame( 'publish', get_post_status( $id ) );
		$this->assertFalse( $this->lane()->is_pending() );
		return $id;
	}

	/**
	 * @param  array<string, mixed> $fields
	 * @return array<string, mixed>
	 */
	private function set_modified( array $fields ): array {
		$now = gmdate( 'Y-m-d H:i:s', intdiv( $this->clock->now, 1000 ) );
		return array( 'post_modified' => $now, 'post_modified_gmt' => $now ) + $fields;
	}
}
