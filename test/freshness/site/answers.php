<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

use WP_REST_Server;

/** Answers REST requests as a visitor gets them, many in one process. */
final class Recording_Server extends WP_REST_Server {
	/** @var array<string, string> */
	public array $sent = array();

	public int $sent_status = 200;

	/** @var array<string, array<mixed>> */
	private array $routes_of = array();

	/**
	 * Makes the list once: WordPress makes it for each link of an answer, a fifth of the time of the test.
	 *
	 * @param  string       $route_namespace
	 * @return array<mixed>
	 */
	public function get_routes( $route_namespace = '' ): array {
		return $this->routes_of[ $route_namespace ] ??= parent::get_routes( $route_namespace );
	}

	/**
	 * @param string $key
	 * @param string $value
	 */
	public function send_header( $key, $value ): void {
		$this->sent[ strtolower( $key ) ] = (string) $value;
	}

	/** @param int $code */
	protected function set_status( $code ): void {
		$this->sent_status = (int) $code;
	}
}

final class Answers {
	/** Headers that are part of an answer. */
	private const HEADERS = array( 'cache-groups', 'cache-tag', 'cache-control', 'headless-deploy-lifetime', 'x-wp-total', 'x-wp-totalpages', 'content-type' );

	/**
	 * @param  list<string>                                                                    $paths Below `/wp-json/`, with a query.
	 * @return array<string, array{status: int, headers: array<string, string>, body: string}>
	 */
	public static function read( array $paths ): array {
		if ( ! defined( 'REST_REQUEST' ) ) {
			define( 'REST_REQUEST', true );
		}
		wp_set_current_user( 0 );
		add_filter( 'query', self::with_one_order( ... ) );
		add_filter( 'wp_rest_server_class', static fn(): string => Recording_Server::class );
		$server = rest_get_server();
		assert( $server instanceof Recording_Server );
		$answers = array();
		foreach ( $paths as $path ) {
			$answers[ $path ] = self::answer( $server, $path );
		}
		return $answers;
	}

	/** A database may return posts that are equal in an order in any sequence, each time another one. */
	private static function with_one_order( string $query ): string {
		return (string) preg_replace( '/(ORDER BY (\w+_posts)\.\w+ (?:ASC|DESC))(?=\s+LIMIT)/', '$1, $2.ID ASC', $query );
	}

	/** @return array{status: int, headers: array<string, string>, body: string} */
	private static function answer( Recording_Server $server, string $path ): array {
		list( $route, $query ) = explode( '?', $path, 2 ) + array( '', '' );
		parse_str( $query, $parameters );
		$_GET                      = $_REQUEST = wp_slash( $parameters );
		$_POST                     = array();
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$_SERVER['QUERY_STRING']   = $query;
		$_SERVER['REQUEST_URI']    = "/wp-json/$path";
		// WordPress keeps it for a request.
		$GLOBALS['_wp_sidebars_widgets'] = array();
		$server->sent                    = array();
		$server->sent_status             = 200;
		ob_start();
		$server->serve_request( "/$route" );
		return array(
			'status'  => $server->sent_status,
			'headers' => array_intersect_key( $server->sent, array_flip( self::HEADERS ) ),
			'body'    => (string) ob_get_clean(),
		);
	}
}

/** The answers that front ends read. */
final class Answer_List {
	private const SHAPES = array(
		'wp/v2/posts', 'wp/v2/posts?per_page=3&_embed', 'wp/v2/posts?per_page=3&page=2', 'wp/v2/posts?per_page=5&_fields=id,slug,title', 'wp/v2/posts?per_page=5&orderby=title&order=asc',
		'wp/v2/posts?per_page=4&orderby=modified', 'wp/v2/posts?sticky=true', 'wp/v2/posts?per_page=100&_fields=id,link,modified_gmt', 'wp/v2/posts?per_page=4&_embed=wp:featuredmedia',
		'wp/v2/posts?per_page=4&_embed=author,wp:term', 'wp/v2/posts?per_page=3&_embed=replies', 'wp/v2/posts?slug=post-1', 'wp/v2/posts?slug=post-2&_embed',
		'wp/v2/posts?slug=post-3&_embed=wp:featuredmedia', 'wp/v2/posts?slug=post-4&_fields=title,related', 'wp/v2/posts?slug=post-5&_embed=author', 'wp/v2/posts?slug=draft-post',
		'wp/v2/posts?slug=private-post', 'wp/v2/posts?slug=secret-post', 'wp/v2/posts?slug=new-post', 'wp/v2/posts?slug=latest-in-a-post', 'wp/v2/posts?per_page=5&search=post',
		'wp/v2/posts?per_page=4&after=2026-01-05T00:00:00', 'wp/v2/posts?per_page=3&exclude=1', 'wp/v2/pages?per_page=5', 'wp/v2/pages?per_page=5&_embed', 'wp/v2/pages?per_page=100&_fields=id,slug,link,parent',
		'wp/v2/pages?slug=front', 'wp/v2/pages?slug=blog', 'wp/v2/pages?slug=team&_embed', 'wp/v2/pages?slug=history', 'wp/v2/pages?slug=child-of-draft', 'wp/v2/pages?slug=grandchild-of-draft',
		'wp/v2/pages?slug=child-of-private&_embed', 'wp/v2/pages?slug=child-of-publish', 'wp/v2/pages?slug=grandchild-of-trash', 'wp/v2/pages?slug=with-a-pattern', 'wp/v2/pages?slug=with-a-shortcode',
		'wp/v2/pages?slug=archives', 'wp/v2/pages?slug=site', 'wp/v2/pages?slug=with-a-registered-pattern', 'wp/v2/pages?slug=with-a-template-part', 'wp/v2/pages?slug=with-blocks-of-a-post',
		'wp/v2/pages?slug=with-a-navigation', 'wp/v2/pages?slug=with-a-block-of-a-plugin', 'wp/v2/pages?parent=0&_fields=id,title,link', 'wp/v2/pages?orderby=menu_order&order=asc&per_page=5',
		'wp/v2/guide', 'wp/v2/guide?slug=city-guide', 'wp/v2/guide?slug=museum-guide&_embed', 'wp/v2/guide?_fields=title,link', 'wp/v2/event', 'wp/v2/event?slug=event-1', 'wp/v2/event?slug=event-2&_fields=meta,title',
		'wp/v2/event?_fields=title,author_name', 'wp/v2/snippet?_fields=id,title', 'wp/v2/snippet?slug=snippet-1', 'wp/v2/categories', 'wp/v2/categories?hide_empty=true', 'wp/v2/categories?orderby=count&order=desc',
		'wp/v2/categories?slug=news', 'wp/v2/categories?parent=0', 'wp/v2/tags', 'wp/v2/tags?slug=red', 'wp/v2/topic', 'wp/v2/mood', 'wp/v2/users', 'wp/v2/users?slug=ada', 'wp/v2/users?per_page=2', 'wp/v2/media',
		'wp/v2/media?media_type=image&per_page=2', 'wp/v2/media?slug=sun', 'wp/v2/comments', 'wp/v2/comments?per_page=3&_embed', 'wp/v2/search?search=post', 'wp/v2/search?search=guide&subtype=guide',
		'wp/v2/search?type=term&search=news', 'wp/v2/types', 'wp/v2/types/post', 'wp/v2/taxonomies', 'wp/v2/statuses', 'wp/v2/menus', 'wp/v2/menu-items', 'wp/v2/menu-items?per_page=100&_embed', 'wp/v2/menu-locations',
		'wp/v2/navigation', 'wp/v2/blocks', 'wp/v2/sidebars', 'wp/v2/sidebars/main?_embed', 'wp/v2/widgets?sidebar=main', '',
	);

	/** Show each object that a rebuild can be for. */
	public const WHOLE = array( 'wp/v2/posts?per_page=100&_embed=wp:featuredmedia', 'wp/v2/pages?per_page=100', 'wp/v2/guide?per_page=100', 'wp/v2/event?per_page=100', 'wp/v2/media?per_page=100', 'wp/v2/blocks?per_page=100', 'wp/v2/navigation?per_page=100', 'wp/v2/widgets' );

	/**
	 * Adds answers that name an object by its id.
	 *
	 * @return list<string>
	 */
	public static function all(): array {
		$post = static fn( string $type, string $slug ): int => (int) get_page_by_path( $slug, OBJECT, $type )?->ID;
		$term = static fn( string $taxonomy, string $slug ): int => (int) ( get_term_by( 'slug', $slug, $taxonomy )->term_id ?? 0 );
		$user = (int) ( get_user_by( 'login', 'ada' )->ID ?? 0 );
		return array(
			...self::SHAPES,
			'wp/v2/posts/' . $post( 'post', 'post-6' ),
			'wp/v2/posts/' . $post( 'post', 'post-7' ) . '?_embed',
			'wp/v2/posts/' . $post( 'post', 'draft-post' ),
			'wp/v2/posts?include=' . $post( 'post', 'post-8' ) . ',' . $post( 'post', 'post-9' ),
			'wp/v2/posts?author=' . $user,
			'wp/v2/posts?categories=' . $term( 'category', 'news' ),
			'wp/v2/posts?categories=' . $term( 'category', 'sport' ) . '&_embed=wp:term',
			'wp/v2/posts?tags=' . $term( 'post_tag', 'red' ) . '&per_page=3',
			'wp/v2/posts?mood=' . $term( 'mood', 'happy' ),
			'wp/v2/pages/' . $post( 'page', 'about' ),
			'wp/v2/pages?parent=' . $post( 'page', 'about' ),
			'wp/v2/guide?topic=' . $term( 'topic', 'cities' ),
			'wp/v2/categories?post=' . $post( 'post', 'post-1' ),
			'wp/v2/categories/' . $term( 'category', 'art' ),
			'wp/v2/users/' . $user,
			'wp/v2/comments?post=' . $post( 'post', 'post-2' ),
			'wp/v2/media/' . $post( 'attachment', 'moon' ),
			'world/v1/home/' . $post( 'post', 'post-10' ),
			'wp/v2/blocks/' . $post( 'wp_block', 'banner' ),
			'wp/v2/navigation/' . $post( 'wp_navigation', 'navigation' ),
		);
	}
}
