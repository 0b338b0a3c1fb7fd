<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Watched;

use WP_Taxonomy;

/**
 * The taxonomies whose terms are watched: those that visitors see, in WordPress or over REST. Changes of menus, which are
 * terms too, have another source.
 */
final class Watched_Taxonomies {
	/**
	 * WordPress creates one term for each post format when it is first used.
	 */
	private const EXCLUDED = array( 'post_format', 'nav_menu' );

	/**
	 * Private taxonomies of known plugins and of WordPress that decide what visitors see of a post.
	 */
	private const SHOWN_ON_POSTS = array( 'product_visibility', 'product_type', 'post_translations', 'wp_theme', 'wp_template_part_area' );

	/**
	 * Taxonomies whose terms are always the same. Which posts have them is a change of the posts.
	 */
	private const FIXED = array( 'product_visibility', 'product_type' );

	public static function is_fixed( string $name ): bool {
		return in_array( $name, self::FIXED, true );
	}

	/**
	 * Tells whether the terms of a post are part of what visitors see. A plugin may keep its own notes as terms.
	 */
	public static function shows_on_posts( string $name ): bool {
		$taxonomy = get_taxonomy( $name );
		return ! $taxonomy instanceof WP_Taxonomy
			|| is_taxonomy_viewable( $taxonomy )
			|| false !== $taxonomy->show_in_rest
			|| in_array( $name, self::SHOWN_ON_POSTS, true );
	}

	public static function has( string $name ): bool {
		$taxonomy = get_taxonomy( $name );
		return $taxonomy instanceof WP_Taxonomy
			&& ! in_array( $name, self::EXCLUDED, true )
			&& ( is_taxonomy_viewable( $taxonomy ) || ( ! $taxonomy->_builtin && true === $taxonomy->show_in_rest ) );
	}

	/**
	 * @return list<WP_Taxonomy>
	 */
	public static function all(): array {
		return array_values( array_filter(
			get_taxonomies( array(), 'objects' ),
			static fn( WP_Taxonomy $taxonomy ): bool => self::has( $taxonomy->name ),
		) );
	}
}
