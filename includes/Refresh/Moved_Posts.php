<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;
use WP_Post;

/**
 * Finds the post that had an address, as WordPress does before it answers 404 (`wp_old_slug_redirect()`). It finds public
 * posts only, with two queries. What a permalink with `%category%` or `%author%` needs is read as well.
 */
final class Moved_Posts {
	/**
	 * Several posts can have had the same slug, and each of them several dates.
	 */
	private const MAX_ROWS = 50;

	/**
	 * @param  string       $path Relative to the home of the site.
	 * @throws Read_Failed
	 * @return WP_Post|null Null when no post had the address, or when a post still has it.
	 */
	public function find( string $path ): ?WP_Post {
		$address = Old_Address::of( $path );
		$found   = null === $address ? array() : $this->candidates( $address );
		Database::checked( static fn() => _prime_post_caches( array_keys( $found ), false, false ) );
		$moved = null;
		foreach ( $found as $id => $had_address ) {
			$post = get_post( $id );
			if ( ! $post instanceof WP_Post || ! is_post_publicly_viewable( $post ) ) {
				continue;
			}
			if ( $this->is_same( Post_Page::path( $post ), $path ) ) {
				return null;
			}
			$moved ??= $had_address ? $post : null;
		}
		return $moved;
	}

	/**
	 * Reads the posts that have or had the slug.
	 *
	 * @throws Read_Failed
	 * @return array<int, bool> Whether a post had the address, by id.
	 */
	private function candidates( Old_Address $address ): array {
		global $wpdb;
		$statuses  = array_values( array_filter( get_post_stati(), is_post_status_viewable( ... ) ) );
		$is_public = 'p.post_type = %s AND p.post_status IN (' . implode( ', ', array_fill( 0, count( $statuses ), '%s' ) ) . ')';
		$columns   = "p.ID AS id, p.post_date AS new_date, d.meta_value AS old_date FROM {$wpdb->posts} p LEFT JOIN {$wpdb->postmeta} d ON d.post_id = p.ID AND d.meta_key = '_wp_old_date'";
		$of_slug   = array( $address->slug, $address->type, ...$statuses );
		$statement = $wpdb->prepare(
			// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared, WordPress.DB.PreparedSQLPlaceholders.ReplacementsWrongNumber -- constants, and one placeholder for each status.
			"SELECT $columns WHERE p.post_name = %s AND $is_public UNION ALL SELECT $columns JOIN {$wpdb->postmeta} s ON s.post_id = p.ID AND s.meta_key = '_wp_old_slug' AND s.meta_value = %s WHERE $is_public LIMIT " . self::MAX_ROWS,
			array( ...$of_slug, ...$of_slug ),
		);
		$found = array();
		foreach ( Database::rows( (string) $statement ) as $row ) {
			$id           = (int) $row->id;
			$found[ $id ] = ( $found[ $id ] ?? false ) || $address->is_of( (string) $row->new_date ) || $address->is_of( (string) $row->old_date );
		}
		return $found;
	}

	/**
	 * Compares two paths. One may have a slash at its end, or letters that are encoded in another way.
	 */
	private function is_same( string $one, string $other ): bool {
		return '' === $one || trim( urldecode( $one ), '/' ) === trim( urldecode( $other ), '/' );
	}
}
