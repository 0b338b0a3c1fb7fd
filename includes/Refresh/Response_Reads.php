<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Watched\Tag;
use HeadlessDeploy\Changes\Watched\Watched_Options;
use HeadlessDeploy\Changes\Watched\Watched_Taxonomies;
use HeadlessDeploy\Untyped;
use WP_Comment;
use WP_Comment_Query;
use WP_Post;
use WP_Query;
use WP_Tax_Query;
use WP_Term;
use WP_Term_Query;
use WP_User;
use WP_User_Query;

/**
 * Notes what is read while a part of a response is made of which WordPress's routes know nothing: the field of another
 * plugin, a rendered block, a shortcode. It makes no query: where an object is not loaded, its whole list is noted.
 */
final class Response_Reads {
	/**
	 * With more members, the tag of every change of the type stands for them.
	 */
	private const MAX_MEMBERS = 200;

	/**
	 * Orders of posts that only membership and dates change.
	 */
	private const ORDERS_BY_DATE = array( '', 'none', 'date', 'post_date', 'id', 'post__in', 'post_name__in', 'post_parent__in' );

	/**
	 * Filters by which plugins change the SQL of a query.
	 */
	private const SQL_FILTERS = array(
		'posts_where',
		'posts_join',
		'posts_where_paged',
		'posts_join_paged',
		'posts_clauses',
		'posts_where_request',
		'posts_join_request',
		'posts_clauses_request',
		'posts_request',
		'posts_pre_query',
	);

	/**
	 * Fields of a user that blocks and fields show; each has a filter.
	 */
	private const AUTHOR_FIELDS = array(
		'display_name',
		'description',
		'user_nicename',
		'user_url',
		'nickname',
		'first_name',
		'last_name',
		'user_firstname',
		'user_lastname',
		'user_description',
		'ID',
		'user_email',
		'user_login',
		'url',
		'login',
		'email',
	);

	/**
	 * Number of parts that are being made, one inside the other.
	 */
	private int $depth = 0;

	/**
	 * Depths at which WordPress's own routes were asked for, the innermost last.
	 *
	 * @var list<int>
	 */
	private array $suspended = array();

	private bool $is_hooked = false;

	/**
	 * Whether WordPress is loading the terms of posts into its cache. Which of them are read is noted later.
	 */
	private bool $is_priming = false;

	/**
	 * Queries whose results are noted at the end of the part.
	 *
	 * @var list<WP_Query>
	 */
	private array $post_queries = array();

	/**
	 * Queries of WordPress's own routes. Which terms they are filtered by is noted at the end of the response.
	 *
	 * @var list<WP_Query>
	 */
	private array $route_queries = array();

	/**
	 * Posts of which only the id is known yet: WordPress reads the meta of some before the post.
	 *
	 * @var array<int, true>
	 */
	private array $unloaded = array();

	public function __construct( private readonly Response_Tags $tags ) {}

	/**
	 * Begins a part. Each call needs one of `end()`.
	 */
	public function begin(): void {
		if ( ! $this->is_hooked ) {
			$this->hook();
		}
		++$this->depth;
	}

	public function end(): void {
		$this->depth = max( 0, $this->depth - 1 );
		if ( 0 === $this->depth ) {
			$this->note_results();
		}
	}

	/**
	 * Stops noting while one of WordPress's own routes is answered within a part: its objects are noted one by one. Each call
	 * needs one of `resume()`.
	 */
	public function suspend(): void {
		if ( ! $this->is_hooked ) {
			$this->hook();
		}
		$this->suspended[] = $this->depth;
		$this->depth       = 0;
	}

	public function resume(): void {
		$this->depth = array_pop( $this->suspended ) ?? 0;
	}

	/**
	 * Ends all parts: one that failed has not ended.
	 */
	public function reset(): void {
		$this->depth        = 0;
		$this->suspended    = array();
		$this->is_priming   = false;
		$this->post_queries = $this->route_queries = array();
		$this->unloaded     = array();
	}

	/**
	 * Notes the results of the queries so far.
	 */
	public function note_results(): void {
		$queries            = $this->post_queries;
		$this->post_queries = array();
		array_map( $this->note_members( ... ), $queries );
		foreach ( array_keys( $this->unloaded ) as $id ) {
			$post = self::loaded_post( $id );
			null === $post ? $this->tags->shorten( 'a post that is not loaded' ) : $this->tags->add_post( $post );
		}
		$this->unloaded = array();
	}

	private function hook(): void {
		$this->is_hooked = true;
		add_action( 'pre_get_posts', $this->on_posts( ... ), PHP_INT_MAX );
		add_action( 'pre_get_terms', $this->on_terms( ... ), PHP_INT_MAX );
		add_action( 'pre_get_comments', $this->on_comments( ... ), PHP_INT_MAX );
		add_action( 'pre_get_users', $this->on_users( ... ), PHP_INT_MAX );
		add_filter( 'get_terms', $this->on_terms_read( ... ), PHP_INT_MIN );
		add_filter( 'get_term', $this->on_term( ... ), PHP_INT_MAX );
		add_filter( 'term_link', $this->on_term_link( ... ), PHP_INT_MAX, 2 );
		add_filter( 'get_term_metadata', $this->on_term_meta( ... ), PHP_INT_MIN, 2 );
		add_filter( 'get_post_metadata', $this->on_post_id( ... ), PHP_INT_MIN, 2 );
		foreach ( array( 'the_title', 'post_link', 'page_link', 'post_type_link', 'attachment_link' ) as $filter ) {
			add_filter( $filter, $this->on_post_id( ... ), PHP_INT_MAX, 2 );
		}
		add_filter( 'get_comment', $this->on_comment( ... ), PHP_INT_MAX );
		add_filter( 'get_user_metadata', $this->on_user_meta( ... ), PHP_INT_MIN, 3 );
		add_filter( 'the_author', $this->on_author_of_post( ... ), PHP_INT_MAX );
		add_filter( 'author_link', $this->on_user( ... ), PHP_INT_MAX, 2 );
		add_filter( 'get_usernumposts', $this->on_author( ... ), PHP_INT_MAX, 2 );
		foreach ( self::AUTHOR_FIELDS as $field ) {
			add_filter( "get_the_author_$field", $this->on_user( ... ), PHP_INT_MAX, 2 );
		}
		add_filter( 'pre_option', $this->on_option( ... ), PHP_INT_MIN, 2 );
	}

	private function on_posts( mixed $query ): void {
		if ( $this->depth > 0 && $query instanceof WP_Query ) {
			$this->post_queries[] = $query;
		} elseif ( array() !== $this->suspended && $query instanceof WP_Query ) {
			$this->route_queries[] = $query;
		}
	}

	/**
	 * Notes by which terms WordPress's own routes were filtered, also by other plugins.
	 */
	public function note_filters(): void {
		$queries             = $this->route_queries;
		$this->route_queries = array();
		foreach ( $queries as $query ) {
			$is_replaced = self::ids( (array) $query->query ) !== self::ids( $query->query_vars );
			$this->note_filter( $query, $is_replaced || ! $this->asks_for_all_it_found( $query, count( (array) $query->posts ) ), $is_replaced );
		}
	}

	/**
	 * Notes the terms by which a query chose its posts, and whether sticky ones are the first: a post that gains or loses a
	 * term, or becomes sticky, has no other tag that says so.
	 *
	 * @param bool $can_find_others Whether a post with other terms could be in the result.
	 * @param bool $is_unknown      Whether it is not known how its posts were chosen.
	 */
	private function note_filter( WP_Query $query, bool $can_find_others, bool $is_unknown ): void {
		global $wpdb;
		if ( ! $can_find_others ) {
			return;
		}
		$names      = $query->tax_query instanceof WP_Tax_Query ? self::terms_of_clauses( $query->tax_query->queries ) : array();
		$has_terms  = str_contains( (string) $query->request, $wpdb->term_relationships );
		$is_by_sql  = $has_terms && ( array() === $names || array() !== array_filter( self::SQL_FILTERS, has_filter( ... ) ) );
		$is_unknown = $is_unknown || $is_by_sql;
		foreach ( $names as $taxonomy => $ids ) {
			if ( ! Watched_Taxonomies::has( (string) $taxonomy ) ) {
				$is_unknown = true;
			} elseif ( null === $ids ) {
				$this->tags->add_terms( (string) $taxonomy, true );
			} else {
				array_map( fn( int $id ) => $this->tags->add_term_id( $id, (string) $taxonomy, false ), $ids );
			}
		}
		if ( $query->is_home && false === (bool) $query->get( 'ignore_sticky_posts' ) ) {
			// WordPress moves sticky posts to the front.
			$this->tags->add_option( Watched_Options::STICKY );
		}
		foreach ( $is_unknown ? self::types_of( $query ) : array() as $type ) {
			$this->tags->add_posts( $type, false );
		}
	}

	/**
	 * @param  array<mixed>                  $clauses Of WP_Tax_Query.
	 * @return array<string, list<int>|null> Ids of terms by taxonomy; null for any term.
	 */
	private static function terms_of_clauses( array $clauses ): array {
		$terms = array();
		foreach ( array_filter( $clauses, is_array( ... ) ) as $clause ) {
			$taxonomy = $clause['taxonomy'] ?? null;
			if ( ! is_string( $taxonomy ) ) {
				$found = self::terms_of_clauses( $clause );
			} else {
				$has_children = false !== ( $clause['include_children'] ?? true ) && is_taxonomy_hierarchical( $taxonomy );
				$has_ids      = 'term_id' === ( $clause['field'] ?? 'term_id' )
					&& ! $has_children
					&& ! str_ends_with( Untyped::text( $clause['operator'] ?? '' ), 'EXISTS' );
				$found = array( $taxonomy => $has_ids ? array_values( wp_parse_id_list( (array) ( $clause['terms'] ?? array() ) ) ) : null );
			}
			foreach ( $found as $name => $ids ) {
				$terms[ $name ] = null === $ids || ( array_key_exists( $name, $terms ) && null === $terms[ $name ] )
					? null
					: array( ...( $terms[ $name ] ?? array() ), ...$ids );
			}
		}
		return $terms;
	}

	/**
	 * @param  array<mixed> $vars Arguments of WP_Query.
	 * @return list<mixed>
	 */
	private static function ids( array $vars ): array {
		return array(
			array_values( array_filter( (array) ( $vars['post__in'] ?? array() ) ) ),
			array_values( array_filter( (array) ( $vars['post__not_in'] ?? array() ) ) ),
		);
	}

	/**
	 * Notes which posts a query asked for, and those that it found.
	 */
	private function note_members( WP_Query $query ): void {
		$ids   = is_array( $query->posts ) ? $query->posts : array();
		$posts = count( $ids ) > self::MAX_MEMBERS ? null : $this->loaded( $ids );
		$types = self::types_of( $query );
		array_map( $this->tags->add_post( ... ), $posts ?? array() );
		if ( $this->is_random( $query ) ) {
			$this->tags->shorten( 'posts in random order' );
		}
		if ( null !== $posts && $this->asks_for_all_it_found( $query, count( $posts ) ) ) {
			return;
		}
		foreach ( $types as $type ) {
			$this->tags->add_posts( $type, null !== $posts && self::is_by_date( $query ) );
		}
		// Posts to leave out may be those of a term.
		$this->note_filter( $query, true, array() !== self::ids( $query->query_vars )[1] );
	}

	/**
	 * Returns the posts of a result that are loaded; null if one is not.
	 *
	 * @param  array<mixed>       $results Posts, ids, or objects with an id.
	 * @return list<WP_Post>|null
	 */
	private function loaded( array $results ): ?array {
		$posts = array();
		foreach ( $results as $result ) {
			$id   = is_object( $result ) ? ( $result->ID ?? 0 ) : $result;
			$post = $result instanceof WP_Post ? $result : self::loaded_post( Untyped::number( $id ) );
			if ( null === $post ) {
				return null;
			}
			$posts[] = $post;
		}
		return $posts;
	}

	/**
	 * Notes the post to which a menu item or a block leads. WordPress has loaded it, unless it does not exist.
	 */
	public function add_post_id( int $id, string $type ): void {
		$post = self::loaded_post( $id );
		null === $post ? $this->tags->add( Tag::post( $id ), '' === $type ? '' : Tag::any_post( $type ) ) : $this->tags->add_post( $post );
	}

	private static function loaded_post( int $id ): ?WP_Post {
		$cached = wp_cache_get( $id, 'posts' );
		return is_object( $cached ) && isset( $cached->post_type ) ? new WP_Post( $cached ) : null;
	}

	/**
	 * Tells whether a query depends only on the posts that it found, because it named each one.
	 */
	private function asks_for_all_it_found( WP_Query $query, int $found ): bool {
		$named = array_filter( (array) $query->get( 'post__in' ) );
		$named = array() === $named
			? array_filter( array( $query->get( 'p' ), $query->get( 'page_id' ), $query->get( 'attachment_id' ) ) )
			: $named;
		if ( array() === $named && ! is_post_type_hierarchical( self::types_of( $query )[0] ?? '' ) ) {
			$named = array_filter( (array) $query->get( 'post_name__in' ) );
		}
		return array() !== $named && $found >= count( $named );
	}

	private function is_random( WP_Query $query ): bool {
		$order = $query->get( 'orderby' );
		return is_string( $order ) && str_starts_with( strtolower( $order ), 'rand' );
	}

	/**
	 * Tells whether only membership and dates change the result of a query.
	 */
	public static function is_by_date( WP_Query $query ): bool {
		return self::are_by_date( $query->query_vars );
	}

	/**
	 * @param array<mixed> $vars Arguments of WP_Query.
	 */
	public static function are_by_date( array $vars ): bool {
		$order  = $vars['orderby'] ?? '';
		$orders = is_array( $order ) ? array_map( strval( ... ), array_keys( $order ) ) : explode( ' ', is_string( $order ) ? $order : '' );
		$dates  = wp_json_encode( $vars['date_query'] ?? array() );
		return array() === array_diff( array_map( strtolower( ... ), $orders ), self::ORDERS_BY_DATE )
			&& '' === Untyped::text( $vars['s'] ?? '' )
			&& ! self::uses_meta( $vars )
			&& ! str_contains( (string) $dates, 'modified' );
	}

	/**
	 * @param array<mixed> $vars Arguments of WP_Query.
	 */
	public static function uses_meta( array $vars ): bool {
		$order = wp_json_encode( $vars['orderby'] ?? '' );
		return array() !== array_filter( array_intersect_key(
			$vars,
			array_flip( array( 'meta_key', 'meta_query', 'meta_value', 'meta_value_num' ) ),
		) )
			|| str_contains( (string) $order, 'meta_value' );
	}

	/**
	 * @return list<string>
	 */
	private static function types_of( WP_Query $query ): array {
		$types = array_filter( (array) $query->get( 'post_type' ), is_string( ... ) );
		$types = array_filter( $types, static fn( string $type ): bool => '' !== $type );
		if ( in_array( 'any', $types, true ) ) {
			return array_values( get_post_types( array( 'exclude_from_search' => false ) ) );
		}
		$implied = '' !== Untyped::text( $query->get( 'pagename' ) ) || Untyped::number( $query->get( 'page_id' ) ) > 0 ? 'page' : 'post';
		return array() === $types ? array( $implied ) : array_values( $types );
	}

	private function on_terms( mixed $query ): void {
		if ( 0 === $this->depth || ! $query instanceof WP_Term_Query ) {
			return;
		}
		$objects = array_filter( wp_parse_id_list( $query->query_vars['object_ids'] ?? array() ) );
		if ( array() !== $objects && 'all_with_object_id' === ( $query->query_vars['fields'] ?? '' ) ) {
			$this->is_priming = true;
			return;
		}
		foreach ( array_filter( (array) ( $query->query_vars['taxonomy'] ?? array() ), is_string( ... ) ) as $taxonomy ) {
			$this->tags->add_terms( $taxonomy, true );
		}
		foreach ( $objects as $id ) {
			$this->on_post_id( null, $id );
		}
	}

	private function on_terms_read( mixed $terms ): mixed {
		$this->is_priming = false;
		return $terms;
	}

	private function on_term( mixed $term ): mixed {
		if ( $this->depth > 0 && ! $this->is_priming && $term instanceof WP_Term ) {
			$this->tags->add_term( $term, true );
		}
		return $term;
	}

	private function on_term_link( mixed $link, mixed $term = null ): mixed {
		$this->on_term( $term );
		return $link;
	}

	private function on_term_meta( mixed $value, mixed $id = 0 ): mixed {
		$cached = $this->depth > 0 && is_numeric( $id ) ? wp_cache_get( (int) $id, 'terms' ) : null;
		if ( is_object( $cached ) && is_string( $cached->taxonomy ?? null ) ) {
			$this->tags->add_term_id( (int) $id, $cached->taxonomy, true );
		} elseif ( $this->depth > 0 ) {
			$this->tags->shorten( 'meta of a term' );
		}
		return $value;
	}

	private function on_comments( mixed $query ): void {
		if ( 0 === $this->depth || ! $query instanceof WP_Comment_Query ) {
			return;
		}
		$posts = array_filter( array(
			(int) ( $query->query_vars['post_id'] ?? 0 ),
			...wp_parse_id_list( $query->query_vars['post__in'] ?? array() ),
		) );
		$this->tags->add_comments( array_values( $posts ) );
		$statuses = array_map( strval( ... ), array_filter( wp_parse_list( $query->query_vars['status'] ?? '' ), is_scalar( ... ) ) );
		if ( array() === $statuses || array() !== array_diff( $statuses, array( 'approve', '1' ) ) ) {
			$this->tags->add_unapproved_comments();
		}
	}

	private function on_comment( mixed $comment ): mixed {
		if ( $this->depth > 0 && $comment instanceof WP_Comment ) {
			$this->tags->add_comment( $comment );
		}
		return $comment;
	}

	private function on_users( mixed $query ): void {
		if ( $this->depth > 0 && $query instanceof WP_User_Query ) {
			$this->tags->add_authors();
		}
	}

	/**
	 * Hooked to filters that pass the id of a post, or the post.
	 */
	private function on_post_id( mixed $value, mixed $post = 0 ): mixed {
		if ( 0 === $this->depth ) {
			return $value;
		}
		$loaded = $post instanceof WP_Post ? $post : self::loaded_post( Untyped::number( $post ) );
		if ( null !== $loaded ) {
			$this->tags->add_post( $loaded );
		} elseif ( is_numeric( $post ) && $post > 0 ) {
			$this->unloaded[ (int) $post ] = true;
		}
		return $value;
	}

	/**
	 * Hooked to filters that pass the id of a user.
	 */
	private function on_user( mixed $value, mixed $id = 0 ): mixed {
		if ( $this->depth > 0 && is_numeric( $id ) ) {
			$this->tags->add_author( (int) $id, true );
		}
		return $value;
	}

	/**
	 * WordPress reads the capabilities of the author whenever it prepares a post.
	 */
	private function on_user_meta( mixed $value, mixed $id = 0, mixed $key = '' ): mixed {
		return is_string( $key ) && 1 === preg_match( '/(?:capabilities|user_level)\z/', $key ) ? $value : $this->on_user( $value, $id );
	}

	private function on_author_of_post( mixed $name ): mixed {
		$author = $GLOBALS['authordata'] ?? null;
		return $author instanceof WP_User ? $this->on_user( $name, $author->ID ) : $name;
	}

	private function on_author( mixed $value, mixed $id = 0 ): mixed {
		if ( $this->depth > 0 && is_numeric( $id ) ) {
			$this->tags->add_author( (int) $id, false );
		}
		return $value;
	}

	private function on_option( mixed $value, mixed $name = '' ): mixed {
		if ( Watched_Options::STICKY === $name && self::is_read_by_a_query() ) {
			return $value;
		}
		if ( $this->depth > 0 && is_string( $name ) ) {
			$depth = $this->depth;
			// Which options are watched depends on other options, and the response does not read these.
			$this->depth = 0;
			$this->tags->add_option( $name );
			$this->depth = $depth;
		}
		return $value;
	}

	/**
	 * Tells whether WordPress's query reads an option: each one reads which posts are sticky, whatever it asks for.
	 */
	private static function is_read_by_a_query(): bool {
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_debug_backtrace -- the filter does not say who reads.
		return in_array( WP_Query::class, array_column( debug_backtrace( DEBUG_BACKTRACE_IGNORE_ARGS, 8 ), 'class' ), true );
	}
}
