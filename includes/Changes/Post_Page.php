<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use WP_Post;
use WP_Term;

/**
 * Collects what the live check needs to find a change of a post on the front end.
 */
final class Post_Page {
	/**
	 * Events that remove a page. Afterwards WordPress no longer knows its URL.
	 */
	public const REMOVAL_EVENTS = array( Change::UNPUBLISHED, Change::TRASHED, Change::DELETED );

	/**
	 * Returns the path of a page that was removed, else the modification time of the post in seconds since 1970.
	 *
	 * @param  string                           $event A constant of Change.
	 * @return array{path?: string, mark?: int}
	 */
	public static function evidence( string $event, ?WP_Post $before, WP_Post $after ): array {
		if ( in_array( $event, self::REMOVAL_EVENTS, true ) ) {
			$path = null === $before ? '' : self::path( $before );
			return '' === $path ? array() : array( 'path' => $path );
		}
		$mark = (int) strtotime( $after->post_modified_gmt . ' UTC' );
		return $mark > 0 ? array( 'mark' => $mark ) : array();
	}

	/**
	 * Returns the path of a post's page on the front end; empty when its permalink has none.
	 */
	public static function path( WP_Post $post ): string {
		return self::path_of_url( (string) get_permalink( $post ) );
	}

	/**
	 * Returns the path of a term's archive on the front end; empty when it has none.
	 */
	public static function path_of_term( WP_Term $term ): string {
		$url = get_term_link( $term );
		return is_string( $url ) ? self::path_of_url( $url ) : '';
	}

	/**
	 * Returns the path of a URL relative to the site's home; empty for one with a query, as plain permalinks have.
	 */
	public static function path_of_url( string $permalink ): string {
		$url = wp_parse_url( $permalink );
		if ( ! is_array( $url ) || ! isset( $url['host'] ) || isset( $url['query'] ) ) {
			return '';
		}
		$home = wp_parse_url( home_url() );
		$root = is_array( $home ) && ( $home['host'] ?? '' ) === $url['host'] ? rtrim( $home['path'] ?? '', '/' ) : '';
		$path = $url['path'] ?? '/';
		return '' !== $root && str_starts_with( $path . '/', $root . '/' ) ? '/' . ltrim( substr( $path, strlen( $root ) ), '/' ) : $path;
	}
}
