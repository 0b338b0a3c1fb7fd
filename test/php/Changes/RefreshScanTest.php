<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Action;
use HeadlessDeploy\Changes\Unrecorded_Change_Scan;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Wake_Up;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * The scan for unrecorded changes on a site with a refresh URL, where each save of a public post has a row.
 */
#[Group( 'mariadb' )]
final class RefreshScanTest extends Changes_Test_Case {
	private const HOUR_MS = 3_600_000;

	/**
	 * Posts that existed before.
	 */
	private int $old;

	protected function setUp(): void {
		parent::setUp();
		$GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->posts}" );
		$this->clock->now = intdiv( $this->clock->now, 1000 ) * 1000;
		$this->old        = $this->save_unrecorded( array( 'post_title' => 'Old' ) );
		$this->clock->pass( self::HOUR_MS );
		$this->add_refresh_url( $this->connect( 'Production', array( 'quietPeriodSeconds' => 0 ) )->id );
		$this->assertSame( array(), $this->scan(), 'Posts that are older than the refresh URL have no row.' );
		$this->clock->pass( self::HOUR_MS );
	}

	public function test_records_a_post_long_after_the_last_change_although_a_later_run_was_sent(): void {
		$lost = $this->save_unrecorded( array( 'ID' => $this->old ) );
		$this->clock->pass( 600_000 );
		$this->save( array( 'post_title' => 'Later' ) );
		do_action( 'shutdown' );
		$this->clock->pass( 60_000 );
		do_action( Wake_Up::SINGLE_EVENT );
		$this->assertSame( array( "refresh $lost updated all" ), $this->scan(), 'The rebuild started later and includes it, the refresh does not.' );
		$this->assertSame( array(), $this->scan_in_an_hour() );
	}

	public function test_also_starts_the_action_of_the_policy_where_no_later_run_includes_the_post(): void {
		$lost = $this->save_unrecorded( array( 'ID' => $this->old ) );
		$this->assertSame( array( "build $lost updated all", "refresh $lost updated all" ), $this->scan_in_an_hour() );
	}

	/**
	 * @return array<string, array{string, string}>
	 */
	public static function removals(): array {
		return array(
			'a draft'                => array( 'draft', 'unpublished' ),
			'a private post'         => array( 'private', 'unpublished' ),
			'a post that is pending' => array( 'pending', 'unpublished' ),
			'a post in the Trash'    => array( 'trash', 'trashed' ),
		);
	}

	#[DataProvider( 'removals' )]
	public function test_records_a_public_post_that_became( string $status, string $event ): void {
		$post = $this->save( array( 'post_title' => 'Public' ) );
		do_action( 'shutdown' );
		$this->clock->pass( self::HOUR_MS );
		$this->remove_unrecorded( $post, $status );
		$this->clock->pass( self::HOUR_MS );
		$this->assertContains( "refresh $post $event all", $this->scan() );
		$this->save_unrecorded( array( 'ID' => $post, 'post_status' => $status, 'post_content' => 'Edited again' ) );
		$this->assertSame( array(), $this->scan_in_an_hour(), 'It is removed already.' );
	}

	public function test_records_a_draft_that_was_public_before_the_first_row(): void {
		$this->remove_unrecorded( $this->old, 'draft' );
		$this->assertSame( array( "refresh $this->old unpublished all" ), $this->scan_in_an_hour(), 'Only a refresh: it may have been a draft before.' );
	}

	public function test_records_a_trashed_post_that_was_public_before_the_first_row(): void {
		$this->remove_unrecorded( $this->old, 'trash' );
		$this->assertSame( array( "build $this->old trashed all", "refresh $this->old trashed all" ), $this->scan_in_an_hour() );
	}

	public function test_records_a_scheduled_post_that_was_published_without_a_row(): void {
		$now  = intdiv( $this->clock->now, 1000 );
		$post = $this->save( array( 'post_title' => 'Scheduled', 'post_status' => 'future', 'post_date_gmt' => gmdate( 'Y-m-d H:i:s', time() + 86_400 ) ) );
		$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_date_gmt' => gmdate( 'Y-m-d H:i:s', $now + 7_200 ) ), array( 'ID' => $post ) );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->scan() );
		$this->clock->pass( self::HOUR_MS + 60_000 );
		$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_status' => 'publish' ), array( 'ID' => $post ) );
		$this->assertSame( array( "build $post updated all", "refresh $post updated all" ), $this->scan_in_an_hour() );
	}

	public function test_raises_no_false_alarm(): void {
		$draft   = $this->save_unrecorded( array( 'post_title' => 'Draft', 'post_status' => 'draft' ) );
		$private = $this->save_unrecorded( array( 'post_title' => 'Private', 'post_status' => 'private' ) );
		$this->save_unrecorded( array( 'post_title' => 'Pattern', 'post_type' => 'wp_block' ) );
		$this->save_unrecorded( array( 'post_title' => 'Old draft in the Trash', 'post_status' => 'draft' ) );
		$this->remove_unrecorded( $draft, 'trash' );
		$this->save_unrecorded( array( 'ID' => $private, 'post_status' => 'private' ) );
		$this->save( array( 'post_title' => 'Recorded' ) );
		$trashed = $this->save( array( 'post_title' => 'Recorded and removed' ) );
		wp_trash_post( $trashed );
		$this->assertSame( array(), $this->scan_in_an_hour() );
	}

	public function test_posts_of_an_import_that_no_row_has_room_for_are_recorded(): void {
		for ( $number = 1; $number <= 150; $number++ ) {
			$this->save( array( 'post_title' => "Import $number" ) );
		}
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->scan_in_an_hour() );
	}

	public function test_an_environment_is_not_told_of_posts_that_are_older_than_its_refresh_url(): void {
		$this->save( array( 'post_title' => 'Recorded for Production' ) );
		do_action( 'shutdown' );
		$this->add_refresh_url( $this->connect( 'Staging' )->id );
		$this->assertSame( array(), $this->scan_in_an_hour() );
		$this->clock->pass( 1_000 );
		$lost = $this->save_unrecorded( array( 'ID' => $this->old ) );
		$this->assertCount( 2, array_keys( $this->scan_in_an_hour(), "refresh $lost updated all", true ) );
	}

	public function test_a_refresh_of_all_pages_covers_every_post_before_it(): void {
		$lost = $this->save_unrecorded( array( 'ID' => $this->old ) );
		$this->clock->pass( 1_000 );
		( new Change_Store() )->insert( array( New_Change::manual( Lane_Key::of( 1, 'production', Lane::Refresh ), Action::Refresh, $this->clock->now, Cause::Manual, 1 ) ) );
		$this->assertSame( array( "build $lost updated all" ), $this->scan_in_an_hour(), 'The lane of builds is not covered.' );
	}

	public function test_compares_a_bounded_number_of_posts_in_each_round_and_resumes(): void {
		global $wpdb;
		$lost = $this->save_unrecorded( array( 'ID' => $this->old ) );
		$this->double( $wpdb->posts, 'post_type, post_status, post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered', "'revision', 'inherit', '', '', '', '', '', ''", 8_192 );
		$this->clock->pass( self::HOUR_MS );
		$this->assertSame( array(), $this->scan() );
		$this->clock->pass( 60_000 );
		$this->assertSame( array(), $this->scan(), 'Another process may be at it.' );
		$this->clock->pass( 240_000 );
		$this->assertSame( array( "build $lost updated all", "refresh $lost updated all" ), $this->scan() );
		wp_cache_flush();
		$this->assertArrayNotHasKey( Unrecorded_Change_Scan::OPTION, wp_load_alloptions() );
	}

	public function test_finds_a_post_that_was_saved_during_the_scan_after_its_turn(): void {
		$lost  = 0;
		$saves = true;
		add_filter(
			'query',
			function ( string $query ) use ( &$lost, &$saves ): string {
				if ( $saves && str_contains( $query, 'ORDER BY recorded_at, id' ) ) {
					$saves = false;
					$lost  = $this->save_unrecorded( array( 'post_title' => 'During' ) );
				}
				return $query;
			},
		);
		$this->save( array( 'post_title' => 'Recorded' ) );
		$this->assertSame( array(), $this->scan_in_an_hour() );
		$this->assertGreaterThan( 0, $lost );
		$this->assertSame( array( "build $lost updated all", "refresh $lost updated all" ), $this->scan_in_an_hour() );
	}

	public function test_says_nothing_of_posts_whose_rows_may_have_been_deleted_with_their_runs(): void {
		global $wpdb;
		$this->save_unrecorded( array( 'ID' => $this->old ) );
		$this->clock->pass( 1_000 );
		$columns = 'blog_id, environment_id, lane, action, cause, status, attempts, service_message, excerpt, operation, created_at';
		$this->double( $wpdb->headless_deploy_runs, $columns, "1, 'production', 'refresh', 'refresh', 'automatic', 'accepted', '[]', '', '', '', {$this->clock->now}", 1_024 );
		$this->assertNotContains( "refresh $this->old updated all", $this->scan_in_an_hour() );
	}

	public function test_a_post_after_more_rows_than_a_round_reads_is_compared_in_the_next_scan(): void {
		global $wpdb;
		$this->save( array( 'post_title' => 'Recorded' ) );
		do_action( 'shutdown' );
		$this->clock->pass( 120_000 );
		$this->double( $wpdb->headless_deploy_changes, 'blog_id, environment_id, lane, action, recorded_at, reasons, cause, run_id', "1, 'production', 'refresh', 'refresh', {$this->clock->now}, '[]', 'automatic', 999", 16_384 );
		$this->clock->pass( 60_000 );
		$late = $this->save_unrecorded( array( 'post_title' => 'Late' ) );
		$this->assertSame( array(), $this->scan_in_an_hour() );
		$this->assertContains( "refresh $late updated all", $this->scan_in_an_hour() );
	}

	/**
	 * Inserts equal rows.
	 */
	private function double( string $table, string $columns, string $values, int $count ): void {
		global $wpdb;
		$wpdb->query( "INSERT INTO $table ($columns) VALUES ($values)" );
		$first = $wpdb->insert_id;
		for ( $rows = 1; $rows < $count; $rows *= 2 ) {
			$wpdb->query( "INSERT INTO $table ($columns) SELECT $columns FROM $table WHERE " . ( str_ends_with( $table, 'posts' ) ? 'ID' : 'id' ) . " >= $first" );
		}
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	private function save( array $fields ): int {
		global $wpdb;
		$id  = isset( $fields['ID'] ) ? (int) wp_update_post( $fields ) : $this->post( $fields );
		$now = gmdate( 'Y-m-d H:i:s', intdiv( $this->clock->now, 1000 ) );
		$wpdb->update( $wpdb->posts, array( 'post_modified' => $now, 'post_modified_gmt' => $now ), array( 'ID' => $id ) );
		$date = isset( $fields['ID'] ) ? null : $wpdb->get_var( "SELECT post_date_gmt FROM {$wpdb->posts} WHERE ID = $id" );
		if ( is_string( $date ) && ! str_starts_with( $date, '0000' ) ) {
			$wpdb->update( $wpdb->posts, array( 'post_date_gmt' => $now ), array( 'ID' => $id ) );
		}
		clean_post_cache( $id );
		return $id;
	}

	/**
	 * Saves in a request that is killed before it records the change.
	 *
	 * @param array<string, mixed> $fields
	 */
	private function save_unrecorded( array $fields ): int {
		$this->stop_plugin();
		$id = $this->save( $fields );
		$this->start_plugin( $this->clock, $this->caller );
		return $id;
	}

	private function remove_unrecorded( int $post, string $status ): void {
		$this->stop_plugin();
		'trash' === $status ? wp_trash_post( $post ) : wp_update_post( array( 'ID' => $post, 'post_status' => $status ) );
		$now = gmdate( 'Y-m-d H:i:s', intdiv( $this->clock->now, 1000 ) );
		$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_modified_gmt' => $now ), array( 'ID' => $post ) );
		$this->start_plugin( $this->clock, $this->caller );
	}

	/**
	 * @return list<string>
	 */
	private function scan_in_an_hour(): array {
		$this->clock->pass( self::HOUR_MS );
		return $this->scan();
	}

	/**
	 * Runs the recurring event.
	 *
	 * @return list<string> Lane, post, event and `all` of each change that it recorded, sorted.
	 */
	private function scan(): array {
		global $wpdb;
		do_action( 'shutdown' );
		$this->start_plugin( $this->clock, $this->caller );
		$seen = (int) $wpdb->get_var( "SELECT MAX(id) FROM {$wpdb->headless_deploy_changes}" );
		do_action( Wake_Up::RECURRING_EVENT );
		do_action( 'shutdown' );
		$this->start_plugin( $this->clock, $this->caller );
		$found = array();
		foreach ( $wpdb->get_results( $wpdb->prepare( "SELECT lane, reasons FROM {$wpdb->headless_deploy_changes} WHERE id > %d", $seen ) ) as $row ) {
			foreach ( (array) json_decode( (string) $row->reasons, true ) as $reason ) {
				$found[] = "$row->lane {$reason['id']} {$reason['event']}" . ( isset( $reason['all'] ) ? ' all' : '' );
			}
		}
		sort( $found );
		return $found;
	}
}
