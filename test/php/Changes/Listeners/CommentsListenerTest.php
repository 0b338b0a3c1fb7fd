<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class CommentsListenerTest extends Changes_Test_Case {
	private int $post_id;

	protected function setUp(): void {
		parent::setUp();
		$this->post_id = $this->post( array( 'post_title' => 'Hello' ) );
	}

	public function test_the_comments_of_a_trashed_post_leave_the_lists_of_comments(): void {
		$id      = $this->post();
		$comment = wp_insert_comment( array( 'comment_post_ID' => $id, 'comment_approved' => 1 ) );
		$this->watch_with_refresh( 'comments' );
		wp_trash_post( $id );
		$this->assertContains( "updated $comment post=$id", $this->changes_of( 'refresh' ) );
		$this->forget();
		wp_untrash_post( $id );
		$this->assertContains( "updated $comment post=$id", $this->changes_of( 'refresh' ) );
	}

	public function test_records_an_approved_comment_with_its_post(): void {
		$this->watch( 'comments' );
		$id = $this->comment( 1 );
		$this->assertSame( array( array( 'event' => 'published', 'type' => 'comment', 'subtype' => 'comment', 'id' => $id, 'post' => $this->post_id ) ), $this->reasons_for( 'rebuild' ) );
		$this->assertSame( array( 'Comment on “Hello” approved' ), $this->recorded() );
	}

	public function test_a_comment_of_a_hidden_post_is_for_refreshes_only(): void {
		$draft = $this->post( array( 'post_status' => 'draft' ) );
		$this->watch_with_refresh( 'comments' );
		$id = $this->comment( 1, array( 'comment_post_ID' => $draft ) );
		$this->assertSame( array( $id ), array_column( $this->reasons_for_comments( 'refresh' ), 'id' ), 'The number of all comments counts it.' );
		$this->assertSame( array(), $this->reasons_for_comments( 'rebuild' ) );
	}

	public function test_ignores_comments_that_no_visitor_sees(): void {
		$this->watch_with_refresh( 'comments' );
		$id = $this->comment( 0 );
		wp_update_comment( array( 'comment_ID' => $id, 'comment_content' => 'Other' ) );
		add_comment_meta( $id, 'rating', '5' );
		wp_spam_comment( $id );
		wp_delete_comment( $id, true );
		$this->comment( 1, array( 'comment_type' => 'note' ) );
		$this->comment( 1, array( 'comment_post_ID' => 0 ) );
		$order = $this->post( array( 'post_status' => 'draft' ) );
		$this->forget();
		$this->comment( 1, array( 'comment_type' => 'order_note', 'comment_post_ID' => $order ) );
		$this->assertSame( array(), $this->reasons_for_comments( 'refresh' ) );
	}

	/**
	 * @param callable(int): mixed $change
	 */
	#[DataProvider( 'changes_of_an_approved_comment' )]
	public function test_records_each_change_of_an_approved_comment( callable $change, string $text ): void {
		$id = $this->comment( 1 );
		add_comment_meta( $id, 'stars', '4' );
		$this->watch( 'comments' );
		$change( $id );
		$this->assertSame( array( $text ), $this->recorded() );
	}

	public static function changes_of_an_approved_comment(): array {
		return array(
			'edited'       => array( static fn( int $id ) => wp_update_comment( array( 'comment_ID' => $id, 'comment_content' => 'Other' ) ), 'Comment on “Hello” updated' ),
			'email'        => array( static fn( int $id ) => wp_update_comment( array( 'comment_ID' => $id, 'comment_author_email' => 'other@example.org' ) ), 'Comment on “Hello” updated' ),
			'unapproved'   => array( static fn( int $id ) => wp_set_comment_status( $id, 'hold' ), 'Comment on “Hello” hidden' ),
			'spam'         => array( static fn( int $id ) => wp_spam_comment( $id ), 'Comment on “Hello” hidden' ),
			'trashed'      => array( static fn( int $id ) => wp_trash_comment( $id ), 'Comment on “Hello” moved to the Trash' ),
			'deleted'      => array( static fn( int $id ) => wp_delete_comment( $id, true ), 'Comment on “Hello” deleted' ),
			'new meta'     => array( static fn( int $id ) => update_comment_meta( $id, 'rating', '5' ), 'Comment on “Hello” updated' ),
			'changed meta' => array( static fn( int $id ) => update_comment_meta( $id, 'stars', '5' ), 'Comment on “Hello” updated' ),
			'deleted meta' => array( static fn( int $id ) => delete_comment_meta( $id, 'stars' ), 'Comment on “Hello” updated' ),
		);
	}

	public function test_records_a_comment_that_is_approved_later(): void {
		$id = $this->comment( 0 );
		$this->watch( 'comments' );
		wp_set_comment_status( $id, 'approve' );
		$this->assertSame( array( 'Comment on “Hello” approved' ), $this->recorded() );
	}

	public function test_records_a_comment_that_moves_to_another_post_as_all_pages(): void {
		$id    = $this->comment( 1 );
		$other = $this->post();
		$this->watch( 'comments' );
		wp_update_comment( array( 'comment_ID' => $id, 'comment_post_ID' => $other ) );
		$this->assertSame( array( array( 'event' => 'updated', 'type' => 'comment', 'subtype' => 'comment', 'id' => $id, 'post' => $other, 'all' => 1 ) ), $this->reasons_for( 'rebuild' ) );
	}

	public function test_ignores_a_save_without_a_difference_and_the_bookkeeping_of_akismet(): void {
		$id = $this->comment( 1, array( 'comment_content' => 'It\'s "new"' ) );
		add_comment_meta( $id, 'rating', '5' );
		$this->watch_with_refresh( 'comments' );
		wp_update_comment( array( 'comment_ID' => $id, 'comment_agent' => 'Other' ) );
		update_comment_meta( $id, 'akismet_history', 'x' );
		// WooCommerce writes the rating of a review at each save.
		update_comment_meta( $id, 'rating', 5 );
		$this->assertSame( array(), $this->reasons_for_comments( 'refresh' ) );
	}

	public function test_tells_refreshes_of_comments_whatever_the_policy_says(): void {
		$this->watch_with_refresh();
		$id = $this->comment( 1, array( 'comment_type' => 'review' ) );
		$this->assertSame( array( array( 'event' => 'published', 'type' => 'comment', 'subtype' => 'review', 'id' => $id, 'post' => $this->post_id ) ), $this->reasons_for_comments( 'refresh' ) );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
	}

	public function test_tells_refreshes_of_comments_that_another_plugin_wrote_by_sql(): void {
		global $wpdb;
		$id      = $this->comment( 1 );
		$removed = $this->comment( 1 );
		$this->watch_with_refresh( 'comments' );
		$wpdb->update( $wpdb->comments, array( 'comment_content' => 'Other' ), array( 'comment_ID' => $id ) );
		$wpdb->update( $wpdb->comments, array( 'comment_approved' => '0' ), array( 'comment_ID' => $removed ) );
		clean_comment_cache( array( $id, $removed ) );
		$this->assertSame( array( $id, $removed ), array_column( $this->reasons_for_comments( 'refresh' ), 'id' ) );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
	}

	public function test_records_meta_that_is_deleted_for_all_comments(): void {
		$id = $this->comment( 1 );
		add_comment_meta( $id, 'rating', '5' );
		$this->watch( 'comments' );
		delete_metadata( 'comment', 0, 'rating', '', true );
		$this->assertSame( array( 'Comment on “Hello” updated' ), $this->recorded() );
	}

	public function test_a_new_comment_costs_one_insert_and_no_read(): void {
		$add = fn() => $this->comment( 1 );
		$this->stop_plugin();
		$this->queries_of_request( $add );
		$bare = $this->queries_of_request( $add );
		$this->watch( 'comments' );
		( new \HeadlessDeploy\Queue\Wake_Up() )->set_first( $this->clock->now );
		$this->assertCount( count( $bare ) + 1, $this->queries_of_request( $add ) );
	}

	public function test_finds_the_change_by_the_title_of_the_post(): void {
		$this->watch( 'comments' );
		$this->comment( 1 );
		do_action( 'shutdown' );
		$reason = Stored_Reason::list_of( $this->rows()[0] );
		$this->assertArrayHasKey( \HeadlessDeploy\Runs\Search_Subjects::key( $reason[0] ), ( new \HeadlessDeploy\Runs\Search_Subjects( 'Hello' ) )->subject_keys( $reason ) );
	}

	public function test_hides_the_title_of_a_post_that_the_user_may_not_read(): void {
		$this->watch( 'comments' );
		$this->comment( 1 );
		do_action( 'shutdown' );
		wp_update_post( array( 'ID' => $this->post_id, 'post_status' => 'private' ) );
		wp_set_current_user( $this->user( 'subscriber' ) );
		$this->assertSame( array( 'Comment approved' ), $this->recorded() );
	}

	public function test_accepts_hooks_of_other_plugins_with_missing_arguments(): void {
		$this->watch_with_refresh( 'comments' );
		do_action( 'wp_insert_comment', 'x' );
		$this->assertNull( apply_filters( 'wp_update_comment_data', null, array() ) );
		do_action( 'edit_comment', null );
		do_action( 'transition_comment_status', 'approved', 'hold' );
		do_action( 'updated_comment_meta', 1, 'x', 'y' );
		do_action( 'delete_comment_meta', null, 0, 'y' );
		do_action( 'clean_comment_cache', 4711 );
		do_action( 'edit_post', 1 );
		$this->assertSame( array(), $this->recorded() );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	private function comment( int $approved, array $fields = array() ): int {
		return (int) wp_insert_comment( wp_slash( $fields + array( 'comment_post_ID' => $this->post_id, 'comment_content' => 'Nice', 'comment_author' => 'Bob', 'comment_approved' => $approved ) ) );
	}

	/**
	 * @return list<array<string, mixed>>
	 */
	private function reasons_for_comments( string $action ): array {
		return array_values( array_filter( $this->reasons_for( $action ), static fn( array $reason ): bool => 'comment' === $reason['type'] ) );
	}
}
