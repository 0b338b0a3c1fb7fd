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
	 * Changes of files are not changes of content. E-mail templates of BuddyPress are viewable for moderators only.
	 */
	private const EXCLUDED = array( 'attachment', 'bp-email' );

	/**
	 * Functions of bbPress that return the types of what visitors write.
	 */
	private const TYPES_OF_VISITORS = array( 'bbp_get_topic_post_type', 'bbp_get_reply_post_type' );

	public static function is_visible( string $name ): bool {
		return ! in_array( $name, self::EXCLUDED, true ) && is_post_type_viewable( $name );
	}

	/**
	 * Tells whether a type counts unless an administrator chooses others: what visitors write does not.
	 */
	public static function is_default( string $name ): bool {
		foreach ( self::TYPES_OF_VISITORS as $type ) {
			if ( function_exists( $type ) && $name === $type() ) {
				return false;
			}
		}
		return self::is_visible( $name );
	}

	public static function is_selectable( string $name ): bool {
		$type = get_post_type_object( $name );
		return $type instanceof WP_Post_Type && ( self::is_visible( $name ) || ( ! $type->_builtin && true === $type->show_in_rest ) );
	}

	/**
	 * @return list<WP_Post_Type>
	 */
	public static function selectable(): array {
		return array_values( array_filter(
			get_post_types( array(), 'objects' ),
			static fn( WP_Post_Type $type ): bool => self::is_selectable( $type->name ),
		) );
	}
}
