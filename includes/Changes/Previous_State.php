<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use WP_Post;
use WP_Term;

/**
 * Collects what WordPress forgets with a save and a refresh needs: the path, terms and author that a post had before. It
 * makes no query: where one would be necessary, the details say `all`.
 *
 * @phpstan-import-type Details from Change
 */
final class Previous_State {
	/**
	 * Details of a change whose previous state is not known: a refresh renews all pages.
	 */
	public const UNKNOWN = array( 'all' => 1 );

	/**
	 * Details of a change after which no list has another member or order by date, besides those of the terms in the details.
	 */
	public const KEPT = array( 'kept' => 1 );

	/**
	 * Fields that decide in which lists a post is, and its order by date.
	 */
	private const OF_LISTS = array( 'post_author', 'post_date', 'post_date_gmt', 'post_mime_type', 'post_name', 'post_parent', 'post_password', 'post_status', 'post_type' );

	/**
	 * Bounds the size of a row.
	 */
	private const MAX_TERMS = 200;

	/**
	 * Placeholders of a permalink structure that are fields of the post. Others, for example `%category%`, need a query.
	 */
	private const FIELDS = array( '%year%', '%monthnum%', '%day%', '%hour%', '%minute%', '%second%', '%postname%', '%post_id%' );

	/**
	 * @param  string    $event A constant of Change.
	 * @param  list<int> $terms Ids of `term_taxonomy` that the post gained or lost.
	 * @return Details
	 */
	public static function of_save( string $event, ?WP_Post $before, WP_Post $after, array $terms ): array {
		if ( null === $before ) {
			return array();
		}
		if ( $before->post_type !== $after->post_type ) {
			return self::UNKNOWN;
		}
		if ( Change::PUBLISHED === $event ) {
			return array();
		}
		$details = self::of_terms( $after->post_type, $terms );
		if ( Change::UPDATED !== $event ) {
			return self::has_moved( $before, $after ) && Change::TRASHED !== $event ? self::UNKNOWN : $details;
		}
		$author = (string) $before->post_author === (string) $after->post_author ? array() : array( 'author' => (int) $before->post_author );
		$kept   = array() === self::differing( self::OF_LISTS, $before, $after ) ? self::KEPT : array();
		return $details + $author + self::of_path( $before, $after ) + $kept;
	}

	/**
	 * Tells whether the addresses of the pages below a post changed with its own.
	 */
	public static function has_moved( WP_Post $before, WP_Post $after ): bool {
		return is_post_type_hierarchical( $after->post_type ) && array() !== self::differing( array( 'post_name', 'post_parent' ), $before, $after );
	}

	/**
	 * @param  list<string> $fields
	 * @return list<string>
	 */
	private static function differing( array $fields, WP_Post $before, WP_Post $after ): array {
		return array_values( array_filter( $fields, static fn( string $field ): bool => (string) $before->$field !== (string) $after->$field ) );
	}

	/**
	 * Returns the author and the terms of a deleted post. The children of a deleted page move to its parent.
	 *
	 * @param  list<int> $terms Ids of `term_taxonomy` that were removed with the post.
	 * @return Details
	 */
	public static function of_deleted( WP_Post $post, array $terms ): array {
		return is_post_type_hierarchical( $post->post_type ) ? self::UNKNOWN : array( 'author' => (int) $post->post_author ) + self::of_terms( $post->post_type, $terms );
	}

	/**
	 * @param  list<int> $terms Ids of `term_taxonomy` that the post gained or lost.
	 * @return Details
	 */
	public static function of_terms( string $post_type, array $terms ): array {
		if ( array() === $terms ) {
			return array();
		}
		return count( $terms ) > self::MAX_TERMS || self::has_other_placeholders( $post_type ) ? self::UNKNOWN : array( 'terms' => implode( ',', $terms ) );
	}

	/**
	 * Returns the path of the archive of a deleted term. Its posts lose the term, and the children of a term in a hierarchy
	 * move to its parent.
	 *
	 * @param  mixed   $term    The term as it was.
	 * @param  mixed   $objects Ids of its posts.
	 * @return Details
	 */
	public static function of_deleted_term( string $taxonomy, mixed $term, mixed $objects ): array {
		if ( ! $term instanceof WP_Term || array() !== $objects || is_taxonomy_hierarchical( $taxonomy ) ) {
			return self::UNKNOWN;
		}
		$path = Third_Party_Filter::apply( 'term_link', static fn(): string => Post_Page::path_of_term( $term ), null );
		if ( ! is_string( $path ) ) {
			return self::UNKNOWN;
		}
		return '' === $path ? array() : array( 'path' => $path );
	}

	/**
	 * @return Details
	 */
	private static function of_path( WP_Post $before, WP_Post $after ): array {
		$changed = self::differing( array( 'post_name', 'post_parent', 'post_date', 'post_author' ), $before, $after );
		if ( array() === $changed || '' === get_option( 'permalink_structure' ) ) {
			return array();
		}
		if ( 'attachment' === $after->post_type && '1' !== (string) get_option( 'wp_attachment_pages_enabled', '1' ) ) {
			return array();
		}
		if ( self::has_family( $after->post_type ) ) {
			return array() === array_intersect( array( 'post_name', 'post_parent' ), $changed ) ? array() : self::UNKNOWN;
		}
		if ( self::has_other_placeholders( $after->post_type ) ) {
			return self::UNKNOWN;
		}
		$paths = Third_Party_Filter::apply( 'post_link', static fn(): array => array( Post_Page::path( $before ), Post_Page::path( $after ) ), null );
		if ( ! is_array( $paths ) ) {
			return self::UNKNOWN;
		}
		return '' === $paths[0] || $paths[0] === $paths[1] ? array() : array( 'old' => $paths[0] );
	}

	/**
	 * Tells whether the path of a post contains the paths of other posts.
	 */
	private static function has_family( string $post_type ): bool {
		return 'attachment' === $post_type || is_post_type_hierarchical( $post_type );
	}

	/**
	 * Tells whether the permalinks of a post type contain more than fields of the post, for example its category or author.
	 */
	private static function has_other_placeholders( string $post_type ): bool {
		global $wp_rewrite;
		$structure = 'post' === $post_type ? get_option( 'permalink_structure' ) : $wp_rewrite->get_extra_permastruct( $post_type );
		preg_match_all( '/%[^%\/]+%/', is_string( $structure ) ? $structure : '', $placeholders );
		return array() !== array_diff( $placeholders[0], self::FIELDS, array( "%$post_type%" ) );
	}
}
