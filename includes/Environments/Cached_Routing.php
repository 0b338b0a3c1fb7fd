<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * The routing option in a persistent object cache, from which every request loads it.
 *
 * @phpstan-import-type Value from Stored_Routing
 */
final class Cached_Routing {
	/**
	 * Reads past the copy of this request, which may be older than what the cache holds.
	 *
	 * @return Value|null Null without a persistent object cache, or where it does not hold the option: then requests read the
	 *                    database.
	 */
	public static function shared( string $option ): ?array {
		if ( true !== wp_using_ext_object_cache() ) {
			return null;
		}
		$all     = wp_cache_get( 'alloptions', 'options', true );
		$missing = wp_cache_get( 'notoptions', 'options', true );
		if ( is_array( $all ) && isset( $all[ $option ] ) ) {
			return Stored_Routing::sanitize( maybe_unserialize( $all[ $option ] ) );
		}
		return is_array( $missing ) && isset( $missing[ $option ] ) ? Stored_Routing::sanitize( null ) : null;
	}
}
