<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Database;
use HeadlessDeploy\Network;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Untyped;
use WP_Post;

/**
 * Marks terms whose number of posts changed without a change of a watched post, which has the tags of its terms: posts of
 * other types, and counts that a plugin or a command corrects. Marking makes no query.
 */
final class Counted_Terms implements Listener {
	/**
	 * Taxonomy by site and id of `term_taxonomy`; empty for terms of a post that has a change of its own.
	 *
	 * @var array<int, array<int, string>>
	 */
	private array $counted = array();

	/**
	 * Ids of `term_taxonomy` that posts gained or lost before WordPress had loaded or published them, by site and post.
	 *
	 * @var array<int, array<int, array<int>>>
	 */
	private array $of_other_posts = array();

	/**
	 * Whether WordPress is counting the terms of a watched post whose status changed.
	 */
	private bool $is_of_watched_post = false;

	public function hook(): void {
		// WordPress counts at priority 10.
		add_action( 'transition_post_status', $this->on_status( ... ), 9, 3 );
		add_action( 'transition_post_status', $this->on_counted_for_status( ... ), 11, 0 );
		add_action( 'set_object_terms', $this->on_assigned( ... ), 10, 6 );
		add_action( 'delete_term_relationships', $this->on_removal( ... ), 10, 2 );
		// Before another callback can make a query.
		add_action( 'edited_term_taxonomy', $this->on_counted( ... ), PHP_INT_MIN, 3 );
	}

	/**
	 * @return array<int, array<int, string>> Taxonomy by site and id of `term_taxonomy`.
	 */
	public function take_all(): array {
		foreach ( $this->of_other_posts as $blog_id => $posts ) {
			Network::on_site( $blog_id, fn() => array_map( $this->claim( ... ), array_keys( $posts ), $posts ) );
		}
		$counted       = array_filter( array_map( array_filter( ... ), $this->counted ) );
		$this->counted = $this->of_other_posts = array();
		return $counted;
	}

	/**
	 * @param  array<int, string>      $taxonomies By id of `term_taxonomy`.
	 * @return array<int, string>|null Taxonomy by term; one query. Null if there are too many, or if they cannot be read.
	 */
	public function terms( array $taxonomies ): ?array {
		global $wpdb;
		if ( array() === $taxonomies ) {
			return array();
		}
		if ( count( $taxonomies ) > Marked_Objects::MAX ) {
			return null;
		}
		$list = implode( ', ', array_keys( $taxonomies ) );
		try {
			$rows = Database::rows( "SELECT term_id, taxonomy FROM {$wpdb->term_taxonomy} WHERE term_taxonomy_id IN ($list)" );
		} catch ( Read_Failed ) {
			return null;
		}
		return array_map( strval( ... ), array_column( $rows, 'taxonomy', 'term_id' ) );
	}

	private function on_status( mixed $after, mixed $before = null, mixed $post = null ): void {
		$this->is_of_watched_post = $post instanceof WP_Post && null !== Watched_Types::source_of( $post->post_type );
	}

	private function on_counted_for_status(): void {
		$this->is_of_watched_post = false;
	}

	/**
	 * Leaves the terms that a post gained or lost to the change of the post. WordPress has just counted them.
	 */
	private function on_assigned(
		mixed $post_id,
		mixed $terms = null,
		mixed $tt_ids = null,
		mixed $taxonomy = null,
		mixed $append = null,
		mixed $old = null,
	): void {
		$this->claim( $post_id, array( ...(array) $tt_ids, ...(array) $old ) );
	}

	private function on_removal( mixed $post_id, mixed $tt_ids = null ): void {
		$this->claim( $post_id, (array) $tt_ids );
	}

	/**
	 * Marks a term whose number of posts was written with another value. Saving a term fires the hook with its fields.
	 */
	private function on_counted( mixed $tt_id, mixed $taxonomy = null, mixed $fields = null ): void {
		global $wpdb;
		if ( array() === ( $fields ?? array() ) && is_numeric( $tt_id ) && is_string( $taxonomy ) && $wpdb->rows_affected > 0 ) {
			$this->counted[ get_current_blog_id() ][ (int) $tt_id ] ??= $this->is_of_watched_post ? '' : $taxonomy;
		}
	}

	/**
	 * WordPress has loaded the post that it saves, at the latest when the request ends. A post that is not in the cache is not
	 * read, because a term too many costs less. A hidden post has no change that names its terms, but WordPress counts them
	 * too and corrects a wrong number. MySQL tells whether it did; SQLite does not, so there only the trash is not claimed.
	 *
	 * @param array<mixed> $tt_ids
	 */
	private function claim( mixed $post_id, array $tt_ids ): void {
		global $wpdb;
		$blog_id = get_current_blog_id();
		$ids     = Untyped::numbers( $tt_ids );
		$post    = is_numeric( $post_id ) ? wp_cache_get( (int) $post_id, 'posts' ) : null;
		$fields  = is_object( $post ) ? get_object_vars( $post ) : array();
		$is_own  = null !== Watched_Types::source_of( Untyped::text( $fields['post_type'] ?? '' ) );
		$status  = Untyped::text( $fields['post_status'] ?? '' );
		$is_seen = ( ! $wpdb->is_mysql && 'trash' !== $status ) || 'inherit' === $status || is_post_status_viewable( $status );
		if ( $is_own && $is_seen ) {
			$this->counted[ $blog_id ] = array_fill_keys( $ids, '' ) + ( $this->counted[ $blog_id ] ?? array() );
		} elseif ( $is_own || false === $post ) {
			$post_id = Untyped::number( $post_id );

			$this->of_other_posts[ $blog_id ][ $post_id ] = array( ...$ids, ...( $this->of_other_posts[ $blog_id ][ $post_id ] ?? array() ) );
		}
	}
}
