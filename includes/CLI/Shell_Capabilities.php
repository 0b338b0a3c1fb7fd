<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Capabilities;

/**
 * Grants the plugin's capabilities while one of its commands runs, whatever `--user` is: a shell user can read the
 * database anyway. Titles of posts are readable too, because commands usually run without a user.
 */
final class Shell_Capabilities {
	public function grant(): void {
		if ( false === has_filter( 'map_meta_cap', array( self::class, 'map' ) ) ) {
			add_filter( 'map_meta_cap', array( self::class, 'map' ), 10, 2 );
		}
	}

	/**
	 * Hooked to `map_meta_cap`.
	 *
	 * @param  list<string> $needed Required capabilities.
	 * @return list<string>
	 */
	public static function map( array $needed, string $asked ): array {
		return 'read_post' === $asked || in_array( $asked, Capabilities::ALL, true ) ? array() : $needed;
	}
}
