<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;
use WP_Post;
use WP_Term;

/**
 * Reads terms, and those of posts, from the primary database, like `Primary_Posts`.
 */
final class Primary_Terms {
	/**
	 * @param  non-empty-list<int> $ids
	 * @throws Read_Failed
	 * @return array<int, WP_Term> Those that exist, by id.
	 */
	public static function read( array $ids ): array {
		global $wpdb;
		$list  = implode( ', ', $ids );
		$found = array();
		$rows  = Database::rows( Database::from_primary( "SELECT t.*, tt.term_taxonomy_id, tt.taxonomy, tt.description, tt.parent, tt.count FROM {$wpdb->terms} t INNER JOIN {$wpdb->term_taxonomy} tt ON tt.term_id = t.term_id WHERE t.term_id IN ($list)" ) );
		foreach ( $rows as $row ) {
			$found[ (int) $row->term_id ] = sanitize_term( $row, $row->taxonomy, 'raw' );
		}
		wp_cache_set_multiple( $found, 'terms' );
		wp_cache_delete_multiple( array_diff( $ids, array_keys( $found ) ), 'terms' );
		$terms = array();
		foreach ( array_keys( $found ) as $id ) {
			$term = get_term( $id );
			if ( $term instanceof WP_Term ) {
				$terms[ $id ] = $term;
			}
		}
		return $terms;
	}

	/**
	 * Reads the terms of posts with one query. Permalinks may contain them, so they replace those in the object cache.
	 *
	 * @param  array<int, WP_Post>            $posts By id.
	 * @throws Read_Failed
	 * @return array<int, array<int, string>> Taxonomy of each term of each post, by their ids.
	 */
	public static function of_posts( array $posts ): array {
		global $wpdb;
		if ( array() === $posts ) {
			return array();
		}
		$list  = implode( ', ', array_keys( $posts ) );
		$terms = array_fill_keys( array_keys( $posts ), array() );
		foreach ( Database::rows( Database::from_primary( "SELECT tr.object_id, tt.term_id, tt.taxonomy FROM {$wpdb->term_relationships} tr INNER JOIN {$wpdb->term_taxonomy} tt ON tt.term_taxonomy_id = tr.term_taxonomy_id WHERE tr.object_id IN ($list)" ) ) as $row ) {
			if ( is_object_in_taxonomy( $posts[ (int) $row->object_id ]->post_type, $row->taxonomy ) ) {
				$terms[ (int) $row->object_id ][ (int) $row->term_id ] = (string) $row->taxonomy;
			}
		}
		foreach ( $posts as $id => $post ) {
			foreach ( get_object_taxonomies( $post->post_type ) as $taxonomy ) {
				wp_cache_set( $id, array_keys( $terms[ $id ], $taxonomy, true ), "{$taxonomy}_relationships" );
			}
		}
		return $terms;
	}
}
