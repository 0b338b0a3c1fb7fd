<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use Closure;

/**
 * Runs work on several sites of a network.
 */
final class Site_Batches {
	/**
	 * @template T
	 * @param array<int, T>    $by_site Argument of the work, by site.
	 * @param Closure(T): void $work    What is done there.
	 */
	public static function visit( array $by_site, Closure $work ): void {
		foreach ( $by_site as $blog_id => $what ) {
			if ( get_current_blog_id() === $blog_id ) {
				$work( $what );
				continue;
			}
			switch_to_blog( $blog_id );
			try {
				$work( $what );
			} finally {
				restore_current_blog();
			}
		}
	}
}
