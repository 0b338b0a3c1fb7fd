<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

/**
 * Checks that posts which other code changes with SQL are refreshed when it clears their cache.
 */
final class CleanedPostsTest extends Changes_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->watch_with_refresh( 'content', 'files' );
	}

	public function test_a_post_that_sql_changed_is_for_refreshes_only(): void {
		$id = $this->published();
		$this->change_by_sql( $id, array( 'menu_order' => 7 ) );
		$this->assertSame( array( "updated $id" ), $this->changes_of( 'refresh' ), 'It may have moved in lists.' );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	public function test_a_moved_page_names_what_made_its_path(): void {
		$id = $this->published( array( 'post_type' => 'page', 'post_name' => 'before' ) );
		$this->change_by_sql( $id, array( 'post_name' => 'after' ) );
		$this->assertMatchesRegularExpression( "/^updated $id was=\\d+\\|0\\|[^|]+\\|before$/", urldecode( implode( ',', $this->changes_of( 'refresh' ) ) ) );
	}

	public function test_a_post_tells_the_address_that_it_had(): void {
		$id = $this->published( array( 'post_name' => 'before' ) );
		$this->change_by_sql( $id, array( 'post_name' => 'after' ) );
		$this->assertSame( array( "updated $id old=%2Fbefore%2F" ), $this->changes_of( 'refresh' ) );
	}

	public function test_a_post_that_sql_publishes_or_hides_is_recorded(): void {
		$id = $this->published( array( 'post_status' => 'draft' ) );
		$this->change_by_sql( $id, array( 'post_status' => 'publish' ) );
		$this->assertSame( array( "published $id" ), $this->changes_of( 'refresh' ) );
		$this->forget();
		$this->change_by_sql( $id, array( 'post_status' => 'draft' ) );
		$this->assertStringStartsWith( "unpublished $id", implode( ' ', $this->changes_of( 'refresh' ) ) );
	}

	public function test_the_type_of_a_post_is_recorded(): void {
		$id = $this->published();
		set_post_type( $id, 'page' );
		$this->assertSame( array( "updated $id all=1" ), $this->changes_of( 'refresh' ) );
	}

	public function test_a_post_that_was_not_loaded_before_the_sql_renews_all_pages(): void {
		$id = $this->published();
		wp_cache_delete( $id, 'posts' );
		set_post_type( $id, 'page' );
		$this->assertSame( array( "updated $id all=1" ), $this->changes_of( 'refresh' ), 'Its type before is not known.' );
		$this->forget();
		wp_cache_delete( $id, 'posts' );
		$this->change_by_sql( $id, array( 'post_status' => 'draft' ) );
		$this->assertSame( array( "updated $id all=1" ), $this->changes_of( 'refresh' ), 'It may have been public.' );
	}

	public function test_a_post_that_sql_deletes_renews_all_pages(): void {
		global $wpdb;
		$id   = $this->published();
		$post = get_post( $id );
		$wpdb->delete( $wpdb->posts, array( 'ID' => $id ) );
		clean_post_cache( $post );
		$this->assertSame( array( "deleted $id all=1" ), $this->changes_of( 'refresh' ) );
	}

	public function test_an_attached_file_is_recorded(): void {
		global $wpdb;
		$id = (int) wp_insert_attachment( array( 'post_title' => 'Bicycle' ), '/uploads/bicycle.png' );
		$this->forget();
		$wpdb->update( $wpdb->posts, array( 'post_parent' => $this->published() ), array( 'ID' => $id ) );
		clean_attachment_cache( $id );
		$this->assertSame( array( "updated $id" ), $this->changes_of( 'refresh' ) );
	}

	public function test_drafts_revisions_and_saves_by_wordpress_are_not_recorded_again(): void {
		$id    = $this->published();
		$draft = $this->post( array( 'post_status' => 'draft' ) );
		clean_post_cache( $draft );
		clean_post_cache( (int) wp_save_post_revision( $id ) );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
		wp_update_post( array( 'ID' => $id, 'post_title' => 'Other' ) );
		$this->assertSame( array( "updated $id kept=1" ), $this->changes_of( 'refresh' ) );
	}

	public function test_saved_files_and_deletions_are_not_recorded_again(): void {
		$file = (int) wp_insert_attachment( array( 'post_title' => 'Bicycle' ), '/uploads/bicycle.png' );
		$this->assertSame( array( "published $file" ), $this->changes_of( 'refresh' ) );
		$this->forget();
		wp_update_post( array( 'ID' => $file, 'post_title' => 'Other' ) );
		$this->assertSame( array( "updated $file kept=1" ), $this->changes_of( 'refresh' ) );
		$id = $this->published();
		wp_delete_post( $id, true );
		$this->assertSame( array( "deleted $id author=" . get_current_user_id() . ' path=%2Fhello%2F terms=1' ), $this->changes_of( 'refresh' ) );
	}

	public function test_a_visit_and_a_counted_comment_record_nothing(): void {
		$id = $this->published();
		wp_update_comment_count_now( $id );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
		set_current_screen( 'front' );
		clean_post_cache( $id );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
	}

	public function test_sql_costs_nothing_without_a_refresh_url(): void {
		$this->rest( 'PUT', '/headless-deploy/v1/settings/environments/production', array( 'refreshUrl' => '' ) );
		$id = $this->published();
		clean_post_cache( $id );
		$this->assertSame( array(), $this->queries( static fn() => do_action( 'shutdown' ) ) );
	}

	public function test_posts_of_a_deleted_user_have_another_author(): void {
		require_once ABSPATH . 'wp-admin/includes/user.php';
		$author = self::add_user( 'author' );
		$id     = $this->published( array( 'post_author' => $author ) );
		$other  = $this->published();
		$draft  = $this->post( array( 'post_author' => $author, 'post_status' => 'draft' ) );
		$this->forget();
		wp_delete_user( $author, get_current_user_id() );
		$this->assertContains( "updated $id author=$author", $this->changes_of( 'build' ) );
		$this->assertContains( "updated $id author=$author", $this->changes_of( 'refresh' ) );
		$this->assertDoesNotMatchRegularExpression( "/ ($other|$draft) /", implode( ' ', $this->changes_of( 'refresh' ) ) . ' ' );
	}

	public function test_other_posts_keep_their_author_when_a_user_is_deleted(): void {
		require_once ABSPATH . 'wp-admin/includes/user.php';
		$author = self::add_user( 'author' );
		$this->published( array( 'post_author' => $author ) );
		$other = $this->published();
		wp_delete_user( $author, get_current_user_id() );
		$this->change_by_sql( $other, array( 'menu_order' => 7 ) );
		$this->assertContains( "updated $other", $this->changes_of( 'refresh' ) );
	}

	public function test_posts_of_a_user_who_leaves_the_site_of_a_network_have_another_author(): void {
		$author = self::add_user( 'author' );
		$id     = $this->published( array( 'post_author' => $author ) );
		// As remove_user_from_blog() does.
		do_action( 'remove_user_from_blog', $author, get_current_blog_id(), get_current_user_id() );
		wp_cache_delete( $id, 'posts' );
		$this->change_by_sql( $id, array( 'post_author' => get_current_user_id() ) );
		clean_user_cache( $author );
		$this->assertContains( "updated $id author=$author", $this->changes_of( 'build' ) );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	private function published( array $fields = array() ): int {
		$id = $this->post( $fields );
		$this->forget();
		get_post( $id );
		return $id;
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	private function change_by_sql( int $id, array $fields ): void {
		global $wpdb;
		$wpdb->update( $wpdb->posts, $fields, array( 'ID' => $id ) );
		clean_post_cache( $id );
	}
}
