<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Watched;

/**
 * The meta of users that is watched: what WordPress and plugins show of an author. All other meta of users is left out:
 * sessions, screen options, capabilities, and addresses of customers.
 */
final class Watched_User_Meta {
	private const SHOWN = array( 'nickname', 'first_name', 'last_name', 'description' );

	/**
	 * Pictures that plugins use instead of Gravatar. An asterisk at the beginning matches the table prefix.
	 */
	private const AVATARS = array( 'simple_local_avatar', 'basic_user_avatar', 'wp_user_avatar', '*user_avatar', 'wp_user_avatars', 'custom_avatar', 'sabox-profile-image', 'author_avatar' );

	public static function has( string $key ): bool {
		if ( in_array( $key, self::SHOWN, true ) || self::is_avatar( $key ) ) {
			return true;
		}
		// Plugins add the profiles that authors have elsewhere, for example `twitter`.
		return self::is_in_rest( $key ) || isset( wp_get_user_contact_methods()[ $key ] );
	}

	/**
	 * Preferences of the editor are in REST too, but only for the user.
	 */
	private static function is_in_rest( string $key ): bool {
		$in_rest = get_registered_meta_keys( 'user' )[ $key ]['show_in_rest'] ?? false;
		$context = is_array( $in_rest ) ? $in_rest['schema']['context'] ?? array( 'view' ) : array( 'view' );
		return false !== $in_rest && in_array( 'view', (array) $context, true );
	}

	private static function is_avatar( string $key ): bool {
		global $wpdb;
		return in_array( $key, self::AVATARS, true ) || in_array( '*' . substr( $key, strlen( $wpdb->get_blog_prefix() ) ), self::AVATARS, true );
	}
}
