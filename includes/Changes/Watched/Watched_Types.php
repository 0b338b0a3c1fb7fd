<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Watched;

use WP_Post_Type;

/**
 * The post types whose changes are recorded for an environment with a refresh URL, whatever the policy says: all that
 * visitors see, in WordPress or over REST. Public ones count as content by default; those that are hidden in WordPress but
 * available over REST, as on headless sites, can be chosen.
 */
final class Watched_Types {
	/**
	 * Types of the block editor and of menus, with the source that their changes have.
	 */
	private const OTHER_SOURCES = array(
		'attachment'    => 'files',
		'wp_block'      => 'templates',
		'wp_navigation' => 'menus',
		'nav_menu_item' => 'menus',
	);

	/**
	 * Changes of files are not changes of content. E-mail templates of BuddyPress are viewable for moderators only.
	 */
	private const EXCLUDED = array( 'attachment', 'bp-email' );

	/**
	 * Functions of bbPress that return the types of what visitors write.
	 */
	private const TYPES_OF_VISITORS = array( 'bbp_get_topic_post_type', 'bbp_get_reply_post_type' );

	/**
	 * Tells whether posts of a type are content.
	 */
	public static function has( string $type ): bool {
		return 'content' === self::source_of( $type );
	}

	/**
	 * Returns the source of the changes of a type; null when its posts are not watched.
	 */
	public static function source_of( string $type ): ?string {
		$is_content = self::is_visible( $type ) || self::is_selectable( $type );
		return self::OTHER_SOURCES[ $type ] ?? ( $is_content ? 'content' : null );
	}

	/**
	 * @return list<WP_Post_Type> Of all sources.
	 */
	public static function all(): array {
		return array_values( array_filter(
			get_post_types( array(), 'objects' ),
			static fn( WP_Post_Type $type ): bool => null !== self::source_of( $type->name ),
		) );
	}

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
