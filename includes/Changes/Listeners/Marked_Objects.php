<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use Closure;
use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Reads the objects that a request marked, at its end. Where it is not known which ones changed, any page may have changed:
 * too many would not fit into the memory of the request, and a failed read is not an empty one.
 */
final class Marked_Objects {
	/**
	 * The id that stands for objects of which the ids are not known.
	 */
	public const UNKNOWN = 0;

	/**
	 * A refresh of that many renews all pages in any case.
	 */
	public const MAX = 1_000;

	private const POSTS_A_QUERY = 100;

	/**
	 * Loads posts into WordPress's cache.
	 *
	 * @param array<int> $ids
	 */
	public static function load_posts( array $ids ): bool {
		return self::load(
			$ids,
			static function ( array $ids ): void {
				foreach ( array_chunk( $ids, self::POSTS_A_QUERY ) as $part ) {
					Database::checked( static fn() => _prime_post_caches( $part, false, false ) );
				}
			},
		);
	}

	/**
	 * @param  array<int>                $ids
	 * @param  Closure(array<int>): void $prime
	 * @return bool                      Whether the objects that exist are in WordPress's cache.
	 */
	public static function load( array $ids, Closure $prime ): bool {
		if ( in_array( self::UNKNOWN, $ids, true ) || count( $ids ) > self::MAX ) {
			return false;
		}
		try {
			Database::checked( static fn() => $prime( $ids ) );
			return true;
		} catch ( Read_Failed ) {
			return false;
		}
	}
}
