<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Untyped;
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
	public const UNKNOWN = array( 'all' => true );

	/**
	 * Details of a change after which no list has another member or order by date, besides those of the terms in the details.
	 */
	public const KEPT = array( 'kept' => true );

	/**
	 * Fields that decide in which lists a post is, and its order by date.
	 */
	public const OF_LISTS = array(
		'post_author',
		'post_date',
		'post_date_gmt',
		'post_mime_type',
		'post_name',
		'post_parent',
		'post_password',
		'post_status',
		'post_type',
	);

	/**
	 * Bounds the size of a row.
	 */
	private const MAX_TERMS = 200;

	/**
	 * Placeholders of a permalink structure that are fields of the post. Others, for example `%category%`, need a query.
	 */
	private const FIELDS = array( '%year%', '%monthnum%', '%day%', '%hour%', '%minute%', '%second%', '%postname%', '%post_id%' );

	/**
	 * Other placeholders of WordPress. Placeholders of plugins may contain anything.
	 */
	private const READ = array( self::AUTHOR, self::CATEGORY );

	private const AUTHOR   = '%author%';
	private const CATEGORY = '%category%';

	/**
	 * Fields from which WordPress makes the path of a post, besides its terms.
	 */
	private const OF_PATH = array( 'post_name', 'post_parent', 'post_date', 'post_author' );

	/**
	 * @param  string             $event A constant of Change.
	 * @param  array<int, string> $terms Taxonomies of the ids of `term_taxonomy` that the post gained or lost.
	 * @return Details
	 */
	public static function of_save( string $event, ?WP_Post $before, WP_Post $after, array $terms ): array {
		if ( null === $before ) {
			return array();
		}
		if ( $before->post_type !== $after->post_type ) {
			return self::UNKNOWN;
		}
		$move = self::has_moved( $before, $after ) ? self::of_move( $before, $after ) : array();
		if ( Change::PUBLISHED === $event ) {
			return $move;
		}
		$details = self::of_terms( $after->post_type, $terms ) + $move;
		if ( Change::UPDATED !== $event ) {
			return $details;
		}
		$author = (string) $before->post_author === (string) $after->post_author ? array() : array( 'author' => (int) $before->post_author );
		$kept   = array() === self::differing( self::OF_LISTS, $before, $after ) ? self::KEPT : array();
		return $details + $author + self::of_path( $before, $after ) + $kept;
	}

	/**
	 * Tells whether the addresses of the pages below a post changed with its own.
	 */
	public static function has_moved( WP_Post $before, WP_Post $after ): bool {
		return is_post_type_hierarchical( $after->post_type )
			&& array() !== self::differing( array( 'post_name', 'post_parent' ), $before, $after );
	}

	/**
	 * @param  list<string> $fields
	 * @return list<string>
	 */
	private static function differing( array $fields, WP_Post $before, WP_Post $after ): array {
		return array_values( array_filter( $fields, static fn( string $field ): bool => (string) $before->$field !== (string) $after->$field ) );
	}

	/**
	 * Returns what a post that was saved or emptied from the trash had, with whose path those of the posts below it changed.
	 *
	 * @return Details
	 */
	public static function of_move( WP_Post $before, WP_Post $after ): array {
		if ( '' === get_option( 'permalink_structure' ) ) {
			return array();
		}
		return array() === self::other_placeholders( $after->post_type ) ? self::fields( $before ) : self::UNKNOWN;
	}

	/**
	 * @return array{was: string} Fields from which the path of a post is made: author, parent, date and slug.
	 */
	private static function fields( WP_Post $post ): array {
		return array( 'was' => "$post->post_author|$post->post_parent|$post->post_date|$post->post_name" );
	}

	/**
	 * Returns the author and the terms of a deleted post. The children of a deleted page move to its parent.
	 *
	 * @param  array<int, string> $terms        Taxonomies of the ids of `term_taxonomy` that were removed with the post.
	 * @param  bool               $has_children Whether visitors see posts below it.
	 * @return Details
	 */
	public static function of_deleted( WP_Post $post, array $terms, bool $has_children = true ): array {
		return $has_children && is_post_type_hierarchical( $post->post_type )
			? self::UNKNOWN
			: array( 'author' => (int) $post->post_author ) + self::of_terms( $post->post_type, $terms );
	}

	/**
	 * @param  array<int, string> $terms Taxonomies of the ids of `term_taxonomy` that the post gained or lost.
	 * @return Details
	 */
	public static function of_terms( string $post_type, array $terms ): array {
		if ( array() === $terms ) {
			return array();
		}
		return count( $terms ) > self::MAX_TERMS || self::is_in_path( $post_type, $terms )
			? self::UNKNOWN
			: array( 'terms' => implode( ',', array_keys( $terms ) ) );
	}

	/**
	 * Tells whether the permalinks of a post type may contain terms of these taxonomies.
	 *
	 * @param array<int, string> $taxonomies
	 */
	private static function is_in_path( string $post_type, array $taxonomies ): bool {
		foreach ( array_diff( self::other_placeholders( $post_type ), array( self::AUTHOR ) ) as $placeholder ) {
			$name = trim( $placeholder, '%' );
			if ( in_array( $name, $taxonomies, true ) || ! taxonomy_exists( $name ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns the path of the archive of a deleted term, and its posts, which lose the term. The children of a term
	 * move to its parent. WordPress no longer knows the ancestors of the term, which are part of its path.
	 *
	 * @param  mixed   $term         The term as it was.
	 * @param  mixed   $objects      Ids of its posts.
	 * @param  bool    $has_children
	 * @return Details
	 */
	public static function of_deleted_term( string $taxonomy, mixed $term, mixed $objects, bool $has_children ): array {
		$posts = is_array( $objects ) ? Untyped::numbers( $objects ) : null;
		if (
			! $term instanceof WP_Term
			|| null === $posts
			|| count( $posts ) > self::MAX_TERMS
			|| $has_children
			|| $term->parent > 0
			|| self::is_in_paths( $taxonomy )
		) {
			return self::UNKNOWN;
		}
		$path = Third_Party_Filter::apply( 'term_link', static fn(): string => Post_Page::path_of_term( $term ), null );
		if ( null === $path ) {
			return self::UNKNOWN;
		}
		return array_filter( array( 'path' => $path, 'posts' => implode( ',', $posts ) ), static fn( string $detail ): bool => '' !== $detail );
	}

	/**
	 * Returns what made the path of a term whose slug or parent changed.
	 *
	 * @return Details
	 */
	public static function of_moved_term( WP_Term $before ): array {
		return self::is_in_paths( $before->taxonomy ) ? self::UNKNOWN : array( 'was' => "$before->parent|$before->slug" );
	}

	/**
	 * Tells whether the permalinks of posts may contain terms of a taxonomy.
	 */
	private static function is_in_paths( string $taxonomy ): bool {
		$types = get_taxonomy( $taxonomy )->object_type ?? array();
		return array() !== array_filter( $types, static fn( string $type ): bool => self::is_in_path( $type, array( $taxonomy ) ) );
	}

	/**
	 * @return Details
	 */
	private static function of_path( WP_Post $before, WP_Post $after ): array {
		if (
			array() === self::differing( self::OF_PATH, $before, $after )
			|| '' === get_option( 'permalink_structure' )
			|| is_post_type_hierarchical( $after->post_type )
		) {
			return array();
		}
		if ( 'attachment' === $after->post_type ) {
			$is_same = '1' !== Untyped::text( get_option( 'wp_attachment_pages_enabled', '1' ) )
				|| array() === self::differing( array( 'post_name', 'post_parent' ), $before, $after );
			return $is_same ? array() : self::UNKNOWN;
		}
		$others = self::other_placeholders( $after->post_type );
		if ( array() !== $others ) {
			return array() === array_diff( $others, self::READ ) ? self::fields( $before ) : self::UNKNOWN;
		}
		$paths = Third_Party_Filter::apply(
			'post_link',
			static fn(): array => array( Post_Page::path( $before ), Post_Page::path( $after ) ),
			null,
		);
		if ( null === $paths ) {
			return self::UNKNOWN;
		}
		return '' === $paths[0] || $paths[0] === $paths[1] ? array() : array( 'old' => $paths[0] );
	}

	/**
	 * Returns the placeholders in the permalinks of a post type that do not name a field of the post, for example its category.
	 *
	 * @return list<string>
	 */
	private static function other_placeholders( string $post_type ): array {
		global $wp_rewrite;
		$structure = 'post' === $post_type ? get_option( 'permalink_structure' ) : $wp_rewrite->get_extra_permastruct( $post_type );
		preg_match_all( '/%[^%\/]+%/', is_string( $structure ) ? $structure : '', $placeholders );
		return array_values( array_diff( $placeholders[0], self::FIELDS, array( "%$post_type%" ) ) );
	}
}
