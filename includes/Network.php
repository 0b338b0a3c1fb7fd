<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;

/**
 * Functions for multisite networks. A single site is its own main site.
 */
final class Network {
	public static function is_network_active(): bool {
		$active = get_site_option( 'active_sitewide_plugins' );
		return is_array( $active ) && isset( $active[ plugin_basename( PLUGIN_FILE ) ] );
	}

	/**
	 * Tells whether a site exists and has the plugin active. A site may have been deleted while the plugin was
	 * inactive, and a network may have become a single site; pending changes of such sites are neither sent nor
	 * deleted.
	 */
	public static function is_active_on( int $blog_id ): bool {
		if ( get_current_blog_id() === $blog_id ) {
			return true;
		}
		if ( ! is_multisite() || null === get_site( $blog_id ) ) {
			return false;
		}
		return self::is_network_active()
			|| in_array( plugin_basename( PLUGIN_FILE ), (array) get_blog_option( $blog_id, 'active_plugins' ), true );
	}

	/**
	 * Tells whether the current user may see data of the server: every administrator on a single site; on a network,
	 * super admins and WP-CLI.
	 */
	public static function is_operator(): bool {
		return ! is_multisite() || is_super_admin() || Entry_Point::is_command();
	}

	/**
	 * @template T
	 * @param  callable(): T $work
	 * @return T
	 */
	public static function on_site( int $blog_id, callable $work ): mixed {
		if ( get_current_blog_id() === $blog_id ) {
			return $work();
		}
		switch_to_blog( $blog_id );
		try {
			return $work();
		} finally {
			restore_current_blog();
		}
	}

	/**
	 * @template T
	 * @param  callable(): T $work
	 * @return T
	 */
	public static function on_main_site( callable $work ): mixed {
		return self::on_site( get_main_site_id(), $work );
	}

	/**
	 * @template T
	 * @param array<int, T>    $by_site Argument of the work, by site.
	 * @param Closure(T): void $work
	 */
	public static function on_sites( array $by_site, Closure $work ): void {
		foreach ( $by_site as $blog_id => $argument ) {
			self::on_site( $blog_id, static fn() => $work( $argument ) );
		}
	}
}
