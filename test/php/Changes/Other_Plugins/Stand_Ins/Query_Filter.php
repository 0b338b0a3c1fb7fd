<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Hides posts from all queries, as plugins for members do, also from queries that ask for no filters.
 */
final class Query_Filter implements Stand_In {
	public function load(): void {
		add_action( 'pre_get_posts', static fn( \WP_Query $query ) => $query->set( 'post__in', array( 0 ) ) );
		add_filter( 'posts_where', static fn( string $where ): string => "$where AND 1 = 0" );
		add_filter( 'the_title', static fn(): string => 'Hidden' );
		add_filter( 'get_terms_args', static fn( array $arguments ): array => array( 'slug' => 'none' ) + $arguments );
	}

	public function save( int $post_id ): array {
		wp_update_post( array( 'ID' => $post_id, 'post_title' => 'For members' ) );
		return array( "updated $post_id kept=1" );
	}
}
