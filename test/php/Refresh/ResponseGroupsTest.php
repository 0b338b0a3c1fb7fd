<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Refresh\Group_List;
use HeadlessDeploy\Refresh\Rendered_Blocks;
use HeadlessDeploy\Refresh\Response_Groups;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Block_Type;
use WP_Block_Type_Registry;
use WP_Comment;
use WP_Error;
use WP_Post;
use WP_Query;
use WP_REST_Request;
use WP_REST_Response;
use WP_Term;
use WP_Theme_JSON_Resolver;

/**
 * Serves WordPress's REST routes, and reads the headers.
 */
final class ResponseGroupsTest extends Wp_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->stop_plugin();
		$GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->posts}" );
		wp_cache_flush();
		add_filter( 'wp_rest_server_class', static fn(): string => Recording_Server::class );
		// It calls header() of PHP.
		remove_filter( 'rest_pre_serve_request', 'rest_send_cors_headers' );
		add_action( 'rest_api_init', ( new Response_Groups( static fn(): bool => false ) )->hook( ... ), 98 );
	}

	public function test_a_post_has_its_tag_in_both_headers(): void {
		$id = $this->post();
		$this->assertSame( array( "post-$id" ), $this->tags( "/wp/v2/posts/$id" ) );
		$list = $this->headers( '/wp/v2/posts' );
		$this->assertSame( "\"post-$id\", \"post-list\"", $list['Cache-Groups'] );
		$this->assertSame( "post-$id,post-list", $list['Cache-Tag'] );
	}

	public function test_a_list_has_the_tag_of_the_list_unless_it_finds_all_posts_that_it_names(): void {
		$one = $this->post( array( 'post_name' => 'one' ) );
		$two = $this->post( array( 'post_name' => 'two' ) );
		$this->assertSame( array( 'post-any' ), $this->tags( '/wp/v2/posts', array( 'search' => 'nothing' ) ) );
		$this->assertSame( array( "post-$one" ), $this->tags( '/wp/v2/posts', array( 'slug' => 'one' ) ) );
		$this->assertSame( array( "post-$one", "post-$two" ), $this->tags( '/wp/v2/posts', array( 'slug' => array( 'one', 'two' ) ) ) );
		$this->assertSame( array( "post-$one", 'post-list' ), $this->tags( '/wp/v2/posts', array( 'slug' => array( 'one', 'three' ) ) ) );
		$this->assertSame( array( "post-$two" ), $this->tags( '/wp/v2/posts', array( 'include' => array( $two ) ) ) );
		$this->assertSame( array( "post-$two", 'post-list' ), $this->tags( '/wp/v2/posts', array( 'include' => array( $two, 99 ) ) ) );
		$page = $this->post( array( 'post_type' => 'page', 'post_name' => 'about' ) );
		$this->assertSame( array( 'page-list', "post-$page" ), $this->tags( '/wp/v2/pages', array( 'slug' => 'about' ) ), 'Pages below different pages may have the same slug.' );
	}

	public function test_a_filter_by_term_or_author_is_part_of_the_response(): void {
		$user = $this->user( 'author' );
		$this->assertSame( array( "author-$user", 'term-1' ), $this->tags( '/wp/v2/posts', array( 'categories' => array( 1 ), 'author' => array( $user ) ) ) );
		$this->assertSame( array( 'post-list', 'term-any-category' ), $this->tags( '/wp/v2/posts', array( 'categories' => array( 'terms' => array( 1 ), 'include_children' => true ) ) ) );
		$this->assertSame( array( 'post-list', 'term-1' ), $this->tags( '/wp/v2/posts', array( 'categories_exclude' => '1' ) ), 'A post that loses the term is in the list.' );
		$this->assertSame( array( "author-$user", 'term-1' ), $this->tags( '/wp/v2/posts', array( 'categories_exclude' => '1', 'author' => array( $user ) ) ) );
		$this->assertSame( array( 'post-any', 'post-list' ), $this->tags( '/wp/v2/posts', array( 'format' => 'aside' ) ), 'Nothing sends tags of formats.' );
	}

	public function test_only_lists_that_move_sticky_posts_depend_on_them(): void {
		$this->assertSame( array( 'option-sticky_posts', 'post-list' ), $this->tags( '/wp/v2/posts', array( 'sticky' => '1' ) ) );
		$this->assertSame( array( 'option-sticky_posts', 'post-list' ), $this->tags( '/wp/v2/posts', array( 'sticky' => '0' ) ) );
		$this->assertSame( array( 'post-list' ), $this->tags( '/wp/v2/posts' ) );
		$this->assertSame( array( 'option-sticky_posts', 'post-list' ), $this->tags( '/wp/v2/posts', array( 'ignore_sticky' => '0' ) ) );
	}

	/**
	 * @param callable(): mixed $filter
	 * @param list<string>      $tags
	 */
	#[DataProvider( 'filters_of_plugins' )]
	public function test_a_list_that_another_plugin_filters_has_what_it_is_filtered_by( callable $filter, array $tags ): void {
		$filter();
		$this->assertSame( $tags, $this->tags( '/wp/v2/posts' ) );
		remove_all_filters( 'rest_post_query' );
		remove_all_actions( 'pre_get_posts' );
		remove_all_filters( 'posts_join' );
	}

	public static function filters_of_plugins(): iterable {
		$by_slug = array( array( 'taxonomy' => 'category', 'field' => 'slug', 'terms' => 'news' ) );
		yield 'in the arguments' => array( static fn() => add_filter( 'rest_post_query', static fn( array $query ): array => array( 'tax_query' => $by_slug ) + $query ), array( 'post-list', 'term-any-category' ) );
		yield 'in the query' => array( static fn() => add_action( 'pre_get_posts', static fn( WP_Query $query ) => $query->set( 'tax_query', $by_slug ) ), array( 'post-list', 'term-any-category' ) );
		yield 'by SQL' => array( static fn() => add_filter( 'posts_join', static fn( string $join ): string => "$join JOIN {$GLOBALS['wpdb']->term_relationships} r ON r.object_id = ID" ), array( 'post-any', 'post-list' ) );
		yield 'by ids' => array( static fn() => add_filter( 'rest_post_query', static fn( array $query ): array => array( 'post__not_in' => array( 5 ) ) + $query ), array( 'post-any', 'post-list' ) );
		yield 'by ids in the query' => array( static fn() => add_action( 'pre_get_posts', static fn( WP_Query $query ) => $query->set( 'post__in', array( 5 ) ) ), array( 'post-any', 'post-list' ) );
	}

	public function test_embedded_terms_and_authors_are_those_without_their_posts(): void {
		$author = $this->user( 'author' );
		$image  = $this->attachment();
		$id     = $this->post( array( 'post_author' => $author ) );
		set_post_thumbnail( $id, $image );
		$this->assertSame( array( "author-self-$author", "comments-$id", "post-$image", "post-$id", 'term-self-1' ), $this->tags( "/wp/v2/posts/$id", array( '_embed' => '1' ) ) );
	}

	public function test_a_post_depends_on_whether_visitors_see_its_featured_image(): void {
		foreach ( array( 'publish', 'draft' ) as $status ) {
			$image = $this->attachment( $this->post( array( 'post_status' => $status ) ) );
			$id    = $this->post();
			set_post_thumbnail( $id, $image );
			$this->assertSame( array( "post-$image", "post-$id" ), $this->tags( "/wp/v2/posts/$id" ), 'The response has a link to it.' );
			$this->assertSame( array( "post-$id" ), $this->tags( "/wp/v2/posts/$id", array( '_fields' => 'id,featured_media' ) ) );
		}
	}

	public function test_the_terms_of_a_post_are_in_the_order_of_their_names(): void {
		$one = (int) wp_insert_term( 'One', 'post_tag' )['term_id'];
		$two = (int) wp_insert_term( 'Two', 'post_tag' )['term_id'];
		$id  = $this->post( array( 'tags_input' => array( $one, $two ) ) );
		$this->assertSame( array( "post-$id", "term-self-$one", "term-self-$two" ), $this->tags( "/wp/v2/posts/$id" ) );
		$this->assertSame( array( "post-$id" ), $this->tags( "/wp/v2/posts/$id", array( '_fields' => 'title,categories' ) ), 'One category has no order.' );
	}

	public function test_terms_and_authors_have_their_own_tags(): void {
		$this->assertSame( array( 'term-1' ), $this->tags( '/wp/v2/categories/1' ) );
		$this->assertSame( array( 'term-1', 'term-list-category' ), $this->tags( '/wp/v2/categories' ) );
		$author = $this->user( 'author' );
		$this->post( array( 'post_author' => $author ) );
		$this->assertSame( array( "author-$author" ), $this->tags( "/wp/v2/users/$author" ) );
		$this->assertSame( array( "author-$author", 'author-any' ), $this->tags( '/wp/v2/users' ), 'It lists those who have published.' );
	}

	public function test_a_list_of_terms_that_depends_on_posts_has_their_list(): void {
		$this->assertSame( array( 'term-any-post_tag' ), $this->tags( '/wp/v2/tags', array( 'hide_empty' => '1' ) ) );
		$this->assertSame( array( 'term-1', 'term-any-category' ), $this->tags( '/wp/v2/categories', array( 'orderby' => 'count' ) ) );
	}

	public function test_a_search_has_the_lists_that_it_searches(): void {
		$this->assertSame( array( 'page-any', 'post-any' ), $this->tags( '/wp/v2/search', array( 'search' => 'x' ) ) );
		$this->assertSame( array( 'term-any-category' ), $this->tags( '/wp/v2/search', array( 'search' => 'x', 'type' => 'term', 'subtype' => 'category' ) ) );
	}

	public function test_only_public_objects_and_successful_reads_have_tags(): void {
		$draft = $this->post( array( 'post_status' => 'draft' ) );
		$id    = $this->post();
		$this->assertSame( array(), $this->tags( "/wp/v2/posts/$draft" ), 'Status 401.' );
		$this->assertSame( array(), $this->tags( '/wp/v2/posts/99' ), 'Status 404.' );
		$this->assertSame( array(), $this->tags( "/wp/v2/posts/$id", method: 'HEAD' ) );
		$this->assertSame( array( 'site' ), $this->tags( '/wp/v2/types' ), 'Without objects.' );
		add_filter( 'rest_authentication_errors', fn() => wp_set_current_user( $this->user( 'editor' ) )->exists() );
		$this->assertSame( array(), $this->tags( "/wp/v2/posts/$id", array( 'context' => 'edit' ) ) );
		$this->assertSame( array( 'site' ), $this->tags( "/wp/v2/posts/$draft" ) );
		$this->assertSame( '60;reason="a post of the type post that is not public"', $this->headers( "/wp/v2/posts/$draft" )[ Response_Groups::LIFETIME_HEADER ] ?? null );
		$this->assertSame( array( "post-$id", 'post-list' ), $this->tags( '/wp/v2/posts', array( 'status' => 'draft,publish' ) ) );
	}

	public function test_makes_no_query(): void {
		$id = $this->post();
		set_post_thumbnail( $id, $this->attachment() );
		$count = function (): int {
			wp_cache_flush();
			wp_load_alloptions();
			return count( $this->queries( fn() => $this->headers( '/wp/v2/posts', array( '_embed' => '1', 'slug' => 'hello', 'categories' => '1' ) ) ) );
		};
		remove_all_actions( 'rest_api_init', 98 );
		$count();
		$bare = $count();
		add_action( 'rest_api_init', ( new Response_Groups( static fn(): bool => false ) )->hook( ... ), 98 );
		$this->assertSame( $bare, $count() );
	}

	public function test_the_header_is_bounded(): void {
		$authors = range( 1, 900 );
		$headers = $this->headers( '/wp/v2/posts', array( 'author' => implode( ',', $authors ) ) );
		$this->assertSame( '"author-any"', $headers['Cache-Groups'] );
		$list = new Group_List();
		for ( $id = 1000; $id < 1400; $id++ ) {
			$list->add( "post-$id", 'post-any' );
			$list->add( "term-$id", 'term-any-category' );
		}
		$list->add( 'page-list' );
		$this->assertSame( array( 'page-list', 'post-any', 'term-any-category' ), $list->tags() );
		$this->assertSame( '', $list->reason() );
		$full = new Group_List();
		array_map( static fn( int $id ) => $full->add( "option-widget_$id" ), range( 1, 400 ) );
		$this->assertSame( array( array(), 'too many tags' ), array( $full->tags(), $full->reason() ) );
	}

	/**
	 * @param callable(int): mixed $note Notes one of many objects.
	 * @param list<string>         $tags
	 */
	#[DataProvider( 'members' )]
	public function test_a_long_list_has_the_tags_that_every_change_of_a_member_has( callable $note, array $tags ): void {
		$once = static function ( mixed $response ) use ( $note ): mixed {
			array_map( $note, range( 1000, 1400 ) );
			return $response;
		};
		add_filter( 'rest_request_after_callbacks', $once );
		$this->assertSame( $tags, $this->tags( '/wp/v2/types' ) );
	}

	public static function members(): iterable {
		$post    = static fn( string $type, int $id, array $fields = array() ): WP_Post => new WP_Post( (object) ( $fields + array( 'ID' => $id, 'post_type' => $type, 'post_status' => 'publish', 'filter' => 'raw' ) ) );
		$comment = static fn( int $id ): WP_Comment => new WP_Comment( (object) array( 'comment_ID' => (string) $id, 'comment_post_ID' => (string) ( $id + 1000 ) ) );
		$term    = static fn( string $taxonomy, int $id ): WP_Term => new WP_Term( (object) array( 'term_id' => $id, 'taxonomy' => $taxonomy ) );
		$block   = static fn( string $name, int $id ): string => do_blocks( "<!-- wp:$name {\"ref\":$id} /-->" );
		yield 'posts' => array( static fn( int $id ) => apply_filters( 'rest_prepare_post', null, $post( 'post', $id ) ), array( 'post-any' ) );
		yield 'posts with featured images' => array(
			static function ( int $id ) use ( $post ): mixed {
				$response = new WP_REST_Response();
				$response->add_link( 'self', 'https://example.org/' );
				add_filter( 'post_thumbnail_id', static fn(): int => $id + 5000 );
				return apply_filters( 'rest_prepare_page', $response, $post( 'page', 7 ) );
			},
			array( 'attachment-any', 'post-7' ),
		);
		yield 'pages below others' => array( static fn( int $id ) => apply_filters( 'rest_prepare_page', null, $post( 'page', $id, array( 'post_parent' => $id + 1000 ) ) ), array( 'page-any' ) );
		yield 'menu items' => array( static fn( int $id ) => apply_filters( 'rest_prepare_nav_menu_item', null, $post( 'nav_menu_item', $id, array( 'type' => 'post_type', 'object' => 'page', 'object_id' => $id ) ) ), array( 'menu-list', 'page-any' ) );
		yield 'comments' => array( static fn( int $id ) => apply_filters( 'rest_prepare_comment', null, $comment( $id ) ), array( 'comment-list' ) );
		yield 'comments of posts' => array( static fn( int $id ) => apply_filters( 'rest_comment_query', array( 'post__in' => array( $id ) ) ), array( 'comment-list' ) );
		yield 'terms' => array( static fn( int $id ) => apply_filters( 'rest_prepare_category', null, $term( 'category', $id ) ), array( 'term-any-category' ) );
		yield 'menus' => array( static fn( int $id ) => apply_filters( 'rest_prepare_nav_menu', null, $term( 'nav_menu', $id ) ), array( 'menu-list' ) );
		yield 'patterns' => array( static fn( int $id ) => $block( 'block', $id ), array( 'wp_block-any' ) );
		yield 'navigation menus' => array( static fn( int $id ) => $block( 'separator', $id ), array( 'wp_navigation-any' ) );
		foreach ( array( 'by date' => array(), 'by meta' => array( 'meta_key' => 'color' ) ) as $order => $query ) {
			$list = static fn( int $id ) => array( apply_filters( 'rest_post_query', $query, new WP_REST_Request() ), apply_filters( 'rest_prepare_post', null, $post( 'post', $id ) ) );
			yield "a list $order" => array( $list, array( 'post-any' ) );
		}
	}

	public function test_lists_in_another_order_depend_on_every_change_of_a_member(): void {
		$this->assertSame( array( 'post-list' ), $this->tags( '/wp/v2/posts', array( 'orderby' => 'date' ) ) );
		foreach ( array( array( 'orderby' => 'title' ), array( 'orderby' => 'modified' ), array( 'modified_after' => '2026-01-01T00:00:00' ) ) as $query ) {
			$this->assertSame( array( 'post-any' ), $this->tags( '/wp/v2/posts', $query ), (string) wp_json_encode( $query ) );
		}
		add_filter( 'rest_post_query', static fn( array $query ): array => $query + array( 'meta_key' => 'color' ) );
		$this->assertSame( array( 'post-any', 'post-meta' ), $this->tags( '/wp/v2/posts' ) );
	}

	public function test_the_error_of_an_embedded_request_does_not_decide(): void {
		$parent = $this->post( array( 'post_type' => 'page', 'post_status' => 'private' ) );
		$id     = $this->post( array( 'post_type' => 'page', 'post_parent' => $parent ) );
		$tags   = $this->tags( "/wp/v2/pages/$id", array( '_embed' => '1' ) );
		$this->assertContains( "post-$id", $tags );
		$this->assertContains( "post-$parent", $tags, 'It is embedded when it is published.' );
	}

	public function test_comments_have_their_posts_and_those_of_a_post_their_own_tag(): void {
		$id      = $this->post();
		$comment = (int) wp_insert_comment( array( 'comment_post_ID' => $id, 'comment_content' => 'Hello', 'comment_approved' => 1 ) );
		$this->assertSame( array( "comment-$comment", 'comment-list', "post-$id" ), $this->tags( '/wp/v2/comments' ) );
		$this->assertSame( array( "comment-$comment", "comments-$id", "post-$id" ), $this->tags( '/wp/v2/comments', array( 'post' => $id ) ) );
		$this->assertContains( "comments-$id", $this->tags( "/wp/v2/posts/$id", array( '_embed' => 'replies' ) ) );
	}

	public function test_a_menu_item_has_the_object_that_it_shows(): void {
		add_filter( 'rest_menu_read_access', '__return_true' );
		$id   = $this->post();
		$menu = (int) wp_create_nav_menu( 'Main' );
		wp_update_nav_menu_item( $menu, 0, array( 'menu-item-type' => 'post_type', 'menu-item-object' => 'post', 'menu-item-object-id' => $id, 'menu-item-status' => 'publish' ) );
		wp_update_nav_menu_item( $menu, 0, array( 'menu-item-type' => 'taxonomy', 'menu-item-object' => 'category', 'menu-item-object-id' => 1, 'menu-item-status' => 'publish' ) );
		$this->assertSame( array( 'menu-list', "post-$id", 'term-self-1' ), $this->tags( '/wp/v2/menu-items' ) );
		wp_trash_post( $id );
		$headers = $this->headers( '/wp/v2/menu-items' );
		$this->assertSame( '60;reason="a post of the type post that is not public"', $headers[ Response_Groups::LIFETIME_HEADER ] ?? null, 'It says that the post is in the Trash.' );
		$this->assertSame( array( "menu-$menu", 'menu-list' ), $this->tags( '/wp/v2/menus' ) );
		$this->assertSame( array( 'menu-list' ), $this->tags( '/wp/v2/menu-locations' ) );
	}

	/**
	 * @param list<string> $tags Besides those of the page and of the post, `%d`.
	 */
	#[DataProvider( 'contents' )]
	public function test_a_page_has_the_tags_of_what_its_blocks_show( string $content, array $tags, string $reason = '' ): void {
		add_filter( 'pre_http_request', static fn(): WP_Error => new WP_Error( 'offline' ) );
		add_shortcode( 'latest', static fn(): string => implode( ', ', wp_list_pluck( get_posts( array( 'numberposts' => 3 ) ), 'post_title' ) ) );
		add_shortcode( 'sticky', static fn(): string => (string) count( (array) get_option( 'sticky_posts' ) ) );
		add_shortcode( 'tagline', static fn(): string => (string) get_option( 'blogdescription' ) );
		add_shortcode( 'ticker', static fn(): string => (string) get_option( 'ticker' ) );
		add_shortcode( 'prices', static fn(): string => '7 €' );
		register_block_type( 'acme/prices', array( 'render_callback' => static fn(): string => '7 €' ) );
		$post   = $this->post( array( 'post_name' => 'shown' ) );
		$author = $this->user( 'author' );
		$id     = $this->post( array( 'post_type' => 'page', 'post_content' => $content, 'post_author' => $author ) );
		$list   = $this->headers( "/wp/v2/pages/$id" );
		unregister_block_type( 'acme/prices' );
		array_map( remove_shortcode( ... ), array( 'latest', 'sticky', 'tagline', 'ticker', 'prices' ) );
		$expected = array( "post-$id", ...str_replace( array( '%d', '%u' ), array( (string) $post, (string) $author ), $tags ) );
		sort( $expected, SORT_STRING );
		$this->assertSame( implode( ',', $expected ), $list['Cache-Tag'] );
		$this->assertStringStartsWith( '' === $reason ? 'none' : "60;reason=\"$reason", $list[ Response_Groups::LIFETIME_HEADER ] ?? 'none' );
	}

	public static function contents(): iterable {
		yield 'text' => array( '<!-- wp:paragraph --><p>Hello</p><!-- /wp:paragraph -->', array() );
		yield 'latest posts' => array( '<!-- wp:latest-posts /-->', array( 'post-%d', 'post-list' ) );
		yield 'archives' => array( '<!-- wp:archives /-->', array( 'post-list' ) );
		yield 'calendar' => array( '<!-- wp:calendar /-->', array( 'post-list' ) );
		yield 'categories' => array( '<!-- wp:categories /-->', array( 'term-any-category', 'term-self-1' ) );
		yield 'latest comments' => array( '<!-- wp:latest-comments /-->', array( 'comment-list' ) );
		yield 'query of pages' => array( '<!-- wp:query {"queryId":1,"query":{"perPage":3,"postType":"post","inherit":false}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->', array( 'option-sticky_posts', 'post-%d', 'post-list', 'term-self-1' ) );
		yield 'author of the post' => array( '<!-- wp:post-author-name /-->', array( 'author-self-%u' ) );
		yield 'a shortcode with sticky posts' => array( '[sticky]', array( 'option-sticky_posts' ) );
		yield 'site title' => array( '<!-- wp:site-title /-->', array( 'option-blogname' ) );
		yield 'a pattern' => array( '<!-- wp:block {"ref":4711} /-->', array( 'post-4711' ) );
		yield 'a link to a post' => array( '<!-- wp:navigation-link {"id":4711,"kind":"post-type","label":"Post","url":"/post/"} /-->', array( 'post-4711' ) );
		yield 'a link to a term' => array( '<!-- wp:navigation-link {"id":4711,"kind":"taxonomy","label":"Term","url":"/term/"} /-->', array( 'term-self-4711' ) );
		// WordPress 6.8 reads the feed from a transient first.
		yield 'foreign feed' => array( '<!-- wp:rss {"feedURL":""} /-->', array(), version_compare( get_bloginfo( 'version' ), '6.9', '<' ) ? 'option _transient_' : 'block core/rss' );
		yield 'shortcode with posts' => array( '[latest]', array( 'post-%d', 'post-list' ) );
		yield 'shortcode with an option that is shown' => array( '[tagline]', array( 'option-blogdescription' ) );
		yield 'shortcode with another option' => array( '[ticker]', array(), 'option ticker' );
		yield 'shortcode that reads nothing known' => array( '[prices]', array(), 'shortcode prices' );
		yield 'block that reads nothing known' => array( '<!-- wp:acme/prices /-->', array(), 'block acme/prices' );
	}

	public function test_the_first_response_of_a_process_has_the_same_tags_as_the_next_one(): void {
		$id = $this->post( array( 'post_type' => 'page', 'post_content' => '<!-- wp:group --><div class="wp-block-group">Hello</div><!-- /wp:group -->' ) );
		WP_Theme_JSON_Resolver::clean_cached_data();
		wp_cache_flush();
		$first = $this->tags( "/wp/v2/pages/$id" );
		$this->assertSame( array( "post-$id" ), $first, 'WordPress reads the styles of the theme.' );
		$this->assertSame( $first, $this->tags( "/wp/v2/pages/$id" ) );
	}

	public function test_a_field_of_another_plugin_has_what_it_reads(): void {
		register_rest_field( 'post', 'related', array( 'get_callback' => static fn( array $post ): string => get_the_title( (int) get_post_meta( $post['id'], 'related', true ) ) ) );
		register_rest_field( 'page', 'ticker', array( 'get_callback' => static fn(): string => (string) get_option( 'ticker' ) ) );
		$other = $this->post();
		$id    = $this->post( array( 'meta_input' => array( 'related' => $other ) ) );
		$page  = $this->post( array( 'post_type' => 'page' ) );
		$tags  = $this->headers( "/wp/v2/posts/$id" );
		$this->assertSame( array( "post-$other,post-$id", null ), array( $tags['Cache-Tag'], $tags[ Response_Groups::LIFETIME_HEADER ] ?? null ) );
		$this->assertSame( '60;reason="option ticker"', $this->headers( "/wp/v2/pages/$page" )[ Response_Groups::LIFETIME_HEADER ] ?? null );
		$this->assertArrayNotHasKey( Response_Groups::LIFETIME_HEADER, $this->headers( "/wp/v2/pages/$page", array( '_fields' => 'id' ) ), 'The field is not read.' );
		unset( $GLOBALS['wp_rest_additional_fields']['post']['related'], $GLOBALS['wp_rest_additional_fields']['page']['ticker'] );
	}

	/**
	 * Yoast SEO 28.3 and WooCommerce 10.9.1 read them for each post.
	 */
	public function test_options_and_terms_that_known_plugins_only_keep_shorten_nothing(): void {
		register_taxonomy( 'product_visibility', 'page', array( 'public' => false ) );
		register_rest_field(
			'page',
			'head',
			array(
				'get_callback' => static fn( array $page ): array => array(
					get_option( 'wpseo_tracking_only' ),
					get_option( 'woocommerce_hooked_blocks_version' ),
					get_the_terms( $page['id'], 'product_visibility' ),
				),
			),
		);
		$page    = $this->post( array( 'post_type' => 'page' ) );
		$headers = $this->headers( "/wp/v2/pages/$page" );
		unset( $GLOBALS['wp_rest_additional_fields']['page']['head'] );
		unregister_taxonomy( 'product_visibility' );
		$this->assertArrayNotHasKey( Response_Groups::LIFETIME_HEADER, $headers );
		$this->assertStringStartsWith( "post-$page", $headers['Cache-Tag'] );
	}

	/**
	 * @param callable(\stdClass): mixed $read Gets the ids of objects, and a term.
	 * @param string                     $tag  Besides that of the page.
	 */
	#[DataProvider( 'reads' )]
	public function test_a_field_of_another_plugin_has_each_object_that_it_reads( callable $read, string $tag ): void {
		$ids           = new \stdClass();
		$ids->post     = $this->post();
		$ids->author   = $this->user( 'author' );
		$ids->comment  = (int) wp_insert_comment( array( 'comment_post_ID' => $ids->post, 'comment_approved' => 1 ) );
		$ids->item     = $this->post( array( 'post_type' => 'nav_menu_item' ) );
		$ids->template = $this->post( array( 'post_type' => 'wp_template' ) );
		$ids->term     = get_term( ( (array) wp_insert_term( 'News', 'post_tag' ) )['term_id'] );
		register_rest_field( 'page', 'shown', array( 'get_callback' => static fn(): int => count( (array) $read( $ids ) ) ) );
		$page = $this->post( array( 'post_type' => 'page' ) );
		array_map( get_post( ... ), array( $ids->post, $ids->item, $ids->template ) );
		$headers = $this->headers( "/wp/v2/pages/$page" );
		unset( $GLOBALS['wp_rest_additional_fields']['page']['shown'], $GLOBALS['authordata'] );
		$expected = array_filter( array( "post-$page", str_replace( array( '%post', '%author', '%comment', '%term' ), array( (string) $ids->post, (string) $ids->author, (string) $ids->comment, (string) $ids->term->term_id ), $tag ) ) );
		sort( $expected, SORT_STRING );
		$this->assertSame( array( implode( ',', $expected ), null ), array( $headers['Cache-Tag'], $headers[ Response_Groups::LIFETIME_HEADER ] ?? null ) );
	}

	public static function reads(): iterable {
		yield 'users' => array( static fn() => get_users( array( 'fields' => 'ID' ) ), 'author-any' );
		yield 'comments' => array( static fn() => get_comments( array( 'status' => 'approve', 'fields' => 'ids' ) ), 'comment-list' );
		yield 'a comment' => array( static fn( object $ids ) => get_comment( $ids->comment ), 'comment-%comment' );
		yield 'the address of a term' => array( static fn( object $ids ) => get_term_link( $ids->term ), 'term-self-%term' );
		yield 'meta of a term' => array( static fn( object $ids ) => get_term_meta( $ids->term->term_id, 'color' ), 'term-self-%term' );
		yield 'terms' => array( static fn() => get_terms( array( 'taxonomy' => 'post_tag' ) ), 'term-any-post_tag' );
		yield 'meta of a post' => array( static fn( object $ids ) => get_post_meta( $ids->post, 'color' ), 'post-%post' );
		yield 'meta of a user' => array( static fn( object $ids ) => get_user_meta( $ids->author, 'nickname' ), 'author-self-%author' );
		yield 'the address of an author' => array( static fn( object $ids ) => get_author_posts_url( $ids->author ), 'author-self-%author' );
		yield 'the number of posts of an author' => array( static fn( object $ids ) => count_user_posts( $ids->author ), 'author-%author' );
		yield 'the current author' => array(
			static function ( object $ids ): string {
				$GLOBALS['authordata'] = get_userdata( $ids->author );
				return (string) get_the_author();
			},
			'author-self-%author',
		);
		yield 'menu items' => array( static fn() => get_posts( array( 'post_type' => 'nav_menu_item' ) ), 'menu-list' );
		yield 'a menu item' => array( static fn( object $ids ) => get_post_meta( $ids->item, 'color' ), 'menu-list' );
		yield 'a template' => array( static fn( object $ids ) => get_post_meta( $ids->template, 'color' ), '' );
		yield 'menus' => array( static fn() => get_terms( array( 'taxonomy' => 'nav_menu', 'fields' => 'ids' ) ), 'menu-list' );
		yield 'templates' => array( static fn() => get_posts( array( 'post_type' => 'wp_template' ) ), '' );
		yield 'terms of templates' => array( static fn() => get_terms( array( 'taxonomy' => 'wp_theme' ) ), '' );
	}

	public function test_a_field_that_reads_a_watched_option_lives_on(): void {
		remove_all_actions( 'rest_api_init', 98 );
		add_action( 'rest_api_init', ( new Response_Groups( static fn( string $name ): bool => 'ticker' === $name ) )->hook( ... ), 98 );
		register_rest_field( 'page', 'shown', array( 'get_callback' => static fn(): string => (string) get_option( 'ticker' ) ) );
		$page    = $this->post( array( 'post_type' => 'page' ) );
		$headers = $this->headers( "/wp/v2/pages/$page" );
		unset( $GLOBALS['wp_rest_additional_fields']['page']['shown'] );
		$this->assertSame( array( "post-$page", null ), array( $headers['Cache-Tag'], $headers[ Response_Groups::LIFETIME_HEADER ] ?? null ), 'A change of the option renews all pages.' );
	}

	public function test_notes_what_a_field_reads_after_a_request_of_its_own(): void {
		$id = $this->post();
		register_rest_field( 'page', 'shown', array( 'get_callback' => static fn(): array => array( rest_do_request( "/wp/v2/posts/$id" )->get_status(), get_option( 'ticker' ) ) ) );
		$page    = $this->post( array( 'post_type' => 'page' ) );
		$headers = $this->headers( "/wp/v2/pages/$page" );
		unset( $GLOBALS['wp_rest_additional_fields']['page']['shown'] );
		$this->assertSame( '60;reason="option ticker"', $headers[ Response_Groups::LIFETIME_HEADER ] ?? null );
	}

	public function test_what_a_plugin_adds_to_an_object_has_what_it_reads(): void {
		add_filter(
			'rest_prepare_page',
			static function ( WP_REST_Response $response ): WP_REST_Response {
				$response->data['ticker'] = get_option( 'ticker' );
				return $response;
			},
		);
		$page = $this->post( array( 'post_type' => 'page' ) );
		$this->assertSame( '60;reason="option ticker"', $this->headers( "/wp/v2/pages/$page" )[ Response_Groups::LIFETIME_HEADER ] ?? null );
	}

	public function test_a_variation_is_part_of_its_product(): void {
		register_post_type( 'product', array( 'public' => true, 'show_in_rest' => true ) );
		register_post_type( 'product_variation', array( 'public' => false ) );
		$product   = $this->post( array( 'post_type' => 'product' ) );
		$draft     = $this->post( array( 'post_type' => 'product', 'post_status' => 'draft' ) );
		$variation = $this->post( array( 'post_type' => 'product_variation', 'post_parent' => $product ) );
		$hidden    = $this->post( array( 'post_type' => 'product_variation', 'post_parent' => $draft ) );
		$shown     = $variation;
		$page      = $this->post( array( 'post_type' => 'page' ) );
		register_rest_field( 'page', 'variation', array( 'get_callback' => static function () use ( &$shown, $product ): string { return 0 === $shown ? (string) count( get_posts( array( 'post_type' => 'product_variation', 'post_parent' => $product, 'fields' => 'ids' ) ) ) : get_the_title( $shown ); } ) );
		$first = $this->headers( "/wp/v2/pages/$page" );
		$shown = $hidden;
		get_post( $product );
		$second = $this->headers( "/wp/v2/pages/$page" );
		$shown  = 0;
		$list   = $this->headers( "/wp/v2/pages/$page" );
		unset( $GLOBALS['wp_rest_additional_fields']['page']['variation'] );
		unregister_post_type( 'product' );
		unregister_post_type( 'product_variation' );
		$this->assertSame( array( "post-$product,post-$page", null ), array( $first['Cache-Tag'], $first[ Response_Groups::LIFETIME_HEADER ] ?? null ) );
		$this->assertSame( array( "post-$page,product-any", null ), array( $second['Cache-Tag'], $second[ Response_Groups::LIFETIME_HEADER ] ?? null ), 'No id of a draft.' );
		$this->assertSame( "post-$product,post-$page,product-any", $list['Cache-Tag'] );
	}

	public function test_no_id_of_an_object_that_is_not_public_leaves(): void {
		$draft = $this->post( array( 'post_status' => 'draft' ) );
		register_rest_field( 'page', 'next', array( 'get_callback' => static fn(): string => get_the_title( $draft ) ) );
		$page    = $this->post( array( 'post_type' => 'page' ) );
		$headers = $this->headers( "/wp/v2/pages/$page" );
		unset( $GLOBALS['wp_rest_additional_fields']['page']['next'] );
		$this->assertSame( "post-$page", $headers['Cache-Tag'] );
		$this->assertSame( '60;reason="a post of the type post that is not public"', $headers[ Response_Groups::LIFETIME_HEADER ] ?? null );
	}

	/**
	 * @param string $content With the id of a draft, `%d`.
	 */
	#[DataProvider( 'contents_with_a_draft' )]
	public function test_no_id_of_a_draft_leaves_that_a_block_names( string $content, string $type ): void {
		$draft   = $this->post( array( 'post_status' => 'draft', 'post_type' => $type ) );
		$page    = $this->post( array( 'post_type' => 'page', 'post_content' => sprintf( $content, $draft ) ) );
		$headers = $this->headers( "/wp/v2/pages/$page" );
		$this->assertStringNotContainsString( "post-$draft", $headers['Cache-Tag'] );
		$this->assertSame( "60;reason=\"a post of the type $type that is not public\"", $headers[ Response_Groups::LIFETIME_HEADER ] ?? null );
	}

	public static function contents_with_a_draft(): iterable {
		yield 'a pattern' => array( '<!-- wp:block {"ref":%d} /-->', 'wp_block' );
		yield 'a link' => array( '<!-- wp:navigation --><!-- wp:navigation-link {"label":"Next","type":"post","kind":"post-type","id":%d,"url":"/next"} /--><!-- /wp:navigation -->', 'post' );
	}

	public function test_no_id_of_a_comment_leaves_that_is_not_approved(): void {
		$post    = $this->post();
		$comment = (int) wp_insert_comment( array( 'comment_post_ID' => $post, 'comment_content' => 'Hello', 'comment_approved' => 0 ) );
		register_rest_field( 'page', 'waiting', array( 'get_callback' => static fn(): int => count( get_comments( array( 'status' => array( 'approve', 'hold' ) ) ) ) ) );
		$page    = $this->post( array( 'post_type' => 'page' ) );
		$headers = $this->headers( "/wp/v2/pages/$page" );
		unset( $GLOBALS['wp_rest_additional_fields']['page']['waiting'] );
		$this->assertStringNotContainsString( "comment-$comment", $headers['Cache-Tag'] );
		$this->assertSame( '60;reason="comments that are not approved"', $headers[ Response_Groups::LIFETIME_HEADER ] ?? null );
	}

	public function test_comments_of_the_status_approve_live_long_also_as_a_list(): void {
		register_rest_field( 'page', 'approved', array( 'get_callback' => static fn(): int => count( get_comments( array( 'status' => array( 'approve' ) ) ) ) ) );
		$page    = $this->post( array( 'post_type' => 'page' ) );
		$headers = $this->headers( "/wp/v2/pages/$page" );
		unset( $GLOBALS['wp_rest_additional_fields']['page']['approved'] );
		$this->assertArrayNotHasKey( Response_Groups::LIFETIME_HEADER, $headers );
	}

	public function test_the_reason_of_a_short_life_is_bounded(): void {
		add_action(
			'rest_api_init',
			static fn() => register_rest_route( 'acme/v1', '/search/(?P<text>.*)', array( 'methods' => 'GET', 'permission_callback' => '__return_true', 'callback' => static fn(): array => array() ) ),
		);
		$headers = $this->headers( '/acme/v1/search/' . str_repeat( 'a', 9_000 ) );
		$this->assertLessThan( 300, strlen( $headers[ Response_Groups::LIFETIME_HEADER ] ) );
	}

	public function test_a_route_of_another_plugin_lives_shortly_unless_it_says_what_it_depends_on(): void {
		$id = $this->post();
		add_action(
			'rest_api_init',
			static fn() => register_rest_route( 'acme/v1', '/home', array( 'methods' => 'GET', 'permission_callback' => '__return_true', 'callback' => static fn(): mixed => rest_do_request( "/wp/v2/posts/$id" )->get_data() ) ),
		);
		$headers = $this->headers( '/acme/v1/home' );
		$this->assertSame( array( "post-$id", '60;reason="route /acme/v1/home"' ), array( $headers['Cache-Tag'], $headers[ Response_Groups::LIFETIME_HEADER ] ?? null ) );
		$tags = array( 'post-list' );
		add_filter( 'headless_deploy_response_tags', static function ( ?array $none, string $kind, string $name ) use ( &$tags ): ?array { return array( 'route', '/acme/v1/home' ) === array( $kind, $name ) ? $tags : $none; }, 10, 3 );
		$headers = $this->headers( '/acme/v1/home' );
		$this->assertSame( array( "post-$id,post-list", null ), array( $headers['Cache-Tag'], $headers[ Response_Groups::LIFETIME_HEADER ] ?? null ) );
		$tags = array( 'weather' );
		$this->assertArrayHasKey( Response_Groups::LIFETIME_HEADER, $this->headers( '/acme/v1/home' ), 'Nothing sends this tag.' );
	}

	public function test_knows_each_block_of_wordpress_with_a_callback(): void {
		$dynamic = array_filter( WP_Block_Type_Registry::get_instance()->get_all_registered(), static fn( WP_Block_Type $type ): bool => $type->is_dynamic() && str_starts_with( $type->name, 'core/' ) );
		$this->assertNotEmpty( $dynamic );
		$this->assertSame( array(), array_values( array_diff( array_keys( $dynamic ), array_map( static fn( string $name ): string => "core/$name", Rendered_Blocks::KNOWN ) ) ) );
	}

	/**
	 * @param  array<string, mixed> $query
	 * @return list<string>
	 */
	private function tags( string $route, array $query = array(), string $method = 'GET' ): array {
		$headers = $this->headers( $route, $query, $method );
		$this->assertSame( isset( $headers['Cache-Groups'] ), isset( $headers['Cache-Tag'] ) );
		return isset( $headers['Cache-Tag'] ) ? explode( ',', $headers['Cache-Tag'] ) : array();
	}

	/**
	 * Serves a request as WordPress does.
	 *
	 * @param  array<string, mixed>  $query
	 * @return array<string, string>
	 */
	private function headers( string $route, array $query = array(), string $method = 'GET' ): array {
		$GLOBALS['wp_rest_server']      = null;
		$GLOBALS['wp_rest_auth_cookie'] = null;
		$_GET                           = $query;
		$_SERVER['REQUEST_METHOD']      = $method;
		$server                         = rest_get_server();
		$this->assertInstanceOf( Recording_Server::class, $server );
		ob_start();
		$server->serve_request( $route );
		ob_end_clean();
		$_SERVER['REQUEST_METHOD'] = 'GET';
		return $server->sent;
	}
}
