<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

final class TermsListenerTest extends Changes_Test_Case {
	public function test_a_new_term_is_noted(): void {
		$this->watch( 'terms' );
		$this->term( 'News' );
		$this->assertSame( array( 'Category “News” added' ), $this->noted() );
	}

	public function test_an_edited_term_is_noted_once_for_whatever_changed(): void {
		$id = $this->term( 'News' );
		foreach ( array( array( 'name' => 'Press' ), array( 'slug' => 'press-2' ), array( 'description' => 'It\'s new' ), array( 'parent' => $this->term( 'Parent' ) ) ) as $fields ) {
			$this->watch_again();
			wp_update_term( $id, 'category', wp_slash( $fields ) );
			$this->assertSame( array( 'Category “Press” changed' ), $this->noted(), (string) key( $fields ) );
		}
	}

	public function test_a_term_that_is_saved_as_it_was_is_not_noted(): void {
		$parent = $this->term( 'Parent' );
		$id     = $this->term( 'Tom & Jerry\'s "news"', array( 'description' => 'It\'s <b>new</b> & "old"', 'parent' => $parent ) );
		$this->watch( 'terms' );
		$before = get_term( $id, 'category' );
		$this->assertInstanceOf( \WP_Term::class, $before );
		wp_update_term( $id, 'category' );
		wp_update_term( $id, 'category', wp_slash( array( 'name' => 'Tom & Jerry\'s "news"', 'slug' => $before->slug, 'description' => $before->description, 'parent' => (string) $parent ) ) );
		$this->rest( 'POST', "/wp/v2/categories/$id", array( 'name' => 'Tom & Jerry\'s "news"', 'description' => $before->description ) );
		$this->assertSame( array(), $this->noted() );
	}

	public function test_a_deleted_term_is_noted_by_its_name(): void {
		$id = $this->term( 'News' );
		$this->watch( 'terms' );
		wp_delete_term( $id, 'category' );
		$this->assertSame( array( 'Category “News” deleted' ), $this->noted() );
	}

	public function test_meta_of_a_term_counts_with_its_save_and_without(): void {
		$id = $this->term( 'News' );
		$this->watch( 'terms' );
		update_term_meta( $id, 'colour', 'red' );
		$this->assertSame( array( 'Category “News” changed' ), $this->noted() );
		$this->forget();
		update_term_meta( $id, 'colour', 'blue' );
		wp_update_term( $id, 'category' );
		$this->assertSame( array( 'Category “News” changed' ), $this->noted() );
		$this->forget();
		update_term_meta( $id, 'colour', 'blue' );
		$this->assertSame( array(), $this->noted(), 'The same value again.' );
	}

	public function test_meta_that_is_written_after_the_save_is_noted_as_the_same_change(): void {
		$id = $this->term( 'News' );
		register_term_meta( 'category', 'colour', array( 'type' => 'string', 'single' => true, 'show_in_rest' => true ) );
		$this->watch( 'terms' );
		$log = $this->queries( fn() => $this->rest( 'POST', "/wp/v2/categories/$id", array( 'name' => 'Press', 'meta' => array( 'colour' => 'red' ) ) ) );
		unregister_term_meta( 'category', 'colour' );
		$this->assertSame( array( 1, 1 ), $this->counts() );
		$this->assertStringStartsWith( 'INSERT', (string) end( $log ), 'The taxonomy is known: nothing is looked up at the end.' );
	}

	public function test_the_count_of_products_that_woocommerce_keeps_is_not_noted(): void {
		$id = $this->term( 'News' );
		$this->watch( 'terms' );
		update_term_meta( $id, 'product_count_category', '7' );
		$this->assertSame( array(), $this->noted() );
	}

	public function test_meta_that_a_visitor_s_request_writes_is_not_noted(): void {
		$id = $this->term( 'News' );
		$this->watch( 'terms' );
		unset( $GLOBALS['current_screen'] );
		wp_set_current_user( 0 );
		update_term_meta( $id, 'views', '7' );
		$this->assertSame( array(), $this->noted() );
	}

	public function test_what_no_visitor_sees_is_not_noted(): void {
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
		$this->assertSame( array(), $this->noted() );
	}

	public function test_the_categories_of_a_post_are_no_change_of_the_categories(): void {
		$id = $this->term( 'News' );
		$this->watch( 'terms' );
		wp_set_post_categories( $this->post(), array( $id ) );
		$this->assertSame( array(), $this->noted() );
	}

	public function test_nobody_who_leaves_terms_alone_is_bothered(): void {
		$this->watch( 'content' );
		$id = $this->term( 'News' );
		wp_update_term( $id, 'category', array( 'name' => 'Press' ) );
		update_term_meta( $id, 'colour', 'red' );
		wp_delete_term( $id, 'category' );
		$this->assertSame( array(), $this->noted() );
	}

	public function test_editing_a_term_costs_one_insert_and_no_read(): void {
		$id     = $this->term( 'News' );
		$number = 0;
		$edit   = static function () use ( $id, &$number ): void {
			wp_update_term( $id, 'category', array( 'name' => 'News ' . ++$number ) );
		};
		$this->stop_plugin();
		$this->queries( $edit );
		$bare = $this->queries( $edit );
		$this->watch( 'terms' );
		( new \HeadlessDeploy\Queue\Wake_Up() )->set_first( $this->clock->now );
		$this->assertCount( count( $bare ) + 1, $this->queries( $edit ) );
	}

	public function test_other_plugins_may_fire_core_s_hooks_with_less(): void {
		$this->watch( 'terms', 'menus' );
		do_action( 'created_term', null, null, null );
		do_action( 'edited_term', 'x', 1, array() );
		do_action( 'delete_term', 4711, 1, 'category', null, array() );
		do_action( 'deleted_term_meta', array( 1 ), null, 'x', '' );
		$this->assertSame( array( 'slug' => 'x' ), apply_filters( 'wp_update_term_data', array( 'slug' => 'x' ), null, null, null ) );
		$this->assertSame( array( 'Category deleted' ), $this->noted() );
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
