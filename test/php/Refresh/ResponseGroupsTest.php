<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Refresh\Group_List;
use HeadlessDeploy\Refresh\Response_Groups;
use HeadlessDeploy\Tests\Wp_Test_Case;

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
		add_action( 'rest_api_init', ( new Response_Groups() )->hook( ... ), 98 );
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
		$this->assertSame( array( 'post-list' ), $this->tags( '/wp/v2/posts', array( 'search' => 'nothing' ) ) );
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
		$this->assertSame( array( "author-$user", 'post-list', 'term-1' ), $this->tags( '/wp/v2/posts', array( 'categories' => array( 1 ), 'author' => array( $user ) ) ) );
		$this->assertSame( array( 'post-list', 'term-1' ), $this->tags( '/wp/v2/posts', array( 'categories' => array( 'terms' => array( 1 ), 'include_children' => true ) ) ) );
	}

	public function test_an_embedded_term_counts_as_one_of_its_taxonomy_and_an_embedded_author_not_at_all(): void {
		$image = $this->attachment();
		$id    = $this->post( array( 'post_author' => $this->user( 'author' ) ) );
		set_post_thumbnail( $id, $image );
		$this->assertSame( array( "post-$image", "post-$id", 'term-list-category', 'term-list-post_tag' ), $this->tags( "/wp/v2/posts/$id", array( '_embed' => '1' ) ) );
	}

	public function test_terms_and_authors_have_their_own_tags(): void {
		$this->assertSame( array( 'term-1' ), $this->tags( '/wp/v2/categories/1' ) );
		$this->assertSame( array( 'term-1', 'term-list-category' ), $this->tags( '/wp/v2/categories' ) );
		$author = $this->user( 'author' );
		$this->post( array( 'post_author' => $author ) );
		$this->assertSame( array( "author-$author" ), $this->tags( "/wp/v2/users/$author" ) );
		$this->assertSame( array( 'attachment-list', "author-$author", 'page-list', 'post-list' ), $this->tags( '/wp/v2/users' ), 'It lists those who have published.' );
	}

	public function test_a_list_of_terms_that_depends_on_posts_has_their_list(): void {
		$this->assertSame( array( 'post-list', 'term-list-post_tag' ), $this->tags( '/wp/v2/tags', array( 'hide_empty' => '1' ) ) );
		$this->assertSame( array( 'post-list', 'term-1', 'term-list-category' ), $this->tags( '/wp/v2/categories', array( 'orderby' => 'count' ) ) );
	}

	public function test_a_search_has_the_lists_that_it_searches(): void {
		$this->assertSame( array( 'page-list', 'post-list' ), $this->tags( '/wp/v2/search', array( 'search' => 'x' ) ) );
		$this->assertSame( array( 'term-list-category' ), $this->tags( '/wp/v2/search', array( 'search' => 'x', 'type' => 'term', 'subtype' => 'category' ) ) );
	}

	public function test_only_public_objects_and_successful_reads_have_tags(): void {
		$draft = $this->post( array( 'post_status' => 'draft' ) );
		$id    = $this->post();
		$this->assertSame( array(), $this->tags( "/wp/v2/posts/$draft" ), 'Status 401.' );
		$this->assertSame( array(), $this->tags( '/wp/v2/posts/99' ), 'Status 404.' );
		$this->assertSame( array(), $this->tags( "/wp/v2/posts/$id", method: 'HEAD' ) );
		$this->assertSame( array(), $this->tags( '/wp/v2/types' ), 'Without objects.' );
		add_filter( 'rest_authentication_errors', fn() => wp_set_current_user( $this->user( 'editor' ) )->exists() );
		$this->assertSame( array(), $this->tags( "/wp/v2/posts/$id", array( 'context' => 'edit' ) ) );
		$this->assertSame( array(), $this->tags( "/wp/v2/posts/$draft" ) );
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
		add_action( 'rest_api_init', ( new Response_Groups() )->hook( ... ), 98 );
		$this->assertSame( $bare, $count() );
	}

	public function test_the_header_is_bounded(): void {
		$groups = new Group_List();
		for ( $id = 1000; $id < 1400; $id++ ) {
			$groups->add_post( 'post', $id, "slug-$id" );
			$groups->add_post( 'page', 1000 + $id, "slug-$id" );
			$groups->add_term( 'category', $id, array( 'post', 'book' ) );
		}
		$tags = $groups->tags();
		$this->assertSame( array( 'book-list', 'page-list', 'post-list', 'term-list-category' ), $tags );
		$fitting = new Group_List();
		$fitting->add_post( 'post', 1, 'one' );
		for ( $id = 1000; $id < 1290; $id++ ) {
			$fitting->add_term( 'category', $id, array( 'post' ) );
		}
		$this->assertCount( 291, $fitting->tags() );
		$this->assertLessThanOrEqual( Group_List::MAX_BYTES, strlen( Group_List::header( $fitting->tags() ) ) );
	}

	private function attachment(): int {
		$id = wp_insert_attachment( array( 'post_title' => 'Image', 'post_mime_type' => 'image/png' ), 'image.png' );
		$this->assertIsInt( $id );
		return $id;
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
