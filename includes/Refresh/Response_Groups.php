<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use Closure;
use HeadlessDeploy\Changes\Watched\Tag;
use HeadlessDeploy\Changes\Watched\Watched_Options;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Untyped;
use WeakMap;
use WP_Comment;
use WP_Post;
use WP_REST_Attachments_Controller;
use WP_REST_Blocks_Controller;
use WP_REST_Comments_Controller;
use WP_REST_Menu_Items_Controller;
use WP_REST_Menu_Locations_Controller;
use WP_REST_Menus_Controller;
use WP_REST_Post_Statuses_Controller;
use WP_REST_Post_Types_Controller;
use WP_REST_Posts_Controller;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Search_Controller;
use WP_REST_Server;
use WP_REST_Sidebars_Controller;
use WP_REST_Taxonomies_Controller;
use WP_REST_Terms_Controller;
use WP_REST_Users_Controller;
use WP_REST_Widgets_Controller;
use WP_Taxonomy;
use WP_Term;
use WP_User;

/**
 * Adds the headers `Cache-Groups` (RFC 9875) and `Cache-Tag` to REST responses: the tags of what a response depends on. A
 * front end passes them on with its page, so that a refresh finds all pages that show an object. The header
 * `Headless-Deploy-Lifetime` says for how long a response may be kept that depends on something that nothing watches, and
 * why. It makes no query.
 */
final class Response_Groups {
	/**
	 * Seconds that a response lives whose changes are not known.
	 */
	public const SHORT_LIFETIME = 60;

	public const LIFETIME_HEADER = 'Headless-Deploy-Lifetime';

	/**
	 * Controllers of WordPress whose responses consist of objects that are noted one by one.
	 */
	private const OF_OBJECTS = array(
		WP_REST_Posts_Controller::class,
		WP_REST_Attachments_Controller::class,
		WP_REST_Blocks_Controller::class,
		WP_REST_Menu_Items_Controller::class,
		WP_REST_Terms_Controller::class,
		WP_REST_Menus_Controller::class,
		WP_REST_Users_Controller::class,
		WP_REST_Comments_Controller::class,
		WP_REST_Search_Controller::class,
	);

	/**
	 * Controllers whose responses consist of what plugins and themes register, and of options, which are noted.
	 */
	private const OF_THE_SITE = array(
		WP_REST_Post_Types_Controller::class,
		WP_REST_Taxonomies_Controller::class,
		WP_REST_Post_Statuses_Controller::class,
		WP_REST_Menu_Locations_Controller::class,
		WP_REST_Sidebars_Controller::class,
		WP_REST_Widgets_Controller::class,
	);

	private const OF_MENUS = array(
		WP_REST_Menus_Controller::class,
		WP_REST_Menu_Items_Controller::class,
		WP_REST_Menu_Locations_Controller::class,
	);

	private readonly Response_Tags $tags;

	private readonly Response_Reads $reads;

	private readonly Rendered_Blocks $blocks;

	/**
	 * Slugs of posts that were asked for, by type.
	 *
	 * @var array<string, list<string>>
	 */
	private array $asked_slugs = array();

	/**
	 * Ids of posts that were asked for, by type.
	 *
	 * @var array<string, list<int>>
	 */
	private array $asked_ids = array();

	/**
	 * Slugs of the posts of the response, by type and id.
	 *
	 * @var array<string, array<int, string>>
	 */
	private array $found = array();

	/**
	 * Status of each response. Embedded requests have one of their own.
	 *
	 * @var WeakMap<WP_REST_Request, int>
	 */
	private WeakMap $statuses;

	/**
	 * Fields of other plugins whose callbacks are wrapped, by type and name.
	 *
	 * @var array<string, Closure>
	 */
	private array $wrapped = array();

	/**
	 * @param Closure(string): bool $watches_option Tells whether changes of an option are recorded.
	 */
	public function __construct( Closure $watches_option ) {
		$this->tags     = new Response_Tags( $watches_option );
		$this->reads    = new Response_Reads( $this->tags );
		$this->blocks   = new Rendered_Blocks( $this->tags, $this->reads );
		$this->statuses = new WeakMap();
	}

	/**
	 * Hooked to `rest_api_init`, when all post types and taxonomies are registered.
	 */
	public function hook(): void {
		foreach ( get_post_types( array( 'show_in_rest' => true ) ) as $type ) {
			$this->hook_object( $type );
			add_filter(
				"rest_{$type}_query",
				fn( mixed $query, mixed $request = null ): mixed => $this->add_posts( $type, $query, $request ),
				PHP_INT_MAX,
				2,
			);
		}
		foreach ( get_taxonomies( array( 'show_in_rest' => true ) ) as $taxonomy ) {
			$this->hook_object( $taxonomy );
			add_filter(
				"rest_{$taxonomy}_query",
				fn( mixed $query, mixed $request = null ): mixed => $this->add_terms( $taxonomy, $query, $request ),
				PHP_INT_MAX,
				2,
			);
		}
		array_map( $this->hook_object( ... ), array( 'user', 'comment' ) );
		add_filter( 'rest_user_query', $this->add_users( ... ), PHP_INT_MAX );
		add_filter( 'rest_comment_query', $this->add_comments( ... ), PHP_INT_MAX );
		add_filter( 'rest_post_search_query', $this->add_found_posts( ... ), PHP_INT_MAX );
		add_filter( 'rest_term_search_query', $this->add_found_terms( ... ), PHP_INT_MAX );
		add_filter( 'rest_pre_dispatch', $this->wrap_fields( ... ), PHP_INT_MIN );
		add_filter( 'rest_request_before_callbacks', $this->begin_route( ... ), PHP_INT_MAX, 3 );
		add_filter( 'rest_request_after_callbacks', $this->end_route( ... ), PHP_INT_MIN, 2 );
		foreach ( array( 'the_content', 'get_the_excerpt', 'comment_text' ) as $rendering ) {
			add_filter( $rendering, $this->begin_part( ... ), PHP_INT_MIN );
			add_filter( $rendering, $this->end_part( ... ), PHP_INT_MAX );
		}
		$this->blocks->hook();
		add_filter( 'rest_post_dispatch', $this->remember_status( ... ), PHP_INT_MAX, 3 );
		// After embedding, which the filter before does not include.
		add_filter( 'rest_pre_echo_response', $this->send( ... ), PHP_INT_MAX, 3 );
	}

	/**
	 * @param string $name Post type, taxonomy, `user` or `comment`.
	 */
	private function hook_object( string $name ): void {
		// What other plugins read to add their part to the response.
		add_filter( "rest_prepare_$name", $this->begin_part( ... ), PHP_INT_MIN );
		add_filter( "rest_prepare_$name", $this->end_part( ... ), PHP_INT_MAX - 1 );
		add_filter( "rest_prepare_$name", $this->add_object( ... ), PHP_INT_MAX, 3 );
	}

	private function begin_part( mixed $value ): mixed {
		$this->reads->begin();
		return $value;
	}

	private function end_part( mixed $value ): mixed {
		$this->reads->end();
		return $value;
	}

	/**
	 * Notes what the fields of other plugins read.
	 */
	private function wrap_fields( mixed $result ): mixed {
		global $wp_rest_additional_fields;
		foreach ( is_array( $wp_rest_additional_fields ) ? $wp_rest_additional_fields : array() as $type => $fields ) {
			foreach ( is_array( $fields ) ? $fields : array() as $name => $field ) {
				$callback = is_array( $field ) ? $field['get_callback'] ?? null : null;
				if ( is_callable( $callback ) && $callback !== ( $this->wrapped[ "$type|$name" ] ?? null ) ) {
					$this->wrapped[ "$type|$name" ] = $this->noting( $callback );
					// phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited -- the same field, with a callback around its own.
					$wp_rest_additional_fields[ $type ][ $name ]['get_callback'] = $this->wrapped[ "$type|$name" ];
				}
			}
		}
		return $result;
	}

	private function noting( callable $callback ): Closure {
		return function ( mixed ...$arguments ) use ( $callback ): mixed {
			$this->reads->begin();
			try {
				return $callback( ...$arguments );
			} finally {
				$this->reads->end();
			}
		};
	}

	/**
	 * Begins the callback of a route. What routes of other plugins read is noted, but they may also read by SQL.
	 *
	 * @param mixed $handler The matched route.
	 */
	private function begin_route( mixed $response, mixed $handler = null, mixed $request = null ): mixed {
		$controller = self::controller( $handler );
		if ( in_array( $controller, self::OF_MENUS, true ) ) {
			$this->tags->add( Tag::MENUS );
		}
		if ( in_array( $controller, self::OF_OBJECTS, true ) ) {
			$this->reads->suspend();
			return $response;
		}
		$this->reads->begin();
		if ( in_array( $controller, self::OF_THE_SITE, true ) || is_a( $controller, WP_REST_Server::class, true ) ) {
			$this->tags->add( Tag::SITE );
		} elseif ( $request instanceof WP_REST_Request && ! str_starts_with( $request->get_route(), '/' . Rest::ROUTE_NAMESPACE . '/' ) ) {
			$this->tags->add_unknown( 'route', $request->get_route() );
		}
		return $response;
	}

	private function end_route( mixed $response, mixed $handler = null ): mixed {
		in_array( self::controller( $handler ), self::OF_OBJECTS, true ) ? $this->reads->resume() : $this->reads->end();
		return $response;
	}

	/**
	 * Returns the class that answers a route; empty for a function.
	 */
	private static function controller( mixed $handler ): string {
		$callback = is_array( $handler ) ? $handler['callback'] ?? null : null;
		return is_array( $callback ) && is_object( $callback[0] ?? null ) ? $callback[0]::class : '';
	}

	/**
	 * Adds an object. An embedded term or author shows nothing of its posts.
	 */
	private function add_object( mixed $response, mixed $item = null, mixed $request = null ): mixed {
		$is_embedded = $request instanceof WP_REST_Request && 'embed' === $request['context'];
		match ( true ) {
			$item instanceof WP_Post    => $this->add_post( $item, $response instanceof WP_REST_Response ? $response : new WP_REST_Response() ),
			$item instanceof WP_Term    => $this->tags->add_term( $item, $is_embedded ),
			$item instanceof WP_User    => $this->tags->add_author( $item->ID, $is_embedded ),
			$item instanceof WP_Comment => $this->add_comment( $item ),
			default                     => null,
		};
		return $response;
	}

	private function add_post( WP_Post $post, WP_REST_Response $response ): void {
		if ( 'nav_menu_item' === $post->post_type ) {
			$this->add_menu_item( $post );
			return;
		}
		$this->tags->add_post( $post );
		if ( ! is_post_status_viewable( $post->post_status ) && 'inherit' !== $post->post_status ) {
			// Only signed-in users receive it.
			return;
		}
		$this->found[ $post->post_type ][ $post->ID ] = $post->post_name;
		if ( $post->post_parent > 0 ) {
			// The response has its id, an embedded one can be it, and the address of a file can have its slug.
			$this->tags->add( Tag::post( $post->post_parent ), 'attachment' === $post->post_type ? '' : Tag::any_post( $post->post_type ) );
		}
		$image = array() === $response->get_links() ? 0 : (int) get_post_thumbnail_id( $post );
		if ( $image > 0 ) {
			// A response without `_embed` also has a link to it, while visitors see it. WordPress has read its id for that.
			$this->tags->add( Tag::post( $image ), Tag::any_post( 'attachment' ) );
		}
		$fields = (array) $response->get_data();
		foreach ( get_object_taxonomies( $post, 'objects' ) as $taxonomy ) {
			$ids = $fields[ self::rest_base( $taxonomy ) ] ?? array();
			// They are in the order of their names.
			foreach ( is_array( $ids ) && count( $ids ) > 1 ? array_filter( $ids, is_int( ... ) ) : array() as $id ) {
				$this->tags->add_term_id( $id, $taxonomy->name, true );
			}
		}
	}

	private static function rest_base( WP_Taxonomy $taxonomy ): string {
		return is_string( $taxonomy->rest_base ) && '' !== $taxonomy->rest_base ? $taxonomy->rest_base : $taxonomy->name;
	}

	/**
	 * Adds the object whose title and address a menu item shows.
	 */
	private function add_menu_item( WP_Post $item ): void {
		$fields = get_object_vars( $item );
		$id     = Untyped::number( $fields['object_id'] ?? 0 );
		$object = is_string( $fields['object'] ?? null ) ? $fields['object'] : '';
		$this->tags->add( Tag::MENUS );
		if ( $id > 0 && 'post_type' === ( $fields['type'] ?? '' ) ) {
			$this->reads->add_post_id( $id, $object );
		} elseif ( $id > 0 && 'taxonomy' === ( $fields['type'] ?? '' ) ) {
			$this->tags->add_term_id( $id, $object, true );
		}
	}

	/**
	 * Adds a comment, whose address is that of its post.
	 */
	private function add_comment( WP_Comment $comment ): void {
		$this->tags->add_comment( $comment );
		$this->tags->add( Tag::post( (int) $comment->comment_post_ID ), Tag::COMMENTS );
	}

	/**
	 * Adds a list of posts. A request by id, or by a slug that is unique, depends only on the posts that it finds; one by
	 * term or author on what these have.
	 *
	 * @param  mixed $query Arguments of WP_Query.
	 * @return mixed The query, unchanged.
	 */
	private function add_posts( string $type, mixed $query, mixed $request ): mixed {
		if ( ! $request instanceof WP_REST_Request || ! is_array( $query ) ) {
			return $query;
		}
		$slugs = is_post_type_hierarchical( $type )
			? array()
			: array_map( strval( ... ), array_values( wp_parse_list( self::list( $request['slug'] ) ) ) );
		$ids = array_values( wp_parse_id_list( self::list( $request['include'] ) ) );
		if ( Response_Reads::uses_meta( $query ) ) {
			$this->tags->add( Tag::post_meta( $type ), Tag::any_post( $type ) );
		}
		if ( is_bool( $request['sticky'] ) ) {
			$this->tags->add_option( Watched_Options::STICKY );
		}
		if ( self::has_other_ids( $query, $request ) ) {
			// Another plugin chose them, for example those of a term.
			$this->tags->add_posts( $type, false );
		}
		if ( array() !== $slugs ) {
			$this->asked_slugs[ $type ] = array( ...$this->asked_slugs[ $type ] ?? array(), ...$slugs );
		} elseif ( array() !== $ids ) {
			$this->asked_ids[ $type ] = array( ...$this->asked_ids[ $type ] ?? array(), ...$ids );
		} elseif ( ! Response_Reads::are_by_date( $query ) ) {
			$this->tags->add_posts( $type, false );
		} elseif ( ! $this->add_filters( $type, $request ) ) {
			$this->tags->add_posts( $type, true );
		}
		return $query;
	}

	/**
	 * Tells whether a list is restricted to posts, or leaves posts out, without the request asking for it.
	 *
	 * @param array<mixed> $query Arguments of WP_Query.
	 */
	private static function has_other_ids( array $query, WP_REST_Request $request ): bool {
		if ( is_bool( $request['sticky'] ) ) {
			return false;
		}
		$differs = static fn( string $argument, string $parameter ): bool => array() !== array_diff(
			wp_parse_id_list( self::list( $query[ $argument ] ?? null ) ),
			wp_parse_id_list( self::list( $request[ $parameter ] ) ),
			array( 0 ),
		);
		return $differs( 'post__in', 'include' ) || $differs( 'post__not_in', 'exclude' );
	}

	/**
	 * Returns a parameter that is a list, or a text with its members, as WordPress's functions take it.
	 *
	 * @return array<mixed>|string
	 */
	private static function list( mixed $value ): array|string {
		return is_array( $value ) ? $value : Untyped::text( $value );
	}

	/**
	 * Adds the terms and authors by which a list is filtered. Returns false where that is not enough.
	 */
	private function add_filters( string $type, WP_REST_Request $request ): bool {
		$authors = array_values( wp_parse_id_list( self::list( $request['author'] ) ) );
		foreach ( $authors as $id ) {
			$this->tags->add_author( $id, false );
		}
		$has_filter = array() !== $authors;
		foreach ( get_object_taxonomies( $type, 'objects' ) as $taxonomy ) {
			$filter = $request[ self::rest_base( $taxonomy ) ] ?? array();
			if ( is_array( $filter ) && isset( $filter['terms'] ) ) {
				// It may include the posts of child terms. Response_Reads notes the taxonomy.
				return false;
			}
			foreach ( wp_parse_id_list( self::list( $filter ) ) as $id ) {
				$this->tags->add_term_id( $id, $taxonomy->name, false );
				$has_filter = true;
			}
		}
		return $has_filter;
	}

	/**
	 * Adds a list of terms. Which are empty, and their order by count, depends on posts.
	 *
	 * @return mixed The query, unchanged.
	 */
	private function add_terms( string $taxonomy, mixed $query, mixed $request ): mixed {
		if ( ! $request instanceof WP_REST_Request ) {
			return $query;
		}
		$post_id = Untyped::number( $request['post'] );
		if ( $post_id > 0 ) {
			$this->tags->add( Tag::post( $post_id ) );
		} else {
			$this->tags->add_terms(
				$taxonomy,
				true === $request['hide_empty'] || 'count' === $request['orderby'] || '' !== Untyped::text( $request['search'] ),
			);
		}
		return $query;
	}

	/**
	 * Adds a list of users: visitors see those who have published.
	 */
	private function add_users( mixed $query ): mixed {
		$this->tags->add_authors();
		return $query;
	}

	/**
	 * @param mixed $query Arguments of WP_Comment_Query.
	 */
	private function add_comments( mixed $query ): mixed {
		$this->tags->add_comments(
			is_array( $query ) ? array_values( array_filter( wp_parse_id_list( self::list( $query['post__in'] ?? null ) ) ) ) : array(),
		);
		return $query;
	}

	private function add_found_posts( mixed $query ): mixed {
		$types = is_array( $query ) ? (array) ( $query['post_type'] ?? array() ) : array();
		foreach ( array_filter( $types, is_string( ... ) ) as $type ) {
			$this->tags->add_posts( $type, false );
		}
		return $query;
	}

	private function add_found_terms( mixed $query ): mixed {
		$taxonomies = is_array( $query ) ? (array) ( $query['taxonomy'] ?? array() ) : array();
		foreach ( array_filter( $taxonomies, is_string( ... ) ) as $taxonomy ) {
			$this->tags->add_terms( $taxonomy, true );
		}
		return $query;
	}

	private function remember_status( mixed $response, mixed $server = null, mixed $request = null ): mixed {
		if ( $request instanceof WP_REST_Request ) {
			$this->statuses[ $request ] = $response instanceof WP_REST_Response ? $response->get_status() : 0;
			if ( 'HEAD' === $request->get_method() ) {
				$this->forget();
			}
		}
		return $response;
	}

	/**
	 * Some servers answer several requests with one process.
	 */
	private function forget(): void {
		$this->tags->take();
		$this->reads->reset();
		$this->blocks->reset();
		$this->asked_slugs = array();
		$this->asked_ids   = array();
		$this->found       = array();
	}

	/**
	 * @return mixed The response, unchanged.
	 */
	private function send( mixed $result, mixed $server = null, mixed $request = null ): mixed {
		$this->add_lists_of_missing_posts();
		$this->reads->note_filters();
		$list = $this->tags->take();
		$this->forget();
		if ( $request instanceof WP_REST_Request && $server instanceof WP_REST_Server && $this->is_cacheable( $request ) ) {
			self::send_headers( $server, $list );
		}
		return $result;
	}

	private function is_cacheable( WP_REST_Request $request ): bool {
		$status = $this->statuses[ $request ] ?? 0;
		return 'GET' === $request->get_method() && 'edit' !== $request['context'] && $status >= 200 && $status < 300;
	}

	private static function send_headers( WP_REST_Server $server, Group_List $list ): void {
		$tags = $list->tags();
		if ( array() !== $tags ) {
			$server->send_header( 'Cache-Groups', Group_List::header( $tags ) );
			$server->send_header( 'Cache-Tag', implode( ',', $tags ) );
		}
		if ( '' !== $list->reason() ) {
			$reason = (string) preg_replace( '/[^\x20-\x7E]|["\\\\]/', '', $list->reason() );
			$server->send_header( self::LIFETIME_HEADER, self::SHORT_LIFETIME . ";reason=\"$reason\"" );
		}
	}

	/**
	 * A post that was asked for and not found can be published later.
	 */
	private function add_lists_of_missing_posts(): void {
		foreach ( $this->asked_slugs as $type => $slugs ) {
			if ( array() !== array_diff( $slugs, $this->found[ $type ] ?? array() ) ) {
				$this->tags->add_posts( $type, true );
			}
		}
		foreach ( $this->asked_ids as $type => $ids ) {
			if ( array() !== array_diff( $ids, array_keys( $this->found[ $type ] ?? array() ) ) ) {
				$this->tags->add_posts( $type, true );
			}
		}
	}
}
