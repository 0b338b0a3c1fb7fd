<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use WP_Post;
use WP_REST_Request;
use WP_REST_Response;
use WP_REST_Server;
use WP_Term;
use WP_User;

/**
 * Adds the headers `Cache-Groups` (RFC 9875) and `Cache-Tag` to WordPress's own REST responses: the tags of the public
 * objects that a response contains. A front end passes them on with its page, so that a refresh finds all pages that show
 * an object. It makes no query.
 */
final class Response_Groups {
	private Group_List $groups;

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

	private int $status = 0;

	public function __construct() {
		$this->groups = new Group_List();
	}

	/**
	 * Hooked to `rest_api_init`, when all post types and taxonomies are registered.
	 */
	public function hook(): void {
		foreach ( get_post_types( array( 'show_in_rest' => true ) ) as $type ) {
			add_filter( "rest_prepare_$type", $this->add_object( ... ), 10, 3 );
			add_filter( "rest_{$type}_query", fn( mixed $query, mixed $request = null ): mixed => $this->add_posts( $type, $query, $request ), 10, 2 );
		}
		foreach ( get_taxonomies( array( 'show_in_rest' => true ) ) as $taxonomy ) {
			add_filter( "rest_prepare_$taxonomy", $this->add_object( ... ), 10, 3 );
			add_filter( "rest_{$taxonomy}_query", fn( mixed $query, mixed $request = null ): mixed => $this->add_terms( $taxonomy, $query, $request ), 10, 2 );
		}
		add_filter( 'rest_prepare_user', $this->add_object( ... ), 10, 3 );
		add_filter( 'rest_user_query', $this->add_users( ... ), 10, 1 );
		add_filter( 'rest_post_search_query', $this->add_found_posts( ... ), 10, 1 );
		add_filter( 'rest_term_search_query', $this->add_found_terms( ... ), 10, 1 );
		add_filter( 'rest_post_dispatch', $this->remember_status( ... ), PHP_INT_MAX, 3 );
		// After embedding, which the filter before does not include.
		add_filter( 'rest_pre_echo_response', $this->send( ... ), PHP_INT_MAX, 3 );
	}

	/**
	 * Adds an object. An embedded term counts as one of its taxonomy: a change of a post has the tags of its terms, and must
	 * not renew all pages of the category. The embedded name of an author is part of no change.
	 */
	private function add_object( mixed $response, mixed $item = null, mixed $request = null ): mixed {
		$is_embedded = $request instanceof WP_REST_Request && 'embed' === $request['context'];
		if ( $item instanceof WP_Post && $this->is_public( $item ) ) {
			$this->groups->add_post( $item->post_type, $item->ID, $item->post_name );
		} elseif ( $item instanceof WP_Term && $is_embedded ) {
			$this->groups->add_term_list( $item->taxonomy );
		} elseif ( $item instanceof WP_Term ) {
			$this->groups->add_term( $item->taxonomy, $item->term_id, self::types_of( $item->taxonomy ) );
		} elseif ( $item instanceof WP_User && ! $is_embedded ) {
			$this->groups->add_author( $item->ID );
		}
		return $response;
	}

	/**
	 * Tells whether visitors may see a post. The status of a file is that of its post, which is not read here.
	 */
	private function is_public( WP_Post $post ): bool {
		return is_post_status_viewable( $post->post_status ) || ( 'attachment' === $post->post_type && 'inherit' === $post->post_status );
	}

	/**
	 * Adds a list of posts. A request by id, or by a slug that is unique, depends only on the posts that it finds.
	 *
	 * @return mixed The query, unchanged.
	 */
	private function add_posts( string $type, mixed $query, mixed $request ): mixed {
		if ( ! $request instanceof WP_REST_Request ) {
			return $query;
		}
		$slugs = is_post_type_hierarchical( $type ) ? array() : array_map( strval( ... ), array_values( wp_parse_list( $request['slug'] ?? array() ) ) );
		$ids   = array_values( wp_parse_id_list( $request['include'] ?? array() ) );
		if ( array() !== $slugs ) {
			$this->asked_slugs[ $type ] = array( ...$this->asked_slugs[ $type ] ?? array(), ...$slugs );
		} elseif ( array() !== $ids ) {
			$this->asked_ids[ $type ] = array( ...$this->asked_ids[ $type ] ?? array(), ...$ids );
		} else {
			$this->groups->add_list( $type );
		}
		array_map( $this->groups->add_author( ... ), wp_parse_id_list( $request['author'] ?? array() ) );
		foreach ( get_object_taxonomies( $type, 'objects' ) as $taxonomy ) {
			$filter = $request[ is_string( $taxonomy->rest_base ) && '' !== $taxonomy->rest_base ? $taxonomy->rest_base : $taxonomy->name ] ?? array();
			$filter = is_array( $filter ) ? $filter['terms'] ?? $filter : array();
			foreach ( wp_parse_id_list( $filter ) as $id ) {
				$this->groups->add_term( $taxonomy->name, $id, self::types_of( $taxonomy->name ) );
			}
		}
		return $query;
	}

	/**
	 * Adds a list of terms. Which terms a post has, which are empty, and their order by count, depends on posts.
	 *
	 * @return mixed The query, unchanged.
	 */
	private function add_terms( string $taxonomy, mixed $query, mixed $request ): mixed {
		$this->groups->add_term_list( $taxonomy );
		if ( $request instanceof WP_REST_Request && is_numeric( $request['post'] ) && $request['post'] > 0 ) {
			$this->groups->add_post_of_terms( (int) $request['post'] );
		}
		if ( $request instanceof WP_REST_Request && ( true === $request['hide_empty'] || 'count' === $request['orderby'] ) ) {
			$this->groups->add_list( ...self::types_of( $taxonomy ) );
		}
		return $query;
	}

	/**
	 * Adds a list of users: visitors see those who have published.
	 */
	private function add_users( mixed $query ): mixed {
		$this->groups->add_list( ...array_values( get_post_types( array( 'show_in_rest' => true, 'public' => true ) ) ) );
		return $query;
	}

	private function add_found_posts( mixed $query ): mixed {
		$types = is_array( $query ) ? (array) ( $query['post_type'] ?? array() ) : array();
		$this->groups->add_list( ...array_values( array_filter( $types, is_string( ... ) ) ) );
		return $query;
	}

	private function add_found_terms( mixed $query ): mixed {
		$taxonomies = is_array( $query ) ? (array) ( $query['taxonomy'] ?? array() ) : array();
		array_map( $this->groups->add_term_list( ... ), array_filter( $taxonomies, is_string( ... ) ) );
		return $query;
	}

	private function remember_status( mixed $response, mixed $server = null, mixed $request = null ): mixed {
		$this->status = $response instanceof WP_REST_Response ? $response->get_status() : 0;
		if ( $request instanceof WP_REST_Request && 'HEAD' === $request->get_method() ) {
			$this->forget();
		}
		return $response;
	}

	/**
	 * Some servers answer several requests with one process.
	 */
	private function forget(): void {
		$this->groups      = new Group_List();
		$this->asked_slugs = array();
		$this->asked_ids   = array();
	}

	/**
	 * @return mixed The response, unchanged.
	 */
	private function send( mixed $result, mixed $server = null, mixed $request = null ): mixed {
		$is_cacheable = $request instanceof WP_REST_Request && 'GET' === $request->get_method() && 'edit' !== $request['context'] && $this->status >= 200 && $this->status < 300;
		$this->add_lists_of_missing_posts();
		$tags = $is_cacheable ? $this->groups->tags() : array();
		$this->forget();
		if ( array() !== $tags && $server instanceof WP_REST_Server ) {
			$server->send_header( 'Cache-Groups', Group_List::header( $tags ) );
			$server->send_header( 'Cache-Tag', implode( ',', $tags ) );
		}
		return $result;
	}

	/**
	 * A post that was asked for and not found can be published later.
	 */
	private function add_lists_of_missing_posts(): void {
		foreach ( $this->asked_slugs as $type => $slugs ) {
			if ( array() !== array_diff( $slugs, $this->groups->posts_of( $type ) ) ) {
				$this->groups->add_list( $type );
			}
		}
		foreach ( $this->asked_ids as $type => $ids ) {
			if ( array() !== array_diff( $ids, array_keys( $this->groups->posts_of( $type ) ) ) ) {
				$this->groups->add_list( $type );
			}
		}
	}

	/**
	 * @return list<string> Types of the posts that a taxonomy is for.
	 */
	private static function types_of( string $taxonomy ): array {
		$registered = get_taxonomy( $taxonomy );
		return false === $registered ? array() : array_values( array_map( strval( ... ), (array) $registered->object_type ) );
	}
}
