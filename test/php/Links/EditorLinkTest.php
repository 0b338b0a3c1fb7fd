<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Links;

use Closure;
use HeadlessDeploy\Links\Editor_Link;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_REST_Request;

final class EditorLinkTest extends Links_Test_Case {
	private const FRONT_PAGE = self::FRONT_END . '/summer/';
	private const WP_PAGE    = 'http://example.test/summer/';

	public function test_leads_the_link_of_the_edited_post_to_the_front_end(): void {
		$id = $this->summer()->ID;
		$this->open_editor( $id );
		$read = $this->rest( 'GET', "/wp/v2/posts/$id", array( 'context' => 'edit' ) )->get_data();
		$this->assertSame( array( self::FRONT_PAGE, self::WP_PAGE ), array( $read['link'], $read[ Editor_Link::FIELD ] ) );
		$this->assertSame( 'http://example.test/%postname%/', $read['permalink_template'] );
		$saved = $this->rest( 'PUT', "/wp/v2/posts/$id", array( 'title' => 'Autumn' ) )->get_data();
		$this->assertSame( self::FRONT_PAGE, $saved['link'] );
	}

	public function test_leads_the_link_of_a_new_post_to_the_front_end_when_it_is_published(): void {
		$id = $this->summer( array( 'post_status' => 'draft' ) )->ID;
		$this->open_editor( $id, 'http://example.test/wp-admin/post-new.php' );
		$this->assertStringContainsString( '/?p=', $this->rest( 'PUT', "/wp/v2/posts/$id", array( 'title' => 'Summer' ) )->get_data()['link'] );
		$this->assertSame( self::FRONT_PAGE, $this->rest( 'PUT', "/wp/v2/posts/$id", array( 'status' => 'publish' ) )->get_data()['link'] );
		$other = $this->summer( array( 'post_name' => 'other' ) )->ID;
		$this->assertSame( 'http://example.test/other/', $this->rest( 'GET', "/wp/v2/posts/$other", array( 'context' => 'edit' ) )->get_data()['link'] );
	}

	public function test_leads_the_link_to_the_front_end_in_the_data_that_the_page_of_the_editor_contains(): void {
		$post = $this->summer();
		set_current_screen( 'post' );
		$GLOBALS['post_ID'] = $post->ID;
		get_current_screen()?->is_block_editor( true );
		$this->assertSame( self::FRONT_PAGE, $this->rest( 'GET', "/wp/v2/posts/$post->ID", array( 'context' => 'edit' ) )->get_data()['link'] );
		$other = $this->summer( array( 'post_name' => 'other' ) )->ID;
		$this->assertSame( 'http://example.test/other/', $this->rest( 'GET', "/wp/v2/posts/$other", array( 'context' => 'edit' ) )->get_data()['link'] );
	}

	/**
	 * @param Closure(self, int): void $change
	 */
	#[DataProvider( 'other_requests' )]
	public function test_leaves_every_other_response( Closure $change, string $route = '/wp/v2/posts/%d', string $context = 'edit' ): void {
		$id = $this->summer()->ID;
		$this->open_editor( $id );
		$change( $this, $id );
		$answer = (string) wp_json_encode( rest_get_server()->response_to_data( $this->rest( 'GET', sprintf( $route, $id ), '' === $context ? array() : array( 'context' => $context ) ), true ) );
		$this->assertStringContainsString( 'summer', $answer );
		$this->assertStringNotContainsString( 'www.example.test', $answer );
		$this->assertStringNotContainsString( Editor_Link::FIELD, $answer );
	}

	public static function other_requests(): iterable {
		$nothing = static function (): void {};
		yield 'without a nonce' => array(
			static function (): void {
				unset( $_SERVER['HTTP_X_WP_NONCE'] );
			},
		);
		yield 'with an invalid nonce' => array(
			static function (): void {
				$_SERVER['HTTP_X_WP_NONCE'] = 'invalid';
			},
		);
		yield 'with an application password' => array(
			static function (): void {
				unset( $GLOBALS['wp_rest_auth_cookie'] );
			},
		);
		yield 'from the editor of another post' => array( static fn( self $test, int $id ) => $test->open_editor( $id + 1 ) );
		yield 'from another page' => array( static fn( self $test, int $id ) => $test->open_editor( $id, 'http://example.test/wp-admin/edit.php' ) );
		yield 'from the site editor' => array( static fn( self $test, int $id ) => $test->open_editor( $id, "http://example.test/wp-admin/site-editor.php?post=$id" ) );
		yield 'from an unknown page' => array(
			static function (): void {
				unset( $_SERVER['HTTP_REFERER'] );
			},
		);
		yield 'while the setting is off' => array( static fn( self $test ) => $test->set_links( '' ) );
		yield 'for display' => array( $nothing, '/wp/v2/posts/%d', 'view' );
		yield 'a list' => array( $nothing, '/wp/v2/posts' );
		yield 'the link picker' => array( $nothing, '/wp/v2/search', '' );
	}

	/**
	 * The front end of a site reads these, and an address of the front end in them would get into content.
	 */
	#[DataProvider( 'users' )]
	public function test_changes_no_response_to_guests_and_application_passwords( string $role ): void {
		$id   = $this->summer( array( 'post_content' => '<p>Warm</p>' ) )->ID;
		$page = $this->summer( array( 'post_type' => 'page', 'post_name' => 'about' ) )->ID;
		$this->log_in( $role );
		add_filter( 'should_load_remote_block_patterns', '__return_false' );
		$user          = get_current_user_id();
		$administrator = $this->log_in( 'administrator' );
		$answers       = array();
		foreach ( array( '', null ) as $links ) {
			wp_set_current_user( $administrator );
			$this->set_links( $links );
			wp_set_current_user( $user );
			$answers[] = $this->all_answers( array( $id, $page ) );
		}
		$this->assertGreaterThan( 40, count( $answers[0] ) );
		$this->assertSame( array(), array_diff_assoc( $answers[1], $answers[0] ) );
		$this->assertSame( array_keys( $answers[0] ), array_keys( $answers[1] ) );
		$this->assertStringContainsString( 'http:\/\/example.test\/summer\/', implode( '', $answers[1] ) );
	}

	public static function users(): iterable {
		yield 'a guest' => array( '' );
		yield 'an administrator with an application password' => array( 'administrator' );
	}

	public function test_leads_no_address_of_feeds_and_sitemaps_to_the_front_end(): void {
		$post = $this->summer();
		$this->assertSame( self::WP_PAGE, get_permalink( $post ) );
		$this->assertSame( self::WP_PAGE, get_the_guid( $post ) === '' ? '' : apply_filters( 'the_permalink_rss', get_permalink( $post ) ) );
		$sitemap = wp_sitemaps_get_server()->registry->get_provider( 'posts' )?->get_url_list( 1, 'post' );
		$this->assertContains( self::WP_PAGE, array_column( $sitemap ?? array(), 'loc' ) );
		$this->assertStringStartsWith( 'http://example.test/', (string) get_preview_post_link( $post ) );
	}

	/**
	 * Requests every route of WordPress that can be read, as visitors and as the editor do.
	 *
	 * @param  list<int>             $ids
	 * @return array<string, string> By request.
	 */
	private function all_answers( array $ids ): array {
		$answers = array();
		foreach ( rest_get_server()->get_routes( 'wp/v2' ) as $route => $handlers ) {
			// These request other servers.
			if ( 1 === preg_match( '/pattern-directory|block-directory|font-collections/', $route ) ) {
				continue;
			}
			$is_read = array() !== array_filter( $handlers, static fn( array $handler ): bool => isset( $handler['methods']['GET'] ) );
			foreach ( $is_read ? $ids : array() as $id ) {
				$path = preg_replace( '/\(\?P<(?:id|parent)>[^()]*(?:\([^()]*\)[^()]*)*\)/', (string) $id, $route );
				foreach ( str_contains( (string) $path, '(' ) ? array() : array( 'view', 'edit' ) as $context ) {
					$request = new WP_REST_Request( 'GET', (string) $path );
					$request->set_query_params( array( 'context' => $context ) );
					$answers[ "$path?context=$context" ] = (string) wp_json_encode( rest_get_server()->response_to_data( rest_do_request( $request ), true ) );
				}
			}
		}
		return $answers;
	}

	/**
	 * Makes the current request one of the block editor.
	 */
	private function open_editor( int $id, string $page = '' ): void {
		$GLOBALS['current_screen']      = null;
		$GLOBALS['wp_rest_auth_cookie'] = true;
		$_SERVER['HTTP_X_WP_NONCE']     = wp_create_nonce( 'wp_rest' );
		$_SERVER['HTTP_REFERER']        = '' === $page ? "http://example.test/wp-admin/post.php?post=$id&action=edit" : $page;
	}
}
