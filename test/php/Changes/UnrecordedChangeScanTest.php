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

	public function test_what_a_killed_request_has_saved_is_noted(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$second = $this->save_unnoted( 'Second' );
		$this->assertSame( array(), $this->swept(), 'Its hour has not come: the request may still be running.' );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array( $second ), $this->swept() );
	}

	#[Group( 'newest' )]
	public function test_a_statement_that_fails_once_loses_nothing_that_was_not_noted(): void {
		$this->connect_for_content( 0 );
		for ( $nth = 1; $nth < 100; $nth++ ) {
			$this->save( "Noted $nth" );
			$this->deliver();
			$this->clock->pass( 2_000 );
			$lost = $this->save_unnoted( "Lost $nth" );
			$this->clock->pass( self::HOUR_MS );
			$seen       = $this->newest_change();
			$has_failed = $this->fail_nth( $nth, $this->ring( ... ) );
			$this->clock->pass( self::HOUR_MS );
			$this->ring();
			$this->assertContains( $lost, $this->noted_since( $seen ), "Statement $nth." );
			if ( ! $has_failed ) {
				return;
			}
		}
		$this->fail( 'It has no end.' );
	}

	public function test_a_failed_search_for_unnoted_posts_keeps_no_run_from_being_sent(): void {
		$this->connect_for_content( 10 );
		$this->save( 'First' );
		do_action( 'shutdown' );
		$this->clock->pass( self::HOUR_MS );
		add_filter( 'query', static fn( string $query ): string => str_contains( $query, 'ORDER BY recorded_at DESC' ) ? 'SELECT nothing FROM nowhere' : $query );
		$this->start_plugin( $this->clock, $this->caller );
		$this->with_hidden_errors( static fn() => do_action( Wake_Up::RECURRING_EVENT ) );
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_it_is_sent_by_that_same_cron_request(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$this->save_unnoted( 'Second' );
		$this->clock->pass( self::HOUR_MS );
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->swept();
		$this->assertCount( 2, $this->caller->calls );
	}

	public function test_it_is_noted_once_and_never_again(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$this->save_unnoted( 'Second' );
		for ( $hour = 1; $hour <= 5; $hour++ ) {
			$this->clock->pass( self::HOUR_MS );
			$this->assertCount( 1 === $hour ? 1 : 0, $this->swept(), "Hour $hour" );
		}
	}

	public function test_what_was_noted_is_not_noted_again(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->save( 'Second' );
		do_action( 'shutdown' );
		$this->deliver();
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->swept() );
	}

	public function test_what_is_still_to_be_sent_covers_it(): void {
		$this->connect_for_content( 10, true );
		$this->save( 'First' );
		$this->clock->pass( 2_000 );
		$this->save_unnoted( 'Second' );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->swept(), 'Held changes are shown, and whoever sends them sends this too.' );
	}

	public function test_a_run_that_began_later_covers_it(): void {
		$this->connect_for_content( 10 );
		$this->save( 'First' );
		$this->clock->pass( 4_000 );
		$this->save_unnoted( 'Second' );
		$this->clock->pass( 6_000 );
		$this->deliver();
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->swept() );
	}

	public function test_what_was_modified_long_after_was_no_part_of_the_request(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 11_000 );
		$this->save_unnoted( 'Saved without a change' );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->swept() );
	}

	public function test_what_no_visitor_sees_is_not_noted(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$this->save_unnoted( 'Draft', array( 'post_status' => 'draft' ) );
		$this->save_unnoted( 'Pattern', array( 'post_type' => 'wp_block' ) );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->swept() );
	}

	public function test_a_row_that_names_only_some_of_its_posts_covers_those_of_its_second(): void {
		$this->connect_for_content( 0 );
		for ( $number = 1; $number <= 30; $number++ ) {
			$this->save( "Post $number" );
		}
		do_action( 'shutdown' );
		$this->deliver();
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->swept() );
	}

	public function test_a_running_request_is_left_alone(): void {
		$this->connect_for_content( 0 );
		$this->clock->pass( self::HOUR_MS );
		$this->swept();
		$this->clock->pass( self::HOUR_MS - 30_000 );
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$second = $this->save_unnoted( 'Second' );
		$this->clock->pass( 28_000 );
		$this->assertSame( array(), $this->swept() );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array( $second ), $this->swept(), 'Next time.' );
	}

	public function test_it_looks_once_an_hour_and_is_not_autoloaded(): void {
		$this->connect_for_content( 0 );
		$this->clock->pass( self::HOUR_MS );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->clock->pass( 300_000 );
		$log = $this->queries( static fn() => do_action( Wake_Up::RECURRING_EVENT ) );
		$this->assertSame( array(), array_filter( $log, static fn( string $query ): bool => str_contains( $query, 'post_modified_gmt' ) || str_contains( $query, 'MAX(recorded_at)' ) ) );
		wp_cache_flush();
		$this->assertArrayNotHasKey( Unrecorded_Change_Scan::OPTION, wp_load_alloptions() );
		$this->assertNotFalse( get_option( Unrecorded_Change_Scan::OPTION ) );
	}

	public function test_a_site_on_which_nothing_happens_is_not_searched_again(): void {
		$this->connect_for_content( 0 );
		$this->save( 'First' );
		$this->deliver();
		$searches = array();
		for ( $hour = 1; $hour <= 3; $hour++ ) {
			$this->clock->pass( self::HOUR_MS );
			$this->start_plugin( $this->clock, $this->caller );
			$log        = $this->queries( static fn() => do_action( Wake_Up::RECURRING_EVENT ) );
			$searches[] = count( array_filter( $log, static fn( string $query ): bool => str_contains( $query, 'post_modified_gmt' ) ) );
		}
		$this->assertSame( array( 1, 0, 0 ), $searches );
	}

	public function test_a_clock_that_is_put_back_does_not_stop_it(): void {
		$this->connect_for_content( 0 );
		$this->clock->pass( 48 * self::HOUR_MS );
		$this->swept();
		$this->clock->now -= 24 * self::HOUR_MS;
		$this->save( 'First' );
		$this->deliver();
		$this->clock->pass( 2_000 );
		$this->save_unnoted( 'Second' );
		$this->clock->pass( 2 * self::HOUR_MS );
		$this->assertCount( 1, $this->swept() );
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
		$wpdb->update( $wpdb->posts, array( 'post_modified' => $now, 'post_modified_gmt' => $now ), array( 'ID' => $id ) );
		return $id;
	}

	/**
	 * Publishes a post in a request that is killed before it has noted it.
	 *
	 * @param array<string, mixed> $fields
	 */
	private function save_unnoted( string $title, array $fields = array() ): int {
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
	private function swept(): array {
		$seen = $this->newest_change();
		$this->ring();
		return $this->noted_since( $seen );
	}

	private function ring(): void {
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
	private function noted_since( int $seen ): array {
		global $wpdb;
		$ids = array();
		foreach ( $wpdb->get_col( $wpdb->prepare( "SELECT reasons FROM {$wpdb->headless_deploy_changes} WHERE id > %d ORDER BY id", $seen ) ) as $json ) {
			array_push( $ids, ...array_column( (array) json_decode( (string) $json, true ), 'id' ) );
		}
		return $ids;
	}
}
