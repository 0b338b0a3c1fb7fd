<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

/**
 * Checks what is recorded of files that are shown or hidden with their post. `Refresh\AttachedFilesTest` compares responses.
 */
final class AttachedFilesTest extends Changes_Test_Case {
	public function test_a_post_that_is_restored_as_a_draft_hides_its_files_for_refreshes_only(): void {
		$this->watch_with_refresh( 'content', 'files' );
		$post = $this->post();
		$file = $this->attachment( $post );
		wp_trash_post( $post );
		$this->forget();
		wp_untrash_post( $post );
		$this->assertSame( array( "updated $file" ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	public function test_a_deleted_draft_shows_its_files(): void {
		$this->watch_with_refresh( 'content', 'files' );
		$post = $this->post( array( 'post_status' => 'draft' ) );
		$file = $this->attachment( $post );
		$this->forget();
		wp_delete_post( $post, true );
		$this->assertContains( "updated $file", $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	public function test_files_that_are_deleted_with_their_post_are_deleted(): void {
		$this->watch_with_refresh( 'content', 'files' );
		$post = $this->post( array( 'post_status' => 'draft' ) );
		$file = $this->attachment( $post );
		$this->forget();
		add_action( 'before_delete_post', static fn( int $id ) => $id === $post && wp_delete_attachment( $file, true ), 20 );
		wp_delete_post( $post, true );
		$events = array_map( static fn( string $change ): string => implode( ' ', array_slice( explode( ' ', $change ), 0, 2 ) ), $this->changes_of( 'refresh' ) );
		$this->assertContains( "deleted $file", $events );
		$this->assertNotContains( "updated $file", $events );
	}

	public function test_a_post_without_files_costs_one_query_and_records_nothing(): void {
		$this->watch_with_refresh( 'content', 'files' );
		$log = array();
		foreach ( array( false, true ) as $with_plugin ) {
			$post = $this->post();
			wp_trash_post( $post );
			$this->forget();
			$with_plugin || $this->stop_plugin();
			$log[] = count( $this->queries_of_request( static fn() => wp_untrash_post( $post ) ) );
		}
		$this->assertSame( 1, $log[1] - $log[0] );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
	}

	public function test_without_a_refresh_url_nothing_is_read(): void {
		$this->watch( 'content', 'files' );
		$post = $this->post( array( 'post_status' => 'draft' ) );
		$this->attachment( $post );
		$this->forget();
		$log = $this->queries_of_request( static fn() => wp_delete_post( $post, true ) );
		$this->assertSame( array(), preg_grep( '/SELECT ID FROM \S+ WHERE post_parent = \d+ AND post_type = .attachment. LIMIT/', $log ) );
	}

	public function test_a_failed_read_and_too_many_files_may_concern_any_page(): void {
		global $wpdb;
		$this->watch_with_refresh( 'content', 'files' );
		$post = $this->post( array( 'post_status' => 'draft' ) );
		$this->attachment( $post );
		$this->forget();
		$fail = static fn( string $query ): string => str_contains( $query, "AND post_type = 'attachment' LIMIT" ) ? 'SELECT broken' : $query;
		add_filter( 'query', $fail );
		wp_delete_post( $post, true );
		remove_filter( 'query', $fail );
		$this->assertContains( 'changed 0 all=1', $this->changes_of( 'refresh' ) );

		$post = $this->post( array( 'post_status' => 'draft' ) );
		$wpdb->query( "INSERT INTO {$wpdb->posts} (post_type, post_status, post_parent, post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered) VALUES " . implode( ', ', array_fill( 0, 1_001, "('attachment', 'inherit', $post, '', '', '', '', '', '')" ) ) );
		$this->forget();
		wp_delete_post( $post, true );
		$this->assertContains( 'changed 0 all=1', $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}
}
