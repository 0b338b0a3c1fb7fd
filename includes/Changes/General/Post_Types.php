<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

use WP_Post_Type;

/**
 * Decides which post types are content. Public types are included by default. Types that are hidden in WordPress but
 * available over REST, as on headless sites, can be chosen.
 */
final class Post_Types {
	/**
	 * Changes of files are not changes of content.
	 */
	private const EXCLUDED = array( 'attachment' );

	public static function is_visible( string $name ): bool {
		return ! in_array( $name, self::EXCLUDED, true ) && is_post_type_viewable( $name ) && self::has_address( get_post_type_object( $name ) );
	}

	public static function is_selectable( string $name ): bool {
		$type = get_post_type_object( $name );
		return $type instanceof WP_Post_Type && ( self::is_visible( $name ) || ( ! $type->_builtin && true === $type->show_in_rest ) );
	}

	/**
	 * Tells whether posts of a viewable type have an address. BuddyPress lets moderators query its e-mail templates
	 * (`publicly_queryable`), which visitors never see.
	 */
	private static function has_address( ?WP_Post_Type $type ): bool {
		return null !== $type && ( $type->public || false !== $type->query_var || false !== $type->rewrite || true === $type->show_in_rest );
	}

	/**
	 * @return list<WP_Post_Type>
	 */
	public static function selectable(): array {
		return array_values( array_filter( get_post_types( array(), 'objects' ), static fn( WP_Post_Type $type ): bool => self::is_selectable( $type->name ) ) );
	}
}
