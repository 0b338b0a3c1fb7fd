<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use RuntimeException;

final class ContentListenerTest extends Wp_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->connect( 'Production', array( 'policy' => array( 'content' => 'rebuild' ) + array_fill_keys( Automation::SOURCES, 'none' ) ) );
		$this->start_plugin( new Manual_Clock(), new Fake_Caller() );
	}

	protected function tearDown(): void {
		unset( $GLOBALS['current_screen'] );
		parent::tearDown();
	}

	public function test_records_a_published_draft(): void {
		$id = $this->post( array( 'post_status' => 'draft' ) );
		$this->assertSame( array(), $this->events() );
		wp_update_post( array( 'ID' => $id, 'post_status' => 'publish' ) );
		$this->assertSame( array( "published $id" ), $this->events() );
	}

	public function test_records_a_changed_post_type_as_published_or_unpublished(): void {
		register_post_type( 'secret', array( 'public' => false ) );
		$id = $this->published();
		wp_update_post( array( 'ID' => $id, 'post_type' => 'secret' ) );
		wp_update_post( array( 'ID' => $id, 'post_content' => 'Not public' ) );
		wp_update_post( array( 'ID' => $id, 'post_type' => 'post' ) );
		$draft = $this->post( array( 'post_status' => 'draft' ) );
		wp_update_post( array( 'ID' => $draft, 'post_type' => 'secret', 'post_status' => 'publish' ) );
		unregister_post_type( 'secret' );
		do_action( 'shutdown' );
		$this->assertSame( array( "unpublished $id", "published $id" ), $this->events() );
	}

	public function test_records_a_featured_image_that_is_set_before_the_save(): void {
		set_current_screen( 'post' );
		$id = $this->published();
		update_post_meta( $id, '_thumbnail_id', '7' );
		do_action( 'shutdown' );
		$this->assertSame( array( "updated $id" ), $this->events() );
		$this->assertSame( array( '_thumbnail_id', 'meta “_thumbnail_id”' ), $this->newest_detail() );
	}

	public function test_records_terms_that_are_set_without_a_save(): void {
		set_current_screen( 'post' );
		$id = $this->published();
		wp_set_post_tags( $id, 'new' );
		do_action( 'shutdown' );
		$this->assertSame( array( "updated $id" ), $this->events() );
	}

	public function test_ignores_changes_during_a_reading_request(): void {
		set_current_screen( 'front' );
		$id = $this->published();
		update_post_meta( $id, 'views', '7' );
		do_action( 'shutdown' );
		set_current_screen( 'post' );
		wp_set_current_user( 0 );
		update_post_meta( $id, 'views', '8' );
		do_action( 'shutdown' );
		wp_set_current_user( $this->user( 'administrator' ) );
		update_post_meta( $id, '_oembed_0123456789abcdef', '<iframe></iframe>' );
		update_post_meta( $id, '_edit_lock', '1:1' );
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->events() );
	}

	#[DataProvider( 'places_of_writes' )]
	public function test_records_meta_that_a_visitors_post_request_changes( string $method, bool $is_admin, int $changes ): void {
		$id = $this->published();
		unset( $GLOBALS['current_screen'] );
		if ( $is_admin ) {
			set_current_screen( 'admin-ajax' );
		}
		wp_set_current_user( 0 );
		$before                    = $_SERVER['REQUEST_METHOD'];
		$_SERVER['REQUEST_METHOD'] = $method;
		update_post_meta( $id, '_stock_status', 'outofstock' );
		$events                    = $this->events();
		$_SERVER['REQUEST_METHOD'] = $before;
		$this->assertCount( $changes, $events );
	}

	public static function places_of_writes(): iterable {
		yield 'a form, the REST API or the Store API' => array( 'POST', false, 1 );
		yield 'admin-ajax.php' => array( 'POST', true, 1 );
		yield 'PUT' => array( 'PUT', false, 1 );
		yield 'DELETE' => array( 'DELETE', false, 1 );
		yield 'a visit' => array( 'GET', false, 0 );
		yield 'a visit of admin-ajax.php' => array( 'GET', true, 0 );
		yield 'HEAD' => array( 'HEAD', false, 0 );
	}

	public function test_records_meta_that_cron_writes_unless_its_key_is_private(): void {
		$id = $this->published();
		add_filter( 'wp_doing_cron', '__return_true' );
		update_post_meta( $id, '_stats_cache', '1' );
		$this->assertSame( array(), $this->events() );
		update_post_meta( $id, 'rating', '1' );
		$this->assertSame( array( "updated $id" ), $this->events() );
		$this->assertSame( array( 'rating', 'meta “rating”, by cron' ), $this->newest_detail() );
		$this->forget();
		update_post_meta( $id, '_price', '7' );
		$this->assertSame( array( '_price', 'meta “_price”, by cron' ), $this->newest_detail() );
	}

	public function test_the_number_of_a_stored_text_is_no_other_value(): void {
		set_current_screen( 'post' );
		$id = $this->published();
		update_post_meta( $id, '_thumbnail_id', '6' );
		update_post_meta( $id, 'list', array( 1 ) );
		add_post_meta( $id, 'many', '1' );
		add_post_meta( $id, 'many', '2' );
		$this->forget();
		update_post_meta( $id, '_thumbnail_id', 6 );
		$this->assertSame( array(), $this->events() );
		$this->forget();
		update_post_meta( $id, 'list', array( '1' ) );
		$this->assertSame( array( "updated $id" ), $this->events(), 'A text in a list is another value.' );
		$this->forget();
		update_post_meta( $id, 'many', 1 );
		$this->assertSame( array( "updated $id" ), $this->events(), 'All values of the key are 1 now.' );
	}

	public function test_a_field_that_gets_the_name_of_another_one_with_its_value_is_a_change(): void {
		set_current_screen( 'post' );
		$id    = $this->published();
		$field = add_post_meta( $id, 'old name', 'x' );
		add_post_meta( $id, 'name', 'x' );
		$this->assertSame( 'x', get_post_meta( $id, 'name', true ), 'WordPress has loaded the fields.' );
		$this->forget();
		// As the box “Custom Fields” does.
		update_metadata_by_mid( 'post', (int) $field, 'x', 'name' );
		$this->assertSame( array( "updated $id" ), $this->events() );
	}

	public function test_records_private_meta_of_cron_that_a_filter_allows(): void {
		$id = $this->published();
		add_filter( 'wp_doing_cron', '__return_true' );
		add_filter( 'headless_deploy_ignored_meta_keys', static fn( array $keys ): array => array_values( array_diff( $keys, array( '_*' ) ) ) );
		update_post_meta( $id, '_rating', '1' );
		$this->assertSame( array( "updated $id" ), $this->events() );
	}

	public function test_shows_a_post_in_two_rows_of_one_request_once(): void {
		set_current_screen( 'post' );
		$id = $this->post();
		update_post_meta( $id, 'price', '7' );
		do_action( 'shutdown' );
		$this->assertSame( array( "published $id", "published $id" ), $this->events(), 'Two rows were written.' );
		$reasons = ( new Reasons() )->render( $this->stored_reasons() );
		$this->assertSame( array( 'published' ), array_column( $reasons, 'event' ) );
		$this->assertSame( array( 'published' ), array_column( ( new Reasons() )->render( $this->stored_reasons( 1 ) ), 'event' ), 'Where the first row was sent before, the second tells of it.' );
	}

	public function test_a_non_public_post_costs_nothing_at_shutdown(): void {
		set_current_screen( 'post' );
		$draft = $this->post( array( 'post_status' => 'draft', 'meta_input' => array( 'x' => '1' ) ) );
		update_post_meta( $draft, 'x', '2' );
		wp_delete_post( $draft, true );
		$this->assertSame( array(), $this->queries( static fn() => do_action( 'shutdown' ) ) );
		$this->assertSame( array(), $this->events() );
	}

	public function test_accepts_core_hooks_with_missing_arguments(): void {
		do_action( 'deleted_post', null, (object) array( 'post_type' => 'post' ) );
		do_action( 'deleted_post_meta', array( 1 ), null, 'x', '' );
		do_action( 'set_object_terms', 7, null, null, null, null, null );
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->events() );
	}

	public function test_records_a_changed_slug(): void {
		$id = $this->published();
		wp_update_post( array( 'ID' => $id, 'post_name' => 'other-slug' ) );
		$this->assertSame( array( "updated $id" ), $this->events() );
	}

	public function test_ignores_a_save_without_a_change(): void {
		$id = $this->published();
		wp_update_post( array( 'ID' => $id ) );
		$this->rest( 'POST', "/wp/v2/posts/$id", array( 'title' => 'Hello' ) );
		$this->assertSame( array(), $this->events() );
	}

	public function test_ignores_the_meta_box_request_of_the_block_editor(): void {
		$id = $this->published();
		$this->assertSame( $id, $this->submit_meta_boxes( $id ) );
		$this->assertSame( array(), $this->events() );
	}

	public function test_a_changed_featured_image_or_category_counts_as_an_update(): void {
		$id       = $this->published();
		$category = wp_insert_term( 'News', 'category' );
		$this->assertIsArray( $category );
		$this->rest( 'POST', "/wp/v2/posts/$id", array( 'categories' => array( $category['term_id'] ) ) );
		$this->assertSame( array( "updated $id" ), $this->events() );
		$this->forget();
		$this->rest( 'POST', "/wp/v2/posts/$id", array( 'categories' => array( $category['term_id'] ) ) );
		$this->assertSame( array(), $this->events(), 'The same categories again change nothing.' );
		update_post_meta( $id, 'subtitle', 'Other' );
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array( "updated $id" ), $this->events() );
	}

	public function test_records_all_meta_except_ignored_keys(): void {
		$id = $this->published();
		add_filter( 'headless_deploy_ignored_meta_keys', static fn( array $keys ): array => array( ...$keys, '_views_*', 'rank', 7, '*' ) );
		foreach ( array( '_edit_lock', '_wp_old_slug', '_wp_trash_meta_time', '_views_today', 'rank' ) as $key ) {
			update_post_meta( $id, $key, '1' );
			wp_update_post( array( 'ID' => $id ) );
		}
		$this->assertSame( array(), $this->events() );
		update_post_meta( $id, 'ranking', '1' );
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array( "updated $id" ), $this->events() );
	}

	public function test_a_filter_that_throws_keeps_the_ignored_keys_of_core(): void {
		add_filter( 'headless_deploy_ignored_meta_keys', static fn() => throw new RuntimeException( 'Broken.' ) );
		$id = $this->post();
		$this->forget();
		update_post_meta( $id, '_edit_lock', '1' );
		$this->assertSame( array(), $this->events() );
		set_current_screen( 'edit-post' );
		update_post_meta( $id, 'price', '1' );
		$this->assertSame( array( "updated $id" ), $this->events() );
	}

	public function test_records_a_save_that_a_plugin_interrupts(): void {
		$id = $this->post( array( 'post_status' => 'draft' ) );
		$this->forget();
		$this->cut_off( static fn() => wp_publish_post( $id ) );
		$this->assertSame( array( "published $id" ), $this->events() );
		$this->forget();
		$this->cut_off( static fn() => wp_update_post( array( 'ID' => $id, 'post_content' => 'New' ) ) );
		$this->assertSame( array( "updated $id" ), $this->events() );
		$this->forget();
		$this->cut_off( static fn() => wp_trash_post( $id ) );
		$this->assertSame( array( "trashed $id" ), $this->events() );
		$this->forget();
		$this->cut_off( fn() => $this->post( array( 'post_status' => 'draft' ) ) );
		$this->assertSame( array(), $this->events(), 'It was not public.' );
	}

	public function test_records_a_published_post_whose_meta_is_refused(): void {
		$id = $this->post( array( 'post_status' => 'draft' ) );
		$this->forget();
		register_post_meta( 'post', 'price', array( 'single' => true, 'type' => 'integer', 'show_in_rest' => true, 'auth_callback' => '__return_false' ) );
		$answer = $this->rest( 'POST', "/wp/v2/posts/$id", array( 'status' => 'publish', 'meta' => array( 'price' => 5 ) ) );
		unregister_post_meta( 'post', 'price' );
		$this->assertSame( array( 403, 'publish' ), array( $answer->get_status(), get_post_status( $id ) ) );
		$this->assertSame( array( "published $id" ), $this->events() );
	}

	public function test_an_invalid_filter_result_keeps_the_ignored_keys_of_core(): void {
		$id = $this->published();
		add_filter( 'headless_deploy_ignored_meta_keys', '__return_false' );
		update_post_meta( $id, '_edit_lock', '1' );
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array(), $this->events() );
	}

	public function test_records_unpublishing(): void {
		foreach ( array( 'draft', 'private' ) as $status ) {
			$id = $this->published();
			wp_update_post( array( 'ID' => $id, 'post_status' => $status ) );
			$this->assertSame( array( "unpublished $id" ), $this->events() );
		}
	}

	public function test_records_trashing(): void {
		$id = $this->published();
		wp_trash_post( $id );
		$this->assertSame( array( "trashed $id" ), $this->events() );
	}

	public function test_records_deleting_without_the_trash(): void {
		$id = $this->published();
		wp_delete_post( $id, true );
		$this->assertSame( array( "deleted $id" ), $this->events() );
	}

	public function test_does_not_record_emptying_the_trash(): void {
		$id = $this->published();
		wp_trash_post( $id );
		$this->forget();
		wp_delete_post( $id, true );
		$this->assertSame( array(), $this->events() );
	}

	public function test_records_a_restored_post_when_it_is_published(): void {
		$id = $this->published();
		wp_trash_post( $id );
		$this->forget();
		wp_untrash_post( $id );
		$this->assertSame( array(), $this->events() );
		wp_publish_post( $id );
		$this->assertSame( array( "published $id" ), $this->events() );
	}

	public function test_records_a_scheduled_post_when_it_is_published(): void {
		$id = $this->post( array( 'post_status' => 'future', 'post_date' => gmdate( 'Y-m-d H:i:s', time() + 86_400 ) ) );
		$this->assertSame( array(), $this->events() );
		wp_publish_post( $id );
		$this->assertSame( array( "published $id" ), $this->events() );
	}

	public function test_ignores_posts_that_visitors_cannot_see(): void {
		get_default_post_to_edit( 'post', true );
		$draft = $this->post( array( 'post_status' => 'draft' ) );
		wp_update_post( array( 'ID' => $draft, 'post_title' => 'Other' ) );
		$this->post( array( 'post_status' => 'pending' ) );
		$this->post( array( 'post_status' => 'private' ) );
		$this->post( array( 'post_type' => 'wp_block' ) );
		$this->post( array( 'post_type' => 'nav_menu_item' ) );
		$this->post( array( 'post_type' => 'wp_navigation' ) );
		register_post_type( 'helper', array( 'public' => false ) );
		$this->post( array( 'post_type' => 'helper' ) );
		unregister_post_type( 'helper' );
		wp_delete_post( $draft, true );
		$this->assertSame( array(), $this->events() );
	}

	public function test_ignores_files(): void {
		$id = (int) wp_insert_attachment( array( 'post_title' => 'Bicycle', 'post_mime_type' => 'image/png' ), '/uploads/bicycle.png' );
		wp_update_post( array( 'ID' => $id, 'post_excerpt' => 'A red bicycle' ) );
		update_post_meta( $id, '_wp_attachment_image_alt', 'A red bicycle' );
		wp_delete_attachment( $id, true );
		$this->assertSame( array(), $this->events() );
	}

	public function test_ignores_revisions_and_autosaves(): void {
		$id = $this->published();
		wp_save_post_revision( $id );
		wp_create_post_autosave( array( 'post_ID' => $id, 'post_type' => 'post', 'post_title' => 'Autosaved', 'post_content' => 'x', 'post_excerpt' => '', 'post_author' => get_current_user_id() ) );
		$this->assertSame( array(), $this->events() );
	}

	public function test_records_pages_and_public_post_types_of_plugins(): void {
		$page = $this->post( array( 'post_type' => 'page' ) );
		register_post_type( 'book', array( 'public' => true ) );
		$book = $this->post( array( 'post_type' => 'book' ) );
		unregister_post_type( 'book' );
		$this->assertSame( array( "published $page", "published $book" ), $this->events() );
	}

	public function test_the_title_is_not_stored(): void {
		global $wpdb;
		$this->post( array( 'post_title' => 'Secret plans' ) );
		do_action( 'shutdown' );
		$this->assertStringNotContainsString( 'Secret', (string) wp_json_encode( $wpdb->get_results( "SELECT * FROM {$wpdb->headless_deploy_changes}" ) ) );
	}

	private function published(): int {
		$id = $this->post();
		$this->forget();
		return $id;
	}

	private function forget(): void {
		global $wpdb;
		do_action( 'shutdown' );
		$wpdb->query( "DELETE FROM {$wpdb->headless_deploy_changes}" );
		// What comes now is another request's.
		$this->start_plugin( new Manual_Clock(), new Fake_Caller() );
	}

	/**
	 * Returns the recorded changes as `event id`, oldest first.
	 *
	 * @return list<string>
	 */
	private function events(): array {
		global $wpdb;
		do_action( 'shutdown' );
		$events = array();
		foreach ( $wpdb->get_col( "SELECT reasons FROM {$wpdb->headless_deploy_changes} ORDER BY id" ) as $json ) {
			foreach ( array_reverse( (array) json_decode( (string) $json, true ) ) as $reason ) {
				$events[] = $reason['event'] . ' ' . $reason['id'];
			}
		}
		return $events;
	}

	/**
	 * @return list<Stored_Reason>
	 */
	private function stored_reasons( int $rows = 100 ): array {
		global $wpdb;
		do_action( 'shutdown' );
		return array_merge( ...array_map( Stored_Reason::list_of( ... ), $wpdb->get_col( "SELECT reasons FROM {$wpdb->headless_deploy_changes} ORDER BY id DESC LIMIT $rows" ) ) );
	}

	/**
	 * @return array{string, string}
	 */
	private function newest_detail(): array {
		$reason = ( new Reasons() )->render( $this->stored_reasons() )[0];
		return array( $reason->meta_key, $reason->detail );
	}

	/**
	 * @param callable(): mixed $save
	 */
	private function cut_off( callable $save ): void {
		global $wp_current_filter;
		$running = $wp_current_filter;
		$end     = static fn() => throw new RuntimeException( 'The end.' );
		add_action( 'save_post', $end );
		try {
			$save();
		} catch ( RuntimeException ) {
			remove_action( 'save_post', $end );
			$wp_current_filter = $running;
		}
		remove_action( 'save_post', $end );
	}
}
