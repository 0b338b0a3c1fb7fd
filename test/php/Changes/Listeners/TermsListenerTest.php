<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class TermsListenerTest extends Changes_Test_Case {
	public function test_tells_only_refreshes_of_a_new_term_because_no_post_has_it(): void {
		$this->watch_with_refresh( 'terms' );
		$id = $this->term( 'News' );
		update_term_meta( $id, 'color', 'red' );
		$this->assertSame( array( array( 'created', $id ), array( 'changed', $id ) ), array_map( static fn( array $reason ): array => array( $reason['event'], $reason['id'] ), $this->reasons_for( 'refresh' ) ) );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
	}

	public function test_a_new_or_deleted_term_is_one_change(): void {
		$this->watch_with_refresh( 'terms' );
		$id = $this->term( 'News' );
		$this->assertSame( array( "created $id" ), $this->changes_of( 'refresh' ) );
		$this->forget();
		wp_delete_term( $id, 'category' );
		$this->assertSame( array( "deleted $id path=%2Fcategory%2Fnews%2F" ), $this->changes_of( 'refresh' ) );
	}

	public function test_meta_of_a_new_term_costs_no_read(): void {
		$this->watch( 'terms' );
		$log = $this->queries_of_request(
			function (): void {
				update_term_meta( $this->term( 'News' ), 'color', 'red' );
				// Another plugin may clear the cache of the term.
				wp_cache_flush();
			},
		);
		$this->assertDoesNotMatchRegularExpression( '/FROM `?wp_terms/', (string) end( $log ) );
	}

	public function test_a_term_typed_into_a_draft_starts_no_rebuild_and_into_a_public_post_is_a_change_of_the_post(): void {
		$draft  = $this->post( array( 'post_status' => 'draft' ) );
		$public = $this->post();
		$this->watch( 'terms', 'content' );
		wp_set_post_tags( $draft, 'typed' );
		$this->assertSame( array(), $this->recorded() );
		$this->forget();
		wp_set_post_tags( $public, 'other' );
		$this->assertSame( array( $public ), array_column( $this->reasons_for( 'rebuild' ), 'id' ) );
	}

	public function test_tells_only_refreshes_of_taxonomies_that_are_only_in_rest(): void {
		register_taxonomy( 'mood', 'post', array( 'public' => false, 'show_in_rest' => true ) );
		$this->watch_with_refresh( 'terms' );
		$term = (array) wp_insert_term( 'Glad', 'mood' );
		$this->forget();
		wp_update_term( $term['term_id'], 'mood', array( 'name' => 'Happy' ) );
		$this->assertSame( array( $term['term_id'] ), array_column( $this->reasons_for( 'refresh' ), 'id' ) );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
		unregister_taxonomy( 'mood' );
	}

	public function test_records_meta_that_is_deleted_for_all_terms(): void {
		$id = $this->term( 'News' );
		update_term_meta( $id, 'color', 'red' );
		$this->watch( 'terms' );
		delete_metadata( 'term', 0, 'color', '', true );
		$this->assertSame( array( 'Category “News” changed' ), $this->recorded() );
	}

	public function test_tells_refreshes_of_terms_that_another_plugin_wrote_by_sql(): void {
		global $wpdb;
		$id = $this->term( 'News' );
		$this->watch_with_refresh( 'terms' );
		$wpdb->update( $wpdb->terms, array( 'name' => 'Other' ), array( 'term_id' => $id ) );
		clean_term_cache( $id, 'category' );
		$this->assertSame( array( array( 'event' => 'changed', 'type' => 'term', 'subtype' => 'category', 'id' => $id ) ), $this->reasons_for( 'refresh' ) );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
	}

	public function test_tells_refreshes_of_a_count_that_no_change_of_a_post_tells(): void {
		register_post_type( 'internal', array( 'taxonomies' => array( 'category' ) ) );
		$id   = $this->term( 'News' );
		$post = $this->post( array( 'post_type' => 'internal' ) );
		$this->watch_with_refresh( 'terms' );
		wp_set_post_terms( $post, array( $id ), 'category' );
		unregister_post_type( 'internal' );
		$this->assertSame( array( array( 'event' => 'changed', 'type' => 'term', 'subtype' => 'category', 'id' => $id, 'kept' => 1 ) ), $this->reasons_for( 'refresh' ) );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
	}

	public function test_leaves_the_counts_of_a_post_to_the_change_of_the_post(): void {
		$id = $this->term( 'News' );
		$this->watch_with_refresh( 'terms' );
		$post = $this->post( array( 'post_category' => array( $id ) ) );
		wp_set_post_categories( $post, array() );
		wp_set_post_categories( $post, array( $id ) );
		wp_trash_post( $post );
		wp_delete_post( $post, true );
		$this->assertSame( array(), $this->reasons_for_terms() );
	}

	/**
	 * WordPress counts the terms of a deleted post, also if its deletion shows nowhere else.
	 */
	public function test_refreshes_a_term_whose_wrong_count_is_corrected_when_the_trash_is_emptied(): void {
		global $wpdb;
		$id   = $this->term( 'News' );
		$post = $this->post( array( 'post_category' => array( $id ) ) );
		wp_trash_post( $post );
		$wpdb->update( $wpdb->term_taxonomy, array( 'count' => 9 ), array( 'term_id' => $id ) );
		clean_term_cache( $id, 'category' );
		$this->watch_with_refresh( 'terms' );
		wp_delete_post( $post, true );
		$this->assertSame( array( array( 'event' => 'changed', 'type' => 'term', 'subtype' => 'category', 'id' => $id, 'kept' => 1 ) ), $this->reasons_for( 'refresh' ) );
		$this->assertSame( array(), $this->reasons_for( 'rebuild' ) );
	}

	public function test_leaves_the_counts_of_a_post_to_each_change_of_the_post(): void {
		register_taxonomy( 'genre', 'post', array( 'public' => true ) );
		$this->watch_with_refresh( 'terms' );
		$post  = $this->post();
		$steps = array(
			'assigned' => static fn() => wp_set_object_terms( $post, 'novel', 'genre' ),
			'again'    => static fn() => wp_set_object_terms( $post, array( 'novel', 'poem' ), 'genre' ),
			'trashed'  => static fn() => wp_trash_post( $post ),
			'restored' => static fn() => wp_update_post( array( 'ID' => $post, 'post_status' => 'publish' ) ),
			'removed'  => static fn() => wp_remove_object_terms( $post, 'poem', 'genre' ),
		);
		wp_insert_term( 'novel', 'genre' );
		wp_insert_term( 'poem', 'genre' );
		foreach ( $steps as $name => $step ) {
			$this->forget();
			get_post( $post );
			$step();
			$this->assertSame( array(), $this->reasons_for_terms(), $name );
		}
		unregister_taxonomy( 'genre' );
	}

	public function test_tells_refreshes_of_a_count_after_the_status_of_a_post_changed(): void {
		register_post_type( 'internal', array( 'taxonomies' => array( 'category' ) ) );
		// Without revisions, which have a status of their own.
		register_post_type( 'book', array( 'public' => true, 'supports' => array( 'title' ) ) );
		$id       = $this->term( 'News' );
		$internal = $this->post( array( 'post_type' => 'internal' ) );
		$post     = $this->post( array( 'post_status' => 'draft', 'post_type' => 'book' ) );
		$this->watch_with_refresh( 'terms' );
		wp_publish_post( $post );
		wp_set_post_terms( $internal, array( $id ), 'category' );
		unregister_post_type( 'internal' );
		unregister_post_type( 'book' );
		$this->assertSame( array( $id ), array_column( $this->reasons_for_terms(), 'id' ) );
	}

	public function test_deleting_a_tag_is_no_change_of_its_posts_and_removing_another_one_is(): void {
		$id              = $this->post();
		$other           = $this->post();
		list( $deleted ) = (array) wp_set_post_tags( $id, array( 'deleted' ) );
		list( $removed ) = (array) wp_set_post_tags( $other, array( 'removed' ) );
		$this->watch( 'content' );
		wp_delete_term( $deleted, 'post_tag' );
		wp_remove_object_terms( $other, $removed, 'post_tag' );
		$this->assertSame( array( $other ), array_column( $this->reasons_for( 'rebuild' ), 'id' ) );
	}

	public function test_records_an_edited_term_once(): void {
		$id = $this->term( 'News' );
		foreach ( array( array( 'name' => 'Press' ), array( 'slug' => 'press-2' ), array( 'description' => 'It\'s new' ), array( 'parent' => $this->term( 'Parent' ) ) ) as $fields ) {
			$this->watch_again();
			wp_update_term( $id, 'category', wp_slash( $fields ) );
			$this->assertSame( array( 'Category “Press” changed' ), $this->recorded(), (string) key( $fields ) );
		}
	}

	public function test_ignores_a_term_that_is_saved_unchanged(): void {
		$parent = $this->term( 'Parent' );
		$id     = $this->term( 'Tom & Jerry\'s "news"', array( 'description' => 'It\'s <b>new</b> & "old"', 'parent' => $parent ) );
		$this->watch( 'terms' );
		$before = get_term( $id, 'category' );
		$this->assertInstanceOf( \WP_Term::class, $before );
		wp_update_term( $id, 'category' );
		wp_update_term( $id, 'category', wp_slash( array( 'name' => 'Tom & Jerry\'s "news"', 'slug' => $before->slug, 'description' => $before->description, 'parent' => (string) $parent ) ) );
		$this->rest( 'POST', "/wp/v2/categories/$id", array( 'name' => 'Tom & Jerry\'s "news"', 'description' => $before->description ) );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_records_a_deleted_term_with_its_name(): void {
		$id = $this->term( 'News' );
		$this->watch( 'terms' );
		wp_delete_term( $id, 'category' );
		$this->assertSame( array( 'Category “News” deleted' ), $this->recorded() );
	}

	public function test_records_term_meta_with_and_without_a_save(): void {
		$id = $this->term( 'News' );
		$this->watch( 'terms' );
		update_term_meta( $id, 'color', 'red' );
		$this->assertSame( array( 'Category “News” changed' ), $this->recorded() );
		$this->forget();
		update_term_meta( $id, 'color', 'blue' );
		wp_update_term( $id, 'category' );
		$this->assertSame( array( 'Category “News” changed' ), $this->recorded() );
		$this->forget();
		update_term_meta( $id, 'color', 'blue' );
		$this->assertSame( array(), $this->recorded(), 'The same value again.' );
		delete_term_meta( $id, 'color' );
		$this->assertSame( array( 'Category “News” changed' ), $this->recorded() );
	}

	public function test_the_number_of_a_stored_text_is_no_other_value(): void {
		$id = $this->term( 'News' );
		update_term_meta( $id, 'thumbnail_id', '6' );
		add_term_meta( $id, 'many', '1' );
		add_term_meta( $id, 'many', '2' );
		$this->watch( 'terms' );
		update_term_meta( $id, 'thumbnail_id', 6 );
		$this->assertSame( array(), $this->recorded() );
		update_term_meta( $id, 'many', 1 );
		$this->assertSame( array( 'Category “News” changed' ), $this->recorded(), 'All values of the key are 1 now.' );
	}

	public function test_records_meta_after_the_save_as_the_same_change(): void {
		$id = $this->term( 'News' );
		register_term_meta( 'category', 'color', array( 'type' => 'string', 'single' => true, 'show_in_rest' => true ) );
		$this->watch( 'terms' );
		$log = $this->queries_of_request( fn() => $this->rest( 'POST', "/wp/v2/categories/$id", array( 'name' => 'Press', 'meta' => array( 'color' => 'red' ) ) ) );
		unregister_term_meta( 'category', 'color' );
		$this->assertSame( array( 1, 0 ), $this->counts() );
		$this->assertStringStartsWith( 'INSERT', (string) end( $log ), 'The taxonomy is known: nothing is looked up at the end.' );
	}

	public function test_ignores_the_product_count_of_woocommerce(): void {
		$id = $this->term( 'News' );
		$this->watch( 'terms' );
		update_term_meta( $id, 'product_count_category', '7' );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_ignores_meta_that_a_visitors_request_writes(): void {
		$id = $this->term( 'News' );
		$this->watch( 'terms' );
		unset( $GLOBALS['current_screen'] );
		wp_set_current_user( 0 );
		update_term_meta( $id, 'views', '7' );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_ignores_taxonomies_that_visitors_cannot_see(): void {
		register_taxonomy( 'secret', 'post', array( 'public' => false ) );
		$this->watch( 'terms' );
		$secret = wp_insert_term( 'Hidden', 'secret' );
		$this->assertIsArray( $secret );
		wp_update_term( $secret['term_id'], 'secret', array( 'name' => 'Hidden still' ) );
		update_term_meta( $secret['term_id'], 'x', '1' );
		wp_delete_term( $secret['term_id'], 'secret' );
		unregister_taxonomy( 'secret' );
		wp_create_nav_menu( 'Main' );
		set_post_format( $this->post( array( 'post_status' => 'draft' ) ), 'aside' );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_assigning_a_category_is_no_change_of_the_category(): void {
		$id = $this->term( 'News' );
		$this->watch( 'terms' );
		wp_set_post_categories( $this->post(), array( $id ) );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_editing_a_term_costs_one_insert_and_no_read(): void {
		$id     = $this->term( 'News' );
		$number = 0;
		$edit   = static function () use ( $id, &$number ): void {
			wp_update_term( $id, 'category', array( 'name' => 'News ' . ++$number ) );
		};
		$this->stop_plugin();
		$this->queries_of_request( $edit );
		$bare = $this->queries_of_request( $edit );
		$this->watch( 'terms' );
		( new \HeadlessDeploy\Queue\Wake_Up() )->set_first( $this->clock->now );
		$this->assertCount( count( $bare ) + 1, $this->queries_of_request( $edit ) );
	}

	public function test_accepts_core_hooks_with_missing_arguments(): void {
		$this->watch( 'terms', 'menus' );
		do_action( 'created_term', null, null, null );
		do_action( 'edited_term', 'x', 1, array() );
		do_action( 'delete_term', 4711, 1, 'category', null, array() );
		do_action( 'deleted_term_meta', array( 1 ), null, 'x', '' );
		$this->assertSame( array( 'slug' => 'x' ), apply_filters( 'wp_update_term_data', array( 'slug' => 'x' ), null, null, null ) );
		$this->assertSame( array( 'Category deleted' ), $this->recorded() );
	}

	/**
	 * @return list<array<string, mixed>>
	 */
	private function reasons_for_terms(): array {
		return array_values( array_filter( $this->reasons_for( 'refresh' ), static fn( array $reason ): bool => 'term' === $reason['type'] ) );
	}

	private function term( string $name, array $args = array() ): int {
		$term = wp_insert_term( wp_slash( $name ), 'category', wp_slash( $args ) );
		$this->assertIsArray( $term );
		return $term['term_id'];
	}

	private function watch_again(): void {
		if ( false === get_option( 'headless_deploy_routing' ) || array() === get_option( 'headless_deploy_routing' )['environments'] ) {
			$this->watch( 'terms' );
		}
		$this->forget();
	}
}
