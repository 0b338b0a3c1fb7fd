<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Refresh\Moved_Controller;
use HeadlessDeploy\Refresh\Moved_Posts;
use HeadlessDeploy\Refresh\Response_Groups;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use RuntimeException;
use WP_Query;
use WP_REST_Response;

#[Group( 'mariadb' )]
final class MovedControllerTest extends Wp_Test_Case {
	private bool $has_refresh = true;

	protected function setUp(): void {
		parent::setUp();
		$this->stop_plugin();
		$controller = new Moved_Controller( new Moved_Posts(), fn(): bool => $this->has_refresh );
		add_action( 'rest_api_init', $controller->register_routes( ... ) );
		add_filter( 'rest_dispatch_request', Rest::handle_exceptions( ... ), 10, 4 );
	}

	protected function tearDown(): void {
		$this->set_permalinks( '/%postname%/' );
		parent::tearDown();
	}

	public function test_tells_where_a_renamed_post_is_now(): void {
		$id = $this->renamed( 'old', 'new' );
		$this->assertSame( '/new/', $this->moved( '/old/' ) );
		$this->assertSame( '/new/', $this->moved( '/old' ), 'Without the slash at its end.' );
		$headers = $this->request( '/old/' )->get_headers();
		$this->assertSame( array( "\"post-$id\"", "post-$id" ), array( $headers['Cache-Groups'], $headers['Cache-Tag'] ), 'A refresh of the post renews it.' );
		$this->rename( $id, 'newer' );
		$this->assertSame( array( '/newer/', '/newer/' ), array( $this->moved( '/old/' ), $this->moved( '/new/' ) ) );
	}

	/**
	 * `Response_Groups` notes what the route reads.
	 */
	#[DataProvider( 'structures' )]
	public function test_serves_the_tag_of_the_post_and_no_short_lifetime( string $permalinks ): void {
		$this->set_permalinks( $permalinks );
		$id     = $this->post( array( 'post_name' => 'old', 'post_author' => $this->user( 'author' ) ) );
		$before = $this->path( $id );
		$this->rename( $id, 'new' );
		wp_cache_flush();
		add_filter( 'wp_rest_server_class', static fn(): string => Recording_Server::class );
		remove_filter( 'rest_pre_serve_request', 'rest_send_cors_headers' );
		add_action( 'rest_api_init', ( new Response_Groups( static fn(): bool => false ) )->hook( ... ), 98 );
		$found = $this->served_headers( $before );
		$this->assertContains( "post-$id", explode( ',', $found['Cache-Tag'] ) );
		$this->assertArrayNotHasKey( Response_Groups::LIFETIME_HEADER, $found );
		$missing = $this->served_headers( '/never/' );
		$this->assertSame( '60;reason="no public post had this address"', $missing[ Response_Groups::LIFETIME_HEADER ] );
		$this->assertArrayNotHasKey( 'Cache-Tag', $missing );
	}

	public static function structures(): iterable {
		foreach ( array( '/%postname%/', '/%year%/%monthnum%/%postname%/', '/%category%/%postname%/', '/%author%/%postname%/' ) as $permalinks ) {
			yield $permalinks => array( $permalinks );
		}
	}

	public function test_an_address_that_no_post_had_is_not_found_for_a_minute(): void {
		$response = $this->request( '/never/' );
		$this->assertSame( array( 404, 'headless_deploy_not_moved' ), array( $response->get_status(), $response->get_data()['code'] ) );
		$this->assertStringStartsWith( '60;reason=', $response->get_headers()['Headless-Deploy-Lifetime'] );
		$this->assertArrayNotHasKey( 'Cache-Groups', $response->get_headers() );
	}

	public function test_promises_no_refresh_while_no_front_end_is_told(): void {
		$this->has_refresh = false;
		$this->renamed( 'old', 'new' );
		$response = $this->request( '/old/' );
		$this->assertSame( array( 'path' => '/new/' ), $response->get_data() );
		$this->assertArrayNotHasKey( 'Cache-Groups', $response->get_headers() );
	}

	#[DataProvider( 'hidden_posts' )]
	public function test_says_the_same_of_a_hidden_post_as_of_none( array $fields ): void {
		register_post_type( 'secret', array( 'public' => false, 'rewrite' => array( 'slug' => 'secret' ) ) );
		$id = $this->renamed( 'old', 'new' );
		wp_update_post( array( 'ID' => $id ) + $fields );
		$this->assertSame( array( 'old' ), get_post_meta( $id, '_wp_old_slug' ) );
		$this->assertSame( $this->parts_of( $this->request( '/never/' ) ), $this->parts_of( $this->request( '/old/' ) ) );
	}

	public static function hidden_posts(): iterable {
		foreach ( array( 'draft', 'pending', 'private', 'trash' ) as $status ) {
			yield $status => array( array( 'post_status' => $status ) );
		}
		yield 'scheduled' => array( array( 'post_status' => 'future', 'post_date' => '2099-01-01 00:00:00', 'post_date_gmt' => '2099-01-01 00:00:00' ) );
		yield 'of a type that is not public' => array( array( 'post_type' => 'secret' ) );
	}

	public function test_a_user_sees_no_more_than_a_visitor(): void {
		$id = $this->renamed( 'old', 'new' );
		wp_update_post( array( 'ID' => $id, 'post_status' => 'private' ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 404, $this->request( '/old/' )->get_status() );
	}

	public function test_an_address_that_another_post_has_now_has_not_moved(): void {
		$this->renamed( 'old', 'new' );
		$this->post( array( 'post_name' => 'old' ) );
		$this->assertNull( $this->moved( '/old/' ) );
	}

	public function test_leads_to_the_public_one_of_several_posts(): void {
		wp_update_post( array( 'ID' => $this->renamed( 'old', 'first' ), 'post_status' => 'draft' ) );
		$this->renamed( 'old', 'second' );
		$this->assertSame( '/second/', $this->moved( '/old/' ) );
	}

	#[DataProvider( 'moves' )]
	public function test_answers_what_wordpress_redirects_to( string $permalinks, array $change, array $addresses ): void {
		register_post_type( 'book', array( 'public' => true, 'rewrite' => array( 'slug' => 'books' ) ) );
		$this->set_permalinks( $permalinks );
		$fields = array( 'post_name' => 'old', 'post_date' => '2024-02-03 04:05:06', 'post_date_gmt' => '2024-02-03 04:05:06', 'post_type' => $change['post_type'] ?? 'post' );
		$id     = $this->post( $fields );
		$before = $this->path( $id );
		wp_update_post( array( 'ID' => $id ) + $change );
		$after = $this->path( $id );
		$this->assertNotSame( $before, $after );
		$this->assertSame( $after, $this->moved( $before ) );
		foreach ( array( $before, $after, ...$addresses ) as $path ) {
			$this->assertSame( $this->redirect_of_wordpress( $path ), $this->moved( $path ), $path );
		}
	}

	public static function moves(): iterable {
		$dated = array( '/2024/02/old/', '/2024/03/old/', '/2025/02/old/', '/2024/02/new/', '/2025/06/new/', '/2025/06/old/', '/old/', '/2024/02/', '/2024/old/', '/2024/02/old/feed/' );
		$plain = array( '/old', '/old/2/', '/old/feed/', '/category/old/', '/books/old/', '/author/old/', '/', '//old/', '/x/old/', '/OLD/', '/%6Fld/' );
		yield 'slug' => array( '/%postname%/', array( 'post_name' => 'new' ), $plain );
		yield 'slug, below a folder' => array( '/blog/%postname%/', array( 'post_name' => 'new' ), array( '/blog/old', ...$plain ) );
		yield 'slug with other letters' => array( '/%postname%/', array( 'post_name' => '日本' ), array( '/日本/', '/%E6%97%A5%E6%9C%AC/' ) );
		yield 'slug of a dated address' => array( '/%year%/%monthnum%/%postname%/', array( 'post_name' => 'new' ), $dated );
		yield 'date' => array( '/%year%/%monthnum%/%postname%/', array( 'post_date' => '2025-06-07 04:05:06', 'post_date_gmt' => '2025-06-07 04:05:06' ), $dated );
		yield 'date and slug' => array( '/%year%/%monthnum%/%day%/%postname%/', array( 'post_name' => 'new', 'post_date' => '2025-06-07 04:05:06', 'post_date_gmt' => '2025-06-07 04:05:06' ), array( '/2024/02/03/new/', '/2025/06/07/old/', '/2024/02/04/old/' ) );
		yield 'slug of a custom type' => array( '/%postname%/', array( 'post_name' => 'new', 'post_type' => 'book' ), array( '/books/old/', '/old/', '/books/old/feed/' ) );
	}

	public function test_finds_letters_outside_of_ascii_in_each_encoding(): void {
		$this->renamed( '日本', 'new' );
		foreach ( array( '/日本/', '/%E6%97%A5%E6%9C%AC/', '/%e6%97%a5%e6%9c%ac/' ) as $path ) {
			$this->assertSame( '/new/', $this->moved( $path ), $path );
		}
	}

	public function test_nothing_moves_with_plain_permalinks(): void {
		$this->renamed( 'old', 'new' );
		$this->set_permalinks( '' );
		$this->assertNull( $this->moved( '/old/' ) );
	}

	#[DataProvider( 'refused_paths' )]
	public function test_refuses_a_path_that_is_not_one( mixed $path ): void {
		$response = $this->rest( 'GET', '/headless-deploy/v1/moved', null === $path ? array() : array( 'path' => $path ) );
		$this->assertSame( 400, $response->get_status() );
	}

	public static function refused_paths(): iterable {
		yield 'missing' => array( null );
		yield 'relative' => array( 'old/' );
		yield 'a URL' => array( 'https://example.test/old/' );
		yield 'too long' => array( '/' . str_repeat( 'a', 1_000 ) );
		yield 'a list' => array( array( '/old/' ) );
	}

	#[DataProvider( 'permalinks' )]
	public function test_makes_at_most_two_queries( string $permalinks ): void {
		$this->set_permalinks( $permalinks );
		$id     = $this->post( array( 'post_name' => 'old' ) );
		$before = $this->path( $id );
		$this->rename( $id, 'new' );
		foreach ( array( $before, dirname( $before ) . '/never/' ) as $path ) {
			// Options are read once.
			$this->request( $path );
			clean_post_cache( $id );
			$queries = $this->queries( fn() => $this->request( $path ) );
			$this->assertLessThanOrEqual( 2, count( $queries ), implode( "\n", $queries ) );
		}
		$this->assertCount( 0, $this->queries( fn() => $this->request( '/' ) ) );
	}

	public static function permalinks(): iterable {
		foreach ( array( '/%postname%/', '/%year%/%monthnum%/%day%/%postname%/', '/blog/%postname%' ) as $permalinks ) {
			yield $permalinks => array( $permalinks );
		}
	}

	public function test_answers_503_if_the_database_does_not(): void {
		$id = $this->renamed( 'old', 'new' );
		$this->request( '/old/' );
		foreach ( array( 1, 2 ) as $nth ) {
			clean_post_cache( $id );
			$this->assertTrue( $this->fail_nth( $nth, fn() => $this->assertSame( 503, $this->request( '/old/' )->get_status() ) ) );
		}
	}

	private function renamed( string $old, string $new ): int {
		$id = $this->post( array( 'post_name' => $old ) );
		$this->rename( $id, $new );
		return $id;
	}

	private function rename( int $id, string $slug ): void {
		wp_update_post( array( 'ID' => $id, 'post_name' => $slug ) );
	}

	private function path( int $id ): string {
		clean_post_cache( $id );
		return Post_Page::path( get_post( $id ) );
	}

	private function request( string $path ): WP_REST_Response {
		return $this->rest( 'GET', '/headless-deploy/v1/moved', array( 'path' => $path ) );
	}

	/**
	 * @return array<string, string>
	 */
	private function served_headers( string $path ): array {
		$GLOBALS['wp_rest_server'] = null;
		$_GET                      = array( 'path' => $path );
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$server                    = rest_get_server();
		$this->assertInstanceOf( Recording_Server::class, $server );
		ob_start();
		$server->serve_request( '/headless-deploy/v1/moved' );
		ob_end_clean();
		return $server->sent;
	}

	private function moved( string $path ): ?string {
		return $this->request( $path )->get_data()['path'] ?? null;
	}

	/**
	 * @return array{int, mixed, array<string, mixed>}
	 */
	private function parts_of( WP_REST_Response $response ): array {
		return array( $response->get_status(), $response->get_data(), $response->get_headers() );
	}

	private function set_permalinks( string $structure ): void {
		global $wp_rewrite;
		$wp_rewrite->init();
		$wp_rewrite->set_permalink_structure( $structure );
		create_initial_taxonomies();
		$wp_rewrite->flush_rules( false );
	}

	/**
	 * Returns the path to which WordPress's own page would redirect; null when it does not.
	 */
	private function redirect_of_wordpress( string $path ): ?string {
		$kept   = $_SERVER;
		$global = array_intersect_key( $GLOBALS, array_flip( array( 'wp', 'wp_query', 'wp_the_query' ) ) );
		$stop   = static function ( string $location ): never {
			throw new RuntimeException( $location );
		};
		add_filter( 'wp_redirect', $stop );
		try {
			$_SERVER['REQUEST_URI']  = $path;
			$_SERVER['PHP_SELF']     = '/index.php';
			$GLOBALS['wp']           = clone $global['wp'];
			$GLOBALS['wp_the_query'] = new WP_Query();
			$GLOBALS['wp_query']     = $GLOBALS['wp_the_query'];
			$GLOBALS['wp']->parse_request();
			$GLOBALS['wp']->query_posts();
			if ( array() === $GLOBALS['wp_query']->posts ) {
				$GLOBALS['wp_query']->set_404();
			}
			wp_old_slug_redirect();
			return null;
		} catch ( RuntimeException $redirect ) {
			return Post_Page::path_of_url( $redirect->getMessage() );
		} finally {
			remove_filter( 'wp_redirect', $stop );
			$_SERVER = $kept;
			foreach ( array( 'wp', 'wp_query', 'wp_the_query' ) as $name ) {
				$GLOBALS[ $name ] = $global[ $name ] ?? null;
			}
		}
	}
}
