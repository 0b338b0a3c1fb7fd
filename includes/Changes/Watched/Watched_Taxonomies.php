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

	public static function has( string $name ): bool {
		$taxonomy = get_taxonomy( $name );
		return $taxonomy instanceof WP_Taxonomy && ! in_array( $name, self::EXCLUDED, true ) && ( is_taxonomy_viewable( $taxonomy ) || ( ! $taxonomy->_builtin && true === $taxonomy->show_in_rest ) );
	}

	/**
	 * @return list<WP_Taxonomy>
	 */
	public static function all(): array {
		return array_values( array_filter( get_taxonomies( array(), 'objects' ), static fn( WP_Taxonomy $taxonomy ): bool => self::has( $taxonomy->name ) ) );
	}
}
