<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Changes\Unrecorded_Change_Scan;
use HeadlessDeploy\Queue\Wake_Up;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class UnrecordedChangeScanTest extends Changes_Test_Case {
	private const HOUR_MS = 3_600_000;

	protected function setUp(): void {
		parent::setUp();
		// WordPress's first posts are as old as this installation: seconds or hours.
		$GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->posts}" );
		// Whole seconds, so that a post's time is the clock's.
		$this->clock->now = intdiv( $this->clock->now, 1000 ) * 1000;
	}

	public function test_records_the_posts_that_a_killed_request_saved(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$second = $this->save_unrecorded( 'Second' );
		$this->assertSame( array(), $this->recorded_by_scan(), 'Its hour has not come: the request may still be running.' );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array( $second ), $this->recorded_by_scan() );
	}

	#[Group( 'newest' )]
	public function test_loses_no_unrecorded_change_when_a_statement_fails(): void {
		$this->connect_for_content( 0 );
		for ( $nth = 1; $nth < 100; $nth++ ) {
			$this->save( "Recorded $nth" );
			$this->deliver();
			$this->clock->pass( 2_000 );
			$lost = $this->save_unrecorded( "Lost $nth" );
			$this->clock->pass( self::HOUR_MS );
			$seen       = $this->newest_change();
			$has_failed = $this->fail_nth( $nth, $this->run_wake_up( ... ) );
			$this->clock->pass( self::HOUR_MS );
			$this->run_wake_up();
			$this->assertContains( $lost, $this->recorded_since( $seen ), "Statement $nth." );
			if ( ! $has_failed ) {
				return;
			}
		}
		$this->fail( 'It has no end.' );
	}

	public function test_sends_runs_although_the_scan_fails(): void {
		$this->connect_for_content( 10 );
		$this->save( 'First' );
		do_action( 'shutdown' );
		$this->clock->pass( self::HOUR_MS );
		add_filter( 'query', static fn( string $query ): string => str_contains( $query, 'ORDER BY recorded_at DESC' ) ? 'SELECT nothing FROM nowhere' : $query );
		$this->start_plugin( $this->clock, $this->caller );
		$this->with_hidden_errors( static fn() => do_action( Wake_Up::RECURRING_EVENT ) );
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_the_same_cron_request_sends_the_recorded_changes(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$this->save_unrecorded( 'Second' );
		$this->clock->pass( self::HOUR_MS );
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->recorded_by_scan();
		$this->assertCount( 2, $this->caller->calls );
	}

	public function test_records_an_unrecorded_change_once(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$this->save_unrecorded( 'Second' );
		for ( $hour = 1; $hour <= 5; $hour++ ) {
			$this->clock->pass( self::HOUR_MS );
			$this->assertCount( 1 === $hour ? 1 : 0, $this->recorded_by_scan(), "Hour $hour" );
		}
	}

	public function test_a_pending_run_covers_an_unrecorded_change(): void {
		$this->connect_for_content( 10, true );
		$this->save( 'First' );
		$this->clock->pass( 2_000 );
		$this->save_unrecorded( 'Second' );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->recorded_by_scan(), 'The run with the held changes includes this one.' );
	}

	public function test_a_later_run_covers_an_unrecorded_change(): void {
		$this->connect_for_content( 10 );
		$this->save( 'First' );
		$this->clock->pass( 4_000 );
		$this->save_unrecorded( 'Second' );
		$this->clock->pass( 6_000 );
		$this->deliver();
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->recorded_by_scan() );
	}

	public function test_records_a_post_that_was_modified_after_the_recorded_change(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 11_000 );
		$this->save_unrecorded( 'Saved without a change' );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->recorded_by_scan() );
	}

	public function test_does_not_record_posts_that_visitors_cannot_see(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$this->save_unrecorded( 'Draft', array( 'post_status' => 'draft' ) );
		$this->save_unrecorded( 'Pattern', array( 'post_type' => 'wp_block' ) );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->recorded_by_scan() );
	}

	public function test_a_change_with_omitted_reasons_covers_posts_of_the_same_second(): void {
		$this->connect_for_content( 0 );
		for ( $number = 1; $number <= 30; $number++ ) {
			$this->save( "Post $number" );
		}
		do_action( 'shutdown' );
		$this->deliver();
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->recorded_by_scan() );
	}

	public function test_ignores_posts_of_a_running_request(): void {
		$this->connect_for_content( 0 );
		$this->clock->pass( self::HOUR_MS );
		$this->recorded_by_scan();
		$this->clock->pass( self::HOUR_MS - 30_000 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$second = $this->save_unrecorded( 'Second' );
		$this->clock->pass( 28_000 );
		$this->assertSame( array(), $this->recorded_by_scan() );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array( $second ), $this->recorded_by_scan(), 'Next time.' );
	}

	public function test_scans_once_an_hour_without_an_autoloaded_option(): void {
		$this->connect_for_content( 0 );
		$this->clock->pass( self::HOUR_MS );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->clock->pass( 300_000 );
		$log = $this->queries_of_request( static fn() => do_action( Wake_Up::RECURRING_EVENT ) );
		$this->assertSame( array(), array_filter( $log, static fn( string $query ): bool => str_contains( $query, 'post_modified_gmt' ) || str_contains( $query, 'MAX(recorded_at)' ) ) );
		wp_cache_flush();
		$this->assertArrayNotHasKey( Unrecorded_Change_Scan::OPTION, wp_load_alloptions() );
		$this->assertNotFalse( get_option( Unrecorded_Change_Scan::OPTION ) );
	}

	public function test_does_not_scan_an_unchanged_site_again(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$searches = array();
		for ( $hour = 1; $hour <= 3; $hour++ ) {
			$this->clock->pass( self::HOUR_MS );
			$this->start_plugin( $this->clock, $this->caller );
			$log        = $this->queries_of_request( static fn() => do_action( Wake_Up::RECURRING_EVENT ) );
			$searches[] = count( array_filter( $log, static fn( string $query ): bool => str_contains( $query, 'post_modified_gmt' ) ) );
		}
		$this->assertSame( array( 1, 0, 0 ), $searches );
	}

	public function test_scans_after_the_clock_was_set_back(): void {
		$this->connect_for_content( 0 );
		$this->clock->pass( 48 * self::HOUR_MS );
		$this->recorded_by_scan();
		$this->clock->now -= 24 * self::HOUR_MS;
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$this->save_unrecorded( 'Second' );
		$this->clock->pass( 2 * self::HOUR_MS );
		$this->assertCount( 1, $this->recorded_by_scan() );
	}

	/**
	 * @param int $quiet Quiet period in seconds.
	 */
	private function connect_for_content( int $quiet, bool $is_held = false ): void {
		$this->connect( 'Production', array( 'quietPeriodSeconds' => $quiet, 'hold' => $is_held ) );
		$this->start_plugin( $this->clock, $this->caller );
	}

	private function save( string $title, array $fields = array() ): int {
		global $wpdb;
		$id  = $this->post( $fields + array( 'post_title' => $title ) );
		$now = gmdate( 'Y-m-d H:i:s', intdiv( $this->clock->now, 1000 ) );
		// Saving takes real time, which the clock of the test does not count.
		$dates = array_diff_key( array( 'post_date' => $now, 'post_date_gmt' => $now ), $fields );
		$wpdb->update( $wpdb->posts, array( 'post_modified' => $now, 'post_modified_gmt' => $now ) + $dates, array( 'ID' => $id ) );
		return $id;
	}

	/**
	 * Publishes a post in a request that is killed before it saves the change.
	 *
	 * @param array<string, mixed> $fields
	 */
	private function save_unrecorded( string $title, array $fields = array() ): int {
		$this->stop_plugin();
		$id = $this->save( $title, $fields );
		$this->start_plugin( $this->clock, $this->caller );
		return $id;
	}

	private function deliver(): void {
		do_action( 'shutdown' );
		do_action( Wake_Up::SINGLE_EVENT );
	}

	/**
	 * @return list<int>
	 */
	private function recorded_by_scan(): array {
		$seen = $this->newest_change();
		$this->run_wake_up();
		return $this->recorded_since( $seen );
	}

	private function run_wake_up(): void {
		$this->start_plugin( $this->clock, $this->caller );
		do_action( Wake_Up::RECURRING_EVENT );
		do_action( 'shutdown' );
	}

	private function newest_change(): int {
		global $wpdb;
		return (int) $wpdb->get_var( "SELECT MAX(id) FROM {$wpdb->headless_deploy_changes}" );
	}

	/**
	 * @return list<int>
	 */
	private function recorded_since( int $seen ): array {
		global $wpdb;
		$ids = array();
		foreach ( $wpdb->get_col( $wpdb->prepare( "SELECT reasons FROM {$wpdb->headless_deploy_changes} WHERE id > %d ORDER BY id", $seen ) ) as $json ) {
			array_push( $ids, ...array_column( (array) json_decode( (string) $json, true ), 'id' ) );
		}
		return $ids;
	}
}
