<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Capabilities;

/**
 * Allows everything of ours while one of our commands runs, whoever `--user` names: a shell can read the database, so
 * a refusal would only pretend. Titles of posts can be read too, because no user is the usual case.
 */
final class Shell_Capabilities {
	/**
	 * Allows it from now on. Other commands of WP-CLI never get here.
	 */
	public function grant(): void {
		if ( false === has_filter( 'map_meta_cap', array( self::class, 'map' ) ) ) {
			add_filter( 'map_meta_cap', array( self::class, 'map' ), 10, 2 );
		}
	}

	/**
	 * Asks for nothing where one of our capabilities is asked for. Hooked to `map_meta_cap`.
	 *
	 * @param  list<string> $needed Capabilities that the user has to have.
	 * @return list<string>
	 */
	public static function map( array $needed, string $asked ): array {
		return 'read_post' === $asked || in_array( $asked, Capabilities::ALL, true ) ? array() : $needed;
	}
}
