<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Links;

use PHPUnit\Framework\Attributes\DataProvider;
use WP_Admin_Bar;
use WP_Post;

final class ViewLinksTest extends Links_Test_Case {
	public function test_leads_view_of_the_list_of_posts_to_the_front_end_and_adds_a_link_to_wordpress(): void {
		$actions = $this->row_actions( $this->summer() );
		$this->assertSame( array( 'edit', 'view', 'headless_deploy_view_in_wordpress', 'trash' ), array_keys( $actions ) );
		$this->assertSame( '<a href="https://www.example.test/summer/" rel="bookmark">View</a>', $actions['view'] );
		$this->assertStringContainsString( 'href="http://example.test/summer/" aria-label="View “Summer” in WordPress">View in WordPress<', $actions['headless_deploy_view_in_wordpress'] );
	}

	public function test_escapes_the_title_of_a_post(): void {
		$actions = $this->row_actions( $this->summer( array( 'post_title' => '"><b onclick="x">' ) ) );
		$this->assertStringNotContainsString( '<b', $actions['headless_deploy_view_in_wordpress'] );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	#[DataProvider( 'posts_without_a_page' )]
	public function test_leaves_links_of_posts_without_a_page_on_the_front_end( array $fields, ?string $links = null ): void {
		$this->set_links( $links );
		$actions = array( 'view' => '<a href="http://example.test/?p=1" rel="bookmark">Preview</a>' );
		$this->assertSame( $actions, apply_filters( 'post_row_actions', $actions, $this->summer( $fields ) ) );
	}

	public static function posts_without_a_page(): iterable {
		yield 'draft' => array( array( 'post_status' => 'draft' ) );
		yield 'pending review' => array( array( 'post_status' => 'pending' ) );
		yield 'scheduled' => array( array( 'post_status' => 'future', 'post_date' => '2099-01-01 00:00:00', 'post_date_gmt' => '2099-01-01 00:00:00' ) );
		yield 'private' => array( array( 'post_status' => 'private' ) );
		yield 'a type that visitors do not see' => array( array( 'post_type' => 'wp_block' ) );
		yield 'the setting is off' => array( array(), '' );
	}

	public function test_leaves_links_of_types_whose_changes_do_not_count(): void {
		$this->rest( 'PUT', self::API . '/settings/general', array( 'postTypes' => array( 'page' ) ) );
		$this->assertSame( array( 'edit', 'view', 'trash' ), array_keys( $this->row_actions( $this->summer() ) ) );
	}

	public function test_leaves_links_while_permalinks_have_no_path(): void {
		$GLOBALS['wp_rewrite']->set_permalink_structure( '' );
		$this->assertSame( array( 'edit', 'view', 'trash' ), array_keys( $this->row_actions( $this->summer() ) ) );
	}

	public function test_keeps_a_permalink_that_another_plugin_has_led_to_the_front_end(): void {
		add_filter( 'post_link', static fn(): string => self::FRONT_END . '/news/summer' );
		$this->assertStringContainsString( 'href="https://www.example.test/news/summer"', $this->row_actions( $this->summer() )['view'] );
	}

	public function test_leads_to_the_chosen_environment_and_to_the_first_one_after_it_was_removed(): void {
		$staging = $this->connect( 'Staging' );
		$this->set_front_end( 'staging', 'https://staging.example.test/shop' );
		$this->set_links( 'staging' );
		$post = $this->summer();
		$this->assertStringContainsString( 'href="https://staging.example.test/shop/summer/"', $this->row_actions( $post )['view'] );
		$this->rest( 'DELETE', self::API . '/settings/environments/staging', headers: array( 'If-Match' => '*' ) );
		$this->assertStringContainsString( 'href="https://www.example.test/summer/"', $this->row_actions( $post )['view'] );
		$this->assertSame( 'staging', $staging->id );
	}

	public function test_refuses_an_environment_without_a_front_end_url(): void {
		$this->set_front_end( 'production', '' );
		foreach ( array( 'production', 'nonsense' ) as $id ) {
			$this->assert_error( 'headless_deploy_links_environment_unknown', $this->rest( 'PUT', self::API . '/settings/general', array( 'links' => $id ) )->as_error() );
		}
		$this->assertSame( array( 'edit', 'view', 'trash' ), array_keys( $this->row_actions( $this->summer() ) ) );
	}

	public function test_leads_view_of_the_admin_bar_to_the_front_end_with_wordpress_below_it(): void {
		$nodes = $this->admin_bar( $this->summer() );
		$this->assertSame( 'https://www.example.test/summer/', $nodes['view']->href );
		$this->assertSame( 'View Post', $nodes['view']->title );
		$this->assertSame( array( 'view', 'http://example.test/summer/' ), array( $nodes['headless-deploy-view-in-wordpress']->parent, $nodes['headless-deploy-view-in-wordpress']->href ) );
	}

	public function test_leaves_the_preview_of_the_admin_bar(): void {
		$draft = $this->summer( array( 'post_status' => 'draft' ) );
		$nodes = $this->admin_bar( $draft );
		$this->assertArrayNotHasKey( 'view', $nodes );
		$this->assertSame( esc_url( (string) get_preview_post_link( $draft ) ), $nodes['preview']->href );
	}

	public function test_reads_nothing_from_the_database(): void {
		$post    = $this->summer();
		$queries = $this->queries(
			function () use ( $post ): void {
				$this->row_actions( $post );
			},
		);
		$this->assertSame( array(), $queries );
	}

	/**
	 * @return array<string, string>
	 */
	private function row_actions( WP_Post $post ): array {
		$actions = array(
			'edit'  => '<a href="http://example.test/edit">Edit</a>',
			'view'  => sprintf( '<a href="%s" rel="bookmark">View</a>', esc_url( (string) get_permalink( $post ) ) ),
			'trash' => '<a href="http://example.test/trash">Trash</a>',
		);
		return apply_filters( 'post_row_actions', $actions, $post );
	}

	/**
	 * @return array<string, object>
	 */
	private function admin_bar( WP_Post $post ): array {
		require_once ABSPATH . WPINC . '/class-wp-admin-bar.php';
		require_once ABSPATH . WPINC . '/admin-bar.php';
		set_current_screen( 'post' );
		$GLOBALS['post'] = $post;
		$bar             = new WP_Admin_Bar();
		add_action( 'admin_bar_menu', 'wp_admin_bar_edit_menu', 80 );
		do_action( 'admin_bar_menu', $bar );
		return $bar->get_nodes() ?? array();
	}
}
