<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

final class MenusListenerTest extends Changes_Test_Case {
	private int $menu;

	protected function setUp(): void {
		parent::setUp();
		require_once ABSPATH . 'wp-admin/includes/nav-menu.php';
		$this->menu = (int) wp_create_nav_menu( 'Main' );
	}

	public function test_a_menu_of_many_items_is_one_change(): void {
		$this->watch( 'menus' );
		$this->save( $this->items( 100 ) );
		$this->assertSame( array( 'Menu “Main” changed' ), $this->recorded() );
		$this->assertSame( array( 1 ), $this->counts() );
	}

	public function test_ignores_a_menu_that_is_saved_unchanged(): void {
		$items = $this->saved_menu( 3 );
		$this->watch( 'menus' );
		$this->save( $items );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_records_a_renamed_or_moved_item(): void {
		$items = $this->saved_menu( 3 );
		$this->watch( 'menus' );
		$first                              = (int) array_key_first( $items );
		$items[ $first ]['menu-item-title'] = 'Other';
		$this->save( $items );
		$this->assertSame( array( 'Menu “Main” changed' ), $this->recorded() );
		$this->forget();
		$items[ $first ]['menu-item-url'] = 'https://example.test/elsewhere';
		$this->save( $items );
		$this->assertSame( array( 'Menu “Main” changed' ), $this->recorded(), 'The address is meta.' );
		$this->forget();
		$items[ $first ]['menu-item-position'] = 9;
		$this->save( $items );
		$this->assertSame( array( 'Menu “Main” changed' ), $this->recorded() );
	}

	public function test_records_a_removed_item_with_its_menu(): void {
		$items = $this->saved_menu( 3 );
		$this->watch( 'menus' );
		$this->save( array_slice( $items, 0, 2, true ) );
		$this->assertSame( array( 'Menu “Main” changed' ), $this->recorded() );
	}

	public function test_records_the_menu_of_an_item_whose_page_or_category_is_deleted(): void {
		$page = $this->post( array( 'post_type' => 'page', 'post_status' => 'draft' ) );
		$term = (array) wp_insert_term( 'News', 'category' );
		foreach ( array( array( 'post_type', 'page', $page ), array( 'taxonomy', 'category', $term['term_id'] ) ) as list( $type, $object, $id ) ) {
			wp_update_nav_menu_item( $this->menu, 0, array( 'menu-item-type' => $type, 'menu-item-object' => $object, 'menu-item-object-id' => $id, 'menu-item-status' => 'publish' ) );
		}
		$this->watch( 'menus' );
		wp_delete_post( $page, true );
		$this->assertSame( array( "changed {$this->menu}" ), $this->changes_of( 'build' ) );
		$this->forget();
		wp_delete_term( $term['term_id'], 'category' );
		$this->assertSame( array( "changed {$this->menu}" ), $this->changes_of( 'build' ) );
	}

	public function test_a_new_empty_menu_is_refreshed_and_starts_no_build(): void {
		$this->watch_with_refresh( 'menus' );
		$menu = (int) wp_create_nav_menu( 'Footer' );
		$this->assertSame( array( "changed $menu" ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	public function test_records_a_renamed_menu(): void {
		$this->watch( 'menus' );
		wp_update_nav_menu_object( $this->menu, array( 'menu-name' => 'Main' ) );
		$this->assertSame( array(), $this->recorded() );
		wp_update_nav_menu_object( $this->menu, array( 'menu-name' => 'Header' ) );
		$this->assertSame( array( 'Menu “Header” changed' ), $this->recorded() );
	}

	public function test_records_a_deleted_menu_with_its_name(): void {
		$this->saved_menu( 3 );
		$this->watch( 'menus' );
		wp_delete_nav_menu( $this->menu );
		$this->assertSame( array( 'Menu “Main” deleted' ), $this->recorded() );
	}

	public function test_ignores_items_that_are_not_in_a_menu_yet(): void {
		$this->watch( 'menus' );
		wp_save_nav_menu_items( 0, array( array( 'menu-item-type' => 'custom', 'menu-item-title' => 'Draft', 'menu-item-url' => 'https://example.test' ) ) );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_records_an_item_that_is_saved_over_rest(): void {
		$this->watch( 'menus' );
		$made = $this->rest( 'POST', '/wp/v2/menu-items', array( 'title' => 'Home', 'url' => 'https://example.test', 'menus' => $this->menu, 'status' => 'publish' ) );
		$this->assertSame( 201, $made->get_status() );
		$this->assertSame( array( 'Menu “Main” changed' ), $this->recorded() );
		$this->forget();
		$this->rest( 'POST', '/wp/v2/menu-items/' . $made->get_data()['id'], array( 'title' => 'Start' ) );
		$this->assertSame( array( 'Menu “Main” changed' ), $this->recorded() );
		$this->forget();
		$this->rest( 'DELETE', '/wp/v2/menu-items/' . $made->get_data()['id'] . '', array( 'force' => true ) );
		$this->assertSame( array( 'Menu changed' ), $this->recorded() );
	}

	public function test_records_menu_locations_and_ignores_other_theme_settings(): void {
		$this->watch( 'menus' );
		set_theme_mod( 'custom_logo', 7 );
		$this->assertSame( array(), $this->recorded() );
		set_theme_mod( 'nav_menu_locations', array( 'primary' => $this->menu ) );
		$this->assertSame( array( 'Menu locations changed' ), $this->recorded() );
		$this->forget();
		set_theme_mod( 'nav_menu_locations', array( 'primary' => $this->menu ) );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_records_menu_locations_that_are_the_first_setting_of_the_theme(): void {
		remove_theme_mods();
		$this->watch( 'menus' );
		set_theme_mod( 'nav_menu_locations', array( 'primary' => $this->menu ) );
		$this->assertSame( array( 'Menu locations changed' ), $this->recorded() );
	}

	public function test_ignores_the_navigation_that_core_creates_during_a_visit(): void {
		$this->watch( 'menus' );
		$before = $_SERVER['REQUEST_METHOD'];
		foreach ( array( 'GET' => 0, 'POST' => 1 ) as $method => $changes ) {
			$_SERVER['REQUEST_METHOD'] = $method;
			$this->assertGreaterThan( 0, wp_insert_post( array( 'post_type' => 'wp_navigation', 'post_title' => 'Navigation', 'post_status' => 'publish', 'post_content' => '<!-- wp:page-list /-->' ) ) );
			$recorded                  = $this->recorded();
			$_SERVER['REQUEST_METHOD'] = $before;
			$this->assertCount( $changes, $recorded );
		}
	}

	public function test_records_a_navigation_block(): void {
		$this->watch( 'menus' );
		$before                    = $_SERVER['REQUEST_METHOD'];
		$_SERVER['REQUEST_METHOD'] = 'POST';
		$id                        = $this->post( array( 'post_type' => 'wp_navigation', 'post_title' => 'Header' ) );
		$_SERVER['REQUEST_METHOD'] = $before;
		$this->assertSame( array( 'Navigation Menu “Header” changed' ), $this->recorded() );
		$this->forget();
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array(), $this->recorded() );
		wp_delete_post( $id, true );
		$this->assertSame( array( 'Navigation Menu “Header” deleted' ), $this->recorded() );
	}

	public function test_records_a_page_that_core_adds_to_a_menu_automatically(): void {
		update_option( 'nav_menu_options', array( 'auto_add' => array( $this->menu ) ) );
		$this->watch( 'menus' );
		$this->post( array( 'post_type' => 'page', 'post_title' => 'About' ) );
		$this->assertSame( array( 'Menu “Main” changed' ), $this->recorded() );
	}

	/**
	 * Makes new items, as choosing them does: drafts that are in no menu yet. Returns the fields of the form.
	 *
	 * @return array<int, array<string, mixed>>
	 */
	private function items( int $count ): array {
		$items = array();
		for ( $number = 1; $number <= $count; $number++ ) {
			$fields = array(
				'menu-item-type'     => 'custom',
				'menu-item-title'    => "Item $number",
				'menu-item-url'      => "https://example.test/$number",
				'menu-item-position' => $number,
			);
			$id = (int) wp_update_nav_menu_item( 0, 0, $fields );

			$items[ $id ] = $fields + array( 'menu-item-db-id' => $id );
		}
		return $items;
	}

	/**
	 * @return array<int, array<string, mixed>>
	 */
	private function saved_menu( int $count ): array {
		$this->stop_plugin();
		$this->save( $this->items( $count ) );
		// Core gives an item a new date whenever it is saved.
		$GLOBALS['wpdb']->query( "UPDATE {$GLOBALS['wpdb']->posts} SET post_date = '2020-01-01 00:00:00', post_date_gmt = '2020-01-01 00:00:00' WHERE post_type = 'nav_menu_item'" );
		wp_cache_flush();
		$items = array();
		foreach ( (array) wp_get_nav_menu_items( $this->menu ) as $item ) {
			$items[ (int) $item->db_id ] = array(
				'menu-item-db-id'     => $item->db_id,
				'menu-item-object-id' => $item->object_id,
				'menu-item-object'    => $item->object,
				'menu-item-parent-id' => $item->menu_item_parent,
				'menu-item-type'      => $item->type,
				'menu-item-title'     => $item->title,
				'menu-item-url'       => $item->url,
				'menu-item-position'  => $item->menu_order,
				'menu-item-classes'   => implode( ' ', $item->classes ),
			);
		}
		$this->assertCount( $count, $items );
		return $items;
	}

	/**
	 * @param array<int, array<string, mixed>> $items Fields of the items, by id.
	 */
	private function save( array $items ): void {
		$_POST = array();
		foreach ( $items as $key => $fields ) {
			foreach ( $fields as $name => $value ) {
				$_POST[ $name ][ $key ] = wp_slash( is_int( $value ) ? (string) $value : $value );
			}
		}
		wp_update_nav_menu_object( $this->menu, array( 'menu-name' => 'Main' ) );
		wp_nav_menu_update_menu_items( $this->menu, 'Main' );
	}
}
