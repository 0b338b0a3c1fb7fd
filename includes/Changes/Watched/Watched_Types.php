<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Watched;

use HeadlessDeploy\Changes\General\Post_Types;
use WP_Post_Type;

/**
 * The post types whose changes are recorded for an environment with a refresh URL, whatever the policy says: all that
 * visitors see, in WordPress or over REST.
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
	 * Tells whether posts of a type are content.
	 */
	public static function has( string $type ): bool {
		return 'content' === self::source_of( $type );
	}

	/**
	 * Returns the source of the changes of a type; null when its posts are not watched.
	 */
	public static function source_of( string $type ): ?string {
		$is_content = Post_Types::is_visible( $type ) || Post_Types::is_selectable( $type );
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
}
