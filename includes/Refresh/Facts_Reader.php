<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use Closure;
use HeadlessDeploy\Changes\Listeners\Files_Listener;
use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Changes\Primary_Posts;
use HeadlessDeploy\Changes\Third_Party_Filter;
use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Untyped;
use WP_Post;
use WP_Term;

/**
 * Reads what WordPress knows of changed objects of the current site now. The number of queries does not depend on the
 * number of objects. A failed read throws, because a missing term or parent would make the refresh too narrow.
 */
final class Facts_Reader {
	/**
	 * With more files of the posts that visitors see or no longer see, a refresh renews all pages.
	 */
	private const MAX_FILES = 200;

	private bool $has_all_paths = true;

	/**
	 * Adds the posts of a term that moved, and the files of a post that was shown or hidden, to the changes.
	 *
	 * @throws Read_Failed
	 */
	public function of( Recorded_Changes $recorded ): Site_Facts {
		Database::read_from_primary();
		$this->has_all_paths = true;

		$moved = Previous_Archives::of( $recorded->terms );
		array_map( $recorded->add_post_of_term( ... ), $moved->posts );
		$files = self::files_of( $recorded );
		array_map( $recorded->add_file( ... ), $files );
		$posts_page = 'page' === get_option( 'show_on_front' ) ? Untyped::number( get_option( 'page_for_posts' ) ) : 0;
		$ids        = array_keys( $recorded->posts );
		$previous   = array_merge( ...array_column( $recorded->posts, 'previous' ) );
		$posts      = $this->posts( array_filter( array( ...$ids, $posts_page ) ), $previous );
		$terms_of   = Primary_Terms::of_posts( array_intersect_key( $posts, $recorded->posts ) );
		$terms      = $this->terms( $recorded );
		$archives   = $this->archives( array_merge(
			array_keys( $recorded->terms ),
			$moved->below,
			array_column( $terms, 'id' ),
			...array_map( array_keys( ... ), array_values( $terms_of ) ),
		) );
		$previous = Previous_Paths::of( $recorded->posts, $posts );
		$paths    = array_map( $this->path( ... ), $posts + $previous->below );
		$previous->find( $this->path( ... ) );
		$moved->find( $archives );
		return new Site_Facts(
			$this->facts_of_posts( array_intersect_key( $posts, $recorded->posts ), $paths, $terms_of ),
			$this->facts_of_posts( array_diff_key( $previous->below, $recorded->posts ), $paths, array() ),
			array( ...$previous->gone, ...$moved->gone ),
			$moved->below,
			$terms,
			$archives,
			$this->lists( $recorded, $posts ) + array( 'post' => $paths[ $posts_page ] ?? '' ),
			! in_array(
				false,
				array( $this->has_all_paths, $previous->are_complete, $moved->are_complete, count( $files ) <= self::MAX_FILES ),
				true,
			),
		);
	}

	/**
	 * @throws Read_Failed
	 * @return list<int>   One more than `MAX_FILES` where there are too many.
	 */
	private static function files_of( Recorded_Changes $recorded ): array {
		global $wpdb;
		$ids = array_keys( array_filter( $recorded->posts, static fn( Changed_Post $post ): bool => $post->is_shown_or_hidden ) );
		if ( array() === $ids ) {
			return array();
		}
		$list = implode( ', ', $ids );
		return array_map(
			intval( ... ),
			Database::column( Database::from_primary( (string) $wpdb->prepare(
				"SELECT ID FROM {$wpdb->posts} WHERE post_parent IN ($list) AND post_type = %s LIMIT %d",
				Files_Listener::TYPE,
				self::MAX_FILES + 1,
			) ) ),
		);
	}

	/**
	 * @param  array<int, WP_Post>            $posts
	 * @param  array<int, string>             $paths
	 * @param  array<int, array<int, string>> $terms_of
	 * @return array<int, Post_Facts>
	 */
	private function facts_of_posts( array $posts, array $paths, array $terms_of ): array {
		return array_map(
			static fn( WP_Post $post ): Post_Facts => new Post_Facts(
				$post->post_type,
				(int) $post->post_author,
				$paths[ $post->ID ],
				$terms_of[ $post->ID ] ?? array(),
				(int) $post->comment_count > 0,
			),
			$posts,
		);
	}

	/**
	 * Reads posts with the ancestors and authors that their permalinks contain, and may have contained before.
	 *
	 * @param  array<int>            $ids
	 * @param  list<Previous_Fields> $previous
	 * @throws Read_Failed
	 * @return array<int, WP_Post>   Those that exist.
	 */
	private function posts( array $ids, array $previous ): array {
		$posts = $found = $this->read_posts( array( ...$ids, ...array_filter( array_column( $previous, 'parent' ) ) ) );
		while ( array() !== $found ) {
			$parents = array_map( static fn( WP_Post $post ): int => $post->post_parent, $found );
			$found   = $this->read_posts( array_diff( $parents, array( 0 ), array_keys( $posts ), $ids ) );
			$posts += $found;
		}
		$in_trash = array_keys( array_filter( $posts, static fn( WP_Post $post ): bool => 'trash' === $post->post_status ) );
		if ( in_array( Files_Listener::TYPE, array_column( $posts, 'post_type' ), true ) && array() !== $in_trash ) {
			// Until a post leaves the Trash, its files keep the status that it had before, which is meta.
			Database::checked( static fn() => update_meta_cache( 'post', $in_trash ) );
		}
		$posts = array_intersect_key( $posts, array_flip( $ids ) );
		if ( str_contains( Untyped::text( get_option( 'permalink_structure' ) ), '%author%' ) ) {
			$authors = array_values( array_unique( array(
				...array_map( static fn( WP_Post $post ): int => (int) $post->post_author, $posts ),
				...array_column( $previous, 'author' ),
			) ) );
			Database::checked( static fn() => cache_users( $authors ) );
		}
		return $posts;
	}

	/**
	 * @param  array<int>          $ids
	 * @throws Read_Failed
	 * @return array<int, WP_Post>
	 */
	private function read_posts( array $ids ): array {
		$ids = array_values( array_unique( $ids ) );
		return array() === $ids ? array() : Primary_Posts::read( $ids );
	}

	/**
	 * @throws Read_Failed
	 * @return array<int, array{id: int, taxonomy: string}> By id of `term_taxonomy`.
	 */
	private function terms( Recorded_Changes $recorded ): array {
		global $wpdb;
		$ids = array();
		foreach ( $recorded->posts as $post ) {
			$ids += $post->term_taxonomies;
		}
		if ( array() === $ids ) {
			return array();
		}
		$list = implode( ', ', array_keys( $ids ) );
		$rows = Database::rows( Database::from_primary(
			"SELECT term_taxonomy_id, term_id, taxonomy FROM {$wpdb->term_taxonomy} WHERE term_taxonomy_id IN ($list)",
		) );
		$terms = array();
		foreach ( $rows as $row ) {
			$terms[ (int) $row->term_taxonomy_id ] = array(
				'id'       => (int) $row->term_id,
				'taxonomy' => (string) $row->taxonomy,
			);
		}
		return $terms;
	}

	/**
	 * @param  array<int>               $ids
	 * @throws Read_Failed
	 * @return array<int, list<string>> Paths of the archives that list the posts of each term: its own and those of its ancestors.
	 */
	private function archives( array $ids ): array {
		$terms = $found = $this->read_terms( $ids );
		while ( array() !== $found ) {
			$parents = array_map( static fn( WP_Term $term ): int => $term->parent, $found );
			$found   = $this->read_terms( array_diff( $parents, array( 0 ), array_keys( $terms ), $ids ) );
			$terms += $found;
		}
		$viewable = array_filter( $terms, static fn( WP_Term $term ): bool => is_taxonomy_viewable( $term->taxonomy ) );
		$paths    = array_map(
			fn( WP_Term $term ): string => $this->path_by( 'term_link', static fn(): string => Post_Page::path_of_term( $term ) ),
			$viewable,
		);
		$archives = array();
		foreach ( array_keys( $viewable ) as $id ) {
			$archives[ $id ] = array();
			for (
				$ancestor                                                               = $id; isset( $paths[ $ancestor ] )
				&& ! in_array( $paths[ $ancestor ], $archives[ $id ], true ); $ancestor = $terms[ $ancestor ]->parent
			) {
				$archives[ $id ][] = $paths[ $ancestor ];
			}
		}
		return $archives;
	}

	/**
	 * @param  array<int>          $ids
	 * @throws Read_Failed
	 * @return array<int, WP_Term>
	 */
	private function read_terms( array $ids ): array {
		$ids = array_values( array_unique( $ids ) );
		return array() === $ids ? array() : Primary_Terms::read( $ids );
	}

	/**
	 * @throws Read_Failed
	 */
	private function path( WP_Post $post ): string {
		return $this->path_by( 'post_link', static fn(): string => is_post_publicly_viewable( $post ) ? Post_Page::path( $post ) : '' );
	}

	/**
	 * @param  string            $filter Of other plugins, which may fail without a page.
	 * @param  Closure(): string $path
	 * @throws Read_Failed
	 */
	private function path_by( string $filter, Closure $path ): string {
		$found               = Database::checked( static fn(): mixed => Third_Party_Filter::apply( $filter, $path, null ) );
		$this->has_all_paths = $this->has_all_paths && is_string( $found );
		return is_string( $found ) ? $found : '';
	}

	/**
	 * @param  array<int, WP_Post>   $posts
	 * @return array<string, string> Path of each post type's archive. That of posts is the front page or a page.
	 */
	private function lists( Recorded_Changes $recorded, array $posts ): array {
		$types = array_fill_keys( array_column( $posts, 'post_type' ), true );
		foreach ( $recorded->posts as $post ) {
			$types += $post->types;
		}
		unset( $types['post'] );
		$paths = array();
		foreach ( array_filter( array_map( strval( ... ), array_keys( $types ) ), is_post_type_viewable( ... ) ) as $type ) {
			$paths[ $type ] = $this->path_by(
				'post_type_archive_link',
				static fn(): string => Post_Page::path_of_url( (string) get_post_type_archive_link( $type ) ),
			);
		}
		return $paths;
	}
}
