<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Servers;

use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use HeadlessDeploy\Tests\Test_Database;
use PHPUnit\Framework\Attributes\Group;
use WP_Site_Health;

/**
 * SQLite gets no more pages, as on a full disk: rows that need one are refused, and those that fit into a page are not.
 */
#[Group( 'processes' )]
final class FullDatabaseTest extends Rest_Queue_Test_Case {
	private const HOUR_MS = 3_600_000;

	private const FILLING_BYTES = array( 100_000, 1_000, 100, 1 );

	private const MANY_PAGES = 1_000_000;

	private const OTHER_SITE = 99;

	private int $post;

	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
		// Other processes of PHPUnit use the same WordPress.
		add_filter( 'upload_dir', static fn( array $uploads ): array => array( 'basedir' => Test_Database::folder() ) + $uploads );
		add_filter( 'wp_insert_post_data', $this->set_modified( ... ) );
		// A revision would need a row.
		add_filter( 'wp_revisions_to_keep', '__return_zero' );
		$this->post = $this->post( array( 'post_title' => 'Before' ) );
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		$this->dispatch();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->clock->now = intdiv( $this->clock->now, 1000 ) * 1000 + self::HOUR_MS;
		$this->start_plugin( $this->clock, $this->caller );
	}

	protected function tearDown(): void {
		( new Write_Failure() )->forget();
		parent::tearDown();
	}

	public function test_a_save_is_not_blocked_and_every_screen_says_that_its_change_is_missing(): void {
		$this->fill();
		$this->save();
		$this->assertSame( 'Later!', get_post( $this->post )?->post_title );
		$this->assertSame( 0, $this->count_pending() );
		$this->assertSame( 1, ( new Write_Failure() )->get()['changes'] ?? 0 );
		$health = WP_Site_Health::get_tests()['direct']['headless_deploy_database']['test']();
		$this->assertSame( 'critical', $health['status'] );
		$this->assertStringContainsString( '1 change', $this->notices() );
		$this->assertSame( 200, $this->rest( 'GET', self::API . '/status' )->get_status() );
	}

	public function test_the_change_is_found_and_sent_when_there_is_room_again(): void {
		$this->fill();
		$this->save();
		$this->dispatch();
		$this->make_room();
		$this->clock->pass( 2 * self::HOUR_MS );
		$this->start_plugin( $this->clock, $this->caller );
		do_action( Wake_Up::RECURRING_EVENT );
		do_action( 'shutdown' );
		$this->clock->pass( 60_000 );
		$this->dispatch();
		$this->assertSame( array( 'accepted', 'accepted' ), $this->statuses() );
		$this->assertCount( 2, $this->caller->calls );
		$reasons = $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'][0]['reasons'];
		$this->assertSame( array( 'Later!' ), array_column( $reasons, 'title' ) );
	}

	public function test_a_pending_run_is_sent_once_there_is_room(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->fill();
		$this->with_hidden_errors( $this->dispatch( ... ) );
		$this->assertCount( 1, $this->caller->calls, 'Without a row of the run there is no call.' );
		$this->make_room();
		$this->clock->pass( Lease::DURATION_MS );
		$this->dispatch();
		$this->assertSame( array( 'accepted', 'accepted' ), $this->statuses() );
		$this->assertSame( 0, $this->count_pending() );
	}

	public function test_a_run_is_sent_again_if_the_disk_filled_up_during_its_call(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->caller->during_next = $this->fill( ... );
		$this->with_hidden_errors( $this->dispatch( ... ) );
		$this->make_room();
		$this->clock->pass( Lease::DURATION_MS );
		$this->dispatch();
		$this->assertSame( array( 'accepted', 'accepted' ), $this->statuses() );
		$this->assertSame( 0, $this->count_pending() );
		$this->assertLessThanOrEqual( 3, count( $this->caller->calls ) );
	}

	private function notices(): string {
		set_current_screen( 'dashboard' );
		$this->start_plugin( $this->clock, $this->caller );
		ob_start();
		do_action( 'admin_notices' );
		unset( $GLOBALS['current_screen'] );
		return (string) ob_get_clean();
	}

	private function save(): void {
		$this->with_hidden_errors(
			function (): void {
				$this->assertSame( $this->post, wp_update_post( array( 'ID' => $this->post, 'post_title' => 'Later!' ) ) );
				do_action( 'shutdown' );
			},
		);
	}

	/**
	 * @param  array<string, mixed> $fields
	 * @return array<string, mixed>
	 */
	private function set_modified( array $fields ): array {
		$now = gmdate( 'Y-m-d H:i:s', intdiv( $this->clock->now, 1000 ) );
		return array( 'post_modified' => $now, 'post_modified_gmt' => $now ) + $fields;
	}

	private function dispatch(): void {
		$this->assertSame( 200, $this->rest( 'POST', self::API . '/dispatch' )->get_status() );
	}

	/**
	 * Takes all room, also that in pages which are not full.
	 */
	private function fill(): void {
		global $wpdb;
		$this->set_max_pages( (int) Test_Database::pdo()->query( 'PRAGMA page_count' )->fetchColumn() );
		$this->with_hidden_errors(
			static function () use ( $wpdb ): void {
				foreach ( array( $wpdb->headless_deploy_changes => 'reasons', $wpdb->headless_deploy_runs => 'tracking' ) as $table => $column ) {
					foreach ( self::FILLING_BYTES as $bytes ) {
						do {
							$has_room = $wpdb->insert( $table, array( 'blog_id' => self::OTHER_SITE, $column => str_repeat( 'x', $bytes ) ) );
						} while ( false !== $has_room );
					}
				}
			},
		);
	}

	private function make_room(): void {
		global $wpdb;
		$this->set_max_pages( self::MANY_PAGES );
		foreach ( array( $wpdb->headless_deploy_changes, $wpdb->headless_deploy_runs ) as $table ) {
			$wpdb->delete( $table, array( 'blog_id' => self::OTHER_SITE ) );
		}
	}

	private function set_max_pages( int $pages ): void {
		Test_Database::pdo()->exec( "PRAGMA max_page_count = $pages" );
	}

	private function count_pending(): int {
		global $wpdb;
		return (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0 AND blog_id = 1" );
	}
}
