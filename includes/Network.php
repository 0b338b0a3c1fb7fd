<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Answers what differs on a network of sites. Without one there is one site, which is the main one.
 */
final class Network {
	public static function is_network_active(): bool {
		$active = get_site_option( 'active_sitewide_plugins' );
		return is_array( $active ) && isset( $active[ plugin_basename( PLUGIN_FILE ) ] );
	}

	/**
	 * Tells whether the plugin works for a site: it must still be there, and have the plugin active. It may have been
	 * deleted while the plugin was inactive, and a network may have become a single site; what is pending for those
	 * stays where it is.
	 */
	public static function is_active_on( int $blog_id ): bool {
		if ( get_current_blog_id() === $blog_id ) {
			return true;
		}
		if ( ! is_multisite() || null === get_site( $blog_id ) ) {
			return false;
		}
		return self::is_network_active() || in_array( plugin_basename( PLUGIN_FILE ), (array) get_blog_option( $blog_id, 'active_plugins' ), true );
	}

	/**
	 * Tells whether the current user answers for the server: whoever has the capability on a single site, on a network
	 * super admins and the shell. Administrators of a sub-site may not see what belongs to the whole network.
	 */
	public static function is_operator(): bool {
		return ! is_multisite() || is_super_admin() || ( defined( 'WP_CLI' ) && constant( 'WP_CLI' ) );
	}

	/**
	 * @template T
	 * @param  callable(): T $question
	 * @return T
	 */
	public static function on_main_site( callable $question ): mixed {
		if ( is_main_site() ) {
			return $question();
		}
		switch_to_blog( get_main_site_id() );
		try {
			return $question();
		} finally {
			restore_current_blog();
		}
	}
}
