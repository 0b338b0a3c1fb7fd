<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

/**
 * Proves that the log says what happened to a post, from what the hooks of the save pass.
 */
final class LoggedEventsTest extends Changes_Test_Case {
	public function test_says_what_happened_to_a_post_with_one_insert_and_no_read(): void {
		$this->watch( 'content' );
		update_option( 'permalink_structure', '/%postname%/' );
		$id   = $this->post( array( 'post_title' => 'Summer', 'post_name' => 'summer' ) );
		$save = fn( array $fields ): string => $this->logged( static fn() => wp_update_post( array( 'ID' => $id ) + $fields ) );
		$this->assertSame( 'Post “Summer” updated', $save( array( 'post_content' => 'New' ) ) );
		$this->assertSame( 'Post “Summer” moved to 夏', $save( array( 'post_name' => '夏' ) ) );
		$this->assertSame( 'Post “Summer” unpublished', $save( array( 'post_status' => 'draft' ) ) );
		$this->assertSame( 'Post “Summer” published', $save( array( 'post_status' => 'publish' ) ) );
		$this->assertSame( 'Post “Summer” moved to the Trash', $this->logged( static fn() => wp_trash_post( $id ) ) );
		add_filter( 'wp_untrash_post_status', 'wp_untrash_post_set_previous_status', 10, 3 );
		$this->assertSame( 'Post “Summer” restored', $this->logged( static fn() => wp_untrash_post( $id ) ) );
		$this->assertSame( 'Post deleted', $this->logged( static fn() => wp_delete_post( $id, true ) ) );
	}

	public function test_a_user_who_may_not_read_a_post_does_not_see_its_new_slug(): void {
		$this->watch( 'content' );
		$id = $this->post( array( 'post_title' => 'Secret plans' ) );
		$this->forget();
		wp_update_post( array( 'ID' => $id, 'post_name' => 'secret-plans' ) );
		wp_update_post( array( 'ID' => $id, 'post_status' => 'private' ) );
		do_action( 'shutdown' );
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertStringNotContainsString( 'secret', (string) wp_json_encode( $this->recorded() ) );
	}

	private function logged( callable $work ): string {
		global $wpdb;
		$this->forget();
		$log      = $this->queries_of_request( $work );
		$recorded = array_values( array_filter( $log, static fn( string $query ): bool => str_contains( $query, $wpdb->headless_deploy_changes ) ) );
		$this->assertCount( 1, $recorded );
		$this->assertStringStartsWith( 'INSERT', $recorded[0] );
		return implode( '; ', $this->recorded() );
	}
}
