<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Checks which meta keys and terms of a post start nothing, and how a user decides otherwise.
 */
final class IgnoredMetaTest extends Changes_Test_Case {
	private const SETTINGS = '/headless-deploy/v1/settings/general';

	private string $method = '';

	protected function setUp(): void {
		parent::setUp();
		$this->method = (string) ( $_SERVER['REQUEST_METHOD'] ?? '' );
		$this->watch_with_refresh( 'content' );
	}

	protected function tearDown(): void {
		foreach ( array( '_EventStartDate', '_crdt_document', '_yoast_wpseo_linkdex', 'likes' ) as $key ) {
			unregister_post_meta( 'post', $key );
		}
		unregister_taxonomy( 'note' );
		$_SERVER['REQUEST_METHOD'] = $this->method;
		parent::tearDown();
	}

	#[DataProvider( 'bookkeeping' )]
	public function test_what_plugins_keep_for_themselves_starts_nothing_until_it_is_chosen( string $key, mixed $value ): void {
		$id = $this->published();
		add_post_meta( $id, $key, $value );
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		$this->save( array( 'countedMeta' => array( $key ) ) );
		delete_post_meta( $id, $key );
		$this->changes_of( 'build' );
		$this->forget();
		add_post_meta( $id, $key, $value );
		$this->assertSame( array( "updated $id kept=1 meta=$key" ), $this->changes_of( 'build' ) );
	}

	public static function bookkeeping(): iterable {
		yield 'Yoast SEO' => array( '_yoast_wpseo_linkdex', '72' );
		yield 'Easy Digital Downloads' => array( '_edd_download_earnings', '19.5' );
		yield 'PublishPress' => array( 'pp_future_metadata_hash', 'd41d8cd9' );
		yield 'Elementor' => array( '_elementor_migrations_state_d2a1', '3.30' );
		yield 'cache of Elementor' => array( '_elementor_page_assets', 'a' );
		yield 'index of Elementor' => array( '_elementor_global_class_usage_indexed_preview', '1' );
		yield 'bbPress' => array( '_bbp_last_active_time', '2026-01-01 10:00:00' );
		yield 'number of bbPress' => array( '_bbp_total_reply_count', '7' );
		yield 'other hash of PublishPress' => array( '_pp_future_metadata_hash', 'd41d8cd9' );
		yield 'number of sales' => array( '_edd_download_gross_sales', '1' );
		yield 'Rank Math' => array( 'rank_math_seo_score', '77' );
		yield 'SEOPress' => array( '_seopress_content_analysis_api', 'a' );
		yield 'copies of Duplicate Post' => array( '_dp_has_rewrite_republish_copy', '7' );
		yield 'collaboration' => array( '_crdt_document', 'AAA=' );
		yield 'collaboration of VIP' => array( 'vip_rtc_updates', 'AAA=' );
		yield 'private collaboration of VIP' => array( '_vip_rtc_state', 'AAA=' );
		yield 'default template' => array( '_wp_page_template', 'default' );
	}

	/**
	 * bbPress 2.6.11 writes them to the forum, which is content, with each reply of a visitor.
	 */
	public function test_what_bbpress_counts_is_for_refreshes(): void {
		$id = $this->published();
		$this->watch_with_refresh( 'content' );
		update_post_meta( $id, '_bbp_last_reply_id', 8 );
		$this->assertSame( array( "updated $id kept=1 meta=_bbp_last_reply_id" ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	public function test_the_defaults_are_in_the_settings_until_they_are_counted(): void {
		$this->assertContains( '_yoast_wpseo_linkdex', $this->settings()['available']['ignoredMeta'] );
		$this->save( array( 'countedMeta' => array( '_yoast_wpseo_linkdex' ) ) );
		$this->assertSame( array( '_yoast_wpseo_linkdex' ), $this->settings()['countedMeta'] );
		$this->assertNotContains( '_yoast_wpseo_linkdex', $this->settings()['available']['ignoredMeta'] );
	}

	public function test_another_template_is_a_change_in_both_directions(): void {
		$id = $this->published();
		update_post_meta( $id, '_wp_page_template', 'wide.php' );
		$this->assertCount( 1, $this->changes_of( 'build' ) );
		$this->forget();
		update_post_meta( $id, '_wp_page_template', 'default' );
		$this->assertCount( 1, $this->changes_of( 'build' ) );
	}

	public function test_a_key_that_the_rest_api_shows_counts_although_it_is_ignored_by_default(): void {
		register_post_meta( 'post', '_yoast_wpseo_linkdex', array( 'show_in_rest' => true, 'single' => true, 'type' => 'string' ) );
		$id = $this->published();
		update_post_meta( $id, '_yoast_wpseo_linkdex', '72' );
		$this->assertSame( array( "updated $id kept=1 meta=_yoast_wpseo_linkdex" ), $this->changes_of( 'build' ) );
	}

	public function test_collaboration_and_keys_that_a_user_ignores_are_for_refreshes_if_the_rest_api_shows_them(): void {
		$this->save( array( 'ignoredMeta' => array( 'likes' ) ) );
		foreach ( array( '_crdt_document', 'likes' ) as $key ) {
			register_post_meta( 'post', $key, array( 'show_in_rest' => true, 'single' => true, 'type' => 'string' ) );
			$id = $this->published();
			update_post_meta( $id, $key, 'AAA=' );
			$this->assertSame( array( array(), array( "updated $id kept=1 meta=$key" ) ), array( $this->changes_of( 'build' ), $this->changes_of( 'refresh' ) ) );
			$this->forget();
			wp_update_post( array( 'ID' => $id, 'meta_input' => array( $key => 'BBB=' ) ) );
			$this->assertSame( array( array(), array( "updated $id kept=1 meta=$key" ) ), array( $this->changes_of( 'build' ), $this->changes_of( 'refresh' ) ) );
		}
	}

	public function test_a_counted_key_decides_beside_one_that_is_for_refreshes(): void {
		$this->save( array( 'ignoredMeta' => array( 'likes' ) ) );
		register_post_meta( 'post', 'likes', array( 'show_in_rest' => true, 'single' => true, 'type' => 'string' ) );
		$id = $this->published();
		update_post_meta( $id, 'price', '7' );
		update_post_meta( $id, 'likes', '1' );
		$this->assertCount( 1, $this->changes_of( 'build' ) );
	}

	public function test_cron_changes_private_keys_that_the_rest_api_shows(): void {
		register_post_meta( 'post', '_EventStartDate', array( 'show_in_rest' => true, 'single' => true, 'type' => 'string' ) );
		$id = $this->published();
		add_filter( 'wp_doing_cron', '__return_true' );
		update_post_meta( $id, '_EventStartDate', '2026-12-24' );
		$this->assertSame( array( "updated $id cron=1 kept=1 meta=_EventStartDate" ), $this->changes_of( 'build' ) );
	}

	public function test_what_cron_wrote_and_was_ignored_is_visible_and_can_be_counted(): void {
		$ids = array( $this->published(), $this->published() );
		add_filter( 'wp_doing_cron', '__return_true' );
		foreach ( $ids as $id ) {
			update_post_meta( $id, '_EventStartDate', '2026-12-24' );
		}
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		remove_filter( 'wp_doing_cron', '__return_true' );
		$this->assertSame( array( array( 'key' => '_EventStartDate', 'text' => '“_EventStartDate” of 2 Posts, by cron: ignored', 'starts' => 'nothing' ) ), $this->settings()['available']['noticedMeta'] );
		$this->save( array( 'ignoredMeta' => array( '_Event*' ) ) );
		$this->assertSame( array(), $this->settings()['available']['noticedMeta'], 'A pattern decides too.' );
		$this->save( array( 'ignoredMeta' => array(), 'countedMeta' => array( '_EventStartDate' ) ) );
		$this->assertSame( array(), $this->settings()['available']['noticedMeta'] );
		add_filter( 'wp_doing_cron', '__return_true' );
		update_post_meta( $ids[0], '_EventStartDate', '2026-12-25' );
		$this->assertCount( 1, $this->changes_of( 'build' ) );
	}

	public function test_a_save_of_an_editor_notices_nothing_and_costs_no_query(): void {
		$id  = $this->published();
		$log = $this->queries_of_request( static fn() => update_post_meta( $id, '_edit_lock', '1:1' ) );
		$this->assertSame( array(), array_filter( $log, static fn( string $query ): bool => str_contains( $query, 'noticed_meta' ) ) );
	}

	public function test_what_is_noticed_is_bounded_and_not_written_again_and_again(): void {
		$id = $this->published();
		add_filter( 'wp_doing_cron', '__return_true' );
		foreach ( range( 1, 60 ) as $number ) {
			update_post_meta( $id, "_cache_$number", '1' );
			$this->forget();
			$this->clock->pass( 1_000 );
		}
		remove_filter( 'wp_doing_cron', '__return_true' );
		$this->assertCount( 20, $this->settings()['available']['noticedMeta'] );
		add_filter( 'wp_doing_cron', '__return_true' );
		foreach ( range( 1, 5 ) as $number ) {
			update_post_meta( $id, '_cache_60', wp_generate_uuid4() );
			$log = $this->queries( static fn() => do_action( 'shutdown' ) );
		}
		$this->assertSame( array(), array_filter( $log, static fn( string $query ): bool => str_contains( $query, 'noticed_meta' ) && ! str_starts_with( $query, 'SELECT' ) ) );
	}

	public function test_ten_likes_of_visitors_refresh_the_page_and_start_no_run(): void {
		$id = $this->published();
		foreach ( range( 1, 10 ) as $likes ) {
			$this->as_visitor( static fn() => update_post_meta( $id, '_likes', $likes ) );
			$this->clock->pass( 20_000 );
		}
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		$this->assertCount( 10, $this->changes_of( 'refresh' ) );
		$this->assertSame( '“_likes” of 1 Post, counted up by visitors: starts no run', $this->settings()['available']['noticedMeta'][0]['text'] );
		$this->save( array( 'ignoredMeta' => array( '_likes' ) ) );
		$this->forget();
		$this->as_visitor( static fn() => update_post_meta( $id, '_likes', 11 ) );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
	}

	public function test_other_values_of_visitors_count_and_are_offered_for_ignoring(): void {
		$id = $this->published();
		foreach ( range( 1, 3 ) as $number ) {
			$this->assertSame( array(), $this->settings()['available']['noticedMeta'] );
			$this->as_visitor( static fn() => update_post_meta( $id, 'voters', array( wp_generate_uuid4() ) ) );
		}
		$this->assertCount( 3, $this->changes_of( 'build' ) );
		$this->assertSame( array( array( 'key' => 'voters', 'text' => '“voters” of 1 Post, often changed by visitors: starts runs', 'starts' => 'runs' ) ), $this->settings()['available']['noticedMeta'] );
	}

	public function test_stock_that_an_order_lowers_by_one_counts(): void {
		$id = $this->published();
		update_post_meta( $id, '_stock', '5' );
		$this->forget();
		$this->as_visitor( static fn() => update_post_meta( $id, '_stock', '4' ) );
		$this->assertCount( 1, $this->changes_of( 'build' ) );
	}

	public function test_terms_of_a_private_taxonomy_and_of_a_draft_start_nothing(): void {
		register_taxonomy( 'note', 'post', array( 'public' => false ) );
		$id    = $this->published();
		$draft = $this->post( array( 'post_status' => 'draft' ) );
		$term  = (int) wp_insert_term( 'Check later', 'note' )['term_id'];
		$this->forget();
		wp_set_object_terms( $id, $term, 'note' );
		wp_remove_object_terms( $id, $term, 'note' );
		wp_set_object_terms( $draft, 1, 'category' );
		$this->assertSame( array(), array_filter( $this->changes_of( 'build' ), static fn( string $change ): bool => str_starts_with( $change, 'updated' ) ) );
		$this->assertSame( array(), array_filter( $this->changes_of( 'refresh' ), static fn( string $change ): bool => str_starts_with( $change, "updated $id" ) ) );
	}

	public function test_email_templates_of_buddypress_start_nothing(): void {
		register_post_type( 'bp-email', array( 'public' => false, 'publicly_queryable' => true, 'query_var' => false, 'rewrite' => false ) );
		foreach ( range( 1, 21 ) as $number ) {
			$this->post( array( 'post_type' => 'bp-email', 'post_title' => "Template $number" ) );
		}
		$changes = array( $this->changes_of( 'build' ), $this->changes_of( 'refresh' ) );
		unregister_post_type( 'bp-email' );
		$this->assertSame( array( array(), array() ), $changes );
	}

	private function as_visitor( callable $work ): void {
		$user = get_current_user_id();
		unset( $GLOBALS['current_screen'] );
		wp_set_current_user( 0 );
		$_SERVER['REQUEST_METHOD'] = 'POST';
		$this->start_plugin( $this->clock, $this->caller );
		$work();
		do_action( 'shutdown' );
		$_SERVER['REQUEST_METHOD'] = $this->method;
		wp_set_current_user( $user );
		set_current_screen( 'dashboard' );
		$this->start_plugin( $this->clock, $this->caller );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	private function save( array $fields ): void {
		$this->assertSame( 200, $this->rest( 'PUT', self::SETTINGS, $fields )->get_status() );
		$this->start_plugin( $this->clock, $this->caller );
	}

	/**
	 * @return array<string, mixed>
	 */
	private function settings(): array {
		return $this->rest( 'GET', '/headless-deploy/v1/settings' )->get_data()['general'];
	}

	private function published(): int {
		$id = $this->post();
		$this->forget();
		return $id;
	}
}
