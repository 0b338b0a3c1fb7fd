<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Refresh\Refresh_Content;
use HeadlessDeploy\Refresh\Refresh_Reader;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use RuntimeException;

/**
 * Saves content in WordPress, and reads which tags and paths the changes have.
 */
#[Group( 'mariadb' )]
final class RefreshReaderTest extends Changes_Test_Case {
	private const RUN = 7;

	private int $user;

	protected function setUp(): void {
		parent::setUp();
		$this->user = get_current_user_id();
		$this->watch( ...Automation::SOURCES );
	}

	protected function tearDown(): void {
		parent::tearDown();
		$this->set_permalinks( '/%postname%/' );
		foreach ( array( 'book', 'chapter' ) as $type ) {
			unregister_post_type( $type );
		}
	}

	public function test_a_new_post_renews_its_page_and_all_lists(): void {
		$id = $this->post( array( 'post_name' => 'hello' ) );
		$this->assert_some( $this->tags_of_post( $id, array( 1 ) ), array( '/hello/', '/', '/category/uncategorized/' ) );
	}

	public function test_the_comments_of_a_post_are_listed_and_hidden_with_it(): void {
		$id = $this->saved( array( 'post_status' => 'draft' ) );
		wp_insert_comment( array( 'comment_post_ID' => $id, 'comment_content' => 'Early', 'comment_approved' => 1 ) );
		$this->forget();
		wp_publish_post( $id );
		$tags = $this->content()->tags;
		$this->assertContains( 'comment-list', $tags );
		$this->assertContains( "comments-$id", $tags );
	}

	public function test_a_page_renews_no_list_of_posts(): void {
		$id = $this->saved( array( 'post_type' => 'page', 'post_name' => 'about' ) );
		wp_update_post( array( 'ID' => $id, 'post_title' => 'About us' ) );
		$this->assert_some( array( "post-$id", 'page-any', 'front' ), array( '/', '/about/' ) );
		$this->forget();
		wp_update_post( array( 'ID' => $id, 'post_date' => '2020-01-01 10:00:00', 'edit_date' => true ) );
		$this->assert_some( $this->tags_of( 'page', $id ), array( '/', '/about/' ) );
	}

	public function test_the_front_page_and_the_page_of_posts_have_their_own_paths(): void {
		list( $front, $blog ) = array( $this->saved( array( 'post_type' => 'page' ) ), $this->saved( array( 'post_type' => 'page', 'post_name' => 'blog' ) ) );
		update_option( 'show_on_front', 'page' );
		update_option( 'page_on_front', $front );
		update_option( 'page_for_posts', $blog );
		$this->forget();
		wp_update_post( array( 'ID' => $front, 'post_title' => 'Welcome' ) );
		$this->assert_some( array( "post-$front", 'page-any', 'front' ), array( '/' ) );
		$id = $this->post( array( 'post_name' => 'hello' ) );
		$this->assert_some( $this->tags_of_post( $id, array( 1 ) ), array( '/', '/hello/', '/blog/', '/category/uncategorized/' ) );
	}

	public function test_a_custom_type_renews_its_archive(): void {
		register_post_type( 'book', array( 'public' => true, 'has_archive' => 'library' ) );
		$GLOBALS['wp_rewrite']->flush_rules();
		$id = $this->post( array( 'post_type' => 'book', 'post_name' => 'dune' ) );
		$this->assert_some( $this->tags_of( 'book', $id ), array( '/', '/book/dune/', '/library/' ) );
	}

	public function test_a_moved_post_names_the_path_before_and_after(): void {
		$id = $this->saved( array( 'post_name' => 'before' ) );
		wp_update_post( array( 'ID' => $id, 'post_name' => 'after' ) );
		$content = $this->content();
		$this->assertContains( '/after/', $content->changed );
		$this->assertSame( array( '/before/' ), $content->gone );
	}

	public function test_a_removed_page_is_gone_unless_it_is_back(): void {
		$id = $this->saved( array( 'post_name' => 'hello' ) );
		wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) );
		$this->assert_some( $this->tags_of_post( $id, array( 1 ) ), array( '/', '/category/uncategorized/' ), array( '/hello/' ), false );
		wp_update_post( array( 'ID' => $id, 'post_status' => 'publish' ) );
		$this->assertSame( array(), $this->content()->gone );
	}

	public function test_names_terms_before_and_after_with_the_archives_of_their_ancestors(): void {
		$parent = $this->category( 'Parent' );
		$child  = $this->category( 'Child', $parent );
		$other  = $this->category( 'Other' );
		$id     = $this->saved( array( 'post_name' => 'hello', 'post_category' => array( $child ) ) );
		wp_update_post( array( 'ID' => $id, 'post_category' => array( $other ) ) );
		$this->assert_some(
			array( "post-$id", 'post-any', 'feed', 'front', "term-$child", "term-$other", 'term-any-category' ),
			array( '/hello/', '/', '/category/parent/', '/category/parent/child/', '/category/other/' ),
		);
	}

	public function test_a_post_with_other_terms_renews_only_the_lists_of_the_terms_that_it_gained_or_lost(): void {
		list( $one, $two ) = array( $this->category( 'One' ), $this->category( 'Two' ) );
		$id                = $this->saved( array( 'post_name' => 'hello', 'post_category' => array( $one ) ) );
		$expected          = array( "post-$id", 'post-any', 'feed', 'front', "term-$two", 'term-any-category' );
		wp_set_post_categories( $id, array( $two ), true );
		$this->assert_some( $expected, array( '/', '/hello/', '/category/one/', '/category/two/' ) );
		$this->forget();
		wp_update_post( array( 'ID' => $id, 'post_category' => array( $one ) ) );
		$this->assert_some( $expected, array( '/', '/hello/', '/category/one/', '/category/two/' ) );
		update_post_meta( $id, 'color', 'red' );
		wp_set_post_categories( $id, array( $two ), true );
		$this->assertContains( 'post-meta', $this->content()->tags, 'Meta was written before the terms.' );
	}

	public function test_a_sticky_post_renews_what_depends_on_sticky_posts(): void {
		$id = $this->saved( array( 'post_name' => 'hello' ) );
		stick_post( $id );
		$this->assert_some( array( "post-$id", 'post-any', 'feed', 'front', 'option-sticky_posts' ), array( '/', '/hello/', '/category/uncategorized/' ) );
	}

	public function test_names_the_author_before_and_after(): void {
		$id     = $this->saved();
		$author = $this->user( 'author' );
		wp_update_post( array( 'ID' => $id, 'post_author' => $author ) );
		$this->assertSame( array( "author-{$this->user}", "author-$author", 'author-any' ), array_values( preg_grep( '/^author-/', $this->content()->tags ) ) );
	}

	public function test_names_the_posts_that_another_user_got_from_a_deleted_one(): void {
		require_once ABSPATH . 'wp-admin/includes/user.php';
		$author = $this->user( 'author' );
		$id     = $this->saved( array( 'post_name' => 'hello', 'post_author' => $author ) );
		$page   = $this->saved( array( 'post_type' => 'page', 'post_name' => 'about', 'post_author' => $author ) );
		$draft  = $this->saved( array( 'post_status' => 'draft', 'post_author' => $author ) );
		wp_delete_user( $author, $this->user );
		$content = $this->content();
		$this->assertFalse( $content->is_all );
		$this->assertSame( array(), array_diff( array( "author-$author", "author-self-$author", "author-{$this->user}", 'author-any', "post-$id", 'post-list', "post-$page", 'page-list' ), $content->tags ) );
		$this->assertNotContains( "post-$draft", $content->tags );
		$this->assertSame( array( '/', '/about/', '/category/uncategorized/', '/hello/' ), $content->changed );
	}

	public function test_names_what_a_deleted_post_had(): void {
		$category = $this->category( 'News' );
		$id       = $this->saved( array( 'post_name' => 'hello', 'post_category' => array( $category ) ) );
		wp_delete_post( $id, true );
		$this->assert_some( $this->tags_of_post( $id, array( $category ) ), array( '/', '/category/news/' ), array( '/hello/' ) );
	}

	public function test_renews_all_pages_when_a_post_was_emptied_from_the_trash_after_its_change(): void {
		$id = $this->saved();
		wp_trash_post( $id );
		$this->assertFalse( $this->content( false )->is_all );
		wp_delete_post( $id, true );
		$this->assertTrue( $this->content()->is_all, 'Its terms are no longer known.' );
	}

	public function test_a_page_that_moves_names_the_posts_below_it(): void {
		$parent     = $this->saved( array( 'post_type' => 'page', 'post_name' => 'parent' ) );
		$id         = $this->saved( array( 'post_type' => 'page', 'post_name' => 'page' ) );
		$draft      = $this->saved( array( 'post_type' => 'page', 'post_name' => 'draft', 'post_parent' => $id, 'post_status' => 'draft' ) );
		$child      = $this->saved( array( 'post_type' => 'page', 'post_name' => 'child', 'post_parent' => $id ) );
		$grandchild = $this->saved( array( 'post_type' => 'page', 'post_name' => 'page', 'post_parent' => $draft ) );
		$tags       = array( ...$this->tags_of( 'page', $id ), "post-$child", "post-$grandchild", 'comment-list', "comments-$child" );
		wp_insert_comment( array( 'comment_post_ID' => $child, 'comment_content' => 'Hello', 'comment_approved' => 1 ) );
		$this->forget();
		wp_update_post( array( 'ID' => $id, 'post_name' => 'moved' ) );
		$this->assert_some( $tags, array( '/', '/moved/', '/moved/child/', '/moved/draft/page/' ), array( '/page/', '/page/child/', '/page/draft/page/' ) );
		wp_update_post( array( 'ID' => $id, 'post_parent' => $parent ) );
		$this->assert_some( $tags, array( '/', '/parent/moved/', '/parent/moved/child/', '/parent/moved/draft/page/' ), array( '/moved/', '/moved/child/', '/moved/draft/page/' ) );
		wp_update_post( array( 'ID' => $draft, 'post_name' => 'hidden' ) );
		$content = $this->content();
		$this->assertSame( array( array( '/', '/parent/moved/hidden/page/' ), array( '/parent/moved/draft/page/' ) ), array( $content->changed, $content->gone ) );
		$this->assertContains( "post-$grandchild", $content->tags );
		$this->assertNotContains( "post-$child", $content->tags );
		wp_trash_post( $id );
		$content = $this->content();
		$this->assertSame( array( array( '/', '/parent/moved__trashed/child/', '/parent/moved__trashed/hidden/page/' ), array( '/parent/moved/', '/parent/moved/child/', '/parent/moved/hidden/page/' ) ), array( $content->changed, $content->gone ) );
		wp_untrash_post( $id );
		wp_publish_post( $id );
		$content = $this->content();
		$this->assertSame( array( '/', '/parent/moved/', '/parent/moved/child/', '/parent/moved/hidden/page/' ), $content->changed );
		$this->assertContains( "post-$child", $content->tags );
		wp_update_post( array( 'ID' => $id, 'post_status' => 'draft', 'post_name' => 'unpublished' ) );
		$this->assertSame( array( '/parent/moved/', '/parent/moved/child/', '/parent/moved/hidden/page/' ), $this->content()->gone );
	}

	public function test_renews_all_pages_when_two_pages_move_one_below_the_other_or_there_are_too_many_below(): void {
		$id    = $this->saved( array( 'post_type' => 'page', 'post_name' => 'page' ) );
		$child = $this->saved( array( 'post_type' => 'page', 'post_name' => 'child', 'post_parent' => $id ) );
		$other = $this->saved( array( 'post_type' => 'page', 'post_name' => 'other' ) );
		wp_update_post( array( 'ID' => $child, 'post_name' => 'moved-child' ) );
		wp_update_post( array( 'ID' => $other, 'post_name' => 'moved-other' ) );
		$this->assertFalse( $this->content( false )->is_all );
		wp_update_post( array( 'ID' => $id, 'post_name' => 'moved' ) );
		$this->assertTrue( $this->content()->is_all );
		wp_update_post( array( 'ID' => $child, 'post_parent' => $other ) );
		wp_update_post( array( 'ID' => $other, 'post_name' => 'another' ) );
		$this->assertTrue( $this->content()->is_all );
		$rows = implode( ',', array_map( static fn( int $number ): string => "( 'page', 'publish', 'many-$number', $id )", range( 1, 201 ) ) );
		$GLOBALS['wpdb']->query( "INSERT INTO {$GLOBALS['wpdb']->posts} (post_type, post_status, post_name, post_parent) VALUES $rows" );
		wp_update_post( array( 'ID' => $id, 'post_name' => 'with-many' ) );
		$this->assertTrue( $this->content()->is_all );
	}

	public function test_renews_all_pages_when_the_previous_parent_no_longer_exists(): void {
		$parent = $this->saved( array( 'post_type' => 'page', 'post_status' => 'draft' ) );
		$id     = $this->saved( array( 'post_type' => 'page', 'post_parent' => $parent ) );
		wp_update_post( array( 'ID' => $id, 'post_parent' => 0 ) );
		$this->assertFalse( $this->content( false )->is_all );
		wp_delete_post( $parent, true );
		$this->assertTrue( $this->content()->is_all );
	}

	/**
	 * @param array<string, mixed> $change
	 */
	#[DataProvider( 'moves_with_other_placeholders' )]
	public function test_names_the_path_before_and_after_with_other_placeholders( string $permalinks, array $change, string $gone, string $changed ): void {
		$first  = (int) wp_update_user( array( 'ID' => $this->user( 'author' ), 'user_nicename' => 'ada' ) );
		$second = (int) wp_update_user( array( 'ID' => $this->user( 'author' ), 'user_nicename' => 'bo' ) );
		$news   = $this->category( 'News' );
		$this->set_permalinks( $permalinks );
		$id = $this->saved( array( 'post_name' => 'before', 'post_author' => $first, 'post_category' => array( $news ), 'post_date' => '2026-01-02 10:00:00' ) );
		wp_update_post( array( 'ID' => $id ) + ( array( 'post_author' => 0 ) === $change ? array( 'post_author' => $second ) : $change ) );
		$content = $this->content();
		$this->assertFalse( $content->is_all );
		$this->assertSame( array_filter( array( $gone ) ), $content->gone );
		$this->assertContains( $changed, $content->changed );
	}

	public static function moves_with_other_placeholders(): iterable {
		yield 'slug below an author' => array( '/%author%/%postname%/', array( 'post_name' => 'after' ), '/ada/before/', '/ada/after/' );
		yield 'author' => array( '/%author%/%postname%/', array( 'post_author' => 0 ), '/ada/before/', '/bo/before/' );
		yield 'terms below an author' => array( '/%author%/%postname%/', array( 'post_category' => array( 1 ) ), '', '/ada/before/' );
		yield 'slug below a category' => array( '/%category%/%postname%/', array( 'post_name' => 'after' ), '/news/before/', '/news/after/' );
		yield 'tags below a category' => array( '/%category%/%postname%/', array( 'tags_input' => array( 'Fast' ) ), '', '/news/before/' );
		yield 'date below a category' => array( '/%category%/%year%/%postname%/', array( 'post_date' => '2025-01-02 10:00:00', 'edit_date' => true ), '/news/2026/before/', '/news/2025/before/' );
	}

	public function test_a_term_renews_its_archive_and_the_lists_of_its_taxonomy(): void {
		$id = $this->category( 'News' );
		wp_update_term( $id, 'category', array( 'name' => 'Newest' ) );
		$this->assert_some( $this->tags_of_term( $id, 'category' ), array( '/category/news/' ) );
		$tag = (int) wp_insert_term( 'Fast', 'post_tag' )['term_id'];
		$this->forget();
		wp_delete_term( $tag, 'post_tag' );
		$this->assert_some( $this->tags_of_term( $tag, 'post_tag' ), array(), array( '/tag/fast/' ) );
	}

	public function test_a_term_that_moves_names_its_posts_and_the_terms_below_it(): void {
		$world = $this->category( 'World' );
		$news  = $this->category( 'News' );
		$local = $this->category( 'Local', $news );
		$id    = $this->saved( array( 'post_name' => 'hello', 'post_category' => array( $news ) ) );
		$other = $this->saved( array( 'post_category' => array( $local ) ) );
		$tags  = array( ...$this->tags_of_term( $news, 'category' ), "term-$local", "term-self-$local", "post-$id", 'post-any', 'feed', 'front' );
		wp_update_term( $news, 'category', array( 'slug' => 'stories' ) );
		$this->assert_some( $tags, array( '/', '/hello/', '/category/stories/', '/category/stories/local/' ), array( '/category/news/', '/category/news/local/' ) );
		wp_update_term( $news, 'category', array( 'parent' => $world ) );
		$content = $this->content();
		$this->assertSame( array( '/category/stories/', '/category/stories/local/' ), $content->gone );
		$this->assertContains( '/category/world/stories/local/', $content->changed );
		$this->assertNotContains( "post-$other", $content->tags );
		wp_update_term( $local, 'category', array( 'slug' => 'near' ) );
		wp_update_term( $news, 'category', array( 'slug' => 'news' ) );
		$this->assertTrue( $this->content()->is_all, 'Two terms moved.' );
		$this->set_permalinks( '/%category%/%postname%/' );
		wp_update_term( $news, 'category', array( 'slug' => 'again' ) );
		$this->assertTrue( $this->content()->is_all, 'Posts moved with it.' );
	}

	public function test_renews_all_pages_when_a_term_with_many_posts_moves(): void {
		$news = $this->category( 'News' );
		$rows = implode( ',', array_map( static fn( int $number ): string => "( $number, " . get_term( $news )->term_taxonomy_id . ' )', range( 5001, 5201 ) ) );
		$GLOBALS['wpdb']->query( "INSERT INTO {$GLOBALS['wpdb']->term_relationships} (object_id, term_taxonomy_id) VALUES $rows" );
		wp_update_term( $news, 'category', array( 'slug' => 'stories' ) );
		$this->assertTrue( $this->content()->is_all );
	}

	public function test_a_deleted_term_names_its_posts(): void {
		$tag = (int) wp_insert_term( 'Fast', 'post_tag' )['term_id'];
		$id  = $this->saved( array( 'post_name' => 'hello', 'tags_input' => array( 'Fast' ) ) );
		wp_delete_term( $tag, 'post_tag' );
		$this->assert_some( array( ...$this->tags_of_term( $tag, 'post_tag' ), "post-$id", 'post-any', 'feed', 'front' ), array( '/', '/hello/', '/category/uncategorized/' ), array( '/tag/fast/' ) );
		$news  = $this->category( 'News' );
		$local = $this->category( 'Local', $news );
		wp_delete_term( $news, 'category' );
		$this->assertTrue( $this->content()->is_all, 'A term moved to its parent.' );
		wp_delete_term( $local, 'category' );
		$this->assertFalse( $this->content()->is_all );
	}

	/**
	 * @param callable(self): (string|null) $change Returns the tag, if there is one.
	 */
	#[DataProvider( 'changes_of_all_pages' )]
	public function test_renews_all_pages_when_any_page_may_contain_what_changed( callable $change ): void {
		$tag     = $change( $this );
		$content = $this->content();
		$this->assertTrue( $content->is_all );
		$this->assertSame( null === $tag ? array() : array( $tag ), $content->tags );
	}

	public static function changes_of_all_pages(): iterable {
		yield 'option' => array( static fn(): string => update_option( 'date_format', 'Y' ) ? 'site' : '' );
		yield 'theme' => array( static fn() => set_theme_mod( 'color', 'red' ) ? null : '' );
		yield 'request' => array( static fn() => do_action( 'headless_deploy_request', 'Prices' ) );
		yield 'template' => array( static fn( self $test ) => $test->post( array( 'post_type' => 'wp_template' ) ) > 0 ? null : '' );
	}

	public function test_a_menu_an_option_and_a_navigation_menu_renew_only_what_shows_them(): void {
		$menu = (int) wp_create_nav_menu( 'Main' );
		wp_update_nav_menu_item( $menu, 0, array( 'menu-item-type' => 'custom', 'menu-item-title' => 'Item', 'menu-item-url' => 'https://example.test/', 'menu-item-status' => 'publish' ) );
		$this->assert_some( array( "menu-$menu", 'menu-list' ), array() );
		update_option( 'blogname', 'Other' );
		$this->assert_some( array( 'option-blogname' ), array() );
		$navigation = $this->saved( array( 'post_type' => 'wp_navigation' ) );
		wp_update_post( array( 'ID' => $navigation, 'post_content' => 'New' ) );
		$this->assertContains( "post-$navigation", $this->content()->tags );
	}

	public function test_names_only_tags_with_plain_permalinks(): void {
		$this->set_permalinks( '' );
		$id = $this->saved();
		wp_update_post( array( 'ID' => $id, 'post_name' => 'after' ) );
		$content = $this->content();
		$this->assertContains( "post-$id", $content->tags );
		$this->assertSame( array( array( '/' ), array() ), array( $content->changed, $content->gone ), 'The front page has a path.' );
	}

	public function test_names_only_tags_of_a_type_that_is_no_longer_registered(): void {
		register_post_type( 'book', array( 'public' => true, 'has_archive' => true ) );
		$id = $this->post( array( 'post_type' => 'book' ) );
		$this->store();
		unregister_post_type( 'book' );
		$this->assert_some( $this->tags_of( 'book', $id ), array( '/' ) );
	}

	public function test_paths_are_relative_to_a_home_in_a_folder(): void {
		add_filter( 'option_home', static fn(): string => 'http://example.test/blog', 20 );
		$id = $this->saved( array( 'post_name' => 'before' ) );
		wp_update_post( array( 'ID' => $id, 'post_name' => 'after' ) );
		$content = $this->content();
		$this->assertSame( array( array( '/', '/after/', '/category/uncategorized/' ), array( '/before/' ) ), array( $content->changed, $content->gone ) );
	}

	/**
	 * @param string $filter Applied to the permalink of a post or term.
	 */
	#[DataProvider( 'permalink_filters' )]
	public function test_renews_all_pages_when_another_plugin_fails_at_a_permalink( string $filter ): void {
		$this->post();
		$this->store();
		add_filter( $filter, static fn() => throw new RuntimeException( 'It needs a page.' ) );
		$this->assertTrue( $this->logged( static fn(): bool => ( new Refresh_Reader() )->of_run( self::RUN )->is_all ) );
		$this->assertFalse( doing_filter( $filter ) );
	}

	public static function permalink_filters(): iterable {
		yield 'of a post' => array( 'post_link' );
		yield 'of a term' => array( 'term_link' );
	}

	public function test_the_number_of_queries_does_not_depend_on_the_number_of_posts(): void {
		$count = function ( int $posts ): int {
			$parent = $this->saved( array( 'post_type' => 'page' ) );
			for ( $number = 1; $number <= $posts; $number++ ) {
				$category = (int) wp_insert_term( wp_generate_uuid4(), 'category' )['term_id'];
				$this->post( array( 'post_category' => array( $category ) ) );
				$this->post( array( 'post_type' => 'page', 'post_parent' => $parent ) );
				do_action( 'shutdown' );
			}
			$this->store();
			wp_cache_flush();
			wp_load_alloptions();
			return count( $this->queries( fn() => $this->assertFalse( $this->content()->is_all ) ) );
		};
		$this->set_permalinks( '/%author%/%category%/%postname%/' );
		$few = $count( 2 );
		$this->assertSame( $few, $count( 15 ) );
		$this->assertLessThanOrEqual( 12, $few );
	}

	public function test_the_number_of_queries_does_not_depend_on_the_number_of_posts_with_files(): void {
		$count = function ( int $posts ): int {
			$ids = array_map( fn(): int => $this->post(), range( 1, $posts ) );
			array_map( fn( int $id ): int => $this->attachment( $id ), $ids );
			$this->forget();
			array_map( wp_trash_post( ... ), $ids );
			$this->store();
			wp_cache_flush();
			wp_load_alloptions();
			return count( $this->queries( fn() => $this->assertFalse( $this->content()->is_all ) ) );
		};
		$this->assertSame( $count( 2 ), $count( 9 ) );
	}

	public function test_a_post_that_is_published_names_its_files_and_too_many_renew_all_pages(): void {
		$draft = $this->post( array( 'post_status' => 'draft' ) );
		$files = array_map( fn(): int => $this->attachment( $draft ), range( 1, 200 ) );
		$this->forget();
		$publish = function () use ( $draft ): Refresh_Content {
			wp_update_post( array( 'ID' => $draft, 'post_status' => 'draft' ) );
			$this->forget();
			wp_update_post( array( 'ID' => $draft, 'post_status' => 'publish' ) );
			return $this->content();
		};
		$content = $publish();
		$this->assertFalse( $content->is_all );
		$this->assertSame( array(), array_diff( array_map( static fn( int $id ): string => "post-$id", $files ), $content->tags ) );
		$this->assertContains( 'attachment-list', $content->tags );
		$this->attachment( $draft );
		$this->assertTrue( $publish()->is_all );
	}

	public function test_a_failed_read_throws_and_leaves_no_gap_for_the_next_one(): void {
		$parent = $this->saved( array( 'post_type' => 'page' ) );
		$child  = $this->category( 'Child', $this->category( 'Parent' ) );
		$id     = $this->saved( array( 'post_category' => array( $child ) ) );
		wp_update_post( array( 'ID' => $id, 'post_category' => array( 1 ) ) );
		$this->post( array( 'post_type' => 'page', 'post_parent' => $parent ) );
		$expected = $this->content( false )->to_array();
		$this->assertSame( 'some', $expected['scope'] );
		for ( $nth = 1; $nth < 50; $nth++ ) {
			wp_cache_flush();
			wp_load_alloptions();
			$exists = $this->fail_nth(
				$nth,
				function () use ( $nth, $expected ): void {
					try {
						// WordPress reads single terms again when it could not read them at once.
						$this->assertSame( $expected, ( new Refresh_Reader() )->of_run( self::RUN )->to_array(), "With statement $nth failed." );
					} catch ( Read_Failed ) {
						$this->addToAssertionCount( 1 );
					}
				},
			);
			$this->assertSame( $expected, ( new Refresh_Reader() )->of_run( self::RUN )->to_array(), "After statement $nth failed." );
			if ( ! $exists ) {
				return;
			}
		}
		$this->fail( 'It has no end.' );
	}

	public function test_renews_all_pages_for_a_run_without_rows_and_for_a_manual_one(): void {
		global $wpdb;
		$this->assertTrue( ( new Refresh_Reader() )->of_run( self::RUN )->is_all );
		$this->post();
		$this->store();
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_changes} SET manual = 1" );
		$this->assertTrue( ( new Refresh_Reader() )->of_run( self::RUN )->is_all );
	}

	public function test_also_names_changes_that_the_front_end_did_not_accept_before(): void {
		global $wpdb;
		$ids = array_map( fn( int $number ): int => $this->saved( array( 'post_title' => "Post $number" ) ), range( 0, 4 ) );
		foreach ( array_slice( $ids, 1 ) as $number => $id ) {
			wp_update_post( array( 'ID' => $id, 'post_title' => "Update $number" ) );
			do_action( 'shutdown' );
			$this->start_plugin( $this->clock, $this->caller );
		}
		$rows = array_map( intval( ... ), $wpdb->get_col( "SELECT id FROM {$wpdb->headless_deploy_changes} ORDER BY id" ) );
		$this->assertCount( 4, $rows );
		// The front end accepted the first row. A purge replaced the refresh of the second; the third was always for a build.
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_changes} SET lane = 'cache', action = 'refresh', run_id = 3 WHERE id IN ({$rows[0]}, {$rows[1]})" );
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_changes} SET lane = 'refresh', action = 'refresh', run_id = " . self::RUN . " WHERE id = {$rows[3]}" );
		$posts = static fn( ?int $since ): array => array_values( preg_grep( '/^post-\d/', ( new Refresh_Reader() )->of_run( self::RUN, 'production', $since )->tags ) );
		$this->assertSame( array( "post-{$ids[2]}", "post-{$ids[4]}" ), $posts( $rows[0] ) );
		$this->assertSame( array( "post-{$ids[4]}" ), $posts( null ), 'A front end that accepted nothing yet asks for all.' );
		$this->assertSame( array( "post-{$ids[4]}" ), array_values( preg_grep( '/^post-\d/', ( new Refresh_Reader() )->of_run( self::RUN, 'staging', $rows[0] )->tags ) ) );
	}

	public function test_returns_the_newest_row_of_a_run(): void {
		global $wpdb;
		$this->assertSame( 0, ( new Refresh_Reader() )->sequence_of_run( self::RUN ) );
		$this->post();
		$this->post();
		$this->store();
		$this->assertSame( (int) $wpdb->get_var( "SELECT MAX(id) FROM {$wpdb->headless_deploy_changes}" ), ( new Refresh_Reader() )->sequence_of_run( self::RUN ) );
	}

	/**
	 * The tags of a post that is new, or has moved in lists.
	 *
	 * @return list<string>
	 */
	private function tags_of( string $type, int $id ): array {
		return array( "post-$id", "$type-any", "$type-list", "$type-meta", "author-{$this->user}", 'author-any', 'front' );
	}

	/**
	 * @param  list<int>    $categories
	 * @return list<string>
	 */
	private function tags_of_post( int $id, array $categories ): array {
		return array( ...$this->tags_of( 'post', $id ), 'feed', 'term-any-category', ...array_map( static fn( int $category ): string => "term-$category", $categories ) );
	}

	/**
	 * @return list<string>
	 */
	private function tags_of_term( int $id, string $taxonomy ): array {
		return array( "term-$id", "term-self-$id", "term-any-$taxonomy", "term-list-$taxonomy" );
	}

	/**
	 * @param list<string> $tags
	 * @param list<string> $changed
	 * @param list<string> $gone
	 */
	private function assert_some( array $tags, array $changed, array $gone = array(), bool $forget = true ): void {
		sort( $tags, SORT_STRING );
		sort( $changed, SORT_STRING );
		$expected = array( 'scope' => 'some', 'tags' => $tags, 'paths' => array( 'changed' => $changed, 'gone' => $gone ) );
		$this->assertSame( $expected, $this->content( $forget )->to_array() );
	}

	/**
	 * Ends the request, and reads its changes as those of a run.
	 */
	private function content( bool $forget = true ): Refresh_Content {
		$this->store();
		wp_cache_flush();
		$content = ( new Refresh_Reader() )->of_run( self::RUN );
		if ( $forget ) {
			$this->forget();
		}
		return $content;
	}

	private function store(): void {
		global $wpdb;
		do_action( 'shutdown' );
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_changes} SET run_id = " . self::RUN );
	}

	private function category( string $name, int $parent = 0 ): int {
		$term = wp_insert_term( $name, 'category', array( 'parent' => $parent ) );
		$this->forget();
		return (int) $term['term_id'];
	}

	/**
	 * Keeps the log of errors out of the output of the tests.
	 *
	 * @template T
	 * @param  callable(): T $work
	 * @return T
	 */
	private function logged( callable $work ): mixed {
		$log = ini_set( 'error_log', '/dev/null' );
		try {
			return $work();
		} finally {
			ini_set( 'error_log', (string) $log );
		}
	}
}
