<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Checks that every save of a public post has a row for refreshes, and what the row says.
 */
final class SavedPostsTest extends Changes_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->watch_with_refresh( 'content' );
	}

	public function test_a_save_without_a_difference_is_for_refreshes_only(): void {
		$id = $this->published();
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array( "saved $id kept=1" ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		$this->assertSame( array( 'Post “Hello” saved without a change' ), $this->recorded() );
	}

	public function test_the_editor_reads_that_nothing_changed(): void {
		$id     = $this->published();
		$answer = $this->rest( 'POST', "/wp/v2/posts/$id", array( 'title' => 'Hello' ) )->get_data();
		$this->assertSame( array( 'changed' => false ), $answer['headless_deploy'] );
		$this->assertSame( array( "saved $id kept=1" ), $this->changes_of( 'refresh' ) );
	}

	public function test_a_save_of_a_draft_or_a_revision_records_nothing(): void {
		$id    = $this->published();
		$draft = $this->post( array( 'post_status' => 'draft' ) );
		wp_update_post( array( 'ID' => $draft ) );
		wp_save_post_revision( $id );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
	}

	public function test_a_save_records_nothing_without_a_refresh_url(): void {
		$this->rest( 'PUT', '/headless-deploy/v1/settings/environments/production', array( 'refreshUrl' => '' ) );
		$id = $this->published();
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_a_post_that_is_published_and_saved_again_has_one_event(): void {
		$id = $this->post();
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array( "published $id" ), array_values( array_unique( $this->changes_of( 'build' ) ) ) );
		$this->assertContains( "published $id", $this->changes_of( 'refresh' ) );
	}

	public function test_a_second_save_records_what_a_killed_request_lost(): void {
		global $wpdb;
		$id = $this->published();
		$this->stop_plugin();
		wp_update_post( array( 'ID' => $id, 'post_content' => 'Lost' ) );
		$this->start_plugin( $this->clock, $this->caller );
		wp_update_post( array( 'ID' => $id, 'post_content' => 'Lost' ) );
		$this->assertSame( array( "saved $id kept=1" ), $this->changes_of( 'refresh' ) );
	}

	/**
	 * @param array<string, mixed> $change Fields of the post.
	 */
	#[DataProvider( 'changes' )]
	public function test_says_whether_a_list_may_have_another_member_or_order( array $change, bool $is_kept ): void {
		$id = $this->published();
		wp_update_post( array( 'ID' => $id ) + $change );
		$this->assertSame( $is_kept, in_array( "updated $id kept=1", $this->changes_of( 'refresh' ), true ) );
		$this->assertCount( 1, $this->changes_of( 'build' ) );
	}

	public static function changes(): iterable {
		yield 'title' => array( array( 'post_title' => 'Other' ), true );
		yield 'content' => array( array( 'post_content' => 'Other' ), true );
		yield 'comments' => array( array( 'comment_status' => 'closed' ), true );
		yield 'order' => array( array( 'menu_order' => 3 ), true );
		yield 'slug' => array( array( 'post_name' => 'other' ), false );
		yield 'date' => array( array( 'post_date' => '2020-02-01 10:00:00', 'edit_date' => true ), false );
		yield 'author' => array( array( 'post_author' => 0 ), false );
		yield 'password' => array( array( 'post_password' => 'secret' ), false );
		yield 'terms' => array( array( 'tags_input' => array( 'new' ) ), false );
		yield 'title and slug' => array( array( 'post_title' => 'Other', 'post_name' => 'other' ), false );
	}

	public function test_changed_meta_keeps_the_lists_and_is_named(): void {
		$id = $this->published();
		update_post_meta( $id, 'price', '7' );
		$this->assertSame( array( "updated $id kept=1 meta=price" ), $this->changes_of( 'refresh' ) );
		$this->forget();
		wp_update_post( array( 'ID' => $id, 'post_title' => 'Other', 'meta_input' => array( 'price' => '8' ) ) );
		$this->assertSame( array( "updated $id kept=1 meta=price" ), $this->changes_of( 'refresh' ) );
	}

	public function test_meta_that_follows_a_save_is_named_with_it(): void {
		$id = $this->published();
		$this->post();
		wp_update_post( array( 'ID' => $id, 'post_name' => 'other' ) );
		update_post_meta( $id, 'price', '7' );
		$this->assertStringContainsString( 'meta=price', (string) wp_json_encode( $this->changes_of( 'refresh' ) ) );
		$this->assertStringNotContainsString( 'kept', (string) wp_json_encode( $this->changes_of( 'refresh' ) ) );
	}

	public function test_a_published_or_removed_post_changes_lists(): void {
		$id = $this->published();
		wp_trash_post( $id );
		wp_untrash_post( $id );
		wp_publish_post( $id );
		wp_delete_post( $id, true );
		$this->assertStringNotContainsString( 'kept', (string) wp_json_encode( $this->changes_of( 'refresh' ) ) );
	}

	public function test_a_new_pattern_renews_the_list_of_patterns_and_starts_nothing(): void {
		$this->watch_with_refresh( 'templates' );
		$id = $this->post( array( 'post_type' => 'wp_block' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		$this->assertSame( array( "changed $id" ), array_values( array_unique( $this->changes_of( 'refresh' ) ) ) );
	}

	public function test_a_new_post_that_no_listener_records_changes_lists(): void {
		$method                    = $_SERVER['REQUEST_METHOD'];
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$id                        = $this->post( array( 'post_type' => 'wp_navigation' ) );
		$_SERVER['REQUEST_METHOD'] = $method;
		$this->assertSame( array( "saved $id" ), $this->changes_of( 'refresh' ) );
	}

	private function published(): int {
		$id = $this->post();
		$this->forget();
		return $id;
	}
}
