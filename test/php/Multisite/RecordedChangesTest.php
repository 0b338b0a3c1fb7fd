<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Queue\Wake_Up;

final class RecordedChangesTest extends Network_Test_Case {
	public function test_records_the_changes_of_three_sites_in_one_request(): void {
		$this->connect_on( 1, 2, 3 );
		$this->post();
		$this->on_site( 2, fn(): int => $this->post() );
		$this->on_site( 3, fn(): array => array( $this->post(), $this->post() ) );
		$this->on_site( 2, fn(): int => $this->post() );
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( array( 1 => 2, 2 => 2, 3 => 2 ), $this->sums() );
		$this->assertSame( array(), array_filter( $this->recorded(), static fn( string $row ): bool => 1 !== preg_match( '/^(\d) site-\1 /', $row ) ), 'No change is on one site and of another one’s environment.' );
	}

	public function test_evaluates_changed_meta_and_terms_on_their_site(): void {
		$this->connect_on( 1, 2 );
		$post = $this->on_site( 2, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$before = $this->sums();
		$this->restart();
		wp_set_current_user( 1 );
		$_SERVER['REQUEST_METHOD'] = 'POST';
		$this->on_site( 2, static fn(): int|bool => update_post_meta( $post, 'subtitle', 'New' ) );
		do_action( 'shutdown' );
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$this->assertSame( array( 2 => $before[2] + 1 ), $this->sums() );
	}

	public function test_a_renamed_author_is_a_change_of_each_site_they_write_on(): void {
		$this->connect_on( 1, 2, 3 );
		$author = $this->user( 'author' );
		add_user_to_blog( 2, $author, 'editor' );
		do_action( 'shutdown' );
		$before = $this->sums();
		$this->restart();
		wp_update_user( array( 'ID' => $author, 'display_name' => 'Ada' ) );
		do_action( 'shutdown' );
		$this->assertSame( array( 1 => ( $before[1] ?? 0 ) + 1, 2 => ( $before[2] ?? 0 ) + 1 ), $this->sums() );
	}

	public function test_other_meta_of_an_author_is_a_change_of_their_site_also_if_another_site_without_an_environment_writes_it(): void {
		$this->connect_on( 2 );
		$author = $this->user( 'author' );
		add_user_to_blog( 2, $author, 'editor' );
		do_action( 'shutdown' );
		$before = $this->sums();
		$this->restart();
		wp_set_current_user( 1 );
		$_SERVER['REQUEST_METHOD'] = 'POST';
		update_user_meta( $author, 'description', 'Cyclist' );
		do_action( 'shutdown' );
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$this->assertSame( array( 2 => ( $before[2] ?? 0 ) + 1 ), $this->sums() );
	}

	public function test_an_author_whom_sql_changed_is_refreshed_on_each_of_their_sites(): void {
		$this->connect_on( 1, 2 );
		$this->add_refresh_url( 'site-1' );
		$this->on_site( 2, fn() => $this->add_refresh_url( 'site-2' ) );
		$author = $this->user( 'author' );
		add_user_to_blog( 2, $author, 'editor' );
		do_action( 'shutdown' );
		$before = $this->sums();
		$this->restart();
		wp_set_current_user( 1 );
		$_SERVER['REQUEST_METHOD'] = 'POST';
		clean_user_cache( $author );
		do_action( 'shutdown' );
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$this->assertSame( array( 1 => ( $before[1] ?? 0 ) + 1, 2 => ( $before[2] ?? 0 ) + 1 ), $this->sums() );
	}

	public function test_more_users_than_are_read_are_a_change_of_all_pages_of_each_site(): void {
		$this->connect_on( 1, 2, 3 );
		do_action( 'shutdown' );
		$before = $this->sums();
		$this->restart();
		wp_set_current_user( 1 );
		$_SERVER['REQUEST_METHOD'] = 'POST';
		foreach ( range( 1, 1_001 ) as $id ) {
			do_action( 'updated_user_meta', $id, $id, 'description', 'New' );
		}
		do_action( 'shutdown' );
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$this->assertSame( array( 1 => ( $before[1] ?? 0 ) + 1, 2 => ( $before[2] ?? 0 ) + 1, 3 => ( $before[3] ?? 0 ) + 1 ), $this->sums() );
	}

	public function test_posts_that_another_author_gets_are_a_change_of_their_site(): void {
		$this->connect_on( 1, 2 );
		$author = $this->user( 'author' );
		add_user_to_blog( 2, $author, 'editor' );
		do_action( 'shutdown' );
		$before = $this->sums();
		$this->restart();
		remove_user_from_blog( $author, 2, 1 );
		do_action( 'shutdown' );
		$this->assertSame( array( 2 => ( $before[2] ?? 0 ) + 1 ) + $before, $this->sums() );
	}

	public function test_publishing_costs_one_insert_on_each_site_and_no_read(): void {
		$this->connect_on( 1, 2 );
		foreach ( array( 1, 2 ) as $site ) {
			$this->on_site( $site, fn(): int => $this->post() );
		}
		do_action( 'shutdown' );
		$this->restart();
		$queries = $this->queries(
			function (): void {
				foreach ( array( 1, 2 ) as $site ) {
					$this->on_site( $site, fn(): int => $this->post() );
				}
				do_action( 'shutdown' );
			},
		);
		$of_plugin = array_values( (array) preg_grep( '/headless_deploy/', $queries ) );
		$this->assertSame( array( 'INSERT', 'INSERT' ), array_map( static fn( string $query ): string => (string) strtok( $query, ' ' ), $of_plugin ) );
	}

	public function test_schedules_the_wake_up_on_the_site_of_the_change(): void {
		$this->connect_on( 1, 2 );
		$this->on_site( 2, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$this->assertFalse( wp_next_scheduled( 'headless_deploy_dispatch' ) );
		$this->assertNotFalse( $this->on_site( 2, static fn(): int|false => wp_next_scheduled( 'headless_deploy_dispatch' ) ) );
	}

	public function test_the_event_of_the_main_site_finds_an_unrecorded_post_of_a_site_without_rows(): void {
		$environments = $this->connect_on( 2 );
		$this->on_site( 2, fn() => $this->add_refresh_url( $environments[2]->id ) );
		$this->restart();
		do_action( Wake_Up::RECURRING_EVENT );
		$this->clock->pass( 1_000 );
		$this->stop_plugin();
		$this->on_site(
			2,
			function (): void {
				$post = $this->post();
				$now  = gmdate( 'Y-m-d H:i:s', intdiv( $this->clock->now, 1000 ) );
				$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_modified_gmt' => $now, 'post_date_gmt' => $now ), array( 'ID' => $post ) );
			},
		);
		$this->restart();
		$this->clock->pass( 3_600_000 );
		do_action( Wake_Up::RECURRING_EVENT );
		do_action( 'shutdown' );
		$this->assertSame( array( 2 => 2 ), $this->sums(), 'A rebuild and a refresh.' );
	}

	/**
	 * @return array<int, int>
	 */
	private function sums(): array {
		$sums = array();
		foreach ( $this->recorded() as $row ) {
			list( $site, , $changes ) = explode( ' ', $row );
			$sums[ (int) $site ]      = ( $sums[ (int) $site ] ?? 0 ) + (int) $changes;
		}
		ksort( $sums );
		return $sums;
	}
}
